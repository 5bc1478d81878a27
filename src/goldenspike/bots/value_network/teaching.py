"""Teaching a board's value network: play games between planners, train on them, measure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext

import numpy as np
from numpy.typing import NDArray

from goldenspike.boards.model import Board
from goldenspike.boards.variants import title
from goldenspike.bots.value_network.network_file import Network, Training, Weights
from goldenspike.bots.value_network.training import fit, outputs
from goldenspike.bots.value_network.training_data import (
    Floats,
    Progress,
    TrainingData,
    play_training_games,
)
from goldenspike.errors import InputError
from goldenspike.rules.kernel_board import kernel_board_of

Stage = Callable[[str], AbstractContextManager[Progress]]
"""Called with what is done next; the context is open meanwhile, and gets how far it is."""

GAMES = 9000
LEAST_GAMES = 20
HELD_OUT = 20
"""One game in so many is not trained on: the last ones, with which the network is measured."""
PASSES = 8


def teach(
    board: Board,
    games: int = GAMES,
    seed: int = 1,
    players: Sequence[int] = (),
    threads: int = 1,
    stage: Stage = lambda what: nullcontext(lambda done, total: None),
) -> Network:
    """Make the value network of a board, for some numbers of players or for all.

    The same arguments give the same network, in any number of threads.
    """
    if games < LEAST_GAMES:
        raise InputError(f"a network is taught by {LEAST_GAMES} games or more, not {games}")
    sizes = table_sizes(board, players)
    with stage(f"{board.name}: games") as progress:
        data = play_training_games(kernel_board_of(board), games, seed, sizes, threads, progress)
    held_out = data.game >= games - games // HELD_OUT
    learned, unseen = data.rows_where(~held_out), data.rows_where(held_out)
    with stage(f"{board.name}: training") as progress:
        weights = fit(learned.inputs, learned.points, PASSES, seed, progress)
    error, baseline = measure(weights, learned, unseen)
    return Network(
        weights=weights,
        board=title(board),
        board_hash=board.play_hash,
        training=Training(
            games=games,
            seed=seed,
            players=tuple(sorted(set(sizes))),
            positions=len(data.points),
            error=error,
            baseline=baseline,
        ),
    )


def table_sizes(board: Board, players: Sequence[int]) -> list[int]:
    """List the numbers of players that games are played with, one after the other.

    By default there are more games of the smallest number, which is played most.
    """
    least, most = board.min_players, board.max_players
    wrong = [number for number in players if not least <= number <= most]
    if wrong:
        raise InputError(f"{title(board)} is for {least} to {most} players, not {wrong[0]}")
    return sorted(set(players)) or [least, *range(least, most + 1), least]


def measure(weights: Weights, learned: TrainingData, unseen: TrainingData) -> tuple[float, float]:
    """Return the error of the margins that a network expects, and that of the baseline.

    The baseline is the straight line from the present difference in score to the final one that
    fits the training data best.
    """
    final = unseen.margins(unseen.points)
    expected = unseen.margins(outputs(weights, unseen.inputs))
    now = learned.margins(learned.current_points())
    line = np.polynomial.Polynomial.fit(now, learned.margins(learned.points), 1)
    guessed = line(unseen.margins(unseen.current_points()))
    return _off_by(expected, final), _off_by(guessed, final)


def _off_by(expected: NDArray[np.floating], final: Floats) -> float:
    return round(float(np.sqrt(np.mean((expected - final) ** 2))), 2)
