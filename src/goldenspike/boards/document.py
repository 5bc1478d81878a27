"""A board file while it is being read: its values, and the problems found so far.

A `Table` returns values of the type that is asked for. If one is missing or wrong, it adds a
problem and returns a valid placeholder, so that reading goes on and all problems of the file are
found.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any

from goldenspike.boards.problems import Problem, board_error, suggest
from goldenspike.boards.toml_text import Path, decode, line_numbers, parse

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_WORDS = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "text in quotes",
    list: "a list",
    dict: "a table",
}


def format_path(path: Path) -> str:
    """Write a path as in TOML: `tracks."atlanta-miami:blue".length`."""
    return ".".join(part if _BARE.fullmatch(part) else f'"{part}"' for part in path)


def describe_value(value: object) -> str:
    """Return the beginning of a value and its type, for an error message."""
    kind = _WORDS.get(type(value), "a date or a time")
    try:
        text = str(value).lower() if isinstance(value, bool) else repr(value)
    except ValueError:
        # Python refuses to print integers of thousands of digits, which TOML may have.
        text = "thousands of digits"
    return f"{text if len(text) <= 40 else text[:37] + '...'} ({kind})"


class Document:
    """The values of a board file and the problems found in it."""

    def __init__(self, source: str, data: bytes) -> None:
        text = decode(source, data)
        values, problems = parse(source, text)
        self.source = source
        self.problems = problems
        self._invalid: set[Path] = set()
        self._written: dict[Path, Path] = {}
        self._lines = line_numbers(text)
        self.root = Table(self, (), values)

    def set_alias(self, path: Path, written: Path) -> None:
        """Remember that the file has the value at `path` under another key, `written`."""
        if path != written:
            self._written[path] = written

    def path_in_file(self, *path: str) -> Path:
        """Return the path at which the file has the value at `path`."""
        return self._written.get(path, path)

    def keys(self, *path: str) -> list[str]:
        """List the keys of a table of the file, whether their values are valid or not."""
        values: object = self.root.values
        for key in path:
            values = values.get(key) if isinstance(values, dict) else None
        return list(values) if isinstance(values, dict) else []

    def problem(self, path: Path, what: str, hint: str = "") -> None:
        """Add a problem with the value at `path`, which is invalid from now on."""
        self.problems.append(Problem(format_path(path), what, hint, self.line(path)))
        self._invalid.add(path)

    def mark_invalid(self, path: Path) -> None:
        """Mark a value as invalid whose problem is reported elsewhere."""
        self._invalid.add(path)

    def valid(self, *paths: Path) -> bool:
        """Are these values, and the tables around them, valid so far? Only then compare them."""
        return not any(path[:n] in self._invalid for path in paths for n in range(len(path) + 1))

    def line(self, path: Path) -> int | None:
        """Return the line of a value, or of the innermost table around it; None if not known."""
        for n in range(len(path), 0, -1):
            if path[:n] in self._lines:
                return self._lines[path[:n]]
        return None

    def raise_problems(self) -> None:
        """Raise all problems that were found as one `BoardError`, if there are any."""
        if self.problems:
            raise board_error(self.source, self.problems)


class Table:
    """One table of the file. Values that are asked for are checked; all other keys are unknown."""

    def __init__(self, document: Document, path: Path, values: dict[str, Any]) -> None:
        self.document = document
        self.path = path
        self.values = values
        self._known: set[str] = set()
        self._absent = bool(path) and not document.valid(path)
        """Is it missing, or of another type? That is reported once, and not for each key."""

    def __iter__(self) -> Iterator[str]:
        return iter(self.values)

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def problem(self, key: str, what: str, hint: str = "") -> None:
        """Add a problem with the value of `key`."""
        self.document.problem((*self.path, key), what, hint)

    def _get(self, key: str, kind: type, optional: bool) -> Any:
        """Return a value of a type; None if it is missing or of another type, which is a problem.

        A missing one is no problem if it is optional.
        """
        self._known.add(key)
        if key not in self.values:
            if not optional and not self._absent:
                hint = (
                    f"add [{format_path((*self.path, key))}]"
                    if kind is dict
                    else f"give {_WORDS[kind]}"
                )
                self.problem(key, "is missing", hint)
            return None
        value = self.values[key]
        if kind is float and type(value) is int and abs(value) < 1e9:
            return float(value)
        if type(value) is not kind:
            self.problem(key, f"is {describe_value(value)}", f"give {_WORDS[kind]}")
            return None
        return value

    def integer(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """Return a whole number from low to high."""
        value = self._get(key, int, default is not None)
        if value is None:
            return low if default is None else default
        if not low <= value <= high:
            self.problem(key, f"is {describe_value(value)}", f"it goes from {low} to {high}")
            return low
        return int(value)

    def number(self, key: str, low: float, high: float, default: float | None = None) -> float:
        """Return a number from low to high."""
        value = self._get(key, float, default is not None)
        if value is None:
            return low if default is None else default
        if not low <= value <= high:
            self.problem(key, f"is {describe_value(value)}", f"it goes from {low:g} to {high:g}")
            return low
        return float(value)

    def numbers(self, key: str, low: float, high: float, counts: Collection[int]) -> list[float]:
        """Return a list of numbers, whose length is one of `counts`; empty if there is none."""
        values = self._get(key, list, optional=True)
        if values is None:
            return []
        good = [
            float(v)
            for v in values
            if type(v) in (int, float) and abs(v) <= 1e9 and low <= v <= high
        ]
        if len(good) != len(values) or len(good) not in counts:
            many = " or ".join(map(str, counts))
            self.problem(
                key, f"is {describe_value(values)}", f"give {many} numbers from {low:g} to {high:g}"
            )
            return []
        return good

    def flag(self, key: str, default: bool | None = None) -> bool:
        """Return a boolean."""
        value = self._get(key, bool, default is not None)
        return bool(default) if value is None else bool(value)

    def text(self, key: str, default: str | None = None, longest: int = 60) -> str:
        """Return a line of text."""
        value = self._get(key, str, default is not None)
        if value is None:
            return default or ""
        if not value.strip() or len(value) > longest or not value.isprintable():
            self.problem(
                key, f"is {describe_value(value)}", f"give one line of 1 to {longest} characters"
            )
            return default or ""
        return str(value)

    def choice(self, key: str, options: Collection[str], default: str | None = None) -> str:
        """Return one of the options."""
        value = self._get(key, str, default is not None)
        if value is None:
            return next(iter(options)) if default is None else default
        if value not in options:
            self.problem(key, f"is {describe_value(value)}", suggest(options, value))
            return next(iter(options))
        return str(value)

    def choices(
        self, key: str, options: Collection[str], optional: bool = False
    ) -> tuple[str, ...]:
        """Return a list of different options."""
        return tuple(str(v) for v in self._distinct(key, str, options, optional))

    def integers(self, key: str, options: Collection[int]) -> tuple[int, ...]:
        """Return a list of different whole numbers out of the options."""
        return tuple(int(v) for v in self._distinct(key, int, options))

    def _distinct(
        self, key: str, kind: type, options: Collection[Any], optional: bool = False
    ) -> list[Any]:
        good: list[Any] = []
        for value in self._get(key, list, optional) or ():
            if type(value) is not kind or value not in options:
                words = suggest(map(str, options), value)
                self.problem(key, f"has {describe_value(value)} in it", words)
            elif value in good:
                self.problem(key, f"has {value!r} in it twice", "once is enough")
            else:
                good.append(value)
        return good

    def table(self, key: str, optional: bool = False) -> Table:
        """Return a table inside this one; an empty one if it is missing, or not a table."""
        values = self._get(key, dict, optional)
        return Table(self.document, (*self.path, key), values or {})

    def report_unknown_keys(self) -> None:
        """Add a problem for every key that was not asked for."""
        for key in self.values:
            if key not in self._known:
                self.problem(key, "is not known here", suggest(self._known, key))
