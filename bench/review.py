"""How good reviews are: luck without a mean, planted blunders found, equal bots, time.

.venv/bin/python bench/review.py luck --games 10000
.venv/bin/python bench/review.py blunders --games 60
.venv/bin/python bench/review.py time
"""

from __future__ import annotations

import argparse
import time

import numpy as np

import goldenspike as gs
from goldenspike.bots import Stream, make_bot
from goldenspike.bots.judgement.chances import margins
from goldenspike.bots.judgement.estimator import COMPILED_UNITS, Estimator
from goldenspike.bots.safety import SeatedBot
from goldenspike.cli.progress import progress_bar
from goldenspike.review.judging import SETTINGS, Judge
from goldenspike.review.luck import LuckMeter
from goldenspike.rules.compiled import preparation
from goldenspike.rules.engine import engine


def play(board: str, bots: list[str], seed: int) -> gs.Game:
    game = gs.Game(board, len(bots), seed, kernel="compiled")
    seats = [SeatedBot(make_bot(bot), Stream(f"review {seed} {i}")) for i, bot in enumerate(bots)]
    while not game.over:
        game.play(seats[game.seat].decide(game.view(game.seat)).action)
    return game


def luck(board: str, bot: str, games: int, seed: int) -> None:
    """Print the mean luck of a seat with its standard error, and what luck explains."""
    lucks, margins_found = [], []
    with progress_bar("measuring luck") as update:
        for number in range(games):
            game = play(board, [bot, bot], seed + number)
            meter = LuckMeter(game.kernel_board, engine("compiled"), Estimator(game.kernel_board))
            history = list(game.history(kernel="compiled"))
            found = meter.deal(history[0][0].row)
            for before, code in history:
                one = meter.action(before.row, code)
                if one is not None:
                    found[before.seat] += one[1]
            lucks.append(found)
            margins_found.append(game.scores()[0].total - game.scores()[1].total)
            update(number + 1, games)
    all_lucks, ahead = np.array(lucks), np.array(margins_found)
    error = all_lucks.sum(1).std() / 2 / np.sqrt(games)
    print(f"{board}, {games} games of {bot}: luck of a seat {all_lucks.mean():+.3f} points, "
          f"standard error {error:.3f}; standard deviation {all_lucks.std():.1f}")  # fmt: skip
    more = all_lucks[:, 0] - all_lucks[:, 1]
    slope = np.cov(ahead, more)[0, 1] / more.var()
    print(f"a point of luck is worth {slope:.2f} points of the margin; without luck the variance "
          f"of the margin is {(ahead - more).var() / ahead.var():.1%} of what it was")  # fmt: skip


def blunders(board: str, bot: str, games: int, seed: int) -> None:
    """Play a random action in each game, and count how many of the bad ones are marked.

    It is bad if it costs 8 points or more by 300 playouts in other worlds, beyond two standard
    errors.
    """
    found = bad = marked = 0
    with progress_bar("planting") as update:
        for number in range(games):
            rng = Stream(f"blunder {seed + number}")
            game = play(board, [bot, bot], seed + number)
            choices = [(b, c) for b, c in game.history(kernel="compiled") if b.phase == "turn"]
            before, good = choices[rng.randrange(len(choices))]
            planted = rng.choice([code for code in before.legal_codes() if code != good] or [good])
            estimator, view = Estimator(before.kernel_board), before.view(before.seat)
            ends = margins(
                estimator.simulate_view(
                    view, [planted, good], f"check {number}", range(300), to_end=True
                ),
                before.seat,
            )
            cost = ends[:, 1] - ends[:, 0]
            judge = Judge(before.kernel_board, before.players, SETTINGS["quick"])
            judged = judge.judge(view, planted)
            marked += judged.chance_lost >= 0.02
            if cost.mean() >= 8 and cost.mean() > 2 * cost.std() / np.sqrt(len(cost)):
                bad += 1
                found += judged.chance_lost >= 0.02
            update(number + 1, games)
    print(f"{board}, {games} random actions in games of {bot}: {bad} cost 8 points or more, "
          f"{found} of them are marked ({found / max(1, bad):.0%}), of all {marked}")  # fmt: skip


def timing(board: str, bot: str, games: int, seed: int) -> None:
    """Print the seconds of quick reviews."""
    for number in range(games):
        game = play(board, [bot, bot], seed + number)
        start = time.perf_counter()
        review = game.review()
        print(f"{board}: {len(review.decisions)} decisions in {time.perf_counter() - start:.1f} s, "
              f"accuracy {[s.accuracy for s in review.seats]}, "
              f"lost {[s.points_lost for s in review.seats]}")  # fmt: skip


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    reader.add_argument("what", choices=("luck", "blunders", "time"))
    reader.add_argument("--board", default="usa")
    reader.add_argument("--bot", default="planner")
    reader.add_argument("--games", type=int, default=3)
    reader.add_argument("--seed", type=int, default=1)
    given = reader.parse_args()
    preparation.wait_for(COMPILED_UNITS)
    run = {"luck": luck, "blunders": blunders, "time": timing}[given.what]
    run(given.board, given.bot, given.games, given.seed)


if __name__ == "__main__":
    main()
