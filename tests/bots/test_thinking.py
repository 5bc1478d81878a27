"""Plain and compiled thinking agree, and our bots play each board as what it is."""

from __future__ import annotations

import numpy as np
import pytest

import goldenspike as gs
from goldenspike.arena.playing import play_openly, play_task
from goldenspike.arena.series import Task
from goldenspike.bots import make_bot
from goldenspike.bots.thinking.series import ACTIONS

ON_EVERY_BOARD = {"draw", "tickets", "keep", "claim"}
KINDS = {
    "usa": ON_EVERY_BOARD,
    "germany": ON_EVERY_BOARD | {"take"},
    "nordic": ON_EVERY_BOARD | {"pay", "withdraw", "give"},
}


def task(board: str, seats: tuple[str, ...], games: int) -> Task:
    return Task(board, len(seats), seats, 3, 0, games, 1.0)


@pytest.mark.parametrize("board", gs.board_names())
@pytest.mark.parametrize("seats", [("planner", "greedy"), ("random", "planner:slips=200")])
def test_plain_and_compiled_games_are_the_same(board: str, seats: tuple[str, ...]):
    """Decision by decision in plain Python, and whole games in compiled code."""
    fast = play_task(task(board, seats, 1))
    slow = play_openly(task(board, seats, 1), [make_bot(name) for name in seats], "plain")
    assert not slow.troubles
    assert (fast.sheets == slow.sheets).all()
    assert (fast.tally == slow.tally).all()
    assert (fast.tracks == slow.tracks).all()


@pytest.mark.parametrize("board", gs.board_names())
def test_the_planner_uses_every_kind_of_action(board: str):
    tally = play_task(task(board, ("planner", "planner"), 60)).tally.sum(axis=(0, 1))
    used = {kind for kind, n in zip(ACTIONS, tally, strict=True) if n > 0}
    assert used >= KINDS[board]


@pytest.mark.parametrize("board", gs.board_names())
def test_random_uses_every_kind_of_action(board: str):
    tally = play_task(task(board, ("random", "random"), 200)).tally.sum(axis=(0, 1))
    used = {kind for kind, n in zip(ACTIONS, tally, strict=True) if n > 0}
    assert used >= KINDS[board]


@pytest.mark.parametrize("board", gs.board_names())
@pytest.mark.parametrize(("weaker", "least"), [("random", 0.97), ("greedy", 0.70)])
def test_the_planner_is_stronger(board: str, weaker: str, least: float):
    """Far below what is measured (docs/bots.md), so that only a broken planner fails."""
    first = play_task(task(board, ("planner", weaker), 50)).sheets
    second = play_task(task(board, (weaker, "planner"), 50)).sheets
    won = np.concatenate([first[:, 0, -1] == 1, second[:, 1, -1] == 1]).mean()
    assert won >= least


def test_the_planner_plays_with_every_number_of_players():
    for board in gs.board_names():
        most = gs.load_board(board).max_players
        for players in range(2, most + 1):
            outcome = play_task(task(board, ("planner",) * players, 3))
            assert (outcome.sheets[:, :, -1].min(axis=1) == 1).all()
