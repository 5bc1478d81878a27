"""Random playouts by the rules alone, without importing bots or Numba."""

from __future__ import annotations

import time

import numpy as np

from goldenspike.arena.batch import Batch
from goldenspike.arena.outcome import Outcome
from goldenspike.boards.limits import MAX_PLAYERS
from goldenspike.boards.load import load_board
from goldenspike.rules import playout, setup
from goldenspike.rules.codes import SCORE_PARTS
from goldenspike.rules.compiled import entry_points
from goldenspike.rules.compiled.preparation import is_ready
from goldenspike.rules.engine import key_words
from goldenspike.rules.kernel_board import KernelBoard, kernel_board_of
from goldenspike.rules.record_layout import SCRATCH_SIZE, STATE_SIZE, PlainScratch, PlainState

COMPILED = "goldenspike.rules.compiled.entry_points:play_random_games"
COMPILED_GAMES = "goldenspike.arena.compiled_games"


def play_out(batch: Batch) -> Outcome:
    """Play a batch of playouts, and return its outcome. Compiled code releases the GIL."""
    kernel_board = kernel_board_of(load_board(batch.board))
    first_seat = -1 if batch.first_seat is None else batch.first_seat
    sheets = np.zeros((batch.games, MAX_PLAYERS, SCORE_PARTS), np.int32)
    if not is_ready(COMPILED):
        return _play_plain(batch, kernel_board, first_seat)
    play = entry_points.play_random_games
    start = time.perf_counter()
    decisions = play(
        np.zeros(STATE_SIZE, np.uint8),
        kernel_board.row,
        batch.players,
        np.array(key_words(batch.first_seed), np.int64),
        first_seat,
        np.zeros(SCRATCH_SIZE, np.uint8),
        np.zeros(kernel_board.codes, np.int32),
        sheets,
    )
    seconds = time.perf_counter() - start
    return Outcome(batch, sheets[:, : batch.players].astype(np.int16), int(decisions), seconds)


def _play_plain(batch: Batch, kernel_board: KernelBoard, first_seat: int) -> Outcome:
    scratch, out = PlainScratch(), [0] * kernel_board.codes
    sheets = np.zeros((batch.games, batch.players, SCORE_PARTS), np.int16)
    decisions, start = 0, time.perf_counter()
    for game in range(batch.games):
        state, sheet = PlainState(), [[0] * SCORE_PARTS for _ in range(batch.players)]
        key = key_words(batch.first_seed + game)
        setup.reset(state, kernel_board.plain, batch.players, key, first_seat)
        decisions += playout.play_out(state, kernel_board.plain, scratch, out, sheet)
        sheets[game] = sheet
    return Outcome(batch, sheets, decisions, time.perf_counter() - start)
