"""How far apart are the levels? Elo ratings of easy, normal, hard and expert, with intervals.

.venv/bin/python bench/levels.py --board usa --players 5 --games 300
.venv/bin/python bench/levels.py --levels hard,expert:games=24 --games 40

Every game has a deal and a line-up of its own: each seat is drawn among the levels. (The arena
plays each deal in every seating, which with five seats are hundreds of games for a few deals.) Of
each pair of seats with two levels, the one with the better rank has won. Ratings are Bradley-Terry
on the Elo scale, and intervals are 95 %, from resampling whole games.
"""

from __future__ import annotations

import argparse

import numpy as np

import goldenspike as gs
from goldenspike.arena.rating_models import bootstrap_weights, bradley_terry
from goldenspike.bots import Stream, make_bot
from goldenspike.bots.judgement.estimator import COMPILED_UNITS
from goldenspike.bots.safety import SeatedBot
from goldenspike.cli.progress import progress_bar
from goldenspike.rules.compiled import preparation


def play(board: str, line_up: list[str], seed: int) -> gs.Game:
    game = gs.Game(board, len(line_up), seed, kernel="compiled")
    seats = []
    for seat, name in enumerate(line_up):
        bot = make_bot(name)
        for unit in getattr(bot, "compiled_units", ()):
            preparation.wait_for((unit,))
        seats.append(SeatedBot(bot, Stream(f"levels {seed} {seat}")))
    while not game.over:
        game.play(seats[game.seat].decide(game.view(game.seat)).action)
    return game


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    reader.add_argument("--board", default="usa")
    reader.add_argument("--players", type=int, default=2)
    reader.add_argument("--levels", default="easy,normal,hard", help="the weakest first")
    reader.add_argument("--games", type=int, default=300)
    reader.add_argument("--seed", type=int, default=1)
    given = reader.parse_args()
    preparation.wait_for(COMPILED_UNITS)
    levels = given.levels.split(",")
    wins = np.zeros((given.games, len(levels), len(levels)))
    points: list[list[int]] = [[] for _ in levels]
    with progress_bar("playing") as update:
        for number in range(given.games):
            rng = Stream(f"line-up {given.seed + number}")
            chosen = [0] * given.players
            while len(set(chosen)) == 1:
                chosen = [rng.randrange(len(levels)) for _ in range(given.players)]
            game = play(given.board, [levels[i] for i in chosen], given.seed + number)
            scores = game.scores()
            for a, mine in zip(chosen, scores, strict=True):
                points[a].append(mine.total)
                for b, other in zip(chosen, scores, strict=True):
                    if a != b:
                        # Two seats of one rank: half a win for each.
                        wins[number, a, b] += (mine.rank < other.rank) + (
                            mine.rank == other.rank
                        ) / 2
            update(number + 1, given.games)
    rating = bradley_terry(wins.sum(0))
    weights = bootstrap_weights(given.games)
    resampled = bradley_terry(np.einsum("rg,gab->rab", weights, wins))
    print(f"{given.board}, {given.players} players, {given.games} games")
    for i, level in enumerate(levels):
        print(f"  {level:18} {np.mean(points[i]):6.1f} points in {len(points[i])} seats")
        if i:
            low, high = np.quantile(resampled[:, i] - resampled[:, i - 1], (0.025, 0.975))
            total = wins[:, i, i - 1].sum() + wins[:, i - 1, i].sum()
            print(f"    {rating[i] - rating[i - 1]:+.0f} Elo above {levels[i - 1]} ({low:+.0f} to "
                  f"{high:+.0f}); is ahead of it in {wins[:, i, i - 1].sum() / total:.1%} of "
                  f"{total:.0f} pairs")  # fmt: skip


if __name__ == "__main__":
    main()
