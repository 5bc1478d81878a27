"""Placing the names of places: beside their place, covering nothing else.

Every name has a few dozen candidate positions. Those that cover a space, a place or the edge of the
picture are ruled out; of the others, one each is chosen so that names don't cover each other.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from goldenspike.boards.drawing.geometry import Box, Plate, Point, overlap
from goldenspike.boards.drawing.layout import Label
from goldenspike.boards.drawing.lettering import LINE_HEIGHT, line_breaks, width

_DIRECTIONS = 24
_DISTANCES = (0.10, 0.24, 0.42, 0.7)
"""Distances from the edge of a place to its name, in lengths of a space."""
_NEIGHBOUR = 160.0
"""Places farther away than this can't be mistaken for the place of a name."""
_ENOUGH = 48
"""Free positions that are collected for one name."""
_APART = 7.0
"""Two names nearer than this might be read as one."""
_CELL = 50.0
_ROUNDING = 0.1
"""A name and what it must not cover are both rounded to tenths afterwards."""
_COVERS = 2000.0
"""The cost of covering something: more than any other cost."""
_ELSEWHERE = 500.0
"""The cost of a name that is nearer to another place than to its own."""
_ASCENT = 0.76
"""From the top of a name's box to its baseline, in font sizes."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place, or an end station, and the name to put beside it."""

    point: Point
    radius: float
    name: str


@dataclass(frozen=True, slots=True)
class Style:
    """How names are set on a board: where they may be, font size, and length of a space."""

    picture: Box
    size: float
    space: float


@dataclass(frozen=True, slots=True)
class Placement:
    """A label at a candidate position, and the cost of that position."""

    label: Label
    cost: float

    @property
    def free(self) -> bool:
        """Does the name cover no space and no place, and stay in the picture?"""
        return self.cost < _COVERS


class Obstacles:
    """Plates and dots in a grid, so that a box is compared only with those near it."""

    def __init__(
        self,
        plates: Sequence[Plate],
        dots: Sequence[tuple[Point, float]],
        rails: Sequence[Plate] = (),
    ) -> None:
        self.dots = list(dots)
        self._rails = _grid(rails)
        self._plates = _grid(plates)
        self._near_dots: dict[tuple[int, int], list[tuple[Point, float]]] = {}
        for (x, y), radius in dots:
            for key in _cells(Box(x - radius, y - radius, x + radius, y + radius)):
                self._near_dots.setdefault(key, []).append(((x, y), radius))

    def covered(self, box: Box) -> float:
        """Return how deeply the box overlaps plates and dots, summed up; 0 if it is free."""
        cells, depth = _cells(box), 0.0
        for point, radius in {dot for key in cells for dot in self._near_dots.get(key, ())}:
            depth += max(0.0, radius - box.distance_to(point))
        near = {c: b for key in cells for b, c in self._plates.get(key, ()) if b.meets(box)}
        for corners in near:
            depth += overlap(box.corners(), corners)
        return depth

    def crossed(self, box: Box) -> bool:
        """Do rails between a place and its first space run through the box?"""
        return any(
            around.meets(box) and overlap(box.corners(), corners) > 0
            for key in _cells(box)
            for around, corners in self._rails.get(key, ())
        )

    def on_plate(self, point: Point) -> bool:
        """Is a point on a space?"""
        x, y = point
        probe = Box(x - 0.5, y - 0.5, x + 0.5, y + 0.5)
        return any(
            box.meets(probe) and overlap(probe.corners(), corners) > 0
            for key in _cells(probe)
            for box, corners in self._plates.get(key, ())
        )


_Grid = dict[tuple[int, int], list[tuple[Box, tuple[Point, ...]]]]


def _grid(plates: Sequence[Plate]) -> _Grid:
    grid: _Grid = {}
    for plate in plates:
        corners = plate.corners()
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        box = Box(min(xs), min(ys), max(xs), max(ys))
        for key in _cells(box):
            grid.setdefault(key, []).append((box, corners))
    return grid


def _cells(box: Box) -> list[tuple[int, int]]:
    return [
        (i, j)
        for i in range(int(box.left // _CELL), int(box.right // _CELL) + 1)
        for j in range(int(box.top // _CELL), int(box.bottom // _CELL) + 1)
    ]


class LabelPlacer:
    """Places names on one drawing; candidates are cached, as languages share many names."""

    def __init__(self, obstacles: Obstacles, style: Style) -> None:
        self._obstacles = obstacles
        self._style = style
        self._choices: dict[Spot, list[Placement]] = {}

    def place(self, spots: Sequence[Spot]) -> list[Placement]:
        """Return a placement for every spot, in their order, without collisions if possible."""
        for spot in spots:
            if spot not in self._choices:
                self._choices[spot] = _candidates(spot, self._obstacles, self._style)
        return _choose([self._choices[spot] for spot in spots])


def _choose(choices: list[list[Placement]]) -> list[Placement]:
    chosen: dict[int, Placement] = {}
    for i in sorted(range(len(choices)), key=lambda i: (len(choices[i]), i)):
        chosen[i] = _best(i, choices[i], chosen)
    for _ in range(4):
        before = dict(chosen)
        for i in range(len(choices)):
            chosen[i] = _best(i, choices[i], chosen)
        if chosen == before:
            break
    return [chosen[i] for i in range(len(choices))]


def _best(i: int, choices: list[Placement], chosen: dict[int, Placement]) -> Placement:
    def cost(candidate: Placement) -> float:
        box = candidate.label.box
        near = box.grown(_APART)
        total = candidate.cost
        for k, other in chosen.items():
            if k != i and near.meets(other.label.box):
                total += 1000.0 if box.meets(other.label.box) else 8.0
        return total

    return min(choices, key=cost)


def _candidates(spot: Spot, obstacles: Obstacles, style: Style) -> list[Placement]:
    tried: list[tuple[float, int, Label]] = []
    near = [dot for dot in obstacles.dots if 0 < math.dist(dot[0], spot.point) <= _NEIGHBOUR]
    for lines in line_breaks(spot.name):
        for step, distance in enumerate(_DISTANCES):
            for k in range(_DIRECTIONS):
                angle = 2 * math.pi * k / _DIRECTIONS
                label = set_label(spot, lines, angle, distance * style.space, style.size)
                tried.append((_position_cost(spot, label, angle, step, near), len(tried), label))
    tried.sort(key=lambda one: one[:2])
    free: list[Placement] = []
    rest: list[Placement] = []
    for cost, _, label in tried:
        if not style.picture.holds(label.box):
            rest.append(Placement(label, cost + 2.5 * _COVERS))
        elif depth := obstacles.covered(label.box.grown(_ROUNDING)):
            rest.append(Placement(label, cost + _COVERS + 20.0 * depth))
        else:
            if obstacles.covered(label.box.grown(0.07 * style.space)):
                cost += 3.0
            if obstacles.crossed(label.box):
                cost += 9.0
            if _cut_off(spot, label.box, obstacles):
                cost += 60.0
            free.append(Placement(label, cost))
            if len(free) == _ENOUGH:
                break
    return free or [min(rest, key=lambda placement: placement.cost)]


def _cut_off(spot: Spot, box: Box, obstacles: Obstacles) -> bool:
    """Does a track run between a place and its name, so that it seems to belong elsewhere?"""
    x = min(max(spot.point[0], box.left), box.right)
    y = min(max(spot.point[1], box.top), box.bottom)
    return any(
        obstacles.on_plate(
            (
                spot.point[0] + (x - spot.point[0]) * k / 8,
                spot.point[1] + (y - spot.point[1]) * k / 8,
            )
        )
        for k in range(1, 9)
    )


def set_label(
    spot: Spot, lines: tuple[str, ...], angle: float, distance: float, size: float
) -> Label:
    """Set a name at an angle from its place: its box touches the circle `distance` outside it."""
    line_height = size * LINE_HEIGHT
    w = max(width(line) for line in lines) * size
    h = size * 0.95 + (len(lines) - 1) * line_height
    c, s = math.cos(angle), math.sin(angle)
    reach = spot.radius + distance
    # In the four main directions the box is centred; between them it slides along the circle.
    cx = spot.point[0] + reach * c + w / 2 * max(-1.0, min(1.0, 1.5 * c))
    cy = spot.point[1] + reach * s + h / 2 * max(-1.0, min(1.0, 1.5 * s))
    box = Box(cx - w / 2, cy - h / 2, cx + w / 2, cy + h / 2)
    anchor = "start" if c > 0.55 else "end" if c < -0.55 else "middle"
    x = {"start": box.left, "middle": cx, "end": box.right}[anchor]
    return Label(lines, x, box.top + _ASCENT * size, anchor, line_height, box)


def _position_cost(
    spot: Spot, label: Label, angle: float, step: int, dots: Sequence[tuple[Point, float]]
) -> float:
    """Return the cost of a position: ideal is near, level, to the right, and on one line."""
    c, s = math.cos(angle), math.sin(angle)
    cost = (0.0, 2.5, 7.0, 16.0)[step]
    cost += 2.0 * min(abs(s), abs(c)) + (0.6 if c < -0.3 else 0.0) + (0.8 if abs(s) > 0.7 else 0.0)
    cost += 1.0 * (len(label.lines) - 1)
    own = label.box.distance_to(spot.point) - spot.radius
    for point, radius in dots:
        # A name must not read as another place's.
        other = label.box.distance_to(point) - radius
        if other < own + 4.0:
            cost += 12.0 + 3.0 * (own + 4.0 - other)
        if other < own + 2 * _ROUNDING:
            cost += _ELSEWHERE
    return cost
