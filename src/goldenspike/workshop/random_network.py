"""A random network of places and tracks that can be drawn: planar, connected, without dead ends."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from random import Random

Point = tuple[float, float]
Pair = tuple[int, int]

_TRIES = 400
"""Positions tried for one place before the distance between places is reduced."""
_LEAST_ANGLE = math.radians(24)
"""Tracks that leave a place closer together than this would touch."""
_CROWDED = 0.4
"""Distance between places at a centre, as a part of that in the open country."""
_COUNTRY = 0.62
"""Where the open country begins: the distance from the next centre, in heights of the picture."""
_EDGE = 0.07
"""Nothing lies closer to the edge of the picture, as a part of its height."""


def random_points(random: Random, count: int, aspect: float) -> list[Point]:
    """Scatter points over a picture of height 1, none too close to another, sorted by x.

    Two centres are crowded and the country between them is wide, so that tracks of all lengths
    come about.
    """
    centres = [(random.uniform(0, aspect), random.uniform(0, 1)) for _ in range(2)]
    apart = 1.1 * math.sqrt(aspect / count)
    while True:
        points: list[Point] = []
        rooms: list[float] = []
        for _ in range(_TRIES * count):
            point = (
                round(random.uniform(_EDGE * 1.3, aspect - _EDGE * 1.3), 3),
                round(random.uniform(_EDGE, 1 - _EDGE), 3),
            )
            away = min(math.dist(point, centre) for centre in centres)
            room = apart * min(1.0, _CROWDED + (1 - _CROWDED) * away / _COUNTRY)
            if all(
                math.dist(point, other) >= min(room, rooms[i]) for i, other in enumerate(points)
            ):
                points.append(point)
                rooms.append(room)
                if len(points) == count:
                    return sorted(points)
        apart *= 0.95


def random_pairs(random: Random, points: list[Point], wanted: int) -> list[Pair]:
    """Choose about this many pairs of neighbours to be joined, sorted.

    The candidates are the Gabriel graph (pairs whose circle has no third point in it), which is
    planar and connected. Pairs are taken out, those first between which the rest of the network
    makes the least detour, as long as every point keeps two ways out and all stay connected.
    """
    pairs = {
        (a, b)
        for a in range(len(points))
        for b in range(a + 1, len(points))
        if not any(
            math.dist(points[a], c) ** 2 + math.dist(points[b], c) ** 2
            < math.dist(points[a], points[b]) ** 2
            for i, c in enumerate(points)
            if i not in (a, b)
        )
    }
    _join_dead_ends(points, pairs)
    for pair in _crowded(points, pairs):
        if pair in pairs and _can_lose(len(points), pairs, pair):
            pairs.discard(pair)
    while len(pairs) > wanted:
        # A little chance in the order, so that the same points can be joined in several ways.
        loss = {
            pair: _detour(points, pairs, pair) * random.uniform(0.9, 1.1) for pair in sorted(pairs)
        }
        for pair in sorted(loss, key=lambda pair: (loss[pair], pair)):
            if _can_lose(len(points), pairs, pair):
                pairs.discard(pair)
                break
        else:
            break
    return sorted(pairs)


def _join_dead_ends(points: list[Point], pairs: set[Pair]) -> None:
    """Give points with a single neighbour a second one, the nearest that can be reached."""
    for end, others in sorted(neighbours(pairs).items()):
        if len(others) > 1:
            continue
        known = next(iter(others))
        free = [
            (math.dist(points[end], points[other]), other)
            for other in range(len(points))
            if other not in (end, known)
            and _angle(points[end], points[known], points[other]) >= _LEAST_ANGLE
            and not any(_cross(points, pair, (end, other)) for pair in pairs)
        ]
        if free:
            _, other = min(free)
            pairs.add((min(end, other), max(end, other)))


def _cross(points: list[Point], one: Pair, other: Pair) -> bool:
    """Do the straight lines of two pairs cross? Pairs that share a point do not."""
    if set(one) & set(other):
        return False
    a, b, c, d = (points[i] for i in (*one, *other))
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(a: Point, b: Point, c: Point) -> float:
    """Return on which side of the line from a to b a point lies, as a sign."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def neighbours(pairs: Iterable[Pair]) -> dict[int, set[int]]:
    """Return the points that each point is joined to."""
    around: dict[int, set[int]] = defaultdict(set)
    for a, b in pairs:
        around[a].add(b)
        around[b].add(a)
    return around


def _crowded(points: list[Point], pairs: set[Pair]) -> list[Pair]:
    """List the longer of every two tracks that leave a place at a small angle, longest first."""
    crowded: set[Pair] = set()
    for centre, others in neighbours(pairs).items():
        for one in others:
            for other in others:
                if (
                    one < other
                    and _angle(points[centre], points[one], points[other]) < _LEAST_ANGLE
                ):
                    far = max(one, other, key=lambda i: math.dist(points[centre], points[i]))
                    crowded.add((min(centre, far), max(centre, far)))
    return sorted(crowded, key=lambda pair: -math.dist(points[pair[0]], points[pair[1]]))


def _angle(centre: Point, one: Point, other: Point) -> float:
    turn = math.atan2(one[1] - centre[1], one[0] - centre[0]) - math.atan2(
        other[1] - centre[1], other[0] - centre[0]
    )
    return abs((turn + math.pi) % math.tau - math.pi)


def _can_lose(count: int, pairs: set[Pair], pair: Pair) -> bool:
    """Does the network stay connected, with two ways out of each end, without this pair?"""
    rest = pairs - {pair}
    around = neighbours(rest)
    if min(len(around[pair[0]]), len(around[pair[1]])) < 2:
        return False
    reached, todo = {pair[0]}, [pair[0]]
    while todo:
        for place in around[todo.pop()] - reached:
            reached.add(place)
            todo.append(place)
    return len(reached) == count


def _detour(points: list[Point], pairs: set[Pair], pair: Pair) -> float:
    """Return how much longer the way between two points gets without their own track."""
    around = neighbours(pairs - {pair})
    start, goal = pair
    distance = {start: 0.0}
    todo = {start}
    while todo:
        place = min(todo, key=lambda i: (distance[i], i))
        todo.discard(place)
        if place == goal:
            return distance[goal] / math.dist(points[start], points[goal])
        for other in around[place]:
            far = distance[place] + math.dist(points[place], points[other])
            if far < distance.get(other, math.inf):
                distance[other] = far
                todo.add(other)
    return math.inf
