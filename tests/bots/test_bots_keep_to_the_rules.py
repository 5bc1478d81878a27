"""A bot answers with legal actions, also on a board whose switches it was not made for."""

from __future__ import annotations

from pathlib import Path

import pytest

import goldenspike as gs
from goldenspike.bots import Budget, Stream, decide, make_bot
from support.our_bots import OUR_BOTS
from support.table import legal, table

ISLAND = str(Path(__file__).parents[1] / "boards" / "island.toml")
"""A small board that uses every switch there is."""


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("name", OUR_BOTS)
def test_every_answer_is_legal_where_every_switch_is_used(name: str, players: int):
    bot = make_bot(name)
    for seed in range(2 if name.startswith("searcher") else 10):
        game, rng = gs.Game(ISLAND, players, seed=seed), Stream(f"{seed}")
        while not game.over:
            decision = decide(bot, game.view(game.seat), rng, Budget(60))
            assert decision.trouble is None, f"{name} in {game.position()}"
            game.play(decision.action)


@pytest.mark.quick
def test_the_planner_passes_only_where_it_may():
    """END-2: here it would rather wait for better cards, but there are none to draw."""
    game = table(
        ISLAND,
        players=3,
        hands=["2purple"],
        rest=1,
        market=[None] * 4,
        routes={"harbour-hill:red": 2, "harbour-hill:gray": 1},
        ticket_rest="removed",
        passengers=[{"red": 1}, {"red": 1}, {"green": 2}],
        stations={"harbour": [0], "hill": [0]},
    )
    assert legal(game) == ["claim harbour-hill:gray#2 2purple"]
    decision = decide(make_bot("planner"), game.view(0), Stream("a test"))
    assert (str(decision.action), decision.trouble) == (legal(game)[0], None)
