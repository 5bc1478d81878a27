"""Random boards: drawn without crossings, connected, balanced, priced, and the same every time."""

from __future__ import annotations

from collections import Counter, deque
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldenspike import Game, InputError
from goldenspike.boards.drawing.geometry import overlap
from goldenspike.boards.drawing.layout_engine import compute_layout
from goldenspike.boards.model import CARD_COLOURS, GRAY, Board
from goldenspike.workshop.random_board import Recipe, make_attempt, random_board

recipes = st.builds(
    Recipe,
    places=st.integers(8, 48),
    density=st.floats(1.2, 2.4),
    mean_length=st.floats(1.5, 4.5),
    longest=st.integers(2, 9),
    ferries=st.integers(0, 12),
    tunnels=st.integers(0, 12),
    aspect=st.floats(0.5, 2.5),
)
boards = st.builds(make_attempt, st.integers(0, 10_000), st.just(0), recipes)


def shortest(board: Board, start: int, goal: int) -> int:
    """Return the trains between two places, by relaxing all tracks until nothing changes."""
    trains = {start: 0}
    changed = True
    while changed:
        changed = False
        for track in board.tracks:
            for a, b in ((track.a, track.b), (track.b, track.a)):
                far = trains.get(a, 10**6) + track.length
                if far < trains.get(b, 10**6):
                    trains[b] = far
                    changed = True
    return trains[goal]


def crossing(board: Board, one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Do two straight lines cross? By solving for the point where they meet."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = (
        (board.places[i].x * board.aspect, board.places[i].y) for i in (*one, *other)
    )
    det = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
    if abs(det) < 1e-12:
        return False
    s = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / det
    t = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / det
    return 1e-3 < s < 1 - 1e-3 and 1e-3 < t < 1 - 1e-3


@settings(max_examples=10)
@given(boards)
def test_the_network_is_connected_and_has_no_crossings(board: Board):
    pairs = {(track.a, track.b) for track in board.tracks}
    for one, other in combinations(sorted(pairs), 2):
        if not set(one) & set(other):
            assert not crossing(board, one, other), (one, other)
    around = {i: {a + b - i for a, b in pairs if i in (a, b)} for i in range(len(board.places))}
    reached, todo = {0}, deque([0])
    while todo:
        new = around[todo.popleft()] - reached
        reached |= new
        todo += new
    assert len(reached) == len(board.places)


@settings(max_examples=10)
@given(boards)
def test_a_ticket_is_worth_its_cheapest_way(board: Board):
    for ticket in board.tickets:
        assert ticket.points == shortest(board, ticket.a, ticket.b), ticket.id


@settings(max_examples=10)
@given(st.integers(0, 10_000))
def test_colours_share_the_spaces_evenly(seed: int):
    board = make_attempt(seed, 0, Recipe())
    spaces = Counter(dict.fromkeys(CARD_COLOURS, 0))
    for track in board.tracks:
        if track.colour != GRAY:
            spaces[track.colour] += track.length
    assert max(spaces.values()) - min(spaces.values()) <= max(t.length for t in board.tracks)


@settings(max_examples=10)
@given(boards)
def test_lengths_follow_distances(board: Board):
    """A track that is twice as far as another never has fewer spaces."""
    spans = [
        (
            ((board.places[t.a].x - board.places[t.b].x) * board.aspect) ** 2
            + (board.places[t.a].y - board.places[t.b].y) ** 2,
            t.length,
        )
        for t in board.tracks
    ]
    for (far, more), (near, fewer) in combinations(sorted(spans, reverse=True), 2):
        if far > 4 * near:
            assert more >= fewer


def test_the_same_seed_makes_the_same_board():
    small = Recipe(places=10)
    one, two = random_board(7, small), random_board(7, small)
    assert one == two
    assert one != random_board(8, small)


def test_ferries_and_tunnels_are_as_many_as_wanted():
    board = random_board(3, Recipe(ferries=4, tunnels=6))
    pairs = {(t.a, t.b): t.kind for t in board.tracks}
    assert Counter(pairs.values())["ferry"] == 4
    assert Counter(pairs.values())["tunnel"] == 6
    assert all(track.locomotives for track in board.tracks if track.kind == "ferry")


def test_parameters_out_of_range_are_all_named():
    with pytest.raises(InputError, match=r"places is 3; it goes from 8 to 48; .*ferries is 99"):
        random_board(1, Recipe(places=3, ferries=99))


@pytest.mark.wide
@pytest.mark.parametrize("seed", [1, 2, 3, 4, 5])
def test_names_cover_nothing(seed: int):
    layout = compute_layout(random_board(seed))
    boxes = [place.labels["en"].box for place in layout.places]
    for one, other in combinations(boxes, 2):
        assert not one.meets(other)
    for box in boxes:
        for track in layout.tracks:
            for plate in track.plates:
                assert overlap(box.corners(), plate.corners()) == 0, track.id


@settings(max_examples=5)
@given(boards)
def test_a_game_can_be_played_to_its_end(board: Board):
    game = Game(board, seed=1, kernel="plain")
    while not game.over:
        game.play(game.legal()[-1])
    assert len(game.scores()) == 2
