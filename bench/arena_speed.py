"""The speed of the arena, relative to the kernel alone and with a second worker.

    .venv/bin/python bench/arena_speed.py [games]

Random against random on every board: the kernel alone (`play_random_games`), the arena with one
worker (results stored, standings computed), and with two. Compare only ratios.
"""

from __future__ import annotations

import sys
import time

import numpy as np

import goldenspike as gs
from goldenspike.arena import Schedule, Tournament
from goldenspike.rules.codes import MAX_CODES, SCORE_PARTS
from goldenspike.rules.compiled import entry_points
from goldenspike.rules.engine import key_words
from goldenspike.rules.kernel_board import kernel_board_of
from goldenspike.rules.record_layout import SCRATCH_SIZE, STATE_SIZE


def raw(board: str, games: int) -> float:
    """Return games per second of the kernel alone."""
    row, scratch, out = (
        np.zeros(STATE_SIZE, np.uint8),
        np.zeros(SCRATCH_SIZE, np.uint8),
        np.zeros(MAX_CODES, np.int32),
    )
    sheets = np.zeros((games, 5, SCORE_PARTS), np.int32)
    key = np.array(key_words(1), np.int64)
    start = time.perf_counter()
    entry_points.play_random_games(
        row, kernel_board_of(gs.load_board(board)).row, 2, key, -1, scratch, out, sheets
    )
    return games / (time.perf_counter() - start)


def arena(board: str, games: int, jobs: int) -> float:
    """Return games per second of a tournament, without starting its workers."""
    schedule = Schedule(gs.load_board(board), 2, ("random",), 1)
    tournament = Tournament(schedule, jobs=jobs)
    marks: list[tuple[float, int]] = []
    tournament.play(games, lambda done, total: marks.append((time.perf_counter(), done)))
    end = time.perf_counter()
    # The first batches of every worker load the compiled code.
    start, before = marks[min(len(marks) - 2, 1 + 4 * jobs)]
    return (marks[-1][1] - before) / (end - start)


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 20000
    for board in gs.board_names():
        raw(board, 100)
        kernel = raw(board, games)
        one = arena(board, games, 1)
        two = arena(board, games, 2)
        print(
            f"{board:8} kernel {kernel:8.0f}/s  arena {one:8.0f}/s ({one / kernel:.2f})"
            f"  two workers {two:8.0f}/s ({two / one:.2f})"
        )


if __name__ == "__main__":
    main()
