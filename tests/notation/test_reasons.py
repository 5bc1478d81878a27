"""Why an action is refused: the rule's ID, in words, and never from what the seat can't know."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

import goldenspike as gs
from goldenspike.notation.actions import write_action
from support.table import refusal, table
from support.walks import examples, seeds, somewhere, tables, tastes

pytestmark = pytest.mark.quick

LOCOMOTIVE_UP = ["locomotive", "red", "blue", "green", "black"]
FERRY = "claim aalborg-oslo:white 2white+1locomotive"
TAKEN = {"atlanta-miami:blue": 1, "boston-montreal:gray": 1, "duluth-omaha:gray": 0}


def usa(**more: object) -> gs.Game:
    return table(hands=["2red+1locomotive"], market=LOCOMOTIVE_UP, routes=TAKEN, **more)


def second() -> gs.Game:
    game = usa()
    game.play("draw deck")
    return game


def keeping() -> gs.Game:
    return gs.Game("usa", 2, seed=1, first=0)


def tunnel(held: str = "2green", paid: str = "2green") -> gs.Game:
    deck = ["green", "locomotive", "black"]
    game = table("nordic", hands=[held], deck=deck)
    game.play(f"claim kristiansand-stavanger:green {paid}")
    return game


def ferry(held: str) -> Callable[[], gs.Game]:
    """Aalborg–Oslo is three white spaces, one of them with a locomotive."""
    return lambda: table("nordic", hands=[held])


def nordic() -> gs.Game:
    return table("nordic", hands=["8green+1locomotive"])


REASONS = [
    (usa, "claim dallas-el_paso:red 4red", "CLAIM-1", "needs 1 more red card or locomotive"),
    (usa, "claim miami-new_orleans:red 6red", "CLAIM-1", "needs 3 more red cards or locomotives"),
    (usa, "claim chicago-duluth:red 3red", "CLAIM-1", "needs 1 red more"),
    (usa, "claim dallas-el_paso:red 4blue", "CLAIM-1", "wants 4 cards of red, or locomotives"),
    (usa, "claim atlanta-miami:blue 5blue", "CLAIM-4", "is taken by seat 1"),
    (usa, "claim duluth-omaha:gray 2red", "CLAIM-4", "is taken by you"),
    (usa, "claim duluth-omaha:gray#2 2red", "CLAIM-5", "nobody may own two"),
    (usa, "claim boston-montreal:gray#2 2red", "CLAIM-6", "with 2 players"),
    (usa, "draw white", "DRAW-1", "no white card is face up: face up are locomotive, red"),
    (usa, "pass", "END-2", "nothing else to do"),
    (usa, "keep boston-miami", "TICKET-1", "draw tickets first"),
    (usa, "give red", "CLAIM-7", "no claim is waiting"),
    (usa, "pay 1red", "N-TUNNEL-1", "no tunnel"),
    (usa, "withdraw", "N-TUNNEL-2", "no tunnel"),
    (second, "draw locomotive", "DRAW-3", "a face-up locomotive can't be the second card"),
    (second, "tickets", "DRAW-1", "take your second card"),
    (keeping, "draw deck", "SET-2", "first choose which tickets to keep"),
    (keeping, "tickets", "SET-2", "first choose which tickets to keep"),
    (tunnel, "pay 2green", "N-TUNNEL-1", "the extra is 2 in green cards or locomotives"),
    (tunnel, "pay 1red", "N-TUNNEL-1", "the extra is 2 in green cards or locomotives"),
    (tunnel, "draw deck", "N-TUNNEL-2", "pay the tunnel's extra or withdraw"),
    (
        nordic,
        "claim lieksa-murmansk:gray 8green+1locomotive",
        "N-LIEKSA",
        "any 4 cards may replace",
    ),
    (nordic, "claim boden-tornio:green 1locomotive", "N-LOCO", "no locomotives"),
    (nordic, "claim helsinki-tallinn:purple 2purple", "N-FERRY-1", "wants 1 locomotive"),
    (
        ferry("2white"),
        FERRY,
        "N-FERRY-1",
        "needs 1 locomotive more (or 3 cards of any kind for it)",
    ),
    (
        ferry("1white"),
        FERRY,
        "N-FERRY-1",
        "needs 1 more white card or locomotive, and 1 locomotive (or 3 cards of any kind for it)",
    ),
    (ferry("1locomotive"), FERRY, "N-FERRY-1", "needs 2 more white cards or locomotives"),
    (ferry("2white+2red"), FERRY, "N-FERRY-1", "needs 1 more white card or locomotive"),
]


@pytest.mark.parametrize(("position", "text", "rule", "why"), REASONS)
def test_the_reason_names_the_rule_and_says_why(position, text: str, rule: str, why: str):
    error = refusal(position(), text)
    assert error.rule == rule
    assert why in error.why
    assert str(error) == f"{rule}: {error.why}"
    assert error.action == text


def test_other_reasons():
    few = table(rest=1, market=[None] * 5, ticket_rest="removed")
    assert refusal(few, "draw deck").rule == "MARKET-2"
    assert "nothing is face up" in refusal(few, "draw red").why
    assert refusal(few, "tickets").rule == "TICKET-1"
    offer = keeping().position()["seats"][0]["offer"]
    assert "at least 2 of the 3" in refusal(keeping(), f"keep {offer[0]}").why
    other = next(t.id for t in keeping().board.tickets if t.id not in offer)
    assert "not among the tickets offered" in refusal(keeping(), f"keep {other} {offer[0]}").why
    alone = tunnel("2locomotive+3green", "2locomotive")
    assert refusal(alone, "pay 1green").rule == "N-TUNNEL-3"
    over = table(phase="over", last_turns=0)
    assert refusal(over, "draw deck").why == "the game is over"


@pytest.mark.parametrize("held", ["2white", "1white", "1locomotive", "2white+2red", "1white+5red"])
def test_what_a_ferry_is_said_to_need_is_what_pays_for_it(held: str):
    """So many more cards, so many of them locomotives, and no fewer of either."""
    figures = refusal(ferry(held)(), FERRY).reason.params
    missing, locomotives = figures["missing"], figures["locomotives"]

    def pays(more: tuple[str, ...]) -> bool:
        hand = "+".join([held, *(f"1{card}" for card in more)])
        game = table("nordic", hands=[hand])
        return any(str(action).startswith("claim aalborg-oslo:white ") for action in game.legal())

    kinds = ("white", "red", "locomotive")
    assert not any(map(pays, combinations_with_replacement(kinds, missing - 1)))
    for more in combinations_with_replacement(("white", "locomotive"), missing):
        assert pays(more) == (more.count("locomotive") >= locomotives), more


def test_a_view_says_how_many_locomotives_are_missing():
    game = ferry("1white")()
    order = [track.id for track in game.board.tracks]
    view, track = game.view(0), order.index("aalborg-oslo:white")
    assert (view.cards_missing(track), view.locomotives_missing(track)) == (2, 1)
    tunnel = order.index("kristiansand-stavanger:green")
    assert (view.cards_missing(tunnel), view.locomotives_missing(tunnel)) == (2, 0)


def test_an_error_can_be_sent_between_processes():
    error = refusal(usa(), "pass")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.rule, again.action) == (str(error), error.rule, error.action)


def test_why_not_asks_without_playing():
    game = usa()
    assert game.why_not("draw deck") is None
    assert game.why_not("pass").rule == "END-2"
    assert game.view(0).why_not("draw deck") is None
    assert game.view(0).why_not("pass").rule == "END-2"
    assert game.view(1).why_not("draw deck").code == "not_your_turn"


def test_a_view_refuses_a_whole_payment_that_the_hand_can_t_give():
    """Also when the set itself could be laid."""
    game = table("nordic", hands=["7green+8red"])
    good = "claim lieksa-murmansk:gray 7green+8red"
    bad = "claim lieksa-murmansk:gray 7green+7red+1blue"
    assert game.view(0).why_not(good) is None
    for asked in (game, game.view(0)):
        assert "needs 1 blue more" in asked.why_not(bad).why


@given(tables, seeds, tastes, st.integers(0, 250), st.randoms(use_true_random=False))
@examples(20)
def test_reasons_use_nothing_hidden(table: tuple[str, int], seed: int, taste: str, steps: int, rng):
    """The same refusals, word for word, in every game that looks the same to the acting seat."""
    game = somewhere(*table, seed=seed, taste=taste, steps=steps)
    imagined = game.resample(game.seat, seed)
    codes = rng.sample(range(110, game.kernel_board.codes), 15)
    texts = [write_action(game.kernel_board, game.state, code).text for code in codes]
    texts += [
        "draw deck",
        "draw red",
        "draw locomotive",
        "pass",
        "give red",
        "pay 1red",
        "withdraw",
    ]
    texts += [f"keep {game.board.tickets[rng.randrange(len(game.board.tickets))].id}"]
    for text in texts:
        if not game.over:
            assert (
                game.why_not(text) == imagined.why_not(text) == game.view(game.seat).why_not(text)
            )
