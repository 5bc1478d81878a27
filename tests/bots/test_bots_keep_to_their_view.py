"""A bot knows what its seat knows: its answer does not change when everything hidden does."""

from __future__ import annotations

import pytest

import goldenspike as gs
from goldenspike.bots import Budget, Stream, decide, make_bot
from support.our_bots import OUR_BOTS


@pytest.mark.parametrize("board", gs.board_names())
@pytest.mark.parametrize("name", OUR_BOTS)
def test_answers_do_not_change_under_resampling(name: str, board: str):
    bot = make_bot(name)
    game = gs.Game(board, players=3, seed=11, kernel="compiled")
    step = 0
    asked = 0
    walkers = [Stream(f"walk {p}") for p in range(3)]
    walker = make_bot("planner")
    while not game.over and asked < 12:
        seat = game.seat
        if step % 9 == 0:
            asked += 1
            answers = set()
            for k in range(3):
                other = game.resample(seat, seed=k) if k else game
                decision = decide(bot, other.view(seat), Stream(f"{step}"), Budget(60))
                assert decision.trouble is None
                answers.add(str(decision.action))
            assert len(answers) == 1, f"{name} peeks: {answers}"
        game.play(decide(walker, game.view(seat), walkers[seat]).action)
        step += 1
    assert asked >= 8
