"""Every legal payment can be made and no other: judged by the words of the rules.

The judge below knows nothing of classes, codes or ranges. It looks at a heap of cards and asks
whether the rules of the board let it pay for a track; all heaps a hand can make are tried.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import product
from math import prod

from hypothesis import given
from hypothesis import strategies as st

import goldenspike as gs
from goldenspike.boards.model import Track
from support.table import CARDS, COLOURS, legal, table
from support.walks import examples

Heap = tuple[int, ...]
"""How many of each of `CARDS`."""

MOST_HEAPS = 500


def pays(board: str, track: Track, heap: Heap) -> bool:
    """Do the rules let exactly these cards pay for the track?"""
    cards = Counter(dict(zip(CARDS, heap, strict=True)))
    if board != "nordic":
        return one_colour_with_locomotives(track, cards)  # CLAIM-1
    if track.id == "lieksa-murmansk:gray":
        return murmansk(track, cards)
    if track.kind == "ferry":
        return ferry(track, cards)
    if track.kind == "tunnel":
        return one_colour_with_locomotives(track, cards)  # N-LOCO: wild on tunnels
    return cards["locomotive"] == 0 and one_colour_with_locomotives(track, cards)  # N-LOCO


def suits(track: Track, colour: str) -> bool:
    return track.colour in ("gray", colour)


def one_colour_with_locomotives(track: Track, cards: Counter[str]) -> bool:
    if cards.total() != track.length:
        return False
    colours = [c for c in COLOURS if cards[c]]
    return len(colours) == 0 or (len(colours) == 1 and suits(track, colours[0]))


def ferry(track: Track, cards: Counter[str]) -> bool:
    """N-FERRY: some of one colour, for each other space a locomotive or any three cards."""
    for colour in COLOURS:
        for coloured in range(track.length - track.locomotives + 1):
            if coloured and not suits(track, colour):
                continue
            for locomotives in range(track.length - coloured + 1):
                threes = track.length - coloured - locomotives
                enough = cards[colour] >= coloured and cards["locomotive"] >= locomotives
                if enough and cards.total() == coloured + locomotives + 3 * threes:
                    return True
    return False


def murmansk(track: Track, cards: Counter[str]) -> bool:
    """N-LIEKSA: nine of one colour, any of them replaced by any four cards."""
    return any(
        cards[colour] >= 9 - fours and cards.total() == 9 - fours + 4 * fours
        for colour in COLOURS
        for fours in range(10)
    )


def heaps(hand: Heap) -> Iterator[Heap]:
    return product(*(range(n + 1) for n in hand))


def reachable(game: gs.Game, hand: Heap) -> dict[str, set[Heap]]:
    """For every track the heaps that its legal claims lead to, with every choice of substitutes."""
    found: dict[str, set[Heap]] = defaultdict(set)
    for text in legal(game, "claim "):
        words = text.split()
        laid, substitutes = [0] * 9, 0
        for part in words[2].split("+"):
            name = part.lstrip("0123456789")
            n = int(part[: len(part) - len(name)])
            if name == "any":
                substitutes = n
            else:
                laid[CARDS.index(name)] = n
        left = tuple(have - n for have, n in zip(hand, laid, strict=True))
        for more in heaps(left):
            if sum(more) == substitutes:
                found[words[1]].add(tuple(a + b for a, b in zip(laid, more, strict=True)))
    return found


def text_of(heap: Heap) -> str:
    return "+".join(f"{n}{card}" for n, card in zip(heap, CARDS, strict=True) if n)


@st.composite
def hands(draw: st.DrawFn, most: int) -> Heap:
    """Few colours, many of each: the hands with which there is something to choose."""
    hand = [0] * 9
    for card in draw(st.lists(st.integers(0, 8), min_size=1, max_size=4)):
        hand[card] = draw(st.integers(1, most))
    hand[8] = draw(st.integers(1, 4)) if draw(st.booleans()) or not any(hand[:8]) else 0
    while prod(n + 1 for n in hand) > MOST_HEAPS:
        hand[hand.index(max(hand))] -= 1
    return tuple(hand)


def check_hand(board: str, hand: Heap, data: st.DataObject) -> None:
    scarce = sorted(CARDS[:8], key=lambda card: hand[CARDS.index(card)])
    market = scarce[:5]
    game = table(board, hands=[text_of(hand)], market=market)
    possible = [heap for heap in heaps(hand) if any(heap)]
    tracks = gs.load_board(board).tracks
    found = reachable(game, hand)
    by_kind = {(t.colour, t.length, t.kind, t.locomotives): t for t in tracks}
    for track in by_kind.values():
        right = {heap for heap in possible if pays(board, track, heap)}
        assert found[track.id] == right, track.id
    for _ in range(6):
        track = data.draw(st.sampled_from(tracks))
        heap = data.draw(st.sampled_from(possible))
        allowed = game.is_legal(f"claim {track.id} {text_of(heap)}")
        assert allowed == pays(board, track, heap), (track.id, heap)


@given(st.sampled_from(["usa", "germany"]), hands(most=7), st.data())
@examples(40)
def test_claim_1_and_claim_7_every_payment_and_no_other(
    board: str, hand: Heap, data: st.DataObject
):
    """CLAIM-1, CLAIM-7"""
    check_hand(board, hand, data)


@given(hands(most=6), st.data())
@examples(50)
def test_claim_7_with_ferries_tunnels_and_substitutes(hand: Heap, data: st.DataObject):
    """CLAIM-7, N-LOCO, N-FERRY-1, N-FERRY-2, N-FERRY-3, N-LIEKSA"""
    check_hand("nordic", hand, data)


@given(
    st.sampled_from(COLOURS),
    st.integers(5, 9),
    st.lists(st.sampled_from(CARDS), max_size=9),
    st.data(),
)
@examples(25)
def test_n_lieksa_with_long_hands(colour: str, n: int, others: list[str], data: st.DataObject):
    """N-LIEKSA, CLAIM-7: enough of one colour, and what else there is."""
    cards = Counter(others)
    cards[colour] = n
    hand = [cards[c] for c in CARDS]
    while prod(n + 1 for n in hand) > MOST_HEAPS:
        hand[hand.index(min(n for n in hand if n))] -= 1
    check_hand("nordic", tuple(hand), data)
