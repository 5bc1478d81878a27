"""Comparing the ideas of a position, in worlds drawn from what the seat to move knows.

As in reviews, differences by the value network are weighed with those at the ends of games
(`review.judging`). Worlds are numbered, and the seed is a hash of the view: the same view and
worlds give the same result, whatever the hidden cards are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from goldenspike.bots.judgement.chances import calibration_of, margins
from goldenspike.bots.judgement.estimator import Estimator, Plan, seed_of
from goldenspike.game import View
from goldenspike.notation.actions import Action
from goldenspike.review.judging import blended
from goldenspike.rules.kernel_board import KernelBoard

FOUND_AT = (32, 80)
"""Worlds in which a puzzle is found: for the network, and to the end of the game."""
TIMES = 10
"""How many times as many worlds check it."""
CHECKING_FROM = 1_000
"""The number of the first world that checks a puzzle which was found."""
CHECKING_AGAIN_FROM = 100_000
"""The same for puzzles of a file."""


@dataclass(frozen=True, slots=True)
class Compared:
    """Ideas, the best first, and what each loses against it."""

    ideas: list[Action]
    points_lost: list[float]
    errors: list[float]
    """Standard errors of `points_lost`."""
    chance_lost: list[float]
    chance: float
    """Of winning, after the best idea."""
    others_lose: float
    """Points that the best idea costs the best other seat, against the second idea."""


class Comparer:
    """Compares ideas on one board; it has working memory, so it is for one thread."""

    def __init__(self, kernel_board: KernelBoard, players: int) -> None:
        self._estimator = Estimator(kernel_board)
        self._calibration = calibration_of(kernel_board, players)

    def ideas(self, view: View) -> list[Action]:
        """List what a good player would consider, each idea once.

        Claims of the same pair of places are one idea, whatever is paid on which of its tracks.
        """
        legal = {action.code: action for action in view.legal()}
        found: dict[str, Action] = {}
        for code in self._estimator.ideas(view):
            found.setdefault(idea_key(legal[code]), legal[code])
        return list(found.values())

    def plan(self, view: View) -> Plan:
        """Return the plan of the seat to move."""
        assert view.seat is not None
        return self._estimator.plan(view.raw, view.seat, view.state.players)

    def glance(
        self, view: View, ideas: Sequence[Action], worlds: int
    ) -> list[tuple[Action, float]]:
        """Order ideas by the points that they bring, by the network alone."""
        assert view.seat is not None
        codes = [idea.code for idea in ideas]
        simulated = self._estimator.simulate_view(view, codes, seed_of(view.raw), range(worlds))
        ahead = margins(simulated, view.seat).mean(0)
        order = sorted(range(len(ideas)), key=lambda i: (-ahead[i], i))
        return [(ideas[i], float(ahead[i])) for i in order]

    def compare(self, view: View, ideas: Sequence[Action], first: int, times: int) -> Compared:
        """Compare ideas in worlds from number `first` on, `times` as many as finding takes."""
        seat, seed = view.seat, seed_of(view.raw)
        assert seat is not None
        short, long = (count * times for count in FOUND_AT)
        codes = [idea.code for idea in ideas]
        near = self._estimator.simulate_view(view, codes, seed, range(first, first + short))
        worlds = range(first + short, first + short + long)
        ends = self._estimator.simulate_view(view, codes, seed, worlds, to_end=True)
        estimated, real = margins(near, seat), margins(ends, seat)

        def ahead(i: int, j: int) -> tuple[float, float]:
            gap = float((estimated[:, i] - estimated[:, j]).mean())
            return blended(gap, real[:, i] - real[:, j])

        numbers = range(len(ideas))
        best = max(numbers, key=lambda i: (ahead(i, 0)[0], -i))
        gaps = [ahead(best, i) if i != best else (0.0, 0.0) for i in numbers]
        order = sorted(numbers, key=lambda i: (i != best, gaps[i][0], i))
        slope = self._calibration.chance_per_point(near, seat)
        chance = float(self._calibration.view_chances(near, seat)[:, best, seat].mean())
        others = np.delete(ends.points, seat, axis=-1).max(-1).mean(0)
        second = order[min(1, len(order) - 1)]
        return Compared(
            ideas=[ideas[i] for i in order],
            points_lost=[gaps[i][0] for i in order],
            errors=[gaps[i][1] for i in order],
            chance_lost=[min(max(0.0, slope * gaps[i][0]), chance) for i in order],
            chance=chance,
            others_lose=float(others[second] - others[best]),
        )


def idea_key(action: Action) -> str:
    """Return what makes two actions the same idea.

    >>> import goldenspike as gs
    >>> idea_key(gs.Action(0, "claim dallas-houston:gray 1blue"))
    'claim dallas-houston'
    """
    return f"claim {action.track.partition(':')[0]}" if action.track else action.text
