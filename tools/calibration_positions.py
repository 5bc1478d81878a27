"""Positions of games between bots, what was expected in them, and who won.

`calibrate_chances.py` fits curves to them, `check_chances.py` compares chances with what happened.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from goldenspike.boards.load import load_board
from goldenspike.bots.judgement import chances
from goldenspike.bots.judgement.chances import KNOTS, Curve
from goldenspike.bots.judgement.estimator import AS_PLANNED, Estimator, Simulated, seed_of
from goldenspike.bots.registry import make_bot
from goldenspike.bots.safety import SeatedBot
from goldenspike.bots.stream import Stream
from goldenspike.game import Game
from goldenspike.rules.kernel_board import kernel_board_of

EVERY = 12
"""One decision of so many is looked at; the first of them is drawn for each game."""
Floats = NDArray[np.float64]


@dataclass
class Position:
    """A position in the middle of a game, what was expected, and who won."""

    game: int
    """The seed of its game."""
    seat: int
    open: Simulated
    view: Simulated
    score: Simulated
    """The points on the board so far in place of what is expected, and the trains left."""
    shares: tuple[float, ...]


def play_games(
    board: str, players: int, seeds: range, line_up: Sequence[str], worlds: int
) -> list[Position]:
    """Play a game for each seed, each seat a bot drawn from `line_up`, and estimate positions."""
    estimator = Estimator(kernel_board_of(load_board(board)))
    found: list[Position] = []
    for seed in seeds:
        game = Game(board, players, seed, kernel="compiled")
        rng = Stream(f"calibration {board} {players} {seed}")
        bots = [rng.choice(line_up) for _ in range(players)]
        seats = [SeatedBot(make_bot(bot), Stream(f"{seed} {i}")) for i, bot in enumerate(bots)]
        begin, offset = len(found), rng.randrange(EVERY)
        count = 0
        while not game.over:
            view = game.view(game.seat)
            count += 1
            if count % EVERY == offset:
                seen = estimator.simulate_view(view, [AS_PLANNED], seed_of(view.raw), range(worlds))
                whole = estimator.simulate_state(game.row, str(seed), range(worlds))
                found.append(Position(seed, game.seat, whole, seen, _score(game), ()))
            game.play(seats[game.seat].decide(view).action)
        assert game.outcome is not None
        for position in found[begin:]:
            position.shares = game.outcome.shares
    return found


def _score(game: Game) -> Simulated:
    """Return the points on the board, as one world with one idea."""
    seats = range(game.players)
    points = np.array([[[float(game.state.route_points[seat]) for seat in seats]]])
    return Simulated(points, np.array([[min(int(game.state.trains[seat]) for seat in seats)]]))


class Data:
    """Positions as arrays, so that a curve is tried at once on all of them.

    `kind` is the attribute of positions whose points are made chances: `open`, `view` or `score`.
    """

    def __init__(self, positions: Sequence[Position], trains: int, kind: str) -> None:
        simulated = [getattr(p, kind) for p in positions]
        # One idea was simulated: its axis becomes that of the positions.
        self._all = Simulated(
            np.concatenate([s.points for s in simulated], axis=1),
            np.concatenate([s.left for s in simulated], axis=1),
        )
        self._seats = np.array([p.seat for p in positions])
        self.shares = np.array([p.shares for p in positions])
        self._trains, self.shifted = trains, kind == "view"

    def chances(self, curve: Curve) -> Floats:
        """Return the chances by position and seat."""
        if not self.shifted:
            return chances.chances(self._all, self._trains, curve, None).mean(0)
        found = np.zeros(self.shares.shape)
        for seat in range(self.shares.shape[1]):
            mine = self._seats == seat
            part = Simulated(self._all.points[:, mine], self._all.left[:, mine])
            found[mine] = chances.chances(part, self._trains, curve, seat).mean(0)
        return found

    def loss(self, curve: Curve) -> float:
        """Return the mean log-loss."""
        return float(-(self.shares * np.log(self.chances(curve) + 1e-9)).sum(1).mean())


def fit(data: Data) -> Curve:
    """Find the curve with the least loss, one number after the other."""
    values = [15.0] * len(KNOTS) + ([8.0] * len(KNOTS) if data.shifted else [])

    def curve(numbers: list[float]) -> Curve:
        shift = numbers[len(KNOTS) :] or [0.0] * len(KNOTS)
        return Curve(tuple(numbers[: len(KNOTS)]), tuple(shift))

    best = data.loss(curve(values)) + _penalty(values)
    for step in (8.0, 4.0, 2.0, 1.0, 0.5):
        improved = True
        while improved:
            improved = False
            for i in range(len(values)):
                for change in (step, -step):
                    tried = values.copy()
                    tried[i] += change
                    if i < len(KNOTS) and tried[i] < 2:
                        continue
                    loss = data.loss(curve(tried)) + _penalty(tried)
                    if loss < best - 1e-6:
                        values, best, improved = tried, loss, True
    return curve(values)


def _penalty(values: list[float]) -> float:
    """Keep neighbouring knots near each other: there are few games for each."""
    steps = [
        b - a
        for start in range(0, len(values), len(KNOTS))
        for a, b in zip(
            values[start : start + len(KNOTS)], values[start + 1 : start + len(KNOTS)], strict=False
        )
    ]
    return 1e-5 * sum(step * step for step in steps)
