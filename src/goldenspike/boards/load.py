"""Boards by name or by file: `load_board("usa")`, `load_board("my_board.toml", "quick")`."""

from __future__ import annotations

import os
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path

from goldenspike.boards.model import Board
from goldenspike.boards.problems import BoardError, Problem, suggest
from goldenspike.boards.read import read_board
from goldenspike.boards.variants import join_name, split_name

SUFFIX = ".toml"
EARLIER = resources.files("goldenspike.boards") / "earlier"
"""Former files of built-in boards; there is no such folder while none has changed."""


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


def load_board(name_or_path: str | os.PathLike[str], variant: str = "") -> Board:
    """Return a built-in board by its name, or read one from a file.

    `variant` is the id of a variant in that file; it may also stand behind the name,
    `my_board.toml:quick`.

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
    name = os.fspath(name_or_path)
    if isinstance(name_or_path, str):
        name, named = _split(name)
        if variant and named:
            both = f"{named!r} and {variant!r} are both named"
            raise BoardError(name, [Problem("variants", both, "name one variant")])
        variant = variant or named
        if name in board_names():
            return _built_in(join_name(name, variant))
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
    return read_once(join_name(name, variant), data)


def _split(name: str) -> tuple[str, str]:
    """Split a name from its variant, unless the whole is the path of a file."""
    base, variant = split_name(name)
    if variant and (base in board_names() or base.endswith(SUFFIX)):
        return base, variant
    return name, ""


def earlier_board(name: str, wanted: str) -> Board | None:
    """Return the built-in board with this `play_hash`, as it is or as it was in an earlier version.

    It may be a variant: the hash says which.

    When what is played on a built-in board changes, its former file is kept in the folder `earlier`
    (under the same name with anything behind a dash: `usa-2027.toml`), so that old records replay.

    >>> import goldenspike as gs
    >>> earlier_board("usa", gs.load_board("usa").play_hash) is gs.load_board("usa")
    True
    >>> earlier_board("usa", "0" * 64) is None
    True
    """
    name, _ = split_name(name)
    if name in board_names() and _built_in(name).play_hash == wanted:
        return _built_in(name)
    return _earlier().get((name, wanted))


def board_files() -> list[tuple[str, bytes]]:
    """List the names and contents of all built-in board files, the earlier ones first."""
    before = [
        (file.name.partition("-")[0], file.read_bytes())
        for file in (EARLIER.iterdir() if EARLIER.is_dir() else ())
        if file.name.endswith(SUFFIX)
    ]
    return before + [(name, _file(name)) for name in board_names()]


@cache
def _earlier() -> dict[tuple[str, str], Board]:
    boards = [
        (name, read_once(join_name(name, variant), data))
        for name, data in board_files()
        for variant in ("", *(variant.id for variant in read_once(name, data).variants))
    ]
    return {(name, board.play_hash): board for name, board in boards}


@cache
def _built_in(name: str) -> Board:
    return read_once(name, _file(split_name(name)[0]))


def _file(name: str) -> bytes:
    return (resources.files("goldenspike.boards") / f"{name}{SUFFIX}").read_bytes()


@lru_cache(maxsize=64)
def read_once(source: str, data: bytes) -> Board:
    """Read the contents of a board's file; the same contents are the same object again."""
    return read_board(source, data)
