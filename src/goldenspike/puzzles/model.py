"""A puzzle as data."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from goldenspike.game import Game, View
from goldenspike.review.model import Message


@dataclass(frozen=True, slots=True)
class Option:
    """An action to choose, and what it loses against the answer, by what the seat knows."""

    action: str
    chance_lost: float
    """Of the chance of winning; 0 for the answer."""
    points_lost: float
    error: float
    """The standard error of `points_lost`."""
    reasons: tuple[Message, ...]
    """Why the answer is better; for the answer, what speaks for it."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which one action is clearly best."""

    id: str
    """A hash of what the seat to move knows."""
    position: dict[str, Any]
    """A world that looks to the seat to move as the game did: what is hidden was drawn again."""
    chance: float
    """The seat's chance of winning after the answer."""
    answer: Option
    alternatives: tuple[Option, ...]
    """The one that loses least first."""
    plan: tuple[str, ...]
    """The tracks that the seat's plan needs."""
    themes: tuple[str, ...]
    """Words from `themes.THEMES`."""

    @property
    def seat(self) -> int:
        """The seat to move."""
        return int(self.position["turn"])

    @property
    def options(self) -> list[Option]:
        """The answer and the alternatives, in an order that says nothing: by their text."""
        return sorted([self.answer, *self.alternatives], key=lambda option: option.action)

    def game(self, kernel: str | None = None) -> Game:
        """Return the game of the position."""
        return Game.from_position(self.position, kernel=kernel)

    def view(self, kernel: str | None = None) -> View:
        """Return what the seat to move knows: all that is judged."""
        return self.game(kernel).view(self.seat)

    def to_json(self) -> dict[str, Any]:
        """Return the puzzle as a JSON object."""
        return asdict(self)


def puzzle_id(view: View) -> str:
    """Return the id of the puzzle in which a seat knows this."""
    known = json.dumps(view.to_json(), sort_keys=True)
    return hashlib.sha256(known.encode()).hexdigest()[:8]


def puzzle_from_json(data: Mapping[str, Any]) -> Puzzle:
    """Read what `to_json` has written."""
    return Puzzle(
        id=data["id"],
        position=data["position"],
        chance=data["chance"],
        answer=_option(data["answer"]),
        alternatives=tuple(_option(one) for one in data["alternatives"]),
        plan=tuple(data["plan"]),
        themes=tuple(data["themes"]),
    )


def _option(data: Mapping[str, Any]) -> Option:
    reasons = tuple(Message(one["key"], one["values"]) for one in data["reasons"])
    return Option(**{**data, "reasons": reasons})
