"""Laws of every state of every game: nothing is lost, nothing is made, every game ends."""

from __future__ import annotations

import pytest
from hypothesis import given

from support.conservation import check_conservation, check_market
from support.walks import TABLES, TASTES, examples, seeds, tables, tastes, walk


@pytest.mark.parametrize(("board", "players"), TABLES)
def test_nothing_is_lost_after_any_action(board: str, players: int):
    """Cards, trains, tickets and passengers, on every board, with every number of players."""
    taste = sorted(TASTES)[TABLES.index((board, players)) % len(TASTES)]
    for game in walk(board, players, seed=players, taste=taste):
        check_conservation(game)
        check_market(game)
        assert game.over or game.legal_codes()


@given(tables, seeds, tastes)
@examples(12)
def test_nothing_is_lost_whatever_the_seed(table: tuple[str, int], seed: int, taste: str):
    for game in walk(*table, seed=seed, taste=taste):
        check_conservation(game)
        check_market(game)
    ranks = sorted(score.rank for score in game.scores())
    assert ranks[0] == 1
