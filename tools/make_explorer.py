"""Estimate what keeping first tickets is worth, and write it into the package.

    python tools/make_explorer.py play usa --games 60000 --work usa-keeps.txt
    python tools/make_explorer.py fit usa --work usa-keeps.txt

`play` plays games of two planners, in which one seat, drawn for each game, keeps first tickets at
random (on a board with two decks, it draws them from decks at random too). It appends a line for
each game to the work file, and goes on where it stopped. `fit` explains wins and points by features
of the kept tickets (`goldenspike.explorer.keep_features`): Bayesian regression, with the spread of
single tickets chosen by marginal likelihood. How far sets of tickets are apart from this model is
measured by games with the same set, and is part of all intervals. `--check` prints how it predicts
games that it has not seen, and writes nothing.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goldenspike.boards.load import load_board
from goldenspike.bots.registry import make_bot
from goldenspike.bots.safety import decide
from goldenspike.bots.stream import Stream
from goldenspike.explorer import keep_worths
from goldenspike.explorer.keep_features import COVARIATES, KeepFeatures
from goldenspike.game import Game

TARGET = Path(keep_worths.__file__).with_name("data")
SPREADS = (0.003, 0.01, 0.02, 0.04, 0.08, 0.16)
"""Spreads of single tickets that are tried, as parts of the spread of results."""
EVERY = 200
Floats = NDArray[np.float64]


def play(board: str, games: int, work: Path) -> None:
    """Play games, and append a line for each: the tickets kept, the share of the win, points."""
    done = len(work.read_text(encoding="utf-8").splitlines()) if work.exists() else 0
    planner = make_bot("planner")
    lines: list[str] = []
    with work.open("a", encoding="utf-8") as out:
        for seed in range(done, games):
            rng = Stream(f"first tickets {board} {seed}")
            game, forced = Game(board, 2, seed, kernel="compiled"), rng.randrange(2)
            while game.phase != "turn":
                if game.seat == forced:
                    game.play(rng.choice(game.legal_codes()))
                else:
                    game.play(decide(planner, game.view(game.seat), rng).action)
            kept = game.position()["seats"][forced]["tickets"]
            (totals,) = game.playouts(1, "planner", seed=seed)
            own, other = int(totals[forced]), int(totals[1 - forced])
            lines.append(f"{(own > other) + (own == other) / 2:g} {own} {' '.join(kept)}\n")
            if len(lines) == EVERY or seed + 1 == games:
                out.writelines(lines)
                out.flush()
                lines.clear()
                print(f"\r{board}: {seed + 1} of {games} games", end="", flush=True)
    print()


def read(board: str, work: Path) -> tuple[list[frozenset[int]], Floats, Floats]:
    """Read a work file: sets of tickets, shares of wins, points."""
    numbers = {ticket.id: i for i, ticket in enumerate(load_board(board).tickets)}
    rows = [line.split() for line in work.read_text(encoding="utf-8").splitlines()]
    sets = [frozenset(numbers[ticket] for ticket in row[2:]) for row in rows]
    return sets, np.array([float(row[0]) for row in rows]), np.array([float(r[1]) for r in rows])


def regress(x: Floats, y: Floats, sets: list[frozenset[int]]) -> dict[str, Any]:
    """Return the posterior of the coefficients, and how far sets are apart from the model."""
    noise = float(y.std())
    gram, moment = x.T @ x / noise**2, x.T @ y / noise**2
    best: tuple[float, Floats, Floats] | None = None
    for spread in SPREADS:
        prior = np.full(x.shape[1], 10.0 * noise)
        prior[0] = 1000.0 * noise
        prior[len(COVARIATES) :] = spread * noise
        precision = gram + np.diag(prior**-2)
        mean = np.linalg.solve(precision, moment)
        evidence = moment @ mean / 2 - np.log(prior).sum() - np.linalg.slogdet(precision)[1] / 2
        if best is None or evidence > best[0]:
            best = float(evidence), mean, np.linalg.inv(precision)
    assert best is not None
    _, mean, covariance = best
    groups: dict[frozenset[int], list[float]] = defaultdict(list)
    for kept, left in zip(sets, y - x @ mean, strict=True):
        groups[kept].append(float(left))
    # The mean product of what is left in two games with the same set: what the set has of its own.
    pairs = sum(len(group) * (len(group) - 1) for group in groups.values())
    products = sum(sum(g) ** 2 - sum(value**2 for value in g) for g in groups.values())
    return {
        "mean": mean,
        "covariance": covariance,
        "apart": max(0.0, products / max(1, pairs)) ** 0.5,
    }


def fit(board: str, work: Path) -> None:
    """Estimate, and write the file of the package."""
    described = load_board(board)
    sets, wins, points = read(board, work)
    features = KeepFeatures(described)
    known = {kept: features.of(kept) for kept in set(sets)}
    x = np.array([known[kept] for kept in sets])
    data: dict[str, Any] = {
        "format": keep_worths.FORMAT,
        "licence": keep_worths.LICENCE,
        "board": board,
        "games": len(sets),
    }
    for name, y in (("win", wins), ("points", points)):
        found = regress(x, y, sets)
        size = len(found["mean"])
        data[name] = {
            "mean": [float(f"{value:.5g}") for value in found["mean"]],
            # Of this, unlike the covariance, rounding never makes a negative variance.
            "covariance_factor": [
                float(f"{value:.4g}")
                for value in np.linalg.cholesky(found["covariance"])[np.tril_indices(size)]
            ],
            "apart": float(f"{found['apart']:.3g}"),
        }
        covariates = dict(zip(COVARIATES, data[name]["mean"], strict=False))
        print(f"{board} {name}: {covariates}, sets apart by {data[name]['apart']}")
    data["sha256"] = keep_worths.checksum(data)
    target = TARGET / f"{board}.json"
    target.write_text(json.dumps(data) + "\n", encoding="utf-8")
    print(f"{target.name}: {len(sets)} games, {target.stat().st_size} bytes")


def check(board: str, work: Path) -> None:
    """Fit four fifths of the games, and compare five groups of the others with what was said."""
    sets, wins, _ = read(board, work)
    features = KeepFeatures(load_board(board))
    known = {kept: features.of(kept) for kept in set(sets)}
    x = np.array([known[kept] for kept in sets])
    seen = np.arange(len(sets)) % 5 != 0
    found = regress(x[seen], wins[seen], [kept for kept, s in zip(sets, seen, strict=True) if s])
    said, won = x[~seen] @ found["mean"], wins[~seen]
    for part in np.array_split(np.argsort(said), 5):
        error = won[part].std() / len(part) ** 0.5
        print(f"{board}: said {said[part].mean():.1%}, won {won[part].mean():.1%} (± {error:.1%})")


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["play", "fit"])
    parser.add_argument("board")
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--games", type=int, default=60_000)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    if arguments.what == "play":
        play(arguments.board, arguments.games, arguments.work)
    elif arguments.check:
        check(arguments.board, arguments.work)
    else:
        fit(arguments.board, arguments.work)


if __name__ == "__main__":
    main()
