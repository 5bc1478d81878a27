"""The mistakes of the weaker levels are those that people make, not random actions."""

from __future__ import annotations

from collections import Counter

import pytest

import goldenspike as gs
from goldenspike.bots import Stream, decide, make_bot


@pytest.mark.parametrize("board", gs.board_names())
def test_a_mistake_is_a_detour_a_hoard_or_a_late_ticket(board: str):
    game = gs.Game(board, players=2, seed=5, first=0)
    bot, source = make_bot("planner:slips=1000"), Stream("mistakes")
    lengths = {track.id: track.length for track in game.board.tracks}
    made: Counter[str] = Counter()
    while not game.over:
        seen = game.view(game.seat).to_json()
        legal = game.legal()
        action = decide(bot, game.view(game.seat), source).action
        if seen["phase"] == "turn":
            made[action.kind] += 1
            if action.track is not None:
                claims = [lengths[claim.track] for claim in legal if claim.track is not None]
                assert lengths[action.track] == max(claims)
            elif action.card not in (None, "deck"):
                hand = seen["seats"][game.seat]["cards"]
                faces = {str(draw.card) for draw in legal} - {"deck", "locomotive", "None"}
                assert hand.get(action.card, 0) == max(hand.get(card, 0) for card in faces)
            else:
                assert action.kind in ("draw", "tickets", "pass")
        game.play(action)
    assert made["claim"] > 5
    assert made["draw"] > 5
    assert 0 < made["tickets"] < made["claim"]
