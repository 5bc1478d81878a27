"""The import graph of the package, read from its source, and the allowed order of imports.

Every import counts: at the top of a module, inside a function, for type checking only, and by name
in a string (`"goldenspike.bots.greedy:GreedyBot"`). `tests/test_imports.py` checks the order,
`tools/house/picture.py` draws it, and this command lists violations:

    python tools/house/import_graph.py
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.util import resolve_name
from pathlib import Path

PACKAGE = "goldenspike"
SOURCE = Path(__file__).parents[2] / "src" / PACKAGE

FLOORS: tuple[tuple[str, ...], ...] = (
    ("errors", "provided", "worker_process"),
    ("boards",),
    ("rules",),
    (
        *("game", "game_history", "game_queries", "seat_hints", "seat_knowledge", "view_json"),
        *("score", "events", "ways", "picture", "replay_record", "whole_numbers", "playouts"),
        *("notation", "observation"),
    ),
    ("bots", "workshop", "explorer"),
    ("review",),
    ("puzzles",),
    (PACKAGE,),
    ("arena", "envs", "server"),
    ("cli",),
    ("__main__",),
)
"""Rooms from the bottom up: a room may import from its own floor and the floors below. A room is a
subpackage or module of `goldenspike`; the package itself, which re-exports names and connects rooms
(`provided`), is one too."""

APART = ("arena", "envs", "server")
"""Rooms of one floor that may not import each other."""

INSIDE_BOTS = ("planner", "searcher", "value_network", "external")
"""Rooms of `bots` that the rooms above it may not import: they make bots by name, and use the other
modules of `bots`."""

SERVER_FLOORS: tuple[tuple[str, ...], ...] = (
    ("settings", "log", "metrics", "shared_metrics"),
    ("protocol", "storage"),
    ("views", "people", "cluster"),
    ("tables",),
    ("workshop", "reviews", "puzzles"),
    ("http",),
    ("app", "run"),
)
"""The floors inside `server`."""


@dataclass(frozen=True, slots=True)
class Import:
    """An import of one module by another, with its line."""

    importer: str
    imported: str
    line: int


@cache
def modules(source: Path = SOURCE) -> dict[str, Path]:
    """Return the file of every module, by its dotted name."""
    found = {}
    for path in sorted(source.rglob("*.py")):
        parts = path.relative_to(source).with_suffix("").parts
        parts = parts[:-1] if parts[-1] == "__init__" else parts
        found[".".join((PACKAGE, *parts))] = path
    return found


@cache
def imports(source: Path = SOURCE) -> tuple[Import, ...]:
    """Return every import of a module of the package by another, each pair once."""
    known = modules(source)
    first: dict[tuple[str, str], int] = {}
    for importer, path in known.items():
        package = importer if path.name == "__init__.py" else importer.rpartition(".")[0]
        for line, imported in _imported(
            ast.parse(path.read_text(encoding="utf-8")), package, known
        ):
            if imported != importer:
                first.setdefault((importer, imported), line)
    return tuple(Import(a, b, line) for (a, b), line in sorted(first.items()))


def _imported(tree: ast.AST, package: str, known: Mapping[str, Path]) -> Iterable[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            start = resolve_name("." * node.level + (node.module or ""), package)
            names = [
                full if (full := f"{start}.{alias.name}") in known else start
                for alias in node.names
            ]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            match = re.fullmatch(rf"({PACKAGE}(?:\.\w+)+)(:\w+)?", node.value)
            # The name of a package alone is not an import: it may be a group of entry points.
            is_module = match and (
                match[2] or known.get(match[1], Path("__init__.py")).stem != "__init__"
            )
            names = [match[1]] if match and is_module else []
        else:
            continue
        for name in names:
            if name.partition(".")[0] == PACKAGE:
                yield node.lineno, name


def cycles(edges: Iterable[tuple[str, str]]) -> list[list[str]]:
    """Return cycles of modules: strongly connected components, by Tarjan's algorithm."""
    following = defaultdict(list)
    for a, b in edges:
        following[a].append(b)
    number: dict[str, int] = {}
    lowest: dict[str, int] = {}
    path: list[str] = []
    found = []

    def visit(node: str) -> None:
        number[node] = lowest[node] = len(number)
        path.append(node)
        for other in following.get(node, ()):
            if other not in number:
                visit(other)
                lowest[node] = min(lowest[node], lowest[other])
            elif other in path:
                lowest[node] = min(lowest[node], number[other])
        if lowest[node] == number[node]:
            group = path[path.index(node) :]
            del path[path.index(node) :]
            if len(group) > 1:
                found.append(sorted(group))

    for node in sorted(following):
        if node not in number:
            visit(node)
    return sorted(found)


def room_of(module: str, inside: str = PACKAGE) -> str:
    """Return the room of a module: `rules` for `goldenspike.rules.codes`."""
    rest = module.removeprefix(inside).lstrip(".")
    return rest.partition(".")[0] or inside


def between_rooms(edges: Iterable[Import], inside: str = PACKAGE) -> set[tuple[str, str]]:
    """Return the pairs of rooms of which the first imports the second."""
    pairs = {
        (room_of(edge.importer, inside), room_of(edge.imported, inside))
        for edge in edges
        if edge.importer.startswith(f"{inside}.") and edge.imported.startswith(f"{inside}.")
    }
    return {(here, there) for here, there in pairs if here != there}


def order_violations(
    edges: Iterable[Import],
    floors: tuple[tuple[str, ...], ...] = FLOORS,
    apart: tuple[str, ...] = APART,
    inside: str = PACKAGE,
) -> list[str]:
    """List imports of a floor above, and imports between the rooms of `apart`."""
    floor = {room: number for number, rooms in enumerate(floors) for room in rooms}
    wrong = []
    for edge in edges:
        if not (edge.importer.startswith(f"{inside}.") or edge.importer == inside == PACKAGE):
            continue
        if not (edge.imported.startswith(f"{inside}.") or edge.imported == inside == PACKAGE):
            continue
        here, there = room_of(edge.importer, inside), room_of(edge.imported, inside)
        for room in (here, there):
            if room not in floor:
                wrong.append(
                    f"{room} has no floor: say in tools/house/import_graph.py where it belongs"
                )
                break
        else:
            if floor[there] > floor[here]:
                wrong.append(
                    f"{edge.importer}, line {edge.line}: {here} may not import {edge.imported}"
                )
            elif here != there and here in apart and there in apart:
                wrong.append(f"{edge.importer}, line {edge.line}: {here} and {there} stand apart")
    return wrong


def bot_internals_imported(edges: Iterable[Import]) -> list[str]:
    """List imports of how bots decide, by rooms that only play them."""
    inside = tuple(f"{PACKAGE}.bots.{room}." for room in INSIDE_BOTS)
    return [
        f"{edge.importer}, line {edge.line}: {edge.imported} is for bots alone"
        for edge in edges
        if room_of(edge.importer) in (*APART, "review") and f"{edge.imported}.".startswith(inside)
    ]


def crowded_folders(source: Path = SOURCE, most: int = 20) -> dict[str, int]:
    """Return folders with more modules than `most`, not counting `__init__.py`."""
    count: dict[str, int] = defaultdict(int)
    for path in source.rglob("*.py"):
        if path.name != "__init__.py":
            count[path.parent.relative_to(source.parent).as_posix()] += 1
    return {folder: number for folder, number in sorted(count.items()) if number > most}


def problems(source: Path = SOURCE) -> list[str]:
    """List all violations: cycles, imports upwards, folders with too many modules."""
    edges = imports(source)
    found = [
        "a cycle: " + ", ".join(group)
        for group in cycles((edge.importer, edge.imported) for edge in edges)
    ]
    found += [
        "rooms that import each other: " + ", ".join(group)
        for inside in (PACKAGE, f"{PACKAGE}.server")
        for group in cycles(between_rooms(edges, inside))
    ]
    found += order_violations(edges)
    found += order_violations(edges, SERVER_FLOORS, (), f"{PACKAGE}.server")
    found += bot_internals_imported(edges)
    found += [
        f"{folder} has {n} modules: make rooms" for folder, n in crowded_folders(source).items()
    ]
    return found


if __name__ == "__main__":
    print("\n".join(problems()) or "imports point one way, without cycles")
