"""Where the names of places stand: beside their place, on nothing else.

Every place has a few dozen possible positions; those that cover a space, a place or the picture's
edge are struck out, and the rest are chosen so that names don't cover each other either.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from goldenspike.boards.geometry import Box, Plate, Point, overlap
from goldenspike.boards.lettering import LINE_HEIGHT, breakings, width

_DIRECTIONS = 24
_DISTANCES = (0.10, 0.24, 0.42, 0.7)
"""From the edge of the place to the name, in spaces."""
_COVERS = 2000.0
"""What covering something costs: more than any distance."""
_ASCENT = 0.76
"""From the top of a name's box to its baseline, of the font size."""


@dataclass(frozen=True, slots=True)
class Label:
    """One name as set: its lines, the first baseline, and the box that holds it all."""

    lines: tuple[str, ...]
    x: float
    y: float
    anchor: str
    line_height: float
    box: Box


@dataclass(frozen=True, slots=True)
class Spot:
    """What a name belongs to."""

    point: Point
    radius: float
    name: str


@dataclass(frozen=True, slots=True)
class Placement:
    """A label in one position, how far that is from ideal, and whether it covers nothing."""

    label: Label
    cost: float

    @property
    def free(self) -> bool:
        """Whether the name covers no space, no place and stays in the picture."""
        return self.cost < _COVERS


class _Obstacles:
    """Plates and dots in a grid, so that a box meets only its neighbours."""

    def __init__(self, plates: Sequence[Plate], dots: Sequence[tuple[Point, float]]) -> None:
        self.cell = 50.0
        self.plates: dict[tuple[int, int], list[tuple[Plate, tuple[Point, ...]]]] = {}
        for plate in plates:
            corners = plate.corners()
            box = Box(
                min(x for x, _ in corners),
                min(y for _, y in corners),
                max(x for x, _ in corners),
                max(y for _, y in corners),
            )
            for key in self._cells(box):
                self.plates.setdefault(key, []).append((plate, corners))
        self.dots: dict[tuple[int, int], list[tuple[Point, float]]] = {}
        for point, radius in dots:
            x, y = point
            for key in self._cells(Box(x - radius, y - radius, x + radius, y + radius)):
                self.dots.setdefault(key, []).append((point, radius))

    def _cells(self, box: Box) -> list[tuple[int, int]]:
        c = self.cell
        return [
            (i, j)
            for i in range(int(box.left // c), int(box.right // c) + 1)
            for j in range(int(box.top // c), int(box.bottom // c) + 1)
        ]

    def covered(self, box: Box) -> float:
        """How much of plates and dots the box lies on, as a sum of depths; 0 when it is free."""
        cells = self._cells(box)
        near_dots = {dot for key in cells for dot in self.dots.get(key, ())}
        depth = sum(max(0.0, radius - box.distance_to(point)) for point, radius in near_dots)
        corners = box.corners()
        near = {id(plate): (plate, c) for key in cells for plate, c in self.plates.get(key, ())}
        for plate, other in near.values():
            if box.distance_to((plate.x, plate.y)) < plate.reach():
                depth += overlap(corners, other)
        return depth


def place_names(
    spots: Sequence[Spot],
    plates: Sequence[Plate],
    dots: Sequence[tuple[Point, float]],
    picture: Box,
    size: float,
    space: float,
) -> list[Placement]:
    """One label for every spot, in their order, colliding with nothing if that is possible."""
    obstacles = _Obstacles(plates, dots)
    choices = [_candidates(spot, obstacles, dots, picture, size, space) for spot in spots]
    chosen: dict[int, Placement] = {}
    for i in sorted(range(len(spots)), key=lambda i: (len(choices[i]), i)):
        chosen[i] = _best(i, choices[i], chosen)
    for _ in range(4):
        before = dict(chosen)
        for i in range(len(spots)):
            chosen[i] = _best(i, choices[i], chosen)
        if chosen == before:
            break
    return [chosen[i] for i in range(len(spots))]


def _best(i: int, choices: Sequence[Placement], chosen: dict[int, Placement]) -> Placement:
    def cost(candidate: Placement) -> float:
        others = sum(
            1000.0
            for k, other in chosen.items()
            if k != i and candidate.label.box.meets(other.label.box)
        )
        return candidate.cost + others

    return min(choices, key=cost)


def _candidates(
    spot: Spot,
    obstacles: _Obstacles,
    dots: Sequence[tuple[Point, float]],
    picture: Box,
    size: float,
    space: float,
) -> list[Placement]:
    found: list[Placement] = []
    for lines in breakings(spot.name):
        for step, distance in enumerate(_DISTANCES):
            for k in range(_DIRECTIONS):
                angle = 2 * math.pi * k / _DIRECTIONS
                label = set_label(spot, lines, angle, distance * space, size)
                cost = _taste(spot, label, angle, step, dots)
                box = label.box
                if (
                    box.left < picture.left
                    or box.top < picture.top
                    or box.right > picture.right
                    or box.bottom > picture.bottom
                ):
                    cost += 2.5 * _COVERS
                elif depth := obstacles.covered(box):
                    cost += _COVERS + 20.0 * depth
                elif obstacles.covered(box.grown(0.07 * space)):
                    cost += 3.0
                found.append(Placement(label, cost))
    free = [placement for placement in found if placement.free]
    return free or [min(found, key=lambda c: c.cost)]


def set_label(
    spot: Spot, lines: tuple[str, ...], angle: float, distance: float, size: float
) -> Label:
    """A name around its place: the box touches the circle `distance` outside it, at that angle."""
    line_height = size * LINE_HEIGHT
    w = max(width(line) for line in lines) * size
    h = size * 0.95 + (len(lines) - 1) * line_height
    c, s = math.cos(angle), math.sin(angle)
    reach = spot.radius + distance
    # Near the four main directions the box stands centred; between them it slides along the circle.
    cx = spot.point[0] + reach * c + w / 2 * max(-1.0, min(1.0, 1.5 * c))
    cy = spot.point[1] + reach * s + h / 2 * max(-1.0, min(1.0, 1.5 * s))
    box = Box(cx - w / 2, cy - h / 2, cx + w / 2, cy + h / 2)
    anchor = "start" if c > 0.55 else "end" if c < -0.55 else "middle"
    x = {"start": box.left, "middle": cx, "end": box.right}[anchor]
    return Label(lines, x, box.top + _ASCENT * size, anchor, line_height, box)


def _taste(
    spot: Spot, label: Label, angle: float, step: int, dots: Sequence[tuple[Point, float]]
) -> float:
    """How far from ideal a position is: near, level, right rather than left, one line."""
    c, s = math.cos(angle), math.sin(angle)
    cost = (0.0, 2.5, 7.0, 16.0)[step]
    cost += 2.0 * min(abs(s), abs(c)) + (0.6 if c < -0.3 else 0.0) + (0.8 if abs(s) > 0.7 else 0.0)
    cost += 1.0 * (len(label.lines) - 1)
    own = label.box.distance_to(spot.point) - spot.radius
    for point, radius in dots:
        if point == spot.point or math.dist(point, spot.point) > 160.0:
            continue
        # A name must not read as another place's.
        other = label.box.distance_to(point) - radius
        if other < own + 4.0:
            cost += 6.0 + own + 4.0 - other
    return cost
