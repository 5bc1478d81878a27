"""Measure how expected points become chances of winning, and write the result into the package.

    python tools/calibrate_chances.py --games 120

Games are between planners and, in one seat of four, the level `normal`. At every twelfth decision
the position is simulated from the whole state and from the view of the seat to act. Temperatures
and shifts are those with the least log-loss against who won. `--check` measures the calibration of
the package on other games, and prints ten bins instead of writing anything.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from goldenspike.boards.load import board_names, load_board
from goldenspike.bots.judgement import chances
from goldenspike.bots.judgement.chances import KNOTS, Curve, calibration_of
from goldenspike.bots.judgement.estimator import (
    AS_PLANNED,
    COMPILED_UNITS,
    Estimator,
    Simulated,
    seed_of,
)
from goldenspike.bots.registry import make_bot
from goldenspike.bots.safety import SeatedBot
from goldenspike.bots.stream import Stream
from goldenspike.game import Game
from goldenspike.rules.compiled import preparation
from goldenspike.rules.kernel_board import kernel_board_of

TARGET = Path(chances.__file__).with_name("calibration.json")
EVERY, WORLDS = 12, 6
Floats = NDArray[np.float64]


@dataclass
class Position:
    """A position in the middle of a game, what was expected, and who won."""

    seat: int
    open: Simulated
    view: Simulated
    shares: tuple[float, ...]


def play_games(board: str, players: int, games: int, first: int) -> list[Position]:
    """Play games with seeds from `first` on, and estimate positions of them."""
    estimator = Estimator(kernel_board_of(load_board(board)))
    found: list[Position] = []
    for seed in range(first, first + games):
        game = Game(board, players, seed, kernel="compiled")
        rng = Stream(f"calibration {board} {players} {seed}")
        bots = [rng.choice(("planner", "planner", "planner", "normal")) for _ in range(players)]
        seats = [SeatedBot(make_bot(bot), Stream(f"{seed} {i}")) for i, bot in enumerate(bots)]
        begin, offset = len(found), rng.randrange(EVERY)
        count = 0
        while not game.over:
            view = game.view(game.seat)
            count += 1
            if count % EVERY == offset:
                seen = estimator.simulate_view(view, [AS_PLANNED], seed_of(view.raw), range(WORLDS))
                whole = estimator.simulate_state(game.row, str(seed), range(WORLDS))
                found.append(Position(game.seat, whole, seen, ()))
            game.play(seats[game.seat].decide(view).action)
        assert game.outcome is not None
        for position in found[begin:]:
            position.shares = game.outcome.shares
    return found


class Data:
    """Positions as arrays, so that a curve is tried at once on all of them."""

    def __init__(self, positions: list[Position], trains: int, view: bool) -> None:
        simulated = [p.view if view else p.open for p in positions]
        # One idea was simulated: its axis becomes that of the positions.
        self._all = Simulated(
            np.concatenate([s.points for s in simulated], axis=1),
            np.concatenate([s.left for s in simulated], axis=1),
        )
        self._seats = np.array([p.seat for p in positions])
        self.shares = np.array([p.shares for p in positions])
        self._trains, self._view = trains, view

    def chances(self, curve: Curve) -> Floats:
        """Return the chances by position and seat."""
        if not self._view:
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


def fit(data: Data, view: bool) -> Curve:
    """Find the curve with the least loss, one number after the other."""
    values = [15.0] * len(KNOTS) + ([8.0] * len(KNOTS) if view else [])

    def curve(numbers: list[float]) -> Curve:
        shift = numbers[len(KNOTS) :] or [0.0] * len(KNOTS)
        return Curve(tuple(numbers[: len(KNOTS)]), tuple(shift))

    best = data.loss(curve(values)) + penalty(values)
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
                    loss = data.loss(curve(tried)) + penalty(tried)
                    if loss < best - 1e-6:
                        values, best, improved = tried, loss, True
    return curve(values)


def penalty(values: list[float]) -> float:
    """Keep neighbouring knots near each other: there are few games for each."""
    steps = [
        b - a
        for start in range(0, len(values), len(KNOTS))
        for a, b in zip(
            values[start : start + len(KNOTS)], values[start + 1 : start + len(KNOTS)], strict=False
        )
    ]
    return 1e-5 * sum(step * step for step in steps)


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=120, help="for each board and players")
    parser.add_argument("--boards", nargs="*", help="all if none are given")
    parser.add_argument("--players", nargs="*", type=int, default=[2, 3, 4, 5])
    parser.add_argument("--check", action="store_true", help="measure, and write nothing")
    arguments = parser.parse_args()
    preparation.wait_for(COMPILED_UNITS)
    run = check if arguments.check else calibrate
    run(arguments.games, arguments.boards or list(board_names()), arguments.players)


def calibrate(games: int, boards: list[str], numbers: list[int]) -> None:
    """Fit boards and numbers of players, and write them into the file."""
    found = json.loads(TARGET.read_text(encoding="utf-8")) if TARGET.exists() else {}
    for name in boards:
        board = load_board(name)
        curves = found.setdefault(board.play_hash, {"board": name})
        for players in numbers:
            if not board.min_players <= players <= board.max_players:
                continue
            # A game of two has half the outcomes of one of four.
            positions = play_games(name, players, games * 6 // players, 100_000)
            one = {}
            for kind in ("open", "view"):
                data = Data(positions, board.trains, kind == "view")
                curve = fit(data, kind == "view")
                one[kind] = {"temperature": curve.temperature, "shift": curve.shift}
                print(name, players, kind, len(positions), round(data.loss(curve), 3), curve)
            curves[str(players)] = one
            TARGET.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def check(games: int, boards: list[str], numbers: list[int]) -> None:
    """Print ten bins, and Brier scores beside those of even chances."""
    for name in boards:
        board = load_board(name)
        for players in numbers:
            if not board.min_players <= players <= board.max_players:
                continue
            measured = calibration_of(kernel_board_of(board), players)
            positions = play_games(name, players, games, 500_000)
            for kind in ("open", "view"):
                data = Data(positions, board.trains, kind == "view")
                said = data.chances(getattr(measured, kind))
                brier = ((said - data.shares) ** 2).sum(1).mean()
                even = ((1 / players - data.shares) ** 2).sum(1).mean()
                print(f"{name}, {players} players, {kind}: {len(positions)} positions, "
                      f"Brier {brier:.3f} (even chances: {even:.3f})")  # fmt: skip
                for low in range(10):
                    inside = (said * 10 >= low) & (said * 10 < low + 1 + (low == 9))
                    if inside.any():
                        print(f"  {low * 10:3}-{low * 10 + 10:3} %: {inside.sum():5} times, "
                              f"said {said[inside].mean():.1%}, "
                              f"won {data.shares[inside].mean():.1%}")  # fmt: skip


if __name__ == "__main__":
    main()
