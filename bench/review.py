"""How good reviews are: luck without a mean, planted blunders found, equal bots, weights, time.

.venv/bin/python bench/review.py luck --games 10000
.venv/bin/python bench/review.py blunders --board nordic --players 3 --games 60
.venv/bin/python bench/review.py seats --games 40
.venv/bin/python bench/review.py weights --bot easy --games 100
.venv/bin/python bench/review.py time
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

import goldenspike as gs
from goldenspike.bots import Stream, make_bot
from goldenspike.bots.judgement.chances import margins
from goldenspike.bots.judgement.estimator import COMPILED_UNITS, Estimator
from goldenspike.bots.safety import SeatedBot
from goldenspike.cli.progress import progress_bar
from goldenspike.game import View
from goldenspike.review import judging
from goldenspike.review.judging import SETTINGS, Judge
from goldenspike.review.luck import LuckMeter
from goldenspike.review.model import MARKS
from goldenspike.rules.compiled import preparation
from goldenspike.rules.engine import engine

EACH = 4
"""Decisions that are looked at in each game."""
PLAYOUTS = 300
"""To the end of the game, in worlds of their own, by which it is settled what an action costs."""
FIRST_LOOK = 60
"""So many of these playouts are enough where the random action seems no worse."""
COSTLY = 8.0
"""Points that a blunder costs at least."""


@dataclass(frozen=True, slots=True)
class Given:
    """What was asked for on the command line."""

    board: str
    players: int
    bot: str
    games: int
    seed: int


def play(given: Given, number: int) -> gs.Game:
    game = gs.Game(given.board, given.players, given.seed + number, kernel="compiled")
    seats = [
        SeatedBot(make_bot(given.bot), Stream(f"review {given.seed + number} {seat}"))
        for seat in range(given.players)
    ]
    while not game.over:
        game.play(seats[game.seat].decide(game.view(game.seat)).action)
    return game


def turns(given: Given) -> Iterator[tuple[gs.Game, int, Stream]]:
    """Yield some turns of each game, with the action that was played and a random stream."""
    with progress_bar("looking at turns") as update:
        for number in range(given.games):
            rng = Stream(f"blunder {given.seed + number}")
            history = play(given, number).history(kernel="compiled")
            choices = [(b, c) for b, c in history if b.phase == "turn" and len(b.legal_codes()) > 1]
            rng.shuffle(choices)
            for before, code in choices[:EACH]:
                yield before, code, rng
            update(number + 1, given.games)


def ends(judge: Judge, view: View, pair: tuple[int, int], playouts: int) -> NDArray[np.float64]:
    """Return by how many points the second action is better, in worlds that no review uses."""
    assert view.seat is not None
    simulated = judge.estimator.simulate_view(
        view, pair, "settled by these", range(playouts), to_end=True
    )
    ahead = margins(simulated, view.seat)
    gaps: NDArray[np.float64] = ahead[:, 1] - ahead[:, 0]
    return gaps


def luck(given: Given) -> None:
    """Print the mean luck of a seat with its standard error, and what luck explains."""
    lucks, points = [], []
    with progress_bar("measuring luck") as update:
        for number in range(given.games):
            game = play(given, number)
            meter = LuckMeter(game.kernel_board, engine("compiled"), Estimator(game.kernel_board))
            history = list(game.history(kernel="compiled"))
            found = meter.deal(history[0][0].row)
            for before, code in history:
                one = meter.action(before.row, code)
                if one is not None:
                    found[before.seat] += one[1]
            lucks.append(found)
            points.append([score.total for score in game.scores()])
            update(number + 1, given.games)
    all_lucks, final = np.array(lucks), np.array(points, float)
    games = given.games
    error = all_lucks.mean(1).std(ddof=1) / math.sqrt(games)
    print(f"{named(given)}, {games} games: luck of a seat {all_lucks.mean():+.3f} points, "
          f"standard error {error:.3f}; standard deviation {all_lucks.std():.1f}")  # fmt: skip
    rest = final - all_lucks
    apart, before = rest[:, 0] - rest[:, 1], final[:, 0] - final[:, 1]
    print(f"without luck the first seat has {apart.mean():+.2f} points more than the second, "
          f"standard error {apart.std(ddof=1) / math.sqrt(games):.2f} "
          f"(with luck {before.mean():+.2f})")  # fmt: skip
    more = all_lucks[:, 0] - all_lucks[:, 1]
    slope = np.cov(before, more)[0, 1] / more.var()
    print(f"a point of luck is worth {slope:.2f} points of the margin; without luck the variance "
          f"of the margin is {apart.var() / before.var():.1%} of what it was")  # fmt: skip


def blunders(given: Given) -> None:
    """Plant random actions in turns of games, and count how many of the bad ones are marked.

    One is bad if it costs 8 points or more against what was played by 300 playouts in other worlds,
    beyond two standard errors.
    """
    planted = bad = marked = mistakes = harmless = false = 0
    missed = []
    for before, good, rng in turns(given):
        wrong = rng.choice([code for code in before.legal_codes() if code != good])
        judge = Judge(before.kernel_board, before.players, SETTINGS["quick"])
        view = before.view(before.seat)
        planted += 1
        if ends(judge, view, (wrong, good), FIRST_LOOK).mean() <= 0:
            harmless += 1
            false += judge.judge(view, wrong).chance_lost >= min(MARKS.values())
            continue
        cost = ends(judge, view, (wrong, good), PLAYOUTS)
        if cost.mean() >= COSTLY and cost.mean() > 2 * cost.std() / math.sqrt(len(cost)):
            lost = judge.judge(view, wrong).chance_lost
            bad += 1
            marked += lost >= min(MARKS.values())
            mistakes += lost >= MARKS["mistake"]
            if lost < min(MARKS.values()):
                text = {action.code: action.text for action in before.legal()}
                missed.append(f"{text[wrong]} instead of {text[good]}: {cost.mean():.1f} points "
                              f"± {cost.std() / math.sqrt(len(cost)):.1f}")  # fmt: skip
    low, high = share_interval(marked, bad)
    print(f"{named(given)}, {planted} random actions in {given.games} games: {bad} cost "
          f"{COSTLY:g} points or more, {marked} of them are marked ({marked / max(1, bad):.1%}, "
          f"{low:.1%} to {high:.1%}), {mistakes} as mistakes or blunders; of "
          f"{harmless} that seem to cost nothing by {FIRST_LOOK} {false} are marked")  # fmt: skip
    for words in missed:
        print(f"  missed: {words}")


def seats(given: Given) -> None:
    """Review games of equal bots, and compare what the seats lost by their decisions."""
    lost, accuracy = [], []
    with progress_bar("reviewing") as update:
        for number in range(given.games):
            review = play(given, number).review()
            lost.append([seat.points_lost for seat in review.seats])
            accuracy.append([seat.accuracy for seat in review.seats])
            update(number + 1, given.games)
    for words, values in (("points lost", np.array(lost)), ("accuracy", np.array(accuracy))):
        apart = values[:, 0] - values[:, 1]
        print(f"{named(given)}, {given.games} reviews: {words} of a seat {values.mean():.2f}, "
              f"first less second seat {apart.mean():+.2f}, standard error "
              f"{apart.std(ddof=1) / math.sqrt(given.games):.2f}")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Weighed:
    """A decision that the network finds clearly wrong, in points by which another one is better."""

    group: str
    said: float
    """By the network."""
    true: float
    """By ends of games in worlds of their own."""
    noise: float
    """The variance of that."""
    ends: float
    """By as many ends of games as a quick review has."""
    error: float
    """The standard error of that."""

    def blended(self, trust: float, doubt: float) -> float:
        """Weigh the two as a review does."""
        share = doubt**2 / (doubt**2 + self.error**2)
        return self.ends * share + trust * self.said * (1 - share)


def weights(given: Given) -> None:
    """Measure `TRUST` and `DOUBT`: what of the network's differences is there at the end.

    Of decisions that the network finds clearly wrong: those that the bot took, and random actions
    in their place. The truth is the mean of further playouts to the end.
    """
    rows: list[Weighed] = []
    near = SETTINGS["quick"].ends
    for before, played, rng in turns(given):
        judge = Judge(before.kernel_board, before.players, SETTINGS["quick"])
        view = before.view(before.seat)
        kinds = {action.code: action.kind for action in before.legal()}
        wrong = rng.choice([code for code in before.legal_codes() if code != played])
        for code, words in ((played, "played"), (wrong, "random")):
            suspected = judge.suspected(view, code)
            if suspected is None:
                continue
            better, said = suspected
            gaps = ends(judge, view, (code, better), near + PLAYOUTS)
            first, other = gaps[:near], gaps[near:]
            tickets = "tickets" in (kinds[code], kinds[better])
            group = f"{words}, {'with' if tickets else 'without'} tickets"
            rows.append(
                Weighed(group, said, float(other.mean()), float(other.var(ddof=1)) / len(other),
                        float(first.mean()), float(first.std(ddof=1)) / math.sqrt(near))
            )  # fmt: skip
    print(f"{named(given)}, {len(rows)} decisions of {given.games} games")
    for group in ("", *sorted({row.group for row in rows})):
        mine = [row for row in rows if group in row.group]
        said, true = (np.array([getattr(row, name) for row in mine]) for name in ("said", "true"))
        noise = float(np.mean([row.noise for row in mine]))
        trust = float((said * true).sum() / (said * said).sum())
        doubt = math.sqrt(max(0.0, float(((true - trust * said) ** 2).mean()) - noise))
        drawn = np.random.default_rng(1).integers(0, len(mine), (1000, len(mine)))
        slopes = (said * true)[drawn].sum(1) / (said * said)[drawn].sum(1)
        low, high = np.quantile(slopes, (0.025, 0.975))
        print(f"  {group or 'all'}: {len(mine)} decisions, by the network {said.mean():.1f}, at "
              f"the end {true.mean():.1f} points; trust {trust:.2f} ({low:.2f} to {high:.2f}), "
              f"doubt {doubt:.1f}")  # fmt: skip
        for one, other in dict.fromkeys([(judging.TRUST, judging.DOUBT), (trust, doubt)]):
            off = np.array([row.blended(one, other) for row in mine]) - true
            wrong_by = math.sqrt(max(0.0, float((off**2).mean()) - noise))
            print(f"    weighed by {one:.2f} and {other:.1f}: off by {wrong_by:.2f} (root mean "
                  f"square), on average {off.mean():+.2f}")  # fmt: skip


def timing(given: Given) -> None:
    """Print the seconds of quick reviews."""
    for number in range(given.games):
        game = play(given, number)
        start = time.perf_counter()
        review = game.review()
        seconds = time.perf_counter() - start
        print(f"{named(given)}: {len(review.decisions)} decisions in {seconds:.1f} s, "
              f"accuracy {[s.accuracy for s in review.seats]}, "
              f"lost {[s.points_lost for s in review.seats]}")  # fmt: skip


def named(given: Given) -> str:
    return f"{given.board}, {given.players} {given.bot}"


def share_interval(part: int, whole: int) -> tuple[float, float]:
    """Return the 95 % interval of a share (Wilson's)."""
    if whole == 0:
        return 0.0, 1.0
    z, share = 1.96, part / whole
    middle = (share + z * z / (2 * whole)) / (1 + z * z / whole)
    half = math.sqrt(share * (1 - share) / whole + z * z / (4 * whole**2)) * z / (1 + z * z / whole)
    return max(0.0, middle - half), min(1.0, middle + half)


def main() -> None:
    run = {"luck": luck, "blunders": blunders, "seats": seats, "weights": weights, "time": timing}
    reader = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    reader.add_argument("what", choices=run)
    reader.add_argument("--board", default="usa")
    reader.add_argument("--players", type=int, default=2)
    reader.add_argument("--bot", default="planner")
    reader.add_argument("--games", type=int, default=3)
    reader.add_argument("--seed", type=int, default=1)
    given = reader.parse_args()
    preparation.wait_for(COMPILED_UNITS)
    run[given.what](Given(given.board, given.players, given.bot, given.games, given.seed))


if __name__ == "__main__":
    main()
