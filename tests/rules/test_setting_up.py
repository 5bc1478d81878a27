"""Setting up: SET-1 to SET-4, and first deals of so many tickets of each deck: DEAL-1."""

from __future__ import annotations

from collections import Counter

import pytest

import goldenspike as gs
from support.table import legal, table
from support.walks import EVERY_SWITCH

pytestmark = pytest.mark.quick

TABLES = [("usa", 2), ("usa", 5), ("germany", 2), ("germany", 5), ("nordic", 2), ("nordic", 3)]
SETUP = {"usa": (45, 3, 2), "germany": (45, 4, 2), "nordic": (40, 5, 2)}
"""By board: trains, tickets dealt, tickets to keep."""


@pytest.mark.parametrize(("board", "players"), TABLES)
def test_set_1_trains_score_four_cards_and_a_market_of_five(board: str, players: int):
    """SET-1"""
    position = gs.Game(board, players, seed=3).position()
    for seat in position["seats"]:
        assert seat["trains"] == SETUP[board][0]
        assert seat["route_points"] == 0
        assert sum(seat["cards"].values()) == 4
        assert seat["known"] == {}
    assert len(position["market"]) == 5
    assert None not in position["market"]
    assert len(position["deck"]) + sum(position["discards"].values()) == 110 - 5 - 4 * players
    assert position["routes"] == {}
    assert position["last_turns"] is None


def test_set_1_the_deck_is_shuffled():
    """SET-1: over many deals every card comes to a first hand about as often as there are of it."""
    dealt: Counter[str] = Counter()
    for seed in range(300):
        dealt.update(gs.Game("usa", 2, seed=seed).position()["seats"][0]["cards"])
    assert sum(dealt.values()) == 1200
    for card, n in dealt.items():
        expected = 1200 * (14 if card == "locomotive" else 12) / 110
        assert abs(n - expected) < 5 * expected**0.5, card


@pytest.mark.parametrize("board", ["usa", "germany"])
def test_set_1_the_first_market_is_cleared_too(board: str):
    """SET-1, MARKET-3: no deal shows three locomotives, and some deals had to be cleared for it."""
    cleared = 0
    for seed in range(400):
        position = gs.Game(board, 2, seed=seed).position()
        assert position["market"].count("locomotive") < 3
        gone = sum(position["discards"].values())
        assert gone % 5 == 0
        cleared += gone > 0
    assert 0 < cleared < 40


@pytest.mark.parametrize(("board", "players"), TABLES)
def test_set_2_tickets_dealt_and_kept(board: str, players: int):
    """SET-2: at least so many are kept; all may be."""
    game = gs.Game(board, players, seed=1, first=0)
    _, dealt, least = SETUP[board]
    while sum(len(s["offer"]) for s in game.position()["seats"]) < dealt * players:
        game.play(game.legal()[0])  # Germany: everybody announces first
    for seat in range(players):
        assert game.seat == seat
        assert game.phase == "keep"
        offer = game.position()["seats"][seat]["offer"]
        assert len(offer) == dealt
        sizes = Counter(len(text.split()) - 1 for text in legal(game))
        wanted = {n: ways for n, ways in enumerate(_row(dealt)) if n >= least}
        assert sizes == wanted
        game.play("keep " + " ".join(offer))
        assert game.position()["seats"][seat]["tickets"] == offer
    assert game.phase == "turn"
    assert game.seat == 0


def _row(n: int) -> list[int]:
    """A row of Pascal's triangle: how many ways there are to keep k of n."""
    row = [1]
    for k in range(n):
        row.append(row[-1] * (n - k) // (k + 1))
    return row


def test_set_2_usa_returns_under_the_deck():
    """SET-2: in the USA what is not kept goes under the deck."""
    game = gs.Game("usa", 2, seed=5, first=0)
    deck = game.position()["ticket_decks"]["main"]
    offer = game.position()["seats"][0]["offer"]
    game.play(f"keep {offer[0]} {offer[2]}")
    assert game.position()["ticket_decks"]["main"] == [*deck, offer[1]]
    assert game.position()["removed_tickets"] == []


def test_set_2_nordic_returns_leave_the_game():
    """SET-2: on the Nordic board what is not kept is out of the game."""
    game = gs.Game("nordic", 2, seed=5, first=0)
    deck = game.position()["ticket_decks"]["main"]
    offer = game.position()["seats"][0]["offer"]
    game.play(f"keep {offer[0]} {offer[4]}")
    assert game.position()["ticket_decks"]["main"] == deck
    assert game.position()["removed_tickets"] == offer[1:4]


def test_set_2_and_set_3_nobody_sees_what_others_are_offered_and_keep():
    """SET-2, SET-3: others learn how many tickets were kept, not which."""
    game = gs.Game("usa", 3, seed=5, first=0)
    offer = game.position()["seats"][0]["offer"]
    event = game.play(f"keep {offer[0]} {offer[2]}")
    assert event.seen_by(0)["kept_tickets"] == [offer[0], offer[2]]
    for other in (1, 2, None):
        told = event.seen_by(other)
        assert told["kept"] == {"main": 2}
        assert told["returned"] == {"main": 1}
        assert not any(ticket in str(told) for ticket in offer)
        seen = game.view(other).to_json()
        assert seen["seats"][0]["ticket_counts"] == {"main": 2}
        assert not {"cards", "tickets", "offer", "returned"} & set(seen["seats"][0])
        assert not any(ticket in str(seen["seats"][0]) for ticket in offer)


def test_set_3_what_is_public_of_a_hand():
    """SET-3: numbers of cards and tickets, trains and points; not which cards and tickets."""
    game = table(
        "germany",
        hands=["3red", "2blue+1black"],
        tickets=[["berlin-leipzig"], ["berlin-chemnitz", "berlin-muenchen"]],
        routes={"berlin-leipzig:orange": 1},
    )
    mine, other = game.view(0).to_json()["seats"]
    assert mine["cards"] == {"red": 3}
    assert mine["tickets"] == ["berlin-leipzig"]
    assert other["card_count"] == 3
    assert other["ticket_counts"] == {"short": 1, "long": 1}
    assert other["trains"] == 41
    assert other["route_points"] == 7
    assert "cards" not in other
    assert "tickets" not in other


def test_set_3_a_view_is_the_same_whatever_others_hold():
    """SET-3: all of it, not only what is told of it in words."""
    game = table(hands=["3red", "2blue+1black"], tickets=[["boston-miami"], ["denver-el_paso"]])
    others = [game.resample(0, seed) for seed in range(8)]
    assert len({str(other.position()["seats"][1]) for other in others}) > 1
    for other in others:
        assert other.view(0) == game.view(0)


def test_set_3_tickets_and_cards_are_open_at_the_end():
    """SET-3, SCORE-1: final scoring reveals the tickets to everyone."""
    game = table(
        phase="over", hands=["3red", "2blue"], tickets=[["boston-miami"], []], last_turns=0
    )
    for seat in (0, 1, None):
        assert game.view(seat).to_json()["seats"][0]["tickets"] == ["boston-miami"]


def test_set_4_the_first_seat_is_drawn_by_lot():
    """SET-4: from the seed, every seat about as often."""
    starts = Counter(gs.Game("usa", 4, seed=seed).seat for seed in range(400))
    assert set(starts) == {0, 1, 2, 3}
    assert all(60 < n < 140 for n in starts.values())


def test_set_4_the_first_seat_may_be_fixed_and_play_goes_clockwise():
    """SET-4"""
    for first in range(4):
        game = gs.Game("usa", 4, seed=9, first=first)
        order = []
        for _ in range(4):
            order.append(game.seat)
            game.play(game.legal()[0])
        assert order == [(first + i) % 4 for i in range(4)]
        assert (game.seat, game.phase) == (first, "turn")
        turns = []
        for _ in range(5):
            turns.append(game.seat)
            game.play("draw deck")
            game.play("draw deck")
        assert turns == [(first + i) % 4 for i in range(5)]


def test_set_4_fixing_the_first_seat_changes_no_card():
    """SET-4: the lot decides who starts and nothing else."""
    drawn, fixed = gs.Game("usa", 3, seed=9), gs.Game("usa", 3, seed=9, first=2)
    for name in ("deck", "market", "discards"):
        assert drawn.position()[name] == fixed.position()[name]


DEALT = f"{EVERY_SWITCH}:many_cards"
"""A variant of the island whose first deal is one ticket of each deck."""
NEAR = {"harbour-light", "harbour-market", "hill-market"}


def test_deal_1_everybody_is_dealt_so_many_tickets_of_each_deck():
    """DEAL-1"""
    for players in (2, 3):
        game = gs.Game(DEALT, players, seed=5)
        assert {action.kind for action in game.legal()} == {"keep"}
        for seat in game.view(None).to_json()["seats"]:
            assert seat["offer_counts"] == {"near": 1, "far": 1}
        assert game.view(None).to_json()["ticket_decks"] == {
            "near": 3 - players,
            "far": 7 - players,
        }
        for _ in range(players):
            game.play(game.legal()[-1])
        assert game.phase == "turn"


def test_deal_1_later_tickets_are_announced():
    """DEAL-1, G-TICK-1"""
    game = gs.Game(DEALT, 2, seed=5)
    while game.phase == "keep":
        game.play(game.legal()[0])
    asked = [str(action) for action in game.legal() if action.kind == "tickets"]
    assert asked == ["tickets 2far", "tickets 1near+1far"]


def test_deal_1_a_first_deal_is_read_as_it_was_written():
    """DEAL-1"""
    game = gs.Game(DEALT, 2, seed=5)
    assert gs.Game.from_position(game.position()).position() == game.position()
    position = game.position()
    for seat in position["seats"]:
        position["ticket_decks"]["near"] += [t for t in seat["offer"] if t in NEAR]
        position["ticket_decks"]["far"] += [t for t in seat["offer"] if t not in NEAR]
        seat["offer"] = []
    with pytest.raises(gs.PositionError, match="tickets to choose from are needed"):
        gs.Game.from_position(position)
