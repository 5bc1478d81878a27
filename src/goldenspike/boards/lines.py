"""The lines of a board: how each track runs, and where its spaces lie.

A track is straight unless that would lay a space on another track's space or on a place; then it
swings aside as little as helps. Tracks of one pair of places run side by side. A board file's
`bend` overrules the search for its track.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product

from goldenspike.boards.geometry import Box, Curve, Plate, Point, bent, number, overlap
from goldenspike.boards.measures import Measures
from goldenspike.boards.model import Board

_BENDS: tuple[tuple[float, ...], ...] = (
    (0.0,),
    *((sign * bend,) for bend in (0.025, 0.05, 0.08, 0.11, 0.15, 0.2, 0.26) for sign in (1, -1)),
)
_SWEEPS = 6


@dataclass(frozen=True, slots=True)
class Packing:
    """How plates use a way that is longer than they are."""

    stretch: float
    """Plates may be longer than usual by this factor..."""
    gap: float
    """...and gaps wider by this one; what room is left then goes to the ends:"""
    shift: float = 0.0
    """evenly (0), all to the start (1), or all to the end of the way (-1)."""
    effort: float = 0.0
    """What it costs in grace."""


_PACKINGS = (
    Packing(1.1, 3.6),
    Packing(1.0, 1.8, 0.0, 0.4),
    *(Packing(1.0, 1.6, shift, 0.6 + 0.4 * abs(shift)) for shift in (0.5, -0.5, 1.0, -1.0)),
    *(Packing(1.0, 1.0, shift, 1.6) for shift in (0.0, 1.0, -1.0)),
)


@dataclass(frozen=True, slots=True)
class Line:
    """One track as drawn."""

    curve: Curve
    path: str
    """The line as drawn, from the middle of one end to the middle of the other."""
    plates: tuple[Plate, ...]

    def stubs(self) -> Iterator[Plate]:
        """The bare rails between both places and the spaces, as thin plates."""
        both = (
            (self.curve.start, self.plates[0].edge(-1)),
            (self.plates[-1].edge(1), self.curve.end),
        )
        for (x0, y0), (x1, y1) in both:
            angle = math.degrees(math.atan2(y1 - y0, x1 - x0))
            yield Plate((x0 + x1) / 2, (y0 + y1) / 2, angle, math.hypot(x1 - x0, y1 - y0), 1.5)


@dataclass(slots=True)
class _Bundle:
    """Tracks that share both ends and so run side by side."""

    tracks: list[int]
    a: tuple[Point, float]
    b: tuple[Point, float]
    bend: tuple[float, ...]
    fixed: bool
    packing: Packing = _PACKINGS[0]


@dataclass(frozen=True, slots=True)
class _Shape:
    """What a bundle occupies, ready to be compared with others."""

    plates: tuple[tuple[Plate, tuple[Point, ...], float], ...]
    """Each with its corners, a margin included, and its reach."""
    trace: tuple[Point, ...]
    """Points of the middle line, to see whether it crosses another one."""
    box: Box


def _bundles(board: Board, measures: Measures) -> list[_Bundle]:
    found: dict[tuple[object, ...], _Bundle] = {}
    for i, track in enumerate(board.tracks):
        key = (*sorted((track.a, track.b)), track.end)
        # The first track of a pair sets the direction; a later one written the other way follows.
        if key in found:
            found[key].tracks.append(i)
            if track.bend and not found[key].fixed:
                found[key].bend, found[key].fixed = track.bend, True
        else:
            a, b = measures.ends(board, track)
            found[key] = _Bundle([i], a, b, track.bend or (0.0,), bool(track.bend))
    return list(found.values())


class LineSearch:
    """Bends tracks one after another until none of them is better off otherwise."""

    def __init__(self, board: Board, measures: Measures) -> None:
        self.board = board
        self.measures = measures
        self.margin = 0.05 * measures.space
        self._bundles = _bundles(board, measures)
        self._shapes = [self._shape(b, b.bend, b.packing) for b in self._bundles]
        self._unsettled = set(range(len(self._bundles)))
        self._reserved: list[tuple[Box, tuple[Point, ...]]] = []
        self._places = [
            (measures.point(p), measures.radius(p))
            for p in board.places
            if not p.country or p.passengers
        ]

    def reserve(self, boxes: Sequence[Box]) -> None:
        """Ask the tracks to keep off these boxes from now on."""
        self._reserved += [(box, box.corners()) for box in boxes]
        for i, shape in enumerate(self._shapes):
            if any(shape.box.meets(box) for box in boxes):
                self._unsettled.add(i)

    def settle(self) -> list[Line]:
        """How every track runs, in the board's order, when nothing moves any more."""
        for _ in range(_SWEEPS):
            for i in sorted(self._unsettled):
                self._unsettled.discard(i)
                before = self._shapes[i].box
                if self._improve(i, self._bundles[i]):
                    # Whoever touched the old shape or touches the new one may now do better.
                    after = self._shapes[i].box
                    self._unsettled |= {
                        k
                        for k, other in enumerate(self._shapes)
                        if k != i and (other.box.meets(before) or other.box.meets(after))
                    }
            if not self._unsettled:
                break
        lines: dict[int, Line] = {}
        for bundle in self._bundles:
            for lane, index in self._lanes(bundle):
                lines[index] = self._line(bundle, bundle.bend, bundle.packing, lane, index)
        return [lines[i] for i in range(len(self.board.tracks))]

    def bends(self) -> dict[str, tuple[float, ...]]:
        """The bend of every track, by id: what a board file may fix."""
        return {
            self.board.tracks[index].id: bundle.bend
            for bundle in self._bundles
            for index in bundle.tracks
        }

    def _improve(self, i: int, bundle: _Bundle) -> bool:
        best = (bundle.bend, bundle.packing)
        start = self._effort(bundle, *best)
        start += self._conflict(i, self._shapes[i], math.inf)
        cost = start
        options = sorted(
            (self._effort(bundle, bend, packing), k, bend, packing)
            for k, (bend, packing) in enumerate(product(self._choices(bundle), _PACKINGS))
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

    def _choices(self, bundle: _Bundle) -> tuple[tuple[float, ...], ...]:
        return (bundle.bend,) if bundle.fixed else _BENDS

    def _lanes(self, bundle: _Bundle) -> Iterator[tuple[float, int]]:
        middle = (len(bundle.tracks) - 1) / 2
        dug = all(self.board.tracks[index].kind == "tunnel" for index in bundle.tracks)
        lane = self.measures.tunnel_lane if dug else self.measures.lane
        for k, index in enumerate(bundle.tracks):
            yield (k - middle) * lane, index

    def _line(
        self, bundle: _Bundle, bend: tuple[float, ...], packing: Packing, lane: float, index: int
    ) -> Line:
        m = self.measures
        n = self.board.tracks[index].length
        curve = bent(bundle.a[0], bundle.b[0], bend, lane)
        # An outer lane passes a round place at its side, so its plates may begin a little earlier.
        tunnel = self.board.tracks[index].kind == "tunnel"
        clear, least = (m.mouth, 2 * m.gap) if tunnel else (m.clear, m.gap)
        beside = max(abs(lane) - m.space_width / 2, 0.0)
        from_a = math.sqrt(max(bundle.a[1] ** 2 - beside**2, 0.0)) + clear
        from_b = math.sqrt(max(bundle.b[1] ** 2 - beside**2, 0.0)) + clear
        room = max(curve.length - from_a - from_b, 0.2 * curve.length)
        fit = max((room - (n - 1) * least) / n, 0.6 * room / n)
        length = min(fit, m.space * packing.stretch)
        gap = 0.0
        if n > 1:
            gap = min((room - n * length) / (n - 1), max(m.gap * packing.gap, least))
        slack = room - n * length - (n - 1) * gap
        at = from_a + slack / 2 * (1 + packing.shift) + length / 2
        plates = []
        for _ in range(n):
            x, y, angle = curve.along(at)
            plates.append(Plate(x, y, angle, length, m.space_width))
            at += length + gap
        path = _converging(bundle, plates) if lane else curve.path()
        return Line(curve, path, tuple(plates))

    def _shape(self, bundle: _Bundle, bend: tuple[float, ...], packing: Packing) -> _Shape:
        plates = [
            (plate, plate.corners(self.margin), plate.reach() + 1.5 * self.margin)
            for lane, index in self._lanes(bundle)
            for plate in self._line(bundle, bend, packing, lane, index).plates
        ]
        xs = [x for _, corners, _ in plates for x, _ in corners]
        ys = [y for _, corners, _ in plates for _, y in corners]
        middle = bent(bundle.a[0], bundle.b[0], bend)
        trace = tuple(middle.along(middle.length * i / 8)[:2] for i in range(9))
        return _Shape(tuple(plates), trace, Box(min(xs), min(ys), max(xs), max(ys)))

    def _effort(self, bundle: _Bundle, bend: tuple[float, ...], packing: Packing) -> float:
        """What a bend costs in grace: nothing when straight and centred."""
        if bundle.fixed:
            return packing.effort
        return 2200.0 * sum(b * b for b in bend) / len(bend) + packing.effort

    def _conflict(self, i: int, shape: _Shape, limit: float) -> float:
        """What a shape costs in collisions; no longer counted once over the limit."""
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
                        cost += 5.0 * overlap(my_corners, corners) ** 2
        return cost


def _converging(bundle: _Bundle, plates: list[Plate]) -> str:
    """The way of an outer lane: from the place itself to its plates, along them, and in again."""
    points = [bundle.a[0], plates[0].edge(-1)]
    points += [(plate.x, plate.y) for plate in plates]
    points += [plates[-1].edge(1), bundle.b[0]]
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def _cross(one: tuple[Point, ...], two: tuple[Point, ...]) -> bool:
    """Whether two lines of points cross."""
    return any(
        _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0
        for a, b in pairwise(one)
        for c, d in pairwise(two)
    )


def _side(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def wheels(length: int, locomotives: int) -> tuple[int, ...]:
    """Which plates of a ferry carry its locomotive symbols: spread evenly."""
    return tuple(int((i + 0.5) * length / locomotives) for i in range(locomotives))


def wave(curve: Curve, space: float) -> str:
    """An SVG path that swings along the curve, for a ferry; it shows beside the plates."""
    halves = max(2, 2 * round(curve.length / (0.55 * space)))
    points = [curve.along(curve.length * i / halves) for i in range(halves + 1)]
    x, y, angle = curve.along(curve.length / halves / 2)
    turn, swing = math.radians(angle), 0.44 * space
    control = (x - math.sin(turn) * swing, y + math.cos(turn) * swing)
    start = f"M{number(points[0][0])} {number(points[0][1])}"
    first = (
        f"Q{number(control[0])} {number(control[1])} {number(points[1][0])} {number(points[1][1])}"
    )
    # Each T mirrors the control point before it, which makes the line swing to the other side.
    return start + first + "".join(f"T{number(px)} {number(py)}" for px, py, _ in points[2:])
