"""Where the tickets are that a seat gave back: against every history there could have been.

Returned tickets go under their deck in order, others draw them, keep some and return some. The
oracle here plays a short history again in every way that fits what seat 0 saw, all equally likely,
and says how likely each place is for each ticket that seat 0 has seen.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

import goldenspike as gs
from goldenspike.rules import ticket_resampling
from support.conservation import check_conservation
from support.table import seat, table
from support.walks import walk

DECK = [
    "calgary-phoenix",
    "chicago-santa_fe",
    "denver-el_paso",
    "duluth-houston",
    "miami-toronto",
    "atlanta-montreal",
    "helena-los_angeles",
]
"""Seven tickets for five seats: those that seat 0 returns pass through several hands."""
HELD = [
    ["boston-miami"],
    ["dallas-new_york"],
    ["los_angeles-miami"],
    ["chicago-new_orleans"],
    ["denver-pittsburgh"],
]

Told = tuple[int, list[str], int]
"""One choice of tickets: who, what was offered, and which of it was kept, as a mask."""


def play_history(rng: random.Random, turns: int) -> tuple[gs.Game, list[Told]]:
    """Everybody draws tickets all the time, and keeps one."""
    game = table(players=5, tickets=HELD, ticket_tops=DECK, ticket_rest="removed")
    told: list[Told] = []
    for _ in range(turns):
        p = game.seat
        game.play("tickets")
        offer = seat(game, p)["offer"]
        kept = [rng.randrange(len(offer))]
        told.append((p, offer, 1 << kept[0]))
        game.play(f"keep {offer[kept[0]]}")
    return game, told


def all_histories(told: list[Told]) -> Counter:
    """Signatures of all histories that fit what seat 0 saw, with how many have each."""
    found: Counter = Counter()
    size = len(DECK)

    def go(i: int, deck: list[int], names: dict[int, str], held: list[list[int]]) -> None:
        if i == len(told):
            found[signature(deck, names, held)] += 1
            return
        p, offer, mask = told[i]
        drawn, rest = deck[: len(offer)], deck[len(offer) :]
        if p == 0:
            names = dict(names)
            for x, name in zip(drawn, offer, strict=True):
                if names.get(x, name) != name or (x not in names and name in names.values()):
                    return
                names[x] = name
            choices = [[j for j in range(len(offer)) if mask >> j & 1]]
        else:
            choices = [list(some) for some in combinations(range(len(offer)), mask.bit_count())]
        for kept in choices:
            back = [x for j, x in enumerate(drawn) if j not in kept]
            hands = [list(h) for h in held]
            hands[p] += [drawn[j] for j in kept]
            go(i + 1, rest + back, names, hands)

    go(0, list(range(size)), {}, [[], [], [], [], []])
    return found


def signature(deck: list[int], names: dict[int, str], held: list[list[int]]) -> tuple:
    where = {}
    for n, x in enumerate(deck):
        where[names.get(x)] = ("deck", n)
    for p, hand in enumerate(held):
        for x in hand:
            where[names.get(x)] = ("seat", p)
    return tuple(sorted((name, *place) for name, place in where.items() if name))


def imagined_signature(game: gs.Game, seen: set[str]) -> tuple:
    board, s = game.board, game.state
    where = {}
    for n, t in enumerate(s.ticket_deck[0][: s.ticket_deck_n[0]]):
        where[board.tickets[t].id] = ("deck", n)
    for p in range(5):
        for t in s.held[p][: sum(s.held_n[p])]:
            where[board.tickets[t].id] = ("seat", p)
    return tuple(sorted((name, *place) for name, place in where.items() if name in seen))


@pytest.mark.parametrize("seed", [0, 3, 6])
def test_every_history_that_fits_is_as_likely(seed: int):
    game, told = play_history(random.Random(seed), turns=6)
    expected = all_histories(told)
    seen = {name for p, offer, _ in told if p == 0 for name in offer}
    whole = sum(expected.values())
    n = 700
    drawn = Counter(imagined_signature(game.resample(0, k), seen) for k in range(n))
    assert set(drawn) <= set(expected)
    chi = sum((drawn[key] - n * k / whole) ** 2 / (n * k / whole) for key, k in expected.items())
    freedom = len(expected) - 1
    assert chi < freedom + 4.5 * (2 * freedom) ** 0.5 + 8, (chi, freedom)


@pytest.mark.parametrize("viewer", [1, 2])
def test_others_fit_too(viewer: int):
    """A seat's own tickets and what it saw hold in every imagined history."""
    game, _ = play_history(random.Random(9), turns=6)
    view = game.view(viewer)
    for k in range(20):
        assert view.resample(k).view(viewer) == view


def test_no_history_is_out_of_reach(monkeypatch: pytest.MonkeyPatch):
    """In games full of tickets a history that fits is found long before the attempts run out."""
    monkeypatch.setenv("GOLDENSPIKE_KERNEL", "plain")
    attempts: list[int] = []
    imagine = ticket_resampling.simulate_history

    def counted(s, b, seat, strict, scratch):
        attempts[-1] += 1
        assert strict, "no history was found"
        return imagine(s, b, seat, strict, scratch)

    monkeypatch.setattr(ticket_resampling, "simulate_history", counted)
    for board, players in (("usa", 2), ("usa", 5), ("germany", 2), ("germany", 4), ("nordic", 3)):
        for n, game in enumerate(walk(board, players, seed=21, taste="tickets")):
            if n % 10 == 0 and not game.over:
                attempts.append(0)
                game.resample(n % players, seed=n)
    assert len(attempts) > 100
    assert min(attempts) >= 1
    assert max(attempts) < ticket_resampling.TRIES / 2


def test_even_without_a_history_that_fits_the_view_holds(monkeypatch: pytest.MonkeyPatch):
    """The way out when no attempt succeeds: a whole state that looks the same."""
    monkeypatch.setenv("GOLDENSPIKE_KERNEL", "plain")
    monkeypatch.setattr(ticket_resampling, "TRIES", 0)
    for board, players in (("usa", 3), ("germany", 2), ("nordic", 2)):
        for n, game in enumerate(walk(board, players, seed=22, taste="tickets")):
            if n % 9 == 0:
                view = game.view(n % players)
                imagined = view.resample(n)
                assert imagined.view(n % players) == view
                check_conservation(imagined)
