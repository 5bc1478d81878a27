"""Files of puzzles: one for each board, with its licence and a checksum."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from goldenspike.boards.load import board_names
from goldenspike.errors import InputError
from goldenspike.puzzles.model import Puzzle, puzzle_from_json

FORMAT = "goldenspike-puzzles-1"
LICENCE = "MIT"
DATA = resources.files("goldenspike.puzzles") / "data"


def puzzle_boards() -> list[str]:
    """List the built-in boards that have puzzles."""
    return [name for name in board_names() if (DATA / f"{name}.json").is_file()]


@cache
def load_puzzles(board: str) -> tuple[Puzzle, ...]:
    """Read the puzzles of a board that come with the package, sorted by their ids."""
    known = puzzle_boards()
    if board not in known:
        raise InputError(f"there are puzzles on {', '.join(known)}, not on {board!r}")
    return tuple(read_puzzles((DATA / f"{board}.json").read_text(encoding="utf-8"))[1])


def read_puzzles(text: str) -> tuple[dict[str, Any], list[Puzzle]]:
    """Read a file's text: what it says about itself, and its puzzles."""
    about = json.loads(text)
    if about.get("format") != FORMAT:
        raise InputError(f"a file of puzzles has the format {FORMAT}, not {about.get('format')!r}")
    puzzles = [puzzle_from_json(one) for one in about.pop("puzzles")]
    if checksum(puzzles) != about["sha256"]:
        raise InputError("the puzzles are not those that the file's sha256 is of")
    return about, puzzles


def write_puzzles(path: Path, about: dict[str, Any], puzzles: Sequence[Puzzle]) -> None:
    """Write a file, a line for each puzzle; whoever reads it meanwhile gets the old one."""
    ordered = sorted(puzzles, key=lambda puzzle: puzzle.id)
    head = {"format": FORMAT, "licence": LICENCE} | about | {"sha256": checksum(ordered)}
    lines = ",\n".join(_line(puzzle) for puzzle in ordered)
    text = json.dumps(head)[:-1] + f', "puzzles": [\n{lines}\n]}}\n'
    part = path.with_suffix(".part")
    part.write_text(text, encoding="utf-8", newline="\n")
    os.replace(part, path)


def checksum(puzzles: Sequence[Puzzle]) -> str:
    """Return the SHA-256 of puzzles: of their lines, in the order of their ids."""
    ordered = sorted(puzzles, key=lambda puzzle: puzzle.id)
    return hashlib.sha256("\n".join(map(_line, ordered)).encode()).hexdigest()


def _line(puzzle: Puzzle) -> str:
    return json.dumps(puzzle.to_json(), separators=(",", ":"))
