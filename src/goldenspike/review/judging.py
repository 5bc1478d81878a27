"""Judging one decision, from the view of the seat that took it and nothing else.

Ideas are simulated in worlds that are drawn from the view (`bots.judgement`), all in the same ones.
A first round finds the best few; a second one, in other worlds, compares these with what was
played, so that an idea does not look better than it is for having been picked. If one seems better
by two standard errors and enough to be marked, both are played to the end by planners in further
worlds: the value network is precise but biased, ends of games are the contrary, and the two are
weighed by what was measured. The seed is a hash of the view, so the judgement is the same whatever
the hidden cards are.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from goldenspike.bots.judgement.chances import Calibration, calibration_of, margins
from goldenspike.bots.judgement.estimator import Estimator, seed_of
from goldenspike.game import View
from goldenspike.review.model import MARKS
from goldenspike.rules.kernel_board import KernelBoard

TIE = 1e-4
"""The weight of a point where chances are level: it tells ideas apart in a decided game."""
FINALISTS = 3
"""Ideas, besides what was played, that are compared in the second round."""
SURE = 2.0
"""Standard errors by which another idea has to be ahead, by the network."""
TRUST = 0.9
"""The part of a difference by the network that is there at the end, on average, as
`bench/review.py weights` measures it."""
DOUBT = 10.0
"""The standard deviation of what is there at the end, in points, given the network's difference."""


@dataclass(frozen=True, slots=True)
class Setting:
    """How much is simulated."""

    first: int
    """Worlds in which all ideas are compared."""
    second: int
    """Worlds in which the best few are compared."""
    ends: int
    """Worlds in which the best idea and what was played are played to the end."""
    open: int
    """Worlds for the chances of somebody who sees everything."""


SETTINGS = {
    "glance": Setting(2, 4, 4, 2),
    "quick": Setting(12, 32, 160, 12),
    "thorough": Setting(60, 200, 600, 60),
}


@dataclass(frozen=True, slots=True)
class Judged:
    """What a decision was worth; ideas by code, the best first."""

    ideas: list[tuple[int, float, float]]
    """Code, chance of winning, points ahead."""
    known: tuple[float, ...]
    chance_lost: float
    points_lost: float

    @property
    def best(self) -> int:
        """The code of the best idea."""
        return self.ideas[0][0]


@dataclass(frozen=True, slots=True)
class _Near:
    """Ideas compared by the network; the first is what was played."""

    ideas: list[int]
    chances: NDArray[np.float64]
    """Of every seat, by world and idea."""
    ahead: NDArray[np.float64]
    """Points ahead of the best other seat, by world and idea."""
    worth: NDArray[np.float64]
    slope: float
    """How much the seat's chance grows with a point."""
    best: int
    """The index of the best idea."""
    points: float
    """By which it is better than what was played."""
    suspect: bool
    """That is more than chance explains, and enough for a mark."""


class Judge:
    """Judges decisions of games on one board, for a number of players."""

    def __init__(self, kernel_board: KernelBoard, players: int, setting: Setting) -> None:
        self.estimator = Estimator(kernel_board)
        self.calibration: Calibration = calibration_of(kernel_board, players)
        self._setting = setting

    def judge(self, view: View, played: int) -> Judged:
        """Judge an action of the seat to act; the view is a compiled one."""
        seat = view.seat
        assert seat is not None
        seed = seed_of(view.raw)
        near = self._by_network(view, played, seed)
        gain, best = 0.0, near.best
        if near.suspect:
            gain = self._gain(view, (played, near.ideas[best]), seed, near.points)
        if gain <= 0:
            best = 0
        order = [
            best,
            *sorted(
                (i for i in range(len(near.ideas)) if i != best), key=lambda i: (-near.worth[i], i)
            ),
        ]
        after = near.chances[:, 0].mean(0)
        own, ahead = near.chances[..., seat], near.ahead
        return Judged(
            [(near.ideas[i], float(own[:, i].mean()), float(ahead[:, i].mean())) for i in order],
            tuple(float(chance) for chance in after),
            min(near.slope * gain, 1 - float(after[seat])),
            gain,
        )

    def suspected(self, view: View, played: int) -> tuple[int, float] | None:
        """Return the code of what the network finds clearly better, and by how many points.

        Its word is not yet weighed with ends of games. None if it finds nothing.
        """
        near = self._by_network(view, played, seed_of(view.raw))
        return (near.ideas[near.best], near.points) if near.suspect else None

    def _by_network(self, view: View, played: int, seed: str) -> _Near:
        """Compare what was played with the best other ideas, in the worlds of the second round."""
        seat = view.seat
        assert seat is not None
        ideas = self._finalists(view, played, seed)
        begin = self._setting.first
        worlds = range(begin, begin + self._setting.second)
        second = self.estimator.simulate_view(view, ideas, seed, worlds)
        chances = self.calibration.view_chances(second, seat)
        ahead = margins(second, seat)
        worth = chances[..., seat].mean(0) + TIE * ahead.mean(0)
        best = max(range(len(ideas)), key=lambda i: (worth[i], -i))
        gaps = ahead[:, best] - ahead[:, 0]
        slope = self.calibration.chance_per_point(second, seat)
        enough = best > 0 and slope * float(gaps.mean()) >= min(MARKS.values())
        return _Near(
            ideas, chances, ahead, worth, slope, best, float(gaps.mean()), enough and _sure(gaps)
        )

    def _finalists(self, view: View, played: int, seed: str) -> list[int]:
        """Return what was played, and the best other ideas of a first round."""
        ideas = list(dict.fromkeys([played, *self.estimator.ideas(view)]))
        if len(ideas) <= 1 + FINALISTS:
            return ideas
        seat = view.seat
        assert seat is not None
        first = self.estimator.simulate_view(view, ideas, seed, range(self._setting.first))
        chances = self.calibration.view_chances(first, seat)[..., seat].mean(0)
        worth = chances + TIE * margins(first, seat).mean(0)
        order = sorted(range(1, len(ideas)), key=lambda i: (-worth[i], i))
        return [played] + [ideas[i] for i in order[:FINALISTS]]

    def _gain(self, view: View, pair: tuple[int, int], seed: str, estimated: float) -> float:
        """Return the points by which the second action is better; 0 if that is in doubt."""
        begin = self._setting.first + self._setting.second
        worlds = range(begin, begin + self._setting.ends)
        assert view.seat is not None
        simulated = self.estimator.simulate_view(view, pair, seed, worlds, to_end=True)
        ends = margins(simulated, view.seat)
        gain, error = blended(estimated, ends[:, 1] - ends[:, 0])
        return gain if gain > error else 0.0


def blended(estimated: float, gaps: NDArray[np.float64]) -> tuple[float, float]:
    """Weigh a difference in points by the network with those at the ends of games.

    Returns the difference and its standard error.
    """
    error = max(0.1, float(gaps.std(ddof=1)) / math.sqrt(len(gaps)))
    weights = (1 / DOUBT**2, 1 / error**2)
    gain = (TRUST * estimated * weights[0] + float(gaps.mean()) * weights[1]) / sum(weights)
    return gain, 1 / math.sqrt(sum(weights))


def _sure(gaps: NDArray[np.float64]) -> bool:
    return bool(gaps.mean() > SURE * gaps.std(ddof=1) / math.sqrt(len(gaps)))
