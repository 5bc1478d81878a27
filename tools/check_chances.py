"""Compare chances of winning with what happened, in games that they were not fitted to.

    python tools/check_chances.py --games 300 --results build/chances.json
    python tools/check_chances.py --line-ups experts --games 30 --results build/chances.json
    python tools/check_chances.py --games 0 --results build/chances.json --pictures docs/images

For each board, number of players and line-up it prints ten bins, the expected calibration error,
and the Brier score beside that of the score alone: chances by the difference of the points on the
board and the trains left, whose curve is fitted to the other half of the same games. Intervals are
95 %, from resampling whole games. Measured cells are kept in the results' file, and the pictures
are drawn from all that are there.
"""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path
from typing import Any

import calibration_picture
import numpy as np
from calibration_positions import Data, Floats, Position, fit, play_games

from goldenspike.boards.load import load_board
from goldenspike.bots.judgement.chances import calibration_of
from goldenspike.bots.judgement.estimator import COMPILED_UNITS
from goldenspike.rules.compiled import preparation
from goldenspike.rules.kernel_board import kernel_board_of

FIRST_SEED = 500_000
"""Curves were fitted to games of smaller seeds."""
WORLDS = 12
BINS = 10
RESAMPLED = 1000
LINE_UPS = {
    "planners": ("planner",),
    "mixed levels": ("easy", "normal", "hard"),
    "experts": ("expert",),
}
"""From which each seat's bot is drawn."""
KINDS = ("open", "known")


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=300, help="for each cell; 0: only show")
    parser.add_argument("--boards", nargs="*", default=["usa", "germany", "nordic"])
    parser.add_argument("--players", nargs="*", type=int, help="2 and 4, or as many as may play")
    parser.add_argument("--line-ups", nargs="*", default=["planners", "mixed levels"])
    parser.add_argument("--worlds-of-experts", type=int, default=24)
    parser.add_argument("--results", type=Path, required=True)
    parser.add_argument("--pictures", type=Path, help="a folder")
    given = parser.parse_args()
    preparation.wait_for(COMPILED_UNITS)
    found: dict[str, Any] = {}
    if given.results.exists():
        found = json.loads(given.results.read_text(encoding="utf-8"))
    for board in given.boards if given.games else ():
        most = min(4, load_board(board).max_players)
        for players in given.players or (2, most):
            for line_up in given.line_ups:
                bots = LINE_UPS[line_up]
                if line_up == "experts":
                    bots = (f"expert:games={given.worlds_of_experts}",)
                seeds = range(FIRST_SEED, FIRST_SEED + given.games)
                positions = play_games(board, players, seeds, bots, WORLDS)
                found[f"{board}, {players} players, {line_up}"] = measured(board, positions)
                write(given.results, found)
    for name, cell in found.items():
        show(name, cell)
    if given.pictures:
        for kind in KINDS:
            picture = calibration_picture.draw(found, kind)
            (given.pictures / f"calibration-{kind}.svg").write_text(picture, encoding="utf-8")


def measured(board_name: str, positions: list[Position]) -> dict[str, Any]:
    """Return the bins and scores of both kinds of chances."""
    board = load_board(board_name)
    players = len(positions[0].shares)
    calibration = calibration_of(kernel_board_of(board), players)
    games = np.array([p.game for p in positions])
    groups = np.unique(games, return_inverse=True)[1]
    found: dict[str, Any] = {"games": int(groups.max()) + 1, "positions": len(positions)}
    by_score = score_chances(positions, board.trains)
    for kind, attribute in (("open", "open"), ("known", "view")):
        data = Data(positions, board.trains, attribute)
        said = data.chances(getattr(calibration, attribute))
        found[kind] = compared(said, by_score, data.shares, groups)
    return found


def score_chances(positions: list[Position], trains: int) -> Floats:
    """Return chances by the points on the board; each half of the games has the other's curve."""
    found = np.zeros((len(positions), len(positions[0].shares)))
    for half in (0, 1):
        mine = [p.game % 2 == half for p in positions]
        own = [p for p in positions if p.game % 2 == half]
        other = [p for p in positions if p.game % 2 != half]
        found[mine] = Data(own, trains, "score").chances(fit(Data(other, trains, "score")))
    return found


def compared(said: Floats, by_score: Floats, won: Floats, groups: Any) -> dict[str, Any]:
    """Return ten bins with intervals, the calibration error and the Brier scores."""
    which = np.minimum((said * BINS).astype(int), BINS - 1)
    games = int(groups.max()) + 1
    sums = np.zeros((games, BINS, 3))
    for seat in range(said.shape[1]):
        for i, values in enumerate((np.ones(len(said)), said[:, seat], won[:, seat])):
            np.add.at(sums[..., i], (groups, which[:, seat]), values)
    squares = np.zeros((games, 4))
    even = np.full(said.shape, 1 / said.shape[1])
    columns = [np.ones(len(said))]
    columns += [((guess - won) ** 2).sum(1) for guess in (said, by_score, even)]
    for i, values in enumerate(columns):
        np.add.at(squares[:, i], groups, values)
    times = np.random.default_rng(1).multinomial(games, np.full(games, 1 / games), RESAMPLED)
    drawn = np.einsum("rg,gbi->rbi", times, sums)
    scores = times @ squares
    total = sums.sum(0)
    bins = []
    for b in range(BINS):
        count, said_sum, won_sum = total[b]
        if count == 0:
            continue
        rates = [d[b, 2] / d[b, 0] for d in drawn if d[b, 0] > 0]
        low, high = np.quantile(rates, (0.025, 0.975))
        bins.append({"count": int(count), "said": said_sum / count, "won": won_sum / count,
                     "low": float(low), "high": float(high)})  # fmt: skip
    brier, score, even_brier = squares.sum(0)[1:] / squares[:, 0].sum()
    gain = (scores[:, 2] - scores[:, 1]) / scores[:, 0]
    return {
        "bins": bins,
        "error": float(np.abs(total[:, 1] - total[:, 2]).sum() / total[:, 0].sum()),
        "brier": float(brier), "brier_of_score": float(score), "brier_of_even": float(even_brier),
        "gain": [float(score - brier), *(float(q) for q in np.quantile(gain, (0.025, 0.975)))],
    }  # fmt: skip


def show(name: str, cell: dict[str, Any]) -> None:
    """Print a cell: a row of a table for each kind, and its bins."""
    print(f"{name}: {cell['games']} games, {cell['positions']} positions")
    for kind in KINDS:
        one = cell[kind]
        gain, low, high = one["gain"]
        print(f"  {kind}: calibration error {one['error']:.1%}, Brier {one['brier']:.3f}, "
              f"by the score {one['brier_of_score']:.3f}, even {one['brier_of_even']:.3f}; "
              f"better than the score by {gain:.3f} ({low:.3f} to {high:.3f})")  # fmt: skip
        for b in one["bins"]:
            outside = "" if b["low"] - 0.005 <= b["said"] <= b["high"] + 0.005 else "  *"
            print(f"    said {b['said']:6.1%}, won {b['won']:6.1%} "
                  f"({b['low']:.1%} to {b['high']:.1%}), {b['count']} times{outside}")  # fmt: skip


def write(path: Path, found: dict[str, Any]) -> None:
    """Write the results, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    part.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    os.replace(part, path)


if __name__ == "__main__":
    main()
