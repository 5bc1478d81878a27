"""The table of baselines: planner, greedy and random, on every board, with 2 to 5 players.

    .venv/bin/python bench/baselines.py [--deals 20] [--json]

Every line-up plays the same deals in every seating; shares of wins with 95 % intervals. A share of
1 / players is what equal bots have.
"""

from __future__ import annotations

import argparse
import json

import goldenspike as gs
from goldenspike.arena import Schedule, Standings, Tournament
from goldenspike.cli.progress import progress_bar

BOTS = ("planner", "greedy", "random")


def play(board: str, players: int, deals: int, seed: int, jobs: int) -> Standings:
    schedule = Schedule(gs.load_board(board), players, BOTS, seed=seed)
    with progress_bar(f"{board}, {players} players") as update:
        return Tournament(schedule, jobs=jobs).play(deals * len(schedule.seatings()), update)


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    reader.add_argument("--deals", type=int, default=20, help="for each board and players")
    reader.add_argument("--seed", type=int, default=7)
    reader.add_argument("--jobs", type=int, default=1)
    reader.add_argument("--json", action="store_true")
    given = reader.parse_args()
    found = []
    if not given.json:
        print("| board | players | games | " + " | ".join(f"{bot} wins | points" for bot in BOTS)
              + " |\n|---|---|---|" + "---|---|" * len(BOTS))  # fmt: skip
    for name in gs.board_names():
        board = gs.load_board(name)
        for players in range(board.min_players, board.max_players + 1):
            standings = play(name, players, given.deals, given.seed, given.jobs)
            found.append(standings.to_json())
            if given.json:
                continue
            rows = {row.name: row for row in standings.rows}
            cells = [name, str(players), str(standings.games)]
            for bot in BOTS:
                low, high = rows[bot].share_interval
                cells += [
                    f"{rows[bot].share:.1%} ({low:.1%} to {high:.1%})",
                    f"{rows[bot].means['total']:.0f}",
                ]
            print("| " + " | ".join(cells) + " |", flush=True)
    if given.json:
        print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
