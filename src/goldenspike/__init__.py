"""Golden Spike: an open, faithful and very fast train-route board game.

    >>> import goldenspike as gs
    >>> gs.board_names()
    ('germany', 'nordic', 'usa')

Names are looked up when they are first used, so that importing the package costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from goldenspike.boards.load import board_names, load_board
    from goldenspike.boards.model import Board
    from goldenspike.boards.problems import BoardError
    from goldenspike.errors import InputError

__version__ = "0.1.0"

_HOME = {
    "Board": "goldenspike.boards.model",
    "BoardError": "goldenspike.boards.problems",
    "InputError": "goldenspike.errors",
    "board_names": "goldenspike.boards.load",
    "load_board": "goldenspike.boards.load",
}

__all__ = ["Board", "BoardError", "InputError", "board_names", "load_board"]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(import_module(_HOME[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
