"""The bots of the example search, and keep to the rules."""

from __future__ import annotations

import pytest
from search_bots import FlatBot, TreeBot

import goldenspike as gs
from goldenspike.bots import Bot, Stream, decide, make_bot


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled for a few decisions."""
    monkeypatch.setenv("GOLDENSPIKE_KERNEL", "plain")


@pytest.mark.parametrize("bot", [FlatBot("random", most=3), TreeBot("random", iterations=3)])
def test_it_plays_legal_actions_all_through_a_game(bot: Bot):
    """Forty actions of a game against greedy."""
    game = gs.Game("usa", players=2, seed=3)
    other = make_bot("greedy")
    while not game.over and len(game.actions) < 40:
        decision = decide(bot if game.seat == 0 else other, game.view(game.seat), Stream("test"))
        assert decision.trouble is None
        game.play(decision.action)
