"""A TOML file while it is being read: its values, their lines, and what is wrong so far.

A `Table` hands out values of the wanted type. Where one is missing or wrong it notes a problem and
hands out something harmless, so that reading goes on and every problem of the file is found.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterator
from typing import Any

from goldenspike.boards.problems import BoardError, Problem, one_of

Path = tuple[str, ...]

MAX_BYTES = 1_000_000
MAX_SYNTAX_PROBLEMS = 20
_HEADER = re.compile(r"\s*\[\[?\s*([^\]#]+?)\s*\]")
_KEY = re.compile(r"\s*(\"[^\"]*\"|'[^']*'|[A-Za-z0-9_-]+)\s*=")
_PART = re.compile(r"\"([^\"]*)\"|'([^']*)'|([A-Za-z0-9_-]+)")
_AT_LINE = re.compile(r" \(at line ([0-9]+), column [0-9]+\)$")
_LONG_NUMBER = re.compile(r"[0-9][0-9_]{500,}")
_REPEATED = "overwrite"
"""What the TOML reader says of a key that is there already."""
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
        self.source = source
        self.problems: list[Problem] = []
        self._doubtful: set[Path] = set()
        self._written: dict[Path, Path] = {}
        text = self._decode(data)
        self._lines = _line_numbers(text)
        self.root = Table(self, (), self._parse(text))

    def written_as(self, path: Path, written: Path) -> None:
        """Remember that the file has what we call `path` under another key."""
        if path != written:
            self._written[path] = written

    def as_written(self, *path: str) -> Path:
        """Where the file has what we call `path`."""
        return self._written.get(path, path)

    def problem(self, path: Path, what: str, hint: str = "") -> None:
        """Note that something is wrong at `path`."""
        self.problems.append(Problem(spell(path), what, hint, self.line(path)))
        self._doubtful.add(path)

    def doubt(self, path: Path) -> None:
        """Compare this with nothing: what is wrong with it has been said elsewhere."""
        self._doubtful.add(path)

    def sound(self, *paths: Path) -> bool:
        """Whether nothing was wrong with any of these so far: only then are they compared."""
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
            raise BoardError(
                self.source, sorted(self.problems, key=lambda problem: problem.line or 0)
            )

    def _decode(self, data: bytes) -> str:
        if len(data) > MAX_BYTES:
            self.problem((), f"the file has {len(data):,} bytes", f"at most {MAX_BYTES:,} are read")
            self.finish()
        try:
            return data.decode("utf-8-sig").replace("\r\n", "\n")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            what = f"byte {data[error.start]:#04x} is not UTF-8"
            hint = "save the file as UTF-8 text"
            raise BoardError(self.source, [Problem("", what, hint, line)]) from None

    def _parse(self, text: str) -> dict[str, Any]:
        """Read the text as TOML; a line that can't be read is left out to find the next such line.

        Repeated keys are noted and reading goes on with the first; after any other mistake in the
        writing, complaints about the contents would mostly be about what could not be read.
        """
        lines = text.split("\n")
        broken = False
        for _ in range(MAX_SYNTAX_PROBLEMS):
            try:
                values = tomllib.loads("\n".join(lines))
            except RecursionError:
                self.problem((), "lists or tables are nested too deeply to be read")
                broken = True
                break
            except tomllib.TOMLDecodeError as error:
                message, number = _explain(error)
                self.problems.append(_syntax_problem(message, number, lines))
                broken = broken or _REPEATED not in message
                if number is None or not lines[number - 1].strip():
                    break
                lines[number - 1] = ""
            except ValueError:
                # The one thing Python refuses to read that TOML allows.
                number = next((n for n, x in enumerate(lines, 1) if _LONG_NUMBER.search(x)), None)
                what = "a number has more digits than can be read"
                self.problems.append(Problem("", what, "no field wants so large a number", number))
                broken = True
                if number is None:
                    break
                lines[number - 1] = ""
            else:
                if not broken:
                    return values
                break
        self.finish()
        raise AssertionError("a file that can't be read has a problem")


class Table:
    """One table of the file; every value asked for is checked, whatever is left over is unknown."""

    def __init__(self, document: Document, path: Path, values: dict[str, Any]) -> None:
        self.document = document
        self.path = path
        self.values = values
        self._known: set[str] = set()
        self._absent = bool(path) and not document.sound(path)
        """Missing or no table at all, which has been said: what it lacks need not be said."""

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
        """Note everything that nobody asked for."""
        for key in self.values:
            if key not in self._known:
                self.problem(key, "is not known here", one_of(self._known, key))


def _explain(error: ValueError) -> tuple[str, int | None]:
    """What the TOML reader says, and on which line."""
    message = str(error)
    found = _AT_LINE.search(message)
    if found:
        return message[: found.start()], int(found[1])
    return message.removesuffix(" (at end of document)"), None


def _syntax_problem(message: str, number: int | None, lines: list[str]) -> Problem:
    if number is None:
        hint = "a quote or a bracket is probably not closed"
        return Problem("", f"the file ends too early: {message}", hint)
    if _REPEATED in message:
        key = _KEY.match(lines[number - 1])
        name = f"{key[1]} " if key else ""
        return Problem("", f"{name}is here a second time", "each stands in the file once", number)
    return Problem(
        "", f"this is not TOML: {message}", "write key = value, and text in quotes", number
    )


def _line_numbers(text: str) -> dict[Path, int]:
    """On which line each table and each key starts. Only for messages: a miss costs no more than
    a line number."""
    lines: dict[Path, int] = {}
    section: Path = ()
    for number, line in enumerate(text.split("\n"), 1):
        if header := _HEADER.match(line):
            section = tuple(a or b or c for a, b, c in _PART.findall(header[1]))
            lines.setdefault(section, number)
        elif key := _KEY.match(line):
            lines.setdefault((*section, key[1].strip("\"'")), number)
    return lines
