"""Drawing train cards: DRAW-1 to DRAW-7, MARKET-1 to MARKET-3."""

from __future__ import annotations

import pytest

import goldenspike as gs
from goldenspike.rules.cards import MAX_COUNTER
from goldenspike.rules.engine import engine
from support.table import cards, hand, legal, refusal, table

pytestmark = pytest.mark.quick

FULL = ["red", "blue", "green", "black", "locomotive"]


def test_draw_1_two_cards_from_the_deck():
    """DRAW-1"""
    game = table(deck=["red", "blue", "green"])
    game.play("draw deck")
    assert (game.seat, game.phase) == (0, "second_card")
    game.play("draw deck")
    assert hand(game, 0) == {"blue": 1, "red": 1}
    assert (game.seat, game.phase) == (1, "turn")
    assert game.position()["deck"][0] == "green"


def test_draw_1_a_face_up_card_is_replaced_at_once_in_its_place():
    """DRAW-1: replaced before the second card is chosen, and that one may be taken."""
    game = table(market=["red", "blue", "green", "black", "white"], deck=["yellow", "orange"])
    game.play("draw green")
    assert game.position()["market"] == ["red", "blue", "yellow", "black", "white"]
    assert hand(game, 0) == {"green": 1}
    game.play("draw yellow")
    assert game.position()["market"] == ["red", "blue", "orange", "black", "white"]
    assert hand(game, 0) == {"green": 1, "yellow": 1}
    assert game.seat == 1


def test_draw_1_only_what_is_face_up_or_the_deck():
    """DRAW-1"""
    game = table(market=["red", "red", "green", "black", "white"])
    assert legal(game, "draw") == [
        "draw deck",
        "draw white",
        "draw green",
        "draw black",
        "draw red",
    ]
    assert refusal(game, "draw blue").rule == "DRAW-1"


def test_draw_1_the_second_card_is_not_optional():
    """DRAW-1: after the first card nothing but a second one is possible."""
    game = table(hands=["6red"], deck=["red"])
    game.play("draw deck")
    assert all(text.startswith("draw ") for text in legal(game))
    for text in ("pass", "tickets", "claim dallas-el_paso:red 4red"):
        assert refusal(game, text).rule == "DRAW-1"


@pytest.mark.parametrize("board", ["usa", "germany"])
def test_draw_2_a_face_up_locomotive_is_the_only_card(board: str):
    """DRAW-2"""
    game = table(board, market=FULL)
    game.play("draw locomotive")
    assert hand(game, 0) == {"locomotive": 1}
    assert (game.seat, game.phase) == (1, "turn")


@pytest.mark.parametrize("board", ["usa", "germany"])
def test_draw_3_a_face_up_locomotive_is_no_second_card(board: str):
    """DRAW-3: one that was there already."""
    game = table(board, market=FULL, deck=["red"])
    game.play("draw deck")
    assert "draw locomotive" not in legal(game)
    assert refusal(game, "draw locomotive").rule == "DRAW-3"


@pytest.mark.parametrize("board", ["usa", "germany"])
def test_draw_3_nor_one_that_was_just_turned_up(board: str):
    """DRAW-3"""
    game = table(board, market=["red", "blue", "green", "black", "white"], deck=["locomotive"])
    game.play("draw red")
    assert game.position()["market"][0] == "locomotive"
    assert "draw locomotive" not in legal(game)
    assert refusal(game, "draw locomotive").rule == "DRAW-3"


@pytest.mark.parametrize("board", ["usa", "germany", "nordic"])
def test_draw_4_a_blind_locomotive_is_an_ordinary_card(board: str):
    """DRAW-4: it may be the first card and the second."""
    game = table(board, deck=["locomotive", "locomotive"])
    game.play("draw deck")
    assert (game.seat, game.phase) == (0, "second_card")
    game.play("draw deck")
    assert hand(game, 0) == {"locomotive": 2}


def test_draw_4_nobody_else_sees_a_blind_card():
    """DRAW-4: neither in what is told of it nor in what is known of the hand."""
    game = table(players=3, deck=["black"])
    event = game.play("draw deck")
    assert event.seen_by(0)["card"] == "black"
    for other in (1, 2, None):
        assert "card" not in event.seen_by(other)
        assert "black" not in str(event.seen_by(other))
        assert game.view(other).to_json()["seats"][0]["known"] == {}


def test_draw_4_everybody_saw_a_face_up_card():
    """DRAW-4: what is taken face up is known until it is played."""
    game = table(
        market=["red", "red", "green", "black", "white"], hands=["3red"], deck=["blue"] * 4
    )
    game.play("draw red")
    game.play("draw red")
    assert game.view(1).to_json()["seats"][0]["known"] == {"red": 2}
    game.play("draw deck")
    game.play("draw deck")
    game.play("claim dallas-el_paso:red 4red")
    assert hand(game, 0) == {"red": 1}
    # Two of the five red cards were known; four were played, so none is for sure left.
    assert game.view(1).to_json()["seats"][0]["known"] == {}


def test_draw_5_no_limit_on_cards_in_hand():
    """DRAW-5: a hand of a hundred cards still draws."""
    game = table(rest=0, deck=["red", "blue", "green"])
    assert sum(hand(game, 0).values()) == 102
    game.play("draw deck")
    game.play("draw deck")
    assert sum(hand(game, 0).values()) == 104


def test_draw_6_nordic_locomotives_are_taken_like_any_other_card():
    """DRAW-6: two face-up ones in a turn."""
    game = table("nordic", market=["locomotive", "red", "locomotive", "blue", "green"])
    game.play("draw locomotive")
    assert (game.seat, game.phase) == (0, "second_card")
    game.play("draw locomotive")
    assert hand(game, 0) == {"locomotive": 2}
    assert game.seat == 1


def test_draw_6_nordic_may_take_one_that_was_just_turned_up():
    """DRAW-6"""
    game = table("nordic", market=["red", "red", "blue", "blue", "green"], deck=["locomotive"])
    game.play("draw red")
    game.play("draw locomotive")
    assert hand(game, 0) == {"locomotive": 1, "red": 1}


def test_draw_7_no_second_card_left_ends_the_turn():
    """DRAW-7: the last card of all was taken."""
    game = table(rest=1, market=[None, "red", None, None, None])
    game.play("draw red")
    assert game.position()["market"] == [None] * 5
    assert (game.seat, game.phase) == (1, "turn")


@pytest.mark.parametrize(
    ("board", "goes_on"), [("usa", False), ("germany", False), ("nordic", True)]
)
def test_draw_7_only_locomotives_left(board: str, goes_on: bool):
    """DRAW-7, DRAW-6: face-up locomotives are a second card on the Nordic board only."""
    game = table(board, rest=1, market=[None, "red", "locomotive", None, None])
    game.play("draw red")
    assert (game.seat == 0) == goes_on
    if goes_on:
        assert legal(game) == ["draw locomotive"]


def test_draw_7_a_blind_card_was_the_last():
    """DRAW-7: the deck ran out with the first card, and only locomotives are face up."""
    game = table(rest=1, market=["locomotive"] * 5, deck=["red"])
    game.play("draw deck")
    assert (game.seat, game.phase) == (1, "turn")


def test_market_1_the_discards_become_the_deck_at_once():
    """MARKET-1: when the last card is drawn, not when the next one is wanted."""
    game = table(rest=1, deck=["red"], discards="4blue+3green")
    event = game.play("draw deck")
    assert event.seen_by(1)["shuffled"] == 1
    assert game.position()["discards"] == {}
    assert cards(game.position()["deck"]) == cards("4blue+3green")
    assert game.phase == "second_card"


def test_market_1_replacing_a_market_card_may_take_the_last_one():
    """MARKET-1"""
    game = table(rest=1, deck=["red"], discards="4blue", market=["black"] * 5)
    game.play("draw black")
    assert game.position()["market"] == ["red", "black", "black", "black", "black"]
    assert game.position()["deck"] == ["blue"] * 4


def test_market_1_the_new_deck_is_shuffled():
    """MARKET-1: discards that lay by colours come back mixed, and not always alike."""
    decks = set()
    for seed in range(8):
        game = table(rest=1, deck=["red"], discards="6blue+6green+6black", seed=seed)
        game.play("draw deck")
        decks.add(tuple(game.position()["deck"]))
    assert len(decks) == 8


def test_market_2_nothing_to_refill_with():
    """MARKET-2: a place stays empty, and what is face up may still be taken."""
    game = table(rest=1, market=["red", "blue", "green", "black", "white"])
    assert "draw deck" not in legal(game)
    game.play("draw red")
    assert game.position()["market"] == [None, "blue", "green", "black", "white"]
    assert refusal(game, "draw deck").rule == "MARKET-2"
    game.play("draw white")
    assert game.position()["market"] == [None, "blue", "green", "black", None]


def test_market_2_empty_places_fill_from_discards():
    """MARKET-2: as soon as a claim discards cards, they become a deck and fill the market."""
    game = table(rest=1, hands=["4red"], market=[None, "blue", None, "black", None])
    game.play("claim dallas-el_paso:red 4red")
    position = game.position()
    assert position["market"] == ["red", "blue", "red", "black", "red"]
    assert position["deck"] == ["red"]
    assert position["discards"] == {}


def test_market_2_they_fill_only_as_far_as_cards_exist():
    """MARKET-2: from the first empty place on."""
    game = table(rest=1, hands=["1red"], market=[None, "blue", None, "black", None])
    game.play("claim portland-seattle:gray 1red")
    assert game.position()["market"] == ["red", "blue", None, "black", None]
    assert game.position()["deck"] == []


def test_market_2_no_card_to_take_no_drawing():
    """MARKET-2: with no card left the player claims a route or draws tickets."""
    game = table(rest=1, hands=["1red"], market=[None] * 5)
    assert legal(game, "draw") == []
    assert "tickets" in legal(game)
    assert "claim portland-seattle:gray 1red" in legal(game)
    assert "pass" not in legal(game)


def test_market_2_the_first_card_may_be_a_lone_face_up_locomotive():
    """MARKET-2: a face-up locomotive is a card the player may take first."""
    game = table(rest=1, market=["locomotive", None, None, None, None])
    assert legal(game, "draw") == ["draw locomotive"]


@pytest.mark.parametrize("board", ["usa", "germany"])
def test_market_3_three_locomotives_clear_the_market(board: str):
    """MARKET-3: all five are discarded, five new ones are turned up from the first place on."""
    game = table(
        board,
        market=["locomotive", "red", "locomotive", "blue", "green"],
        deck=["locomotive", "red", "blue", "green", "white", "black"],
    )
    event = game.play("draw green")
    assert game.position()["market"] == ["red", "blue", "green", "white", "black"]
    assert game.position()["discards"] == {"red": 1, "blue": 1, "locomotive": 3}
    assert event.seen_by(None)["market_cleared"] == 1
    assert game.phase == "second_card"


def test_market_3_again_if_it_happens_again():
    """MARKET-3"""
    again = ["locomotive", "locomotive", "red", "locomotive", "blue"]
    game = table(
        market=["locomotive", "red", "locomotive", "blue", "green"],
        deck=["locomotive", *again, "red", "blue", "green", "white", "black"],
    )
    event = game.play("draw green")
    assert game.position()["market"] == ["red", "blue", "green", "white", "black"]
    assert event.seen_by(None)["market_cleared"] == 2


def test_market_3_two_locomotives_may_stay():
    """MARKET-3: three are needed."""
    game = table(market=["locomotive", "red", "red", "blue", "green"], deck=["locomotive"])
    game.play("draw green")
    assert game.position()["market"].count("locomotive") == 2


def test_market_3_nordic_has_no_such_rule():
    """MARKET-3: the Nordic market may be all locomotives."""
    game = table("nordic", market=["locomotive"] * 4 + ["green"], deck=["locomotive"])
    game.play("draw green")
    assert game.position()["market"] == ["locomotive"] * 5


def test_market_3_it_stays_when_it_could_never_come_right():
    """MARKET-3: market, deck and discards hold only two cards that are not locomotives."""
    game = table(
        rest=1,
        market=["locomotive", "locomotive", "red", "blue", "green"],
        deck=["locomotive", "locomotive", "locomotive"],
        discards="2locomotive",
    )
    event = game.play("draw green")
    assert game.position()["market"] == ["locomotive", "locomotive", "red", "blue", "locomotive"]
    assert "market_cleared" not in event.seen_by(None)


@pytest.mark.parametrize(("deck", "discards"), [(["white"], ""), ([], "1white")])
def test_market_3_one_more_other_card_is_enough(deck: list[str], discards: str):
    """MARKET-3: two others are face up; the third may lie in the deck or in the discards."""
    game = table(
        rest=1,
        market=["locomotive", "locomotive", "red", "blue", "green"],
        deck=["locomotive", *deck, "locomotive"],
        discards=discards,
    )
    event = game.play("draw green")
    assert event.seen_by(None)["market_cleared"] >= 1
    assert game.position()["market"].count("locomotive") < 3


def test_market_3_two_markets_that_would_take_turns_for_ever_are_mixed():
    """MARKET-3: ten cards are left, five and five, too many locomotives in each.

    Turned up one after the other they would only change places; they come right all the same.
    """
    for seed in range(5):
        game = table(
            rest=1,
            seed=seed,
            market=["locomotive", "locomotive", "red", "blue", "green"],
            deck=["locomotive", *["locomotive"] * 4, "white"],
        )
        game.play("draw green")
        shown = game.position()["market"]
        assert shown.count("locomotive") < 3
        assert cards(shown) + cards(game.position()["deck"]) == cards(
            "1red+1blue+1white+7locomotive"
        )


def test_market_3_a_market_that_had_to_stay_is_cleared_when_others_are_discarded():
    """MARKET-3: whenever there are three: here the claim brings back the other cards it lacked."""
    game = table(
        rest=1,
        hands=["4red"],
        market=["locomotive", "locomotive", "locomotive", "blue", "green"],
        deck=["locomotive", "locomotive"],
    )
    event = game.play("claim dallas-el_paso:red 4red")
    assert event.seen_by(None)["market_cleared"] >= 1
    assert game.position()["market"].count("locomotive") < 3


def test_market_3_a_claim_that_fills_the_market_may_clear_it():
    """MARKET-3 with MARKET-2: discards that fill empty places count like any card turned up."""
    for seed in range(6):
        game = table(
            rest=1,
            seed=seed,
            hands=["1red+3locomotive"],
            market=["locomotive", "white", None, None, None],
        )
        game.play("claim dallas-el_paso:red 1red+3locomotive")
        # Two other cards in sight: four locomotives can't be cleared away.
        assert game.position()["market"].count("locomotive") >= 3


@pytest.mark.parametrize("kernel", ["plain", pytest.param("compiled", marks=pytest.mark.compiled)])
def test_counters_of_clears_and_shuffles_stop_at_what_they_hold(kernel: str):
    """They are told to players who learn, and must not start anew below zero."""
    few = table(
        rest=1,
        market=["locomotive", "locomotive", "red", "blue", "green"],
        deck=["locomotive"],
        discards="2white",
    ).position()
    game = gs.Game.from_position(few, kernel=kernel)
    full = game.state
    full.clears = full.shuffles = MAX_COUNTER
    state = engine(kernel).from_row(full.to_row())
    game = gs.Game._from_state(game.kernel_board, engine(kernel), state)
    game.play("draw green")
    assert (game.state.clears, game.state.shuffles) == (MAX_COUNTER, MAX_COUNTER)
    assert game.position()["market"].count("locomotive") < 3
