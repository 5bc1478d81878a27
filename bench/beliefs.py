"""How well can opponents' hands and tickets be guessed? Three baselines, and yours.

    .venv/bin/python bench/beliefs.py --board usa --players 2 --games 40 [--json]

Log-loss in nats, smaller is better (docs/data.md).
"""

from __future__ import annotations

import argparse
import json

import goldenspike as gs
from goldenspike.arena.belief_benchmark import compare_beliefs
from goldenspike.bots.beliefs.baselines import BASELINES
from goldenspike.cli.progress import progress_bar


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    reader.add_argument("--board", default="usa")
    reader.add_argument("--players", type=int, default=2)
    reader.add_argument("--games", type=int, default=40)
    reader.add_argument("--bot", default="planner", help="who plays")
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--json", action="store_true")
    given = reader.parse_args()
    with progress_bar("asking") as update:
        scores = compare_beliefs(
            gs.load_board(given.board), given.players, [make() for make in BASELINES], given.games,
            bot=given.bot, seed=given.seed, progress=update,
        )  # fmt: skip
    if given.json:
        print(json.dumps([score.to_json() for score in scores], indent=2))
        return
    print(f"{given.board}, {given.players} players, {given.games} games of {given.bot}, "
          f"{scores[0].positions} positions")  # fmt: skip
    for score in scores:
        print(f"{score.name:18} hands {score.hands:.4f} ± {score.hands_error:.4f}   "
              f"tickets {score.tickets:.4f} ± {score.tickets_error:.4f}")  # fmt: skip


if __name__ == "__main__":
    main()
