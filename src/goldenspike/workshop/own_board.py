"""Boards that people make: their names, and what a server asks of them beyond a good file.

A board of the program is known by its name. One that somebody made is known by its content, what
matters for play together with names and drawing, so it can never change under a game.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace

from goldenspike.boards.check import markets_until_one_stays
from goldenspike.boards.model import Board
from goldenspike.boards.problems import BoardError, Problem
from goldenspike.boards.read import read_board, variant_with_hash
from goldenspike.boards.variants import split_name
from goldenspike.boards.write import board_text

MAX_FILE = 60_000
"""Bytes of a file that a server takes; the largest of the program's has a third of that."""
MAX_MARKETS = 200
"""As `limits.MAX_MARKETS`, where other people's games would wait meanwhile."""
_NAME = re.compile(r"own_[0-9a-f]{32}")


def is_own_board(name: str) -> bool:
    """Is this the name of a board that somebody made?

    >>> is_own_board("usa"), is_own_board("own_" + "0" * 32)
    (False, True)
    """
    return _NAME.fullmatch(name) is not None


def own_board_name(text: str) -> str:
    """Return the name of a board whose file, as `board_text` writes it, is this."""
    return "own_" + hashlib.sha256(text.encode()).hexdigest()[:32]


def read_own_board(name: str, text: str) -> Board:
    """Read a stored board; its id is its name, so that it passes for no board of the program.

    A name with a variant, `own_...:quick`, gives that variant of it.
    """
    return replace(read_board(name, text.encode()), id=split_name(name)[0])


def own_board_with_hash(name: str, text: str, wanted: str) -> Board | None:
    """Read a stored board, or the variant of it with this `play_hash`; None if none has it."""
    board = variant_with_hash(name, text.encode(), wanted)
    return None if board is None else replace(board, id=name)


def check_own_board(data: bytes) -> tuple[str, str]:
    """Check a file that somebody sent; returns the board's name, and its text by `board_text`.

    `BoardError` lists everything that is wrong. Call it in a process of its own: a file can be made
    so that checking it takes long.
    """
    if len(data) > MAX_FILE:
        what = f"the file has {len(data):,} bytes"
        raise BoardError("board", [Problem("", what, f"at most {MAX_FILE:,} are taken here")])
    board = read_board("board", data)
    tries = markets_until_one_stays(board)
    if tries > MAX_MARKETS:
        what = (
            f"is {board.locomotives}: when few other cards are left, {tries} markets would be "
            "cleared, on average, before one can stay"
        )
        hint = (
            f"at most {MAX_MARKETS} may be at an online table: have fewer locomotives, or clear "
            "the market at more of them (MARKET-3)"
        )
        raise BoardError("board", [Problem("cards.locomotives", what, hint)])
    text = board_text(board)
    return own_board_name(text), text
