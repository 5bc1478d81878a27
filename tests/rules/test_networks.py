"""A player's network against searches written the plain way: the longest path, and tickets made."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest

from goldenspike.boards.limits import MAX_PLACES, MAX_TRACKS
from goldenspike.rules.graph.network import (
    build_network,
    connected,
    longest_path,
    trace_longest_path,
)
from goldenspike.rules.record_layout import PlainScratch
from support.random_games import TABLES

Edge = tuple[int, int, int]
"""Two places and a length."""


def board_of(edges: list[Edge], countries: frozenset[int] = frozenset()) -> tuple[Any, Any]:
    """As much of a state and a board as a network is made of; seat 1 owns every edge."""
    state = SimpleNamespace(owner=[1] * len(edges))
    board = SimpleNamespace(
        tracks=len(edges),
        track_a=[a for a, _, _ in edges],
        track_b=[b for _, b, _ in edges],
        track_length=[length for _, _, length in edges],
        country=[int(place in countries) for place in range(MAX_PLACES)],
    )
    return state, board


def longest(edges: list[Edge], countries: frozenset[int] = frozenset()) -> int:
    scratch = PlainScratch()
    for field in scratch.fields:  # whatever was there before
        if len(field.shape) == 1:
            setattr(scratch, field.name, [random.randrange(99) for _ in range(field.shape[0])])
    state, board = board_of(edges, countries)
    nodes, count = build_network(state, board, 1, scratch)
    assert count == len(edges)
    return longest_path(nodes, count, scratch)


def exhaustive(edges: list[Edge], countries: frozenset[int] = frozenset()) -> int:
    """SCORE-2 by trying every run from every place; what follows a set of edges is found once."""

    @cache
    def onward(place: int, used: frozenset[int]) -> int:
        if used and place in countries:
            return 0
        best = 0
        for i, (a, b, length) in enumerate(edges):
            if i not in used and place in (a, b):
                best = max(best, length + onward(a + b - place, used | {i}))
        return best

    return max((onward(place, frozenset()) for edge in edges for place in edge[:2]), default=0)


def random_edges(rng: random.Random, places: int, count: int) -> list[Edge]:
    edges = []
    for _ in range(count):
        a, b = rng.sample(range(places), 2)
        edges.append((a, b, rng.choice((1, 1, 2, 2, 3, 4, 6))))
    return edges


@pytest.mark.laws
@pytest.mark.parametrize("chunk", range(10))
def test_the_longest_path_is_that_of_an_exhaustive_search(chunk: int, times: int):
    """SCORE-2, on thousands of random networks: sparse, dense, with loops and parallel tracks."""
    rng = random.Random(chunk)
    for _ in range(200 * times):
        edges = random_edges(rng, rng.randint(2, 9), rng.randint(0, 9))
        assert longest(edges) == exhaustive(edges), edges


def test_nothing_runs_on_through_a_country():
    """SCORE-2 with G-LAND-1: a run may end in a country, but not pass it."""
    rng = random.Random(1)
    for _ in range(1000):
        edges = random_edges(rng, 7, rng.randint(1, 8))
        countries = frozenset(rng.sample(range(7), 2))
        assert longest(edges, countries) == exhaustive(edges, countries), (edges, countries)


def traced(edges: list[Edge], countries: frozenset[int] = frozenset()) -> list[Edge]:
    state, board = board_of(edges, countries)
    out = [0] * len(edges)
    scratch = PlainScratch()
    return [edges[t] for t in out[: trace_longest_path(state, board, 1, scratch, out)]]


def is_one_walk(run: list[Edge], countries: frozenset[int]) -> bool:
    """Does each edge begin where the one before ends, and none leave a country?"""
    for start in run[0][:2]:
        place, through = start, True
        for a, b, _ in run:
            if place not in (a, b) or not through:
                break
            place = a + b - place
            through = place not in countries
        else:
            return True
    return False


@pytest.mark.parametrize("chunk", range(4))
def test_the_traced_path_is_one_walk_of_the_greatest_length(chunk: int):
    """SCORE-2, G-LAND-1: every track of it at most once, in walking order."""
    rng = random.Random(chunk)
    for _ in range(150):
        edges = random_edges(rng, rng.randint(3, 9), rng.randint(0, 9))
        countries = frozenset(rng.sample(range(3), rng.randint(0, 2)))
        run = traced(edges, countries)
        assert sum(length for _, _, length in run) == exhaustive(edges, countries)
        assert not Counter(run) - Counter(edges), "no track is used twice"
        assert not run or is_one_walk(run, countries), (edges, countries, run)


def reached(edges: list[Edge], countries: frozenset[int], start: int) -> set[int]:
    """Every place a breadth-first search comes to, countries being the end of the line."""
    seen, front = {start}, [start]
    while front:
        place = front.pop(0)
        if place in countries and place != start:
            continue
        for a, b, _ in edges:
            if place in (a, b) and a + b - place not in seen:
                seen.add(a + b - place)
                front.append(a + b - place)
    return seen


def test_tickets_are_made_where_a_graph_search_gets_through():
    """TICKET-3, and G-LAND-1: reaching a country from anywhere will do, running through it not."""
    rng = random.Random(2)
    for _ in range(1500):
        edges = random_edges(rng, 9, rng.randint(0, 10))
        countries = frozenset(rng.sample(range(9), rng.randint(0, 3)))
        state, board = board_of(edges, countries)
        scratch = PlainScratch()
        _, count = build_network(state, board, 1, scratch)
        for a in range(9):
            for z in range(9):
                if a != z:
                    made = connected(board, count, scratch, a, z)
                    assert made == (z in reached(edges, countries, a)), (edges, countries, a, z)


def test_other_players_tracks_do_not_count():
    state, board = board_of([(0, 1, 3), (1, 2, 4)])
    state.owner[1] = 0
    scratch = PlainScratch()
    nodes, count = build_network(state, board, 1, scratch)
    assert longest_path(nodes, count, scratch) == 3
    assert not connected(board, count, scratch, 0, 2)


def test_scratch_space_is_large_enough():
    assert all(len(kernel_board.board.tracks) <= MAX_TRACKS for kernel_board in TABLES.values())
