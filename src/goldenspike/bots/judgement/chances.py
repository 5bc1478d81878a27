"""From expected points to chances of winning, by what was measured in games of bots.

The chances of the seats are proportional to exp(points / temperature): with two seats that is a
logistic curve of the margin. The temperature falls as trains run out. In worlds that are imagined
from a view, other seats have worse tickets than they really have, since tickets are not drawn by
how well they explain what was built; so their points are raised by a shift. Temperatures and shifts
are in `calibration.json`, by board and number of players, as `tools/calibrate_chances.py` finds
them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goldenspike.bots.judgement.estimator import Simulated
from goldenspike.rules.kernel_board import KernelBoard

Chances = NDArray[np.float64]

KNOTS = (0.0, 0.25, 0.5, 1.0)
"""Parts of the trains left (of the seat with fewest) at which temperatures and shifts are given;
between them they are interpolated."""
LEAST_CHANCE = 0.001
"""No chance is quite 0 before the end, nor 1."""


@dataclass(frozen=True, slots=True)
class Curve:
    """Temperature and shift by trains left."""

    temperature: tuple[float, ...]
    shift: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Calibration:
    """How points become chances on a board, for a number of players."""

    trains: int
    """That a seat begins with."""
    open: Curve
    """For simulations from whole states."""
    view: Curve
    """For simulations from what one seat knows."""

    def open_chances(self, simulated: Simulated) -> Chances:
        """Return the chance of each seat, by world and idea."""
        return chances(simulated, self.trains, self.open, None)

    def chance_per_point(self, simulated: Simulated, seat: int) -> float:
        """Return how much a seat's chance grows with a point, in worlds drawn from its view."""
        own = self.view_chances(simulated, seat)[..., seat]
        part = np.clip(simulated.left / self.trains, 0.0, 1.0)
        temperature = np.interp(part, KNOTS, self.view.temperature)
        return float((own * (1 - own) / temperature).mean())

    def view_chances(self, simulated: Simulated, seat: int) -> Chances:
        """The same for worlds that were drawn from the view of a seat."""
        return chances(simulated, self.trains, self.view, seat)


UNKNOWN = Curve((12.0, 20.0, 25.0, 30.0), (0.0, 0.0, 0.0, 0.0))
"""For boards without a calibration, where simulations go to the end."""


def chances(simulated: Simulated, trains: int, curve: Curve, seat: int | None) -> Chances:
    """Return the chance of each seat, by world and idea; other seats than `seat` are shifted.

    A game that ended in an imagined world is still in doubt: others may have other tickets.
    """
    points, over = simulated.points, (simulated.left < 0) & (seat is None)
    part = np.clip(simulated.left / trains, 0.0, 1.0)
    temperature = np.interp(part, KNOTS, curve.temperature)[..., None]
    raised = points
    if seat is not None:
        shift = np.interp(part, KNOTS, curve.shift)[..., None]
        raised = points + shift * (np.arange(points.shape[-1]) != seat)
    weights = np.exp((raised - raised.max(-1, keepdims=True)) / temperature)
    soft = weights / weights.sum(-1, keepdims=True)
    soft = LEAST_CHANCE + (1 - LEAST_CHANCE * points.shape[-1]) * soft
    won = points == points.max(-1, keepdims=True)
    found: Chances = np.where(over[..., None], won / won.sum(-1, keepdims=True), soft)
    return found


def margins(simulated: Simulated, seat: int) -> Chances:
    """Return how far a seat is ahead of the best other one, by world and idea."""
    others = np.delete(simulated.points, seat, axis=-1).max(-1)
    ahead: Chances = simulated.points[..., seat] - others
    return ahead


def calibration_of(kernel_board: KernelBoard, players: int) -> Calibration:
    """Return the calibration for exactly this board; a rough one where none was measured."""
    measured = _measured().get(kernel_board.board.play_hash, {}).get(str(players))
    trains = kernel_board.board.trains
    if measured is None:
        return Calibration(trains, UNKNOWN, UNKNOWN)
    return Calibration(
        trains,
        *(
            Curve(tuple(measured[name]["temperature"]), tuple(measured[name]["shift"]))
            for name in ("open", "view")
        ),
    )


@cache
def _measured() -> dict[str, Any]:
    text = (files("goldenspike.bots.judgement") / "calibration.json").read_text(encoding="utf-8")
    measured: dict[str, Any] = json.loads(text)
    return measured
