"""Boards by name or by file: `load_board("usa")`, `load_board("my_board.toml")`."""

from __future__ import annotations

import os
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path

from goldenspike.boards.model import Board
from goldenspike.boards.problems import BoardError, Problem, suggest
from goldenspike.boards.read import read_board

SUFFIX = ".toml"


@cache
def board_names() -> tuple[str, ...]:
    """List the built-in boards, in alphabetical order.

    >>> import goldenspike as gs
    >>> gs.board_names()
    ('germany', 'nordic', 'usa')
    """
    files = resources.files("goldenspike.boards").iterdir()
    return tuple(
        sorted(file.name.removesuffix(SUFFIX) for file in files if file.name.endswith(SUFFIX))
    )


def load_board(name_or_path: str | os.PathLike[str]) -> Board:
    """Return a built-in board by its name, or read one from a file.

    `BoardError` lists everything that is wrong with a file. A board that was loaded before is the
    same object again, as long as its file has not changed.

    >>> import goldenspike as gs
    >>> board = gs.load_board("nordic")
    >>> board.name, board.max_players, len(board.tracks)
    ('Nordic Countries', 3, 81)
    >>> gs.load_board("nordik")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    goldenspike.boards.problems.BoardError: ...no board of that name; did you mean 'nordic'? ...
    """
    if isinstance(name_or_path, str) and name_or_path in board_names():
        return _built_in(name_or_path)
    name = os.fspath(name_or_path)
    if not name:
        hint = f"{suggest(board_names())} (a board of your own: a path ending in {SUFFIX})"
        raise BoardError("''", [Problem("", "that is no board's name", hint)])
    path = Path(name)
    if isinstance(name_or_path, str) and path.suffix != SUFFIX and len(path.parts) == 1:
        try:
            is_file = path.is_file()
        except (OSError, ValueError):
            is_file = False
        if not is_file:
            hint = (
                f"{suggest(board_names(), name)} (a board of your own: a path ending in {SUFFIX})"
            )
            raise BoardError(repr(name), [Problem("", "there is no board of that name", hint)])
    try:
        data = path.read_bytes()
    except OSError as error:
        what = f"can't be read ({error.strerror or error})"
        raise BoardError(name, [Problem("", what)]) from None
    except ValueError as error:
        raise BoardError(repr(name), [Problem("", f"is not a path ({error})")]) from None
    return _from_file(name, data)


@cache
def _built_in(name: str) -> Board:
    file = resources.files("goldenspike.boards") / f"{name}{SUFFIX}"
    return read_board(name, file.read_bytes())


@lru_cache(maxsize=64)
def _from_file(source: str, data: bytes) -> Board:
    return read_board(source, data)
