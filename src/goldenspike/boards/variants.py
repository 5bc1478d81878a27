"""Variants of a board: tables of its own file that change some of what is played.

A variant is chosen by name, `load_board("harbour", variant="winter")`; the name of the board and
its variant together are `harbour:winter`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from goldenspike.boards import limits
from goldenspike.boards.document import Document, Table, format_path
from goldenspike.boards.model import Board, Variant
from goldenspike.boards.problems import suggest
from goldenspike.boards.read_bonuses import read_names
from goldenspike.boards.toml_text import Path

VARIED = (
    "players",
    "cards",
    "deals",
    "points",
    "stations",
    "companies",
    "bonuses",
    "rules",
    "tickets",
)
REPLACED = ("bonuses", "tickets")
"""The tables that a variant changes, `REPLACED` ones as a whole; places and tracks stay."""
VARIED_PLAYERS = ("trains", "tokens")
"""What of `players` it may change: how many play, and their colours, belong to the board."""
_ID = re.compile(r"[a-z][a-z0-9_]{0,39}")
_NAMED = re.compile(rf"(.+):({_ID.pattern})", re.DOTALL)


def split_name(name: str) -> tuple[str, str]:
    """Split the name of a board and its variant; the variant is empty if none is named.

    >>> split_name("harbour:winter"), split_name("boards/harbour.toml")
    (('harbour', 'winter'), ('boards/harbour.toml', ''))
    """
    found = _NAMED.fullmatch(name)
    return (found[1], found[2]) if found else (name, "")


def join_name(name: str, variant: str) -> str:
    """Join the name of a board and that of its variant, which may be empty."""
    return f"{name}:{variant}" if variant else name


def title(board: Board) -> str:
    """Return the name of a board, and of the variant that it is."""
    return ": ".join([board.name, *(v.name for v in board.variants if v.id == board.variant)])


def read_variants(table: Table) -> tuple[Variant, ...]:
    """Read the names of all variants, and what each changes, which is not checked yet."""
    if len(table.values) > limits.MAX_VARIANTS:
        table.document.problem(
            table.path,
            f"{len(table.values)} variants in all",
            f"at most {limits.MAX_VARIANTS} are played with",
        )
        return ()
    return tuple(_variant(table, key) for key in table)


def _variant(table: Table, key: str) -> Variant:
    row = table.table(key)
    if not _ID.fullmatch(key):
        hint = "use small letters a-z, digits and _, beginning with a letter"
        table.problem(key, "can't be the id of a variant", hint)
    names = row.table("names", optional=True)
    tables = {name: row.table(name, optional=True) for name in VARIED}
    for key_of_players in [key for key in tables["players"] if key not in VARIED_PLAYERS]:
        what = "can't be changed by a variant"
        hint = f"it changes {' and '.join(VARIED_PLAYERS)} alone"
        tables["players"].problem(key_of_players, what, hint)
        del tables["players"].values[key_of_players]
    changes = {name: each.values for name, each in tables.items() if each.values}
    variant = Variant(
        id=key,
        name=row.text("name"),
        names=read_names(names),
        changes=changes,
    )
    inside = [(*row.path, name) for name in row]
    if not changes and table.document.valid((*table.path, key), *inside):
        table.problem(key, "changes nothing", f"{suggest(VARIED)}, as tables inside it")
    row.report_unknown_keys()
    return variant


def varied(values: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a file with the changes of a variant.

    Tables are changed key by key, except bonuses and tickets: a variant's are all that it has.
    """
    result = dict(values)
    for key, change in changes.items():
        before = result.get(key)
        if key not in REPLACED and isinstance(change, dict) and isinstance(before, dict):
            result[key] = varied(before, change)
        else:
            result[key] = change
    return result


class VariantDocument(Document):
    """A board file as one of its variants changes it; its problems are those of the file."""

    def __init__(self, file: Document, variant: Variant) -> None:
        self.source = file.source
        self.problems = []
        self._invalid = set()
        self._written = {}
        self._lines = {}
        self._file = file
        self._variant = variant
        # What is wrong in the file itself is not reported once more for each variant.
        self._known = {problem.where for problem in file.problems}
        self.root = Table(self, (), varied(file.root.values, variant.changes))

    def problem(self, path: Path, what: str, hint: str = "") -> None:
        """Add a problem where the variant says it, or else as one of the variant as a whole."""
        self._invalid.add(path)
        if format_path(path) in self._known:
            return
        place: Path = ("variants", self._variant.id)
        values: Any = self._variant.changes
        for depth, key in enumerate(path):
            if not isinstance(values, dict) or key not in values:
                if depth < len(path) - 1 or depth == 0:
                    break
                path = path[:-1]  # a key that is missing, in a table that the variant changes
                what = f"{key} {what}"
                self._file.problem((*place, *path), what, hint)
                return
            values = values[key]
        else:
            self._file.problem((*place, *path), what, hint)
            return
        self._file.problem(place, f"{format_path(path)} {what}", hint)
