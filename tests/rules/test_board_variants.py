"""Variants of a board: VARIANT-1."""

from __future__ import annotations

from pathlib import Path

import pytest

import goldenspike as gs

pytestmark = pytest.mark.quick

ISLAND = Path(__file__).parents[1] / "boards" / "island.toml"


def test_variant_1_what_it_names_is_played_and_the_rest_stays():
    """VARIANT-1: trains and tickets of its own, and the board's first deal and hands."""
    board, short = gs.Game(ISLAND, 2, seed=1), gs.Game(ISLAND, 2, seed=1, variant="short")
    assert [game.position()["seats"][0]["trains"] for game in (board, short)] == [15, 9]
    assert [len(game.position()["ticket_decks"]) for game in (board, short)] == [2, 1]
    assert [len(game.position()["seats"][0]["offer"]) for game in (board, short)] == [0, 2]
    cards = [game.position()["seats"][0]["cards"] for game in (board, short)]
    assert cards[0] == cards[1]


def test_variant_1_its_tickets_are_all_that_it_has():
    """VARIANT-1"""
    game = gs.Game(ISLAND, 2, seed=1, variant="short")
    dealt = [ticket for seat in game.position()["seats"] for ticket in seat["offer"]]
    assert len(game.position()["ticket_decks"]["near"]) + len(dealt) == 6


def test_variant_1_the_others_are_played_as_before():
    """VARIANT-1: another variant changes nothing of this one."""
    cards = gs.load_board(ISLAND, "many_cards")
    assert (cards.trains, len(cards.tickets), cards.tunnel_cards) == (15, 10, 3)
