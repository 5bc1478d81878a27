"""Searching a bend and a packing for every track so that nothing collides.

A track is bent gently, away from the middle of the board, unless one of its spaces would overlap a
space of another track or a place; then another bend is searched that is as gentle as possible.
Tracks between the same places run side by side. A `bend` in the board file is not changed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, product

from goldenspike.boards.drawing.geometry import Box, Plate, Point, bent_curve, overlap
from goldenspike.boards.drawing.lines import PACKINGS, Bundle, Line, Packing, bundle_lines, bundles
from goldenspike.boards.drawing.measures import Measures
from goldenspike.boards.model import Board

_BENDS: tuple[tuple[float, ...], ...] = (
    (0.0,),
    *((sign * bend,) for bend in (0.035, 0.06, 0.09, 0.12, 0.16, 0.2, 0.26) for sign in (1, -1)),
)
"""Bends that are tried, the gentlest first."""
_GENTLE = 0.035
"""The bend that a track has if nothing is in its way."""
_SWEEPS = 6
"""How often the tracks that may still improve are tried again, at most."""


@dataclass(frozen=True, slots=True)
class _Shape:
    """The area a bundle occupies, precomputed for comparison with others."""

    plates: tuple[tuple[Plate, tuple[Point, ...], float], ...]
    """Each with its corners, including a margin, and its reach."""
    trace: tuple[Point, ...]
    """Points of the middle line, to find crossings with another one."""
    box: Box


class LineSearch:
    """Local search: changes one bundle of tracks at a time until none can be improved."""

    def __init__(self, board: Board, measures: Measures) -> None:
        self.board = board
        self.measures = measures
        self.margin = 0.05 * measures.space
        self._bundles = bundles(board, measures)
        self._shapes = [self._shape(b, b.bend, b.packing) for b in self._bundles]
        self._to_improve = set(range(len(self._bundles)))
        self._reserved: list[tuple[Box, tuple[Point, ...]]] = []
        self._places = [
            (measures.point(p), measures.radius(p))
            for p in board.places
            if not p.country or p.passengers
        ]

    def reserve(self, boxes: Sequence[Box]) -> None:
        """Add boxes, such as those of names, that tracks avoid from now on."""
        self._reserved += [(box, box.corners()) for box in boxes]
        for i, shape in enumerate(self._shapes):
            if any(shape.box.meets(box) for box in boxes):
                self._to_improve.add(i)

    def search(self) -> list[Line]:
        """Improve all bundles; returns the line of every track, in the board's order."""
        for _ in range(_SWEEPS):
            for i in sorted(self._to_improve):
                self._to_improve.discard(i)
                before = self._shapes[i].box
                if self._improve(i, self._bundles[i]):
                    # Bundles that touched the old shape, or touch the new one, may improve too.
                    after = self._shapes[i].box
                    self._to_improve |= {
                        k
                        for k, other in enumerate(self._shapes)
                        if k != i and (other.box.meets(before) or other.box.meets(after))
                    }
            if not self._to_improve:
                break
        lines: dict[int, Line] = {}
        for bundle in self._bundles:
            lines.update(
                bundle_lines(bundle, self.board, self.measures, bundle.bend, bundle.packing)
            )
        return [lines[i] for i in range(len(self.board.tracks))]

    def _improve(self, i: int, bundle: Bundle) -> bool:
        best = (bundle.bend, bundle.packing)
        start = self._effort(bundle, *best)
        start += self._conflict(i, self._shapes[i], math.inf)
        cost = start
        options = sorted(
            (self._effort(bundle, bend, packing), k, bend, packing)
            for k, (bend, packing) in enumerate(product(self._choices(bundle), PACKINGS))
        )
        for effort, _, bend, packing in options:
            if effort >= cost - 1e-6:
                break
            shape = self._shape(bundle, bend, packing)
            here = effort + self._conflict(i, shape, cost - effort)
            if here < cost - 1e-6:
                cost, best = here, (bend, packing)
        if cost >= start - 1e-6:
            return False
        bundle.bend, bundle.packing = best
        self._shapes[i] = self._shape(bundle, *best)
        return True

    def _choices(self, bundle: Bundle) -> tuple[tuple[float, ...], ...]:
        return (bundle.bend,) if bundle.fixed else _BENDS

    def _shape(self, bundle: Bundle, bend: tuple[float, ...], packing: Packing) -> _Shape:
        plates = [
            (plate, plate.corners(self.margin), plate.reach() + 1.5 * self.margin)
            for _, line in bundle_lines(bundle, self.board, self.measures, bend, packing)
            for plate in line.plates
        ]
        xs = [x for _, corners, _ in plates for x, _ in corners]
        ys = [y for _, corners, _ in plates for _, y in corners]
        middle = bent_curve(bundle.a[0], bundle.b[0], bend)
        trace = tuple(middle.along(middle.length * i / 8)[:2] for i in range(9))
        return _Shape(tuple(plates), trace, Box(min(xs), min(ys), max(xs), max(ys)))

    def _effort(self, bundle: Bundle, bend: tuple[float, ...], packing: Packing) -> float:
        """Return the cost of a bend and a packing as such: 0 for a gentle bend, evenly spread."""
        if bundle.fixed:
            return packing.effort
        gentle = _GENTLE * self._outward(bundle)
        return 2200.0 * sum((b - gentle) ** 2 for b in bend) / len(bend) + packing.effort

    def _outward(self, bundle: Bundle) -> int:
        """Return the sign of the bend that swings away from the middle of the picture."""
        (ax, ay), (bx, by) = bundle.a[0], bundle.b[0]
        # The right of the direction from a to b is (ay - by, bx - ax), as in `bent_curve`.
        away_x = (ax + bx - self.measures.width) / 2
        away_y = (ay + by - self.measures.height) / 2
        return 1 if (ay - by) * away_x + (bx - ax) * away_y >= 0 else -1

    def _conflict(self, i: int, shape: _Shape, limit: float) -> float:
        """Return the cost of a shape's collisions; stops counting once it is over the limit."""
        cost = self._outside(shape) + self._on_places(shape) + self._on_reserved(shape)
        for k, other in enumerate(self._shapes):
            if cost > limit:
                return cost
            if k == i or not shape.box.meets(other.box):
                continue
            if _cross(shape.trace, other.trace):
                cost += 80.0
            for mine, my_corners, my_reach in shape.plates:
                for its, its_corners, its_reach in other.plates:
                    if math.hypot(mine.x - its.x, mine.y - its.y) < my_reach + its_reach:
                        depth = overlap(my_corners, its_corners)
                        if depth:
                            cost += 1.0 + 12.0 * depth * depth
        return cost

    def _outside(self, shape: _Shape) -> float:
        edge = 3 * self.margin
        return 20.0 * (
            max(0.0, edge - shape.box.left)
            + max(0.0, edge - shape.box.top)
            + max(0.0, shape.box.right + edge - self.measures.width)
            + max(0.0, shape.box.bottom + edge - self.measures.height)
        )

    def _on_places(self, shape: _Shape) -> float:
        cost, keep = 0.0, 2.2 * self.margin
        for point, radius in self._places:
            if shape.box.distance_to(point) < radius + keep:
                for mine, _, _ in shape.plates:
                    # Plates of the place's own tracks keep `clear` away by construction.
                    depth = radius + keep - mine.distance_to(point)
                    if depth > 0:
                        cost += 1.0 + 10.0 * depth * depth
        return cost

    def _on_reserved(self, shape: _Shape) -> float:
        cost = 0.0
        for box, corners in self._reserved:
            if shape.box.meets(box):
                for mine, my_corners, my_reach in shape.plates:
                    if box.distance_to((mine.x, mine.y)) < my_reach:
                        cost += 12.0 * overlap(my_corners, corners) ** 2
        return cost


def _cross(one: tuple[Point, ...], two: tuple[Point, ...]) -> bool:
    """Do two polylines cross?"""
    return any(
        _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0
        for a, b in pairwise(one)
        for c, d in pairwise(two)
    )


def _side(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
