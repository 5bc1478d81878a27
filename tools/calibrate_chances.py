"""Measure how expected points become chances of winning, and write the result into the package.

    python tools/calibrate_chances.py --games 120

Games are between planners and, in one seat of four, the level `normal`. At every twelfth decision
the position is simulated from the whole state and from the view of the seat to act. Temperatures
and shifts are those with the least log-loss against who won. `tools/check_chances.py` compares
chances with what happened in other games.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from calibration_positions import Data, fit, play_games

from goldenspike.boards.load import board_names, load_board
from goldenspike.bots.judgement import chances
from goldenspike.bots.judgement.estimator import COMPILED_UNITS
from goldenspike.rules.compiled import preparation

TARGET = Path(chances.__file__).with_name("calibration.json")
LINE_UP = ("planner", "planner", "planner", "normal")
FIRST_SEED = 100_000
WORLDS = 6


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=120, help="for each board and players")
    parser.add_argument("--boards", nargs="*", help="all if none are given")
    parser.add_argument("--players", nargs="*", type=int, default=[2, 3, 4, 5])
    arguments = parser.parse_args()
    preparation.wait_for(COMPILED_UNITS)
    calibrate(arguments.games, arguments.boards or list(board_names()), arguments.players)


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
            seeds = range(FIRST_SEED, FIRST_SEED + games * 6 // players)
            positions = play_games(name, players, seeds, LINE_UP, WORLDS)
            one = {}
            for kind in ("open", "view"):
                data = Data(positions, board.trains, kind)
                curve = fit(data)
                one[kind] = {"temperature": curve.temperature, "shift": curve.shift}
                print(name, players, kind, len(positions), round(data.loss(curve), 3), curve)
            curves[str(players)] = one
            TARGET.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
