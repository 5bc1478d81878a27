"""What keeping first tickets is worth, as the package's data says: chances and points."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goldenspike.boards.load import board_names, load_board
from goldenspike.boards.model import Board
from goldenspike.errors import InputError
from goldenspike.explorer.keep_features import KeepFeatures

FORMAT = "goldenspike-first-tickets-1"
LICENCE = "MIT"
DATA = resources.files("goldenspike.explorer") / "data"
SURE = 1.96
"""Standard errors on both sides of a 95 % interval."""


@dataclass(frozen=True, slots=True)
class KeepWorth:
    """Some of the offered tickets, and what keeping them is worth."""

    tickets: tuple[str, ...]
    chance: float
    """Of winning, between two planners."""
    chance_low: float
    chance_high: float
    """The ends of its 95 % interval."""
    points: float
    """Final points."""
    points_error: float
    """Half of their 95 % interval."""


class Estimate:
    """A linear estimate and its uncertainty: the posterior of a regression."""

    def __init__(self, data: dict[str, Any]) -> None:
        self._mean = np.array(data["mean"])
        size = len(self._mean)
        self._factor = np.zeros((size, size))
        self._factor[np.tril_indices(size)] = data["covariance_factor"]
        self._apart: float = data["apart"]

    def of(self, features: NDArray[np.float64]) -> tuple[float, float]:
        """Return the estimate for a set of tickets, and half of its 95 % interval.

        That is of the coefficients, and of how far single sets are apart from the model.
        """
        variance = float(((features @ self._factor) ** 2).sum()) + self._apart**2
        return float(features @ self._mean), SURE * variance**0.5


class KeepWorths:
    """What first tickets on one board are worth."""

    def __init__(self, board: Board, data: dict[str, Any]) -> None:
        self.board = board
        self.games: int = data["games"]
        """How many games the estimates are from."""
        self.offered = board.first_deal.draw
        """How many tickets are offered first."""
        self.least = board.first_deal.keep
        """How many of them are kept at least."""
        self._features = KeepFeatures(board)
        self._win, self._points = Estimate(data["win"]), Estimate(data["points"])
        self._numbers = {ticket.id: i for i, ticket in enumerate(board.tickets)}

    def keeps(self, offer: Sequence[str]) -> list[KeepWorth]:
        """Return all that may be kept of an offer, the best first; `InputError` if it is none."""
        unknown = [ticket for ticket in offer if ticket not in self._numbers]
        if unknown:
            raise InputError(f"{self.board.name} has no ticket {', '.join(unknown)}")
        if len(set(offer)) != self.offered or len(offer) != self.offered:
            raise InputError(f"a first offer is {self.offered} different tickets, not {len(offer)}")
        found = [
            self._worth(kept)
            for size in range(self.least, self.offered + 1)
            for kept in combinations(offer, size)
        ]
        return sorted(found, key=lambda keep: (-keep.chance, keep.tickets))

    def _worth(self, kept: tuple[str, ...]) -> KeepWorth:
        features = self._features.of(self._numbers[ticket] for ticket in kept)
        chance, half = self._win.of(features)
        points, error = self._points.of(features)
        low, middle, high = (
            round(min(0.99, max(0.01, x)), 4) for x in (chance - half, chance, chance + half)
        )
        return KeepWorth(kept, middle, low, high, round(points, 1), round(error, 1))


def explored_boards() -> list[str]:
    """List the built-in boards whose first tickets were estimated."""
    return [name for name in board_names() if (DATA / f"{name}.json").is_file()]


@cache
def load_worths(board: str) -> KeepWorths:
    """Read what the package knows of a board's first tickets."""
    known = explored_boards()
    if board not in known:
        raise InputError(f"first tickets are known on {', '.join(known)}, not on {board!r}")
    data = json.loads((DATA / f"{board}.json").read_text(encoding="utf-8"))
    if data["sha256"] != checksum(data):
        raise InputError(f"the first tickets of {board} are not those that their sha256 is of")
    return KeepWorths(load_board(board), data)


def checksum(data: dict[str, Any]) -> str:
    """Return the SHA-256 of a file's content, apart from the sum itself."""
    rest = {key: value for key, value in data.items() if key != "sha256"}
    return hashlib.sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()
