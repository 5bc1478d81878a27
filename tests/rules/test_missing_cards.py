"""Cards missing for a track, against a search through every payment there is."""

from __future__ import annotations

import random

import pytest

import goldenspike as gs
from goldenspike.notation.actions import claims_of_track, payment_of
from goldenspike.rules.codes import GRAY, LOCOMOTIVE
from goldenspike.rules.kernel_board import KernelBoard, kernel_board_of
from goldenspike.rules.missing_cards import missing_for_class, missing_in_colour


def nearest(
    kernel_board: KernelBoard, hand: list[int], track: int, colour: int | None
) -> tuple[int, int]:
    """Cards and locomotives missing for the nearest payment, in a colour if one is given."""
    lacks = []
    for code in claims_of_track(kernel_board, track):
        payment = payment_of(kernel_board, code)
        paid = payment.cards
        if colour is not None and sum(paid) > paid[colour] + paid[LOCOMOTIVE]:
            continue
        short = [max(0, n - have) for n, have in zip(paid, hand, strict=True)]
        whole = sum(paid) + payment.substitutes
        lacks.append((max(sum(short), whole - sum(hand)), short[LOCOMOTIVE]))
    return min(lacks)


@pytest.mark.parametrize("board", gs.board_names())
def test_what_is_missing_is_what_the_nearest_payment_lacks(board: str):
    kernel_board = kernel_board_of(gs.load_board(board))
    b = kernel_board.plain
    tracks = {b.track_class[kernel_board.track_number[i]]: i for i in range(b.tracks)}
    rng = random.Random(1)
    for _ in range(120):
        hand = [rng.choice((0, 0, 1, 2, 3, 5)) for _ in range(9)]
        for k, track in tracks.items():
            found = missing_for_class(b, k, hand, sum(hand))
            assert found == nearest(kernel_board, hand, track, None), (hand, track)
            colours = range(8) if b.class_colour[k] == GRAY else [b.class_colour[k]]
            colour = rng.choice(colours)
            found = missing_in_colour(b, k, hand[colour], hand[LOCOMOTIVE], sum(hand))
            assert found == nearest(kernel_board, hand, track, colour), (hand, track, colour)


def test_some_substitutes_and_some_new_locomotives_may_lack_least():
    """N-FERRY-2: four cards that fit nothing are a substitute; the second symbol is one card."""
    kernel_board = kernel_board_of(gs.load_board("nordic"))
    board, b = kernel_board.board, kernel_board.plain
    ferries = [i for i, t in enumerate(board.tracks) if t.kind == "ferry" and t.locomotives == 2]
    for track in ferries:
        k = b.track_class[kernel_board.track_number[track]]
        coloured = b.class_most[k]
        others = board.ferry_substitute
        assert missing_in_colour(b, k, coloured, 0, coloured + others) == (1, 1)
