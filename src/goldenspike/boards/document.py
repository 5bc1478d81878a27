"""A board file while it is being read: its values, and what is wrong with them so far.

A `Table` hands out values of the wanted type. Where one is missing or wrong it notes a problem and
hands out something harmless, so that reading goes on and every problem of the file is found.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any

from goldenspike.boards.problems import Problem, in_order, one_of
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


def spell(path: Path) -> str:
    """A path as TOML writes it: `tracks."atlanta-miami:blue".length`."""
    return ".".join(part if _BARE.fullmatch(part) else f'"{part}"' for part in path)


def describe(value: object) -> str:
    """A value in an error message: what it is, and its beginning."""
    kind = _WORDS.get(type(value), "a date or a time")
    try:
        text = str(value).lower() if isinstance(value, bool) else repr(value)
    except ValueError:
        # Python does not write numbers of thousands of digits, though TOML's may be as long.
        text = "thousands of digits"
    return f"{text if len(text) <= 40 else text[:37] + '...'} ({kind})"


class Document:
    """The values of a board file and the problems found in it."""

    def __init__(self, source: str, data: bytes) -> None:
        text = decode(source, data)
        values, problems = parse(source, text)
        self.source = source
        self.problems = problems
        self._doubtful: set[Path] = set()
        self._written: dict[Path, Path] = {}
        self._lines = line_numbers(text)
        self.root = Table(self, (), values)

    def written_as(self, path: Path, written: Path) -> None:
        """Remember that the file has what we call `path` under another key."""
        if path != written:
            self._written[path] = written

    def as_written(self, *path: str) -> Path:
        """Where the file has what we call `path`."""
        return self._written.get(path, path)

    def keys(self, *path: str) -> list[str]:
        """What a table of the file has entries for, whether they could be read or not."""
        values: object = self.root.values
        for key in path:
            values = values.get(key) if isinstance(values, dict) else None
        return list(values) if isinstance(values, dict) else []

    def problem(self, path: Path, what: str, hint: str = "") -> None:
        """Note that something is wrong at `path`."""
        self.problems.append(Problem(spell(path), what, hint, self.line(path)))
        self._doubtful.add(path)

    def doubt(self, path: Path) -> None:
        """Leave this out of later comparisons: its problem is reported elsewhere."""
        self._doubtful.add(path)

    def sound(self, *paths: Path) -> bool:
        """Whether no problem was found with any of these: only then may they be compared."""
        return not any(path[:n] in self._doubtful for path in paths for n in range(len(path) + 1))

    def line(self, path: Path) -> int | None:
        """The line on which a value, or the nearest thing around it, stands."""
        for n in range(len(path), 0, -1):
            if path[:n] in self._lines:
                return self._lines[path[:n]]
        return None

    def finish(self) -> None:
        """Raise everything that was found, in the order of the file."""
        if self.problems:
            raise in_order(self.source, self.problems)


class Table:
    """One table of the file; every value asked for is checked, whatever is left over is unknown."""

    def __init__(self, document: Document, path: Path, values: dict[str, Any]) -> None:
        self.document = document
        self.path = path
        self.values = values
        self._known: set[str] = set()
        self._absent = bool(path) and not document.sound(path)
        """Missing, or of another type: that is reported once, and not each key it lacks."""

    def __iter__(self) -> Iterator[str]:
        return iter(self.values)

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def problem(self, key: str, what: str, hint: str = "") -> None:
        """Note that something is wrong with the value of `key`."""
        self.document.problem((*self.path, key), what, hint)

    def _get(self, key: str, kind: type, optional: bool) -> Any:
        """The value if it is there and of its kind, else None; a missing one may be a problem."""
        self._known.add(key)
        if key not in self.values:
            if not optional and not self._absent:
                hint = (
                    f"add [{spell((*self.path, key))}]" if kind is dict else f"give {_WORDS[kind]}"
                )
                self.problem(key, "is missing", hint)
            return None
        value = self.values[key]
        if kind is float and type(value) is int and abs(value) < 1e9:
            return float(value)
        if type(value) is not kind:
            self.problem(key, f"is {describe(value)}", f"give {_WORDS[kind]}")
            return None
        return value

    def integer(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number from low to high."""
        value = self._get(key, int, default is not None)
        if value is None:
            return low if default is None else default
        if not low <= value <= high:
            self.problem(key, f"is {describe(value)}", f"it goes from {low} to {high}")
            return low
        return int(value)

    def number(self, key: str, low: float, high: float, default: float | None = None) -> float:
        """A number from low to high."""
        value = self._get(key, float, default is not None)
        if value is None:
            return low if default is None else default
        if not low <= value <= high:
            self.problem(key, f"is {describe(value)}", f"it goes from {low:g} to {high:g}")
            return low
        return float(value)

    def numbers(self, key: str, low: float, high: float, counts: Collection[int]) -> list[float]:
        """A list of numbers, as many as one of `counts`; empty where there is none."""
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
                key, f"is {describe(values)}", f"give {many} numbers from {low:g} to {high:g}"
            )
            return []
        return good

    def flag(self, key: str, default: bool | None = None) -> bool:
        """True or false."""
        value = self._get(key, bool, default is not None)
        return bool(default) if value is None else bool(value)

    def text(self, key: str, default: str | None = None, longest: int = 60) -> str:
        """A line of text."""
        value = self._get(key, str, default is not None)
        if value is None:
            return default or ""
        if not value.strip() or len(value) > longest or not value.isprintable():
            self.problem(
                key, f"is {describe(value)}", f"give one line of 1 to {longest} characters"
            )
            return default or ""
        return str(value)

    def choice(self, key: str, options: Collection[str], default: str | None = None) -> str:
        """One of a few words."""
        value = self._get(key, str, default is not None)
        if value is None:
            return next(iter(options)) if default is None else default
        if value not in options:
            self.problem(key, f"is {describe(value)}", one_of(options, value))
            return next(iter(options))
        return str(value)

    def choices(self, key: str, options: Collection[str]) -> tuple[str, ...]:
        """A list of different words out of a few."""
        return tuple(str(v) for v in self._different(key, str, options))

    def integers(self, key: str, options: Collection[int]) -> tuple[int, ...]:
        """A list of different whole numbers out of a few."""
        return tuple(int(v) for v in self._different(key, int, options))

    def _different(self, key: str, kind: type, options: Collection[Any]) -> list[Any]:
        good: list[Any] = []
        for value in self._get(key, list, optional=False) or ():
            if type(value) is not kind or value not in options:
                words = one_of(map(str, options), value)
                self.problem(key, f"has {describe(value)} in it", words)
            elif value in good:
                self.problem(key, f"has {value!r} in it twice", "once is enough")
            else:
                good.append(value)
        return good

    def table(self, key: str, optional: bool = False) -> Table:
        """A table inside this one; an empty one where there is none, or something else."""
        values = self._get(key, dict, optional)
        return Table(self.document, (*self.path, key), values or {})

    def done(self) -> None:
        """Note every key that was not asked for."""
        for key in self.values:
            if key not in self._known:
                self.problem(key, "is not known here", one_of(self._known, key))
