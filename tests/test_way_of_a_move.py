"""The way of a move in docs/architecture.md is the one that the code takes."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from house.definitions import line_of, python_definition
from house.import_graph import PACKAGE, imports

pytestmark = pytest.mark.quick

ROOT = Path(__file__).parents[1]
SOURCE, WEB = ROOT / "src", ROOT / "web" / "src"
MOST_HOPS = 20
BOUNDARIES = {"click", "network", "queue", "event"}
"""What wakes a function that no other hop calls."""
ROW = re.compile(r"^\| (\d+) \| \[`([^`]+)`\]\(\.\./([^)]+)\) \| (\w+) \|", re.M)
LINK = re.compile(r"\[`([^`]+)`\]\(\.\./([^)]+)\)")


@dataclass(frozen=True)
class Hop:
    number: int
    function: str
    path: Path
    by: str


def section() -> str:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    return page.split("## The way of a move\n")[1].split("\n## ")[0]


def hops() -> list[Hop]:
    return [Hop(int(n), name, ROOT / path, by) for n, name, path, by in ROW.findall(section())]


def calls() -> list[tuple[Hop, Hop]]:
    """Hops that call another one."""
    way = hops()
    return [(way[int(hop.by) - 1], hop) for hop in way if hop.by not in BOUNDARIES]


def called_from(path: Path, function: str) -> set[str]:
    """Names that a Python function calls, itself or through others of its module."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    inside = {
        node.name: node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    start = python_definition(tree, function)
    assert start is not None
    found: set[str] = set()
    open_nodes: list[ast.AST] = [start]
    while open_nodes:
        for node in ast.walk(open_nodes.pop()):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name not in found and name in inside:
                open_nodes.append(inside[name])
            found.add(name)
    return found


@cache
def known_to(path: Path) -> set[Path]:
    """Files that a file imports, directly or through others."""
    found: set[Path] = set()
    open_files = [path]
    while open_files:
        for other in imported(open_files.pop()):
            if other not in found:
                found.add(other)
                open_files.append(other)
    return found


def imported(path: Path) -> set[Path]:
    if path.suffix == ".py":
        return python_imports().get(path, set())
    text = path.read_text(encoding="utf-8")
    targets = [path.parent / name for name in re.findall(r"from '(\.[^']*)'", text)]
    names = [target.with_name(target.name + end) for target in targets for end in ("", ".ts")]
    return {name.resolve() for name in names if name.is_file()}


@cache
def python_imports() -> dict[Path, set[Path]]:
    """By file under src/, the files that it imports."""

    @cache
    def file(module: str) -> Path:
        path = SOURCE / module.replace(".", "/")
        return path.with_suffix(".py") if path.with_suffix(".py").exists() else path / "__init__.py"

    found: dict[Path, set[Path]] = {}
    for edge in imports():
        if edge.imported != PACKAGE:
            found.setdefault(file(edge.importer), set()).add(file(edge.imported))
    return found


def test_the_hops_are_few_and_in_order():
    numbers = [hop.number for hop in hops()]
    assert numbers == list(range(1, len(numbers) + 1))
    assert 10 < len(numbers) <= MOST_HOPS


def test_the_way_goes_through_the_database_to_another_browser():
    way = hops()
    assert way[0].by == "click"
    assert [hop.by for hop in way if hop.by in {"network", "queue"}] == [
        "network", "queue", "network",
    ]  # fmt: skip
    assert WEB in way[0].path.parents
    assert WEB in way[-1].path.parents
    assert any(hop.path.name == "journal.py" for hop in way)


@pytest.mark.parametrize(("name", "path"), LINK.findall(section()))
def test_every_function_is_where_the_page_says(name: str, path: str):
    assert (ROOT / path).name == name or line_of(ROOT / path, name) is not None


@pytest.mark.parametrize(("caller", "hop"), calls(), ids=lambda hop: hop.function)
def test_every_call_is_made(caller: Hop, hop: Hop):
    name = hop.function.rpartition(".")[2]
    assert caller.number < hop.number
    if caller.path.suffix == ".py":
        assert name in called_from(caller.path, caller.function)
    else:
        assert f"{name}(" in caller.path.read_text(encoding="utf-8")


@pytest.mark.parametrize(("caller", "hop"), calls(), ids=lambda hop: hop.function)
def test_no_call_goes_back_up(caller: Hop, hop: Hop):
    """What is called does not know who calls it."""
    assert caller.path not in known_to(hop.path)


# That these can fail ----------------------------------------------------------------------------


def test_a_function_that_is_not_there_is_found():
    table = SOURCE / "goldenspike/server/tables/table.py"
    assert line_of(table, "Table.move") is not None
    assert line_of(table, "Table.moved") is None
    assert line_of(table, "move") is None
    socket = WEB / "server" / "socket.ts"
    assert line_of(socket, "Socket.send") is not None
    assert line_of(socket, "Socket.sent") is None
    assert line_of(socket, "Plug.send") is None


def test_a_call_that_is_not_made_is_found():
    visits = SOURCE / "goldenspike/server/http/visits.py"
    found = called_from(visits, "HomeVisit.request")
    assert "move" in found
    assert "rejoin" not in found


def test_a_call_back_up_would_be_found():
    table = SOURCE / "goldenspike/server/tables/table.py"
    assert table in known_to(SOURCE / "goldenspike/server/http/sockets.py")
    assert WEB / "server" / "socket.ts" in known_to(WEB / "table" / "live-table.svelte.ts")
