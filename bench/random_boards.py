"""Are random boards worth playing? Makes many, and checks and plays each.

    .venv/bin/python bench/random_boards.py                # seeds 1 to 100, 400 games each
    .venv/bin/python bench/random_boards.py --boards 20 --places 24

Every board is read by the checker, laid out (does a name lie on anything?) and played by two
planners: how often does the first win? A figure is off if it is more than 6 % away from 50 %.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from goldenspike.arena.batch import Batch
from goldenspike.arena.play_batch import play_batch
from goldenspike.arena.tally import Tally
from goldenspike.boards.drawing.layout_engine import compute_layout
from goldenspike.boards.write import board_text
from goldenspike.workshop.random_board import Recipe, covered_names, random_board

OFF = 0.06


def first_seat_share(file: Path, games: int) -> float:
    """Return the share of games that the first of two planners wins; a shared victory is half."""
    tally = Tally(2)
    tally.add(play_batch(Batch(str(file), ("planner", "planner"), 1, 0, games)))
    return float(tally.wins[0] - tally.shared[0] / 2) / games


def main() -> None:
    """Make the boards and print a line for each that is off, then the totals."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--boards", type=int, default=100)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--places", type=int, default=Recipe().places)
    options = parser.parse_args()
    shares, covered = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(1, options.boards + 1):
            board = random_board(seed, Recipe(places=options.places))
            file = Path(folder) / f"{board.id}.toml"
            file.write_text(board_text(board), encoding="utf-8")
            share = first_seat_share(file, options.games)
            names = covered_names(compute_layout(board))
            shares.append(share)
            covered += names > 0
            if names or abs(share - 0.5) > OFF:
                print(f"seed {seed}: first seat {share:.1%}, {names} names covered", flush=True)
    fair = sum(abs(share - 0.5) <= OFF for share in shares)
    print(f"boards                              {len(shares)}")
    print(f"without a covered name              {len(shares) - covered}")
    print(f"first seat within 50 +- 6 %         {fair}")
    print(f"first seat, mean                    {sum(shares) / len(shares):.1%}")


if __name__ == "__main__":
    main()
