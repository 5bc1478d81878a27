"""Imports point one way: boards, rules, game and notation, bots, arena/envs/server, cli."""

from __future__ import annotations

import ast
from importlib.util import resolve_name
from pathlib import Path

import pytest

import goldenspike

HOUSE = Path(goldenspike.__file__).parent

FLOORS = [
    {"errors"},
    {"boards"},
    {"rules"},
    {"game", "notation", "events", "view", "ways", "whole_numbers", "observation"},
    {"bots"},
    {"arena", "envs", "server"},
    {"cli"},
]
"""From the ground up; a room may import its own floor and the floors below."""
FLOOR = {room: number for number, floor in enumerate(FLOORS) for room in floor}
APART = {"arena", "envs", "server"}
"""Rooms of one floor that know nothing of each other."""


def room_of(module: str) -> str:
    """`goldenspike.rules.codes` -> `rules`; the package itself is the front door, above all."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else "door"


def imports_of(path: Path) -> set[str]:
    """The modules of ours that a file imports, anywhere in it but for type checking alone."""
    package = ".".join(["goldenspike", *path.relative_to(HOUSE).parent.parts])
    found = set()
    for node in walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            source = resolve_name("." * node.level + (node.module or ""), package)
            if source == "goldenspike":
                found |= {f"goldenspike.{alias.name}" for alias in node.names}
            else:
                found.add(source)
    return {name for name in found if name.split(".")[0] == "goldenspike"}


def walk(tree: ast.AST):
    """All nodes, but not those under `if TYPE_CHECKING`."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        yield node
        yield from walk(node)


FILES = sorted(
    path for path in HOUSE.rglob("*.py") if path.name != "__init__.py" or path.parent != HOUSE
)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(HOUSE)))
def test_imports_point_one_way(path: Path):
    here = path.relative_to(HOUSE).parts[0].removesuffix(".py")
    assert here in FLOOR or here == "__main__", f"{here} has no floor yet: say where it belongs"
    for module in imports_of(path):
        there = room_of(module)
        if there not in FLOOR:
            # A name of the front door (goldenspike.load_board): only from the top floors.
            assert FLOOR.get(here, 99) >= FLOOR["bots"], f"{path.name} imports {module}"
            continue
        assert FLOOR[there] <= FLOOR.get(here, 99), f"{here} may not know {module}"
        if here in APART and there in APART:
            assert here == there, f"{here} may not know {module}"


def test_the_rule_notices_an_import_upwards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """So that the test above is known to be able to fail."""
    bad = tmp_path / "rules" / "bad.py"
    bad.parent.mkdir()
    bad.write_text("def f():\n    from goldenspike.server import app\n", encoding="utf-8")
    monkeypatch.setattr("test_imports.HOUSE", tmp_path)
    with pytest.raises(AssertionError, match=r"rules may not know goldenspike.server"):
        test_imports_point_one_way(bad)
