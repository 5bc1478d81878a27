"""Resampling draws every state that fits what a seat knows with the same chance.

Statistics with fixed seeds: chi-square against what the rules of chance say.
"""

from __future__ import annotations

from collections import Counter
from math import comb

import pytest

import goldenspike as gs
from support.table import CARDS, seat, table
from support.walks import somewhere


def chi_square(seen: Counter, expected: dict) -> float:
    assert set(seen) <= set(expected)
    return sum((seen[key] - want) ** 2 / want for key, want in expected.items())


# The 0.9999 quantiles of the chi-square distribution by degrees of freedom.
LIMIT = {1: 15.1, 2: 18.4, 3: 21.1, 4: 23.5, 5: 25.7, 6: 27.9, 7: 29.9, 8: 31.8, 9: 33.7, 29: 66.2}


def test_hidden_hands_are_hypergeometric():
    """How many red cards an opponent of five unknown cards has: as drawn from all unseen ones."""
    game = table(players=3, hands=["4red", "2red+3blue", "5green"])
    unseen_red, unseen = 12 - 4, 110 - 5 - 4
    n, draws = 1500, 5
    reds: Counter[int] = Counter()
    for seed in range(n):
        reds[min(2, game.resample(0, seed).state.hands[1][CARDS.index("red")])] += 1
    chance = {
        k: comb(unseen_red, k) * comb(unseen - unseen_red, draws - k) / comb(unseen, draws)
        for k in (0, 1)
    }
    expected = {0: n * chance[0], 1: n * chance[1], 2: n * (1 - chance[0] - chance[1])}
    assert chi_square(reds, expected) < LIMIT[2]


def test_known_cards_stay_and_the_rest_is_hypergeometric():
    """Two red ones were taken face up; the third card is any of the unseen."""
    game = table(players=2, hands=["", "3red"], known=["", "2red"])
    n = 1500
    thirds: Counter[str] = Counter()
    for seed in range(n):
        hand = game.resample(0, seed).state.hands[1]
        assert hand[CARDS.index("red")] >= 2
        rest = list(hand)
        rest[CARDS.index("red")] -= 2
        thirds[CARDS[rest.index(1)]] += 1
    left = {c: 14 if c == "locomotive" else 12 for c in CARDS}
    for card in game.position()["market"]:
        left[card] -= 1
    left["red"] -= 2
    whole = sum(left.values())
    assert chi_square(thirds, {c: n * k / whole for c, k in left.items()}) < LIMIT[8]


def test_the_order_of_the_deck_is_uniform():
    """Four cards of four colours: all 24 orders, top and bottom alike."""
    game = table(deck=["purple", "orange", "red", "white"], market=["black"] * 5, rest=0)
    n = 1200
    orders = Counter(tuple(game.resample(0, seed).state.deck[:4]) for seed in range(n))
    assert len(orders) == 24
    assert chi_square(orders, dict.fromkeys(orders, n / 24)) < 57  # 23 degrees of freedom


def test_opponents_tickets_are_any_of_the_unseen():
    """USA: seat 0 holds two and returned one; the opponent's are any of the others."""
    game = gs.Game("usa", 2, seed=3, first=0)
    offer = seat(game, 0)["offer"]
    game.play(f"keep {offer[0]} {offer[1]}")
    game.play(game.legal()[0])
    n = 1200
    seen: Counter[str] = Counter()
    bottoms: Counter[int] = Counter()
    for seed in range(n):
        imagined = game.resample(0, seed).position()
        tickets = imagined["seats"][1]["tickets"]
        assert not set(offer) & set(tickets)
        seen.update(tickets)
        bottoms[imagined["ticket_decks"]["main"].index(offer[2])] += 1
    # Its own ticket lies where it was put: second from the bottom, the opponent's return below it.
    assert bottoms == {len(game.position()["ticket_decks"]["main"]) - 2: n}
    others = [t.id for t in game.board.tickets if t.id not in offer]
    # Two at a time without repeats: the variance is a little smaller than that of single draws.
    assert chi_square(seen, dict.fromkeys(others, 2 * n / len(others))) < LIMIT[29]


def test_returned_tickets_lie_in_order_at_the_bottom():
    """What a seat put under the deck it knows there, in order, until somebody draws it."""
    game = table(tickets=[["boston-miami"], ["dallas-new_york"]])
    game.play("tickets")
    offer = seat(game, 0)["offer"]
    game.play(f"keep {offer[1]}")
    for seed in range(20):
        deck = game.resample(0, seed).position()["ticket_decks"]["main"]
        assert deck[-2:] == [offer[0], offer[2]]
    others = {game.resample(1, s).position()["ticket_decks"]["main"][-2] for s in range(30)}
    assert len(others) > 5


def test_drawn_by_another_they_are_in_its_hand_or_back_at_the_bottom():
    """Seat 0 returns two tickets, seat 1 draws the next three, seat 2 draws those two.

    Seat 2 keeps one of three: each of them is as likely.
    """
    deck = ["calgary-phoenix", "chicago-santa_fe", "denver-el_paso"]
    deck += ["duluth-houston", "miami-toronto", "atlanta-montreal", "helena-los_angeles"]
    held = [["boston-miami"], ["dallas-new_york"], ["los_angeles-miami"]]
    game = table(players=3, tickets=held, ticket_tops=deck, ticket_rest="removed")
    game.play("tickets")
    game.play("keep calgary-phoenix")  # under the deck: chicago-santa_fe, denver-el_paso
    game.play("tickets")
    game.play("keep duluth-houston miami-toronto atlanta-montreal")
    game.play("tickets")  # helena-los_angeles, chicago-santa_fe, denver-el_paso
    assert seat(game, 2)["offer"] == ["helena-los_angeles", "chicago-santa_fe", "denver-el_paso"]
    game.play("keep chicago-santa_fe")
    n = 900
    kept: Counter[str] = Counter()
    for seed in range(n):
        imagined = game.resample(0, seed).position()
        mine = imagined["seats"][2]["tickets"]
        bottom = imagined["ticket_decks"]["main"]
        own = [t for t in ("chicago-santa_fe", "denver-el_paso") if t in mine]
        assert len(own) <= 1
        if own:
            left = {"chicago-santa_fe", "denver-el_paso"} - set(own)
            assert bottom[1] == left.pop()
            kept[own[0]] += 1
        else:
            assert bottom == ["chicago-santa_fe", "denver-el_paso"]
            kept["other"] += 1
    third = n / 3
    expected = {"chicago-santa_fe": third, "denver-el_paso": third, "other": third}
    assert chi_square(kept, expected) < LIMIT[2]


def test_what_the_seat_sees_again_tells_what_others_kept():
    """Seat 0 sees a ticket again that seat 1 drew in between: seat 1 has returned it."""
    deck = ["calgary-phoenix", "chicago-santa_fe", "denver-el_paso"]
    held = [["boston-miami"], ["dallas-new_york"]]
    game = table(tickets=held, ticket_tops=deck, ticket_rest="removed")
    game.play("tickets")
    game.play("keep calgary-phoenix")
    game.play("tickets")
    game.play("keep denver-el_paso")
    for seed in range(30):
        imagined = game.resample(0, seed).position()
        assert set(imagined["seats"][1]["tickets"][1:] + imagined["ticket_decks"]["main"]) == {
            "chicago-santa_fe",
            "denver-el_paso",
        }
    game.play("tickets")
    assert seat(game, 0)["offer"] == ["chicago-santa_fe"]
    for seed in range(30):
        imagined = game.resample(0, seed).position()
        assert imagined["seats"][1]["tickets"][1:] == ["denver-el_paso"]


def test_germanys_first_returns_may_be_anywhere_in_their_deck_but_in_no_first_hand():
    """G-TICK-2: they were shuffled in after everybody had chosen."""
    game = gs.Game("germany", 2, seed=4, first=0)
    game.play("tickets 4short")
    game.play("tickets 4short")
    offer = seat(game, 0)["offer"]
    game.play(f"keep {offer[0]} {offer[1]}")
    game.play(game.legal()[0])
    places = Counter()
    n = 1060
    for seed in range(n):
        imagined = game.resample(0, seed).position()
        assert not set(offer) & set(imagined["seats"][1]["tickets"])
        places[imagined["ticket_decks"]["short"].index(offer[2])] += 1
    size = len(game.position()["ticket_decks"]["short"])
    assert chi_square(places, dict.fromkeys(range(size), n / size)) < 98  # 50 degrees of freedom


@pytest.mark.parametrize(("board", "players"), [("usa", 3), ("germany", 2), ("nordic", 3)])
def test_the_same_seed_imagines_the_same(board: str, players: int):
    game = somewhere(board, players, 3, "tickets", 90)
    assert game.resample(1, seed=5) == game.resample(1, seed=5)
    assert game.resample(1, seed=5) == game.view(1).resample(5)
    assert game.resample(1, seed=5) != game.resample(1, seed=6)


def test_a_seat_s_own_things_are_never_touched():
    game = somewhere("germany", 3, 3, "tickets", 120)
    for name in ("hands", "held", "offer"):
        assert getattr(game.resample(2, 1).state, name)[2] == getattr(game.state, name)[2]
