"""Cheapest ways over tracks of any cost, against a search through every way there is."""

from __future__ import annotations

import random
from types import SimpleNamespace

import pytest

from goldenspike.rules.cheapest_way import FAR, find_distances, step_back


def graph_of(edges: list[tuple[int, int, int]], places: int) -> SimpleNamespace:
    return SimpleNamespace(
        edges=len(edges),
        edge_track=list(range(len(edges))),
        edge_a=[a for a, _, _ in edges],
        edge_b=[z for _, z, _ in edges],
        edge_cost=[cost for _, _, cost in edges],
        distance=[0] * places,
        via=[0] * places,
    )


def cheapest(
    edges: list[tuple[int, int, int]], countries: set[int], a: int, z: int, been: frozenset[int]
) -> int:
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
    costs = (0, 1, 2, 3, 5, FAR)
    edges = []
    for _ in range(rng.randint(4, 11)):
        a, z = rng.sample(range(places), 2)
        edges.append((a, z, rng.choice(costs)))
    countries = {place for place in range(places) if rng.random() < 0.2}
    b = SimpleNamespace(places=places, country=[int(p in countries) for p in range(places)])
    for source in range(places):
        right = [cheapest(edges, countries, source, z, frozenset()) for z in range(places)]
        everywhere = graph_of(edges, places)
        find_distances(b, everywhere, source, -1)
        assert everywhere.distance == right
        for target in range(places):
            graph = graph_of(edges, places)
            assert find_distances(b, graph, source, target) == right[target]
            if right[target] == FAR:
                continue
            place, walked = target, 0
            way = []
            while place != source:
                walked += graph.edge_cost[graph.via[place]]
                way.append(graph.via[place])
                place = step_back(graph, place)
            assert walked == right[target]
            place = target
            for edge in way:
                assert edge == everywhere.via[place], "a target changes nothing of its way"
                place = step_back(everywhere, place)


def test_of_ways_that_cost_the_same_the_first_edges_stay():
    b = SimpleNamespace(places=4, country=[0, 0, 0, 0])
    graph = graph_of([(0, 2, 1), (0, 1, 1), (1, 3, 1), (2, 3, 1)], 4)
    assert find_distances(b, graph, 0, 3) == 2
    assert graph.via[3] == 2
