"""Cheapest ways over tracks of any cost, against slower and simpler ways to find them."""

from __future__ import annotations

import heapq
import random
from types import SimpleNamespace

import pytest

import goldenspike as gs
from goldenspike.rules.graph.cheapest_way import (
    FAR,
    distance_to,
    find_distances,
    last_track,
    set_train_costs,
    step_back,
)
from goldenspike.rules.record_layout import PlainScratch
from support.random_games import TABLES, plain_game

Edge = tuple[int, int, int]
"""Two places and the cost of the track between them."""


def board_of(edges: list[Edge], places: int, countries: set[int]) -> SimpleNamespace:
    """Just what the functions read of a board."""
    around: list[list[tuple[int, int]]] = [[] for _ in range(places)]
    for t, (a, z, _) in enumerate(edges):
        around[a].append((t, z))
        around[z].append((t, a))
    return SimpleNamespace(
        places=places,
        country=[int(place in countries) for place in range(places)],
        track_a=[a for a, _, _ in edges],
        track_b=[z for _, z, _ in edges],
        around_start=[sum(map(len, around[:place])) for place in range(places + 1)],
        around_track=[t for tracks in around for t, _ in tracks],
        around_place=[other for tracks in around for _, other in tracks],
    )


def graph_of(edges: list[Edge], places: int) -> SimpleNamespace:
    """Room for a search, with a queue of the smallest size that is promised to do."""
    return SimpleNamespace(
        track_cost=[cost for _, _, cost in edges],
        arrival=[7] * places,
        queue=[7] * len(edges),
    )


def random_edges(
    rng: random.Random, places: int, tracks: int, costs: tuple[int, ...]
) -> list[Edge]:
    return [(*rng.sample(range(places), 2), rng.choice(costs)) for _ in range(tracks)]


def way_to(b: SimpleNamespace, graph: SimpleNamespace, source: int, place: int) -> list[int]:
    """The tracks of the way that was found, the last one first."""
    way = []
    while place != source:
        way.append(last_track(graph, place))
        place = step_back(b, graph, place)
    return way


def cheapest(edges: list[Edge], countries: set[int], a: int, z: int, been: frozenset[int]) -> int:
    """The least that any way costs that visits no place twice and leaves no country."""
    if a == z:
        return 0
    if a in countries and been:
        return FAR
    best = FAR
    for u, v, cost in edges:
        for start, end in ((u, v), (v, u)):
            if start == a and end not in been and cost < FAR:
                best = min(best, cost + cheapest(edges, countries, end, z, been | {a}))
    return best


@pytest.mark.parametrize("seed", range(40))
def test_distances_are_those_of_the_cheapest_of_all_ways(seed: int):
    rng = random.Random(seed)
    places = 7
    edges = random_edges(rng, places, rng.randint(4, 11), (0, 1, 2, 3, 5, FAR, 2 * FAR))
    countries = {place for place in range(places) if rng.random() < 0.2}
    b = board_of(edges, places, countries)
    for source in range(places):
        right = [cheapest(edges, countries, source, z, frozenset()) for z in range(places)]
        everywhere = graph_of(edges, places)
        find_distances(b, everywhere, source, -1)
        assert [distance_to(everywhere, place) for place in range(places)] == right
        for target in range(places):
            graph = graph_of(edges, places)
            assert find_distances(b, graph, source, target) == right[target]
            if right[target] == FAR:
                continue
            way = way_to(b, graph, source, target)
            assert sum(edges[t][2] for t in way) == right[target]
            assert way == way_to(b, everywhere, source, target), "a target changes nothing"


def dijkstra(edges: list[Edge], countries: set[int], source: int, places: int) -> list[int]:
    """Distances by a heap."""
    best = [FAR] * places
    heap = [(0, source)]
    while heap:
        distance, place = heapq.heappop(heap)
        if distance >= best[place]:
            continue
        best[place] = distance
        if place not in countries or place == source:
            for u, v, cost in edges:
                if place in (u, v):
                    heapq.heappush(heap, (distance + cost, u + v - place))
    return best


@pytest.mark.parametrize("board", gs.board_names())
def test_on_real_boards_trains_are_counted_as_by_a_heap(board: str):
    b, scratch = TABLES[board].plain, PlainScratch()
    countries = {place for place in range(b.places) if b.country[place]}
    for number, (state, _, _) in enumerate(plain_game(TABLES[board], 2, seed=5)):
        if number % 30 != 0:
            continue
        seat = state.turn
        edges = []
        for t in range(b.tracks):
            own, closed = state.owner[t] == seat, state.blocked[t] >> seat & 1
            cost = 0 if own else FAR if closed else b.track_length[t]
            edges.append((b.track_a[t], b.track_b[t], cost))
        set_train_costs(state, b, seat, scratch)
        for source in range(b.places):
            find_distances(b, scratch, source, -1)
            found = [distance_to(scratch, place) for place in range(b.places)]
            assert found == dijkstra(edges, countries, source, b.places)


def first_found(edges: list[Edge], countries: set[int], source: int, places: int) -> list[int]:
    """Bellman and Ford's algorithm: the track by which each place first got its distance, or -1."""
    distance, by = [FAR] * places, [-1] * places
    distance[source] = 0
    changed = True
    while changed:
        changed = False
        for t, (a, z, cost) in enumerate(edges):
            for start, end in ((a, z), (z, a)):
                through = start not in countries or start == source
                if through and distance[start] + cost < distance[end]:
                    distance[end], by[end] = distance[start] + cost, t
                    changed = True
    return by


@pytest.mark.parametrize("seed", range(60))
def test_of_ways_that_cost_the_same_the_one_stays_that_going_through_the_tracks_finds_first(
    seed: int,
):
    """Few different costs on many tracks: ties everywhere, own tracks that cost nothing too."""
    rng = random.Random(seed)
    places, tracks = rng.randint(5, 64), rng.randint(40, 128)
    edges = random_edges(rng, places, tracks, ((0, 1, 2), (0, 0, 1, FAR), (1,), (300,))[seed % 4])
    countries = {place for place in range(places) if rng.random() < 0.1}
    b, graph = board_of(edges, places, countries), graph_of(edges, places)
    for source in rng.sample(range(places), 5):
        find_distances(b, graph, source, -1)
        right = first_found(edges, countries, source, places)
        for place in range(places):
            if right[place] < 0:
                assert place == source or distance_to(graph, place) == FAR
            else:
                assert last_track(graph, place) == right[place]


def test_of_two_ways_the_one_whose_tracks_come_in_their_order_is_there_first():
    b = board_of([(0, 2, 1), (0, 1, 1), (1, 3, 1), (2, 3, 1)], 4, set())
    graph = graph_of([(0, 2, 1), (0, 1, 1), (1, 3, 1), (2, 3, 1)], 4)
    assert find_distances(b, graph, 0, 3) == 2
    assert way_to(b, graph, 0, 3) == [2, 1]
    # Against their order, a way takes a round for each track.
    edges = [(2, 3, 1), (0, 2, 1), (0, 1, 1), (1, 3, 1)]
    b, graph = board_of(edges, 4, set()), graph_of(edges, 4)
    assert find_distances(b, graph, 0, 3) == 2
    assert way_to(b, graph, 0, 3) == [3, 2]


def test_the_longest_way_against_the_order_of_the_tracks_fits():
    """63 rounds, the dearest cost: arrivals and entries of the queue keep within 63 bits."""
    dear = (FAR - 1) // 63
    edges = [(63 - t, 62 - t, dear) for t in range(63)]
    b, graph = board_of(edges, 64, set()), graph_of(edges, 64)
    assert find_distances(b, graph, 0, 63) == 63 * dear
    assert way_to(b, graph, 0, 63) == list(range(63))
    assert max(graph.arrival) < 1 << 63
    assert max(graph.queue) < 1 << 63
