"""Random playouts by the kernel alone, without importing bots or Numba."""

from __future__ import annotations

import time

import numpy as np

from goldenspike.arena.batch import Batch
from goldenspike.arena.outcome import Outcome
from goldenspike.boards.limits import MAX_PLAYERS
from goldenspike.boards.load import load_board
from goldenspike.rules.codes import SCORE_PARTS
from goldenspike.rules.compiled import entry_points
from goldenspike.rules.engine import key_words
from goldenspike.rules.kernel_board import kernel_board_of
from goldenspike.rules.record_layout import SCRATCH_SIZE, STATE_SIZE


def play_out(batch: Batch) -> Outcome:
    """Play a batch of playouts, and return its outcome. The GIL is released meanwhile."""
    kernel_board = kernel_board_of(load_board(batch.board))
    sheets = np.zeros((batch.games, MAX_PLAYERS, SCORE_PARTS), np.int32)
    play = entry_points.play_random_games
    start = time.perf_counter()
    decisions = play(
        np.zeros(STATE_SIZE, np.uint8),
        kernel_board.row,
        batch.players,
        np.array(key_words(batch.first_seed), np.int64),
        -1 if batch.first_seat is None else batch.first_seat,
        np.zeros(SCRATCH_SIZE, np.uint8),
        np.zeros(kernel_board.codes, np.int32),
        sheets,
    )
    seconds = time.perf_counter() - start
    return Outcome(batch, sheets[:, : batch.players].astype(np.int16), int(decisions), seconds)
