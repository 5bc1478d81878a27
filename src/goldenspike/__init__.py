"""Golden Spike: an open, faithful and very fast train-route board game.

    >>> import goldenspike as gs
    >>> gs.board_names()
    ('germany', 'nordic', 'usa')

Names are imported on first use, so that importing the package itself takes no time.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from goldenspike.provided import provide

if TYPE_CHECKING:
    from goldenspike.boards.load import board_names, load_board
    from goldenspike.boards.model import Board
    from goldenspike.boards.problems import BoardError
    from goldenspike.errors import InputError
    from goldenspike.events import Event
    from goldenspike.game import Game, View
    from goldenspike.notation.actions import Action
    from goldenspike.notation.card_text import NotationError
    from goldenspike.notation.position_values import PositionError
    from goldenspike.notation.reasons import IllegalAction, Reason
    from goldenspike.notation.records import RecordError
    from goldenspike.picture import Picture
    from goldenspike.replay_record import replay
    from goldenspike.score import Outcome, Score

__version__ = "0.2.0.dev0"

_MODULES = {
    "Action": "goldenspike.notation.actions",
    "Board": "goldenspike.boards.model",
    "BoardError": "goldenspike.boards.problems",
    "Event": "goldenspike.events",
    "Game": "goldenspike.game",
    "IllegalAction": "goldenspike.notation.reasons",
    "InputError": "goldenspike.errors",
    "NotationError": "goldenspike.notation.card_text",
    "Outcome": "goldenspike.score",
    "Picture": "goldenspike.picture",
    "PositionError": "goldenspike.notation.position_values",
    "Reason": "goldenspike.notation.reasons",
    "RecordError": "goldenspike.notation.records",
    "Score": "goldenspike.score",
    "View": "goldenspike.game",
    "board_names": "goldenspike.boards.load",
    "load_board": "goldenspike.boards.load",
    "replay": "goldenspike.replay_record",
}

__all__ = [
    "Action",
    "Board",
    "BoardError",
    "Event",
    "Game",
    "IllegalAction",
    "InputError",
    "NotationError",
    "Outcome",
    "Picture",
    "PositionError",
    "Reason",
    "RecordError",
    "Score",
    "View",
    "board_names",
    "load_board",
    "replay",
]

provide(
    "players of playouts",
    lambda: import_module("goldenspike.bots.playouts.players").make_player,
)
provide(
    "reviews of games",
    lambda: import_module("goldenspike.review.game_review").review_game,
)


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return getattr(import_module(_MODULES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
