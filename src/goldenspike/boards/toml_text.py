"""The text of a board file: decoding, parsing as TOML, and the line of every key.

All syntax errors are found at once, as far as they can be told apart.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

from goldenspike.boards.problems import BoardError, Problem, board_error

Path = tuple[str, ...]
"""The path of a value: the keys of the tables around it, then its own."""

MAX_BYTES = 1_000_000
MAX_SYNTAX_PROBLEMS = 20
_HEADER = re.compile(r"\s*\[\[?\s*([^\]#]+?)\s*\]")
_KEY = re.compile(r"\s*(\"[^\"]*\"|'[^']*'|[A-Za-z0-9_-]+)\s*=")
_PART = re.compile(r"\"([^\"]*)\"|'([^']*)'|([A-Za-z0-9_-]+)")
_AT_LINE = re.compile(r" \(at line ([0-9]+), column [0-9]+\)$")
_LONG_NUMBER = re.compile(r"[0-9][0-9_]{500,}")
_REPEATED = "overwrite"
"""Part of tomllib's message about a repeated key."""


def decode(source: str, data: bytes) -> str:
    """Decode the bytes of a file; `BoardError` if they are not UTF-8, or too many."""
    if len(data) > MAX_BYTES:
        what = f"the file has {len(data):,} bytes"
        raise BoardError(source, [Problem("", what, f"at most {MAX_BYTES:,} are read")])
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        what = f"byte {data[error.start]:#04x} is not UTF-8"
        raise BoardError(source, [Problem("", what, "save the file as UTF-8 text", line)]) from None


def parse(source: str, text: str) -> tuple[dict[str, Any], list[Problem]]:
    """Return the values of a TOML text, and problems for repeated keys, of which the first counts.

    A line with a syntax error is removed to find the next one, and all of them are raised as one
    `BoardError`: the contents are not checked then, since values would be missing.
    """
    lines = text.split("\n")
    problems: list[Problem] = []
    broken = False
    for _ in range(MAX_SYNTAX_PROBLEMS):
        try:
            values = tomllib.loads("\n".join(lines))
        except RecursionError:
            problems.append(Problem("", "lists or tables are nested too deeply to be read"))
            break
        except tomllib.TOMLDecodeError as error:
            message, number = _explain(error)
            problems.append(_syntax_problem(message, number, lines))
            broken = broken or _REPEATED not in message
        except ValueError:
            # The only valid TOML that Python refuses to read.
            number = next((n for n, x in enumerate(lines, 1) if _LONG_NUMBER.search(x)), None)
            what = "a number has more digits than can be read"
            problems.append(Problem("", what, "no field wants so large a number", number))
            broken = True
        else:
            if broken:
                break
            return values, problems
        if number is None or not lines[number - 1].strip():
            break
        lines[number - 1] = ""
    raise board_error(source, problems)


def _explain(error: ValueError) -> tuple[str, int | None]:
    """Split tomllib's message into its text and the line number."""
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


def line_numbers(text: str) -> dict[Path, int]:
    """Return the line of each table and key; for messages only, so some may be missing."""
    lines: dict[Path, int] = {}
    section: Path = ()
    for number, line in enumerate(text.split("\n"), 1):
        if header := _HEADER.match(line):
            section = tuple(a or b or c for a, b, c in _PART.findall(header[1]))
            lines.setdefault(section, number)
        elif key := _KEY.match(line):
            lines.setdefault((*section, key[1].strip("\"'")), number)
    return lines
