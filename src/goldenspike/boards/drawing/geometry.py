"""Plane geometry of a drawing: curves, tilted rectangles, upright boxes, and whether they touch.

Units and axes are those of `layout.py`: y grows downwards, angles are degrees clockwise.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import dataclass, field
from typing import NamedTuple

Point = tuple[float, float]

SAMPLES = 24
"""Segments a curve is measured by: accurate to a hundredth of a unit for the arcs of tracks."""


class Box(NamedTuple):
    """An upright rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    def grown(self, margin: float) -> Box:
        """Return the box with a margin on all sides."""
        return Box(self.left - margin, self.top - margin, self.right + margin, self.bottom + margin)

    def corners(self) -> tuple[Point, ...]:
        """Return its four corners in order."""
        return (
            (self.left, self.top),
            (self.right, self.top),
            (self.right, self.bottom),
            (self.left, self.bottom),
        )

    def meets(self, other: Box) -> bool:
        """Do the two share more than an edge?"""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def holds(self, other: Box) -> bool:
        """Is the other one inside?"""
        return (
            self.left <= other.left
            and self.top <= other.top
            and other.right <= self.right
            and other.bottom <= self.bottom
        )

    def distance_to(self, point: Point) -> float:
        """Return the distance of a point from the box; 0 inside."""
        dx = max(self.left - point[0], 0.0, point[0] - self.right)
        dy = max(self.top - point[1], 0.0, point[1] - self.bottom)
        return math.hypot(dx, dy)


@dataclass(frozen=True, slots=True)
class Plate:
    """A tilted rectangle: one space of a track."""

    x: float
    y: float
    angle: float
    length: float
    width: float

    def corners(self, margin: float = 0.0) -> tuple[Point, ...]:
        """Return its four corners in order, with a margin on all sides."""
        turn = math.radians(self.angle)
        c, s = math.cos(turn), math.sin(turn)
        u, v = self.length / 2 + margin, self.width / 2 + margin
        return tuple(
            (self.x + c * i - s * j, self.y + s * i + c * j)
            for i, j in ((-u, -v), (u, -v), (u, v), (-u, v))
        )

    def edge(self, side: int) -> Point:
        """Return the middle of its front edge (side 1) or back edge (-1)."""
        turn = math.radians(self.angle)
        half = side * self.length / 2
        return self.x + math.cos(turn) * half, self.y + math.sin(turn) * half

    def reach(self) -> float:
        """Return half its diagonal: nothing farther from its middle can touch it."""
        return math.hypot(self.length, self.width) / 2

    def distance_to(self, point: Point) -> float:
        """Return the distance of a point from the plate; 0 inside."""
        turn = math.radians(self.angle)
        c, s = math.cos(turn), math.sin(turn)
        dx, dy = point[0] - self.x, point[1] - self.y
        along = abs(c * dx + s * dy) - self.length / 2
        across = abs(c * dy - s * dx) - self.width / 2
        return math.hypot(max(along, 0.0), max(across, 0.0))


def overlap(a: tuple[Point, ...], b: tuple[Point, ...]) -> float:
    """Return the depth by which two rectangles, given by their corners, overlap; 0 if they do not.

    The depth is the shortest translation that would separate them (separating axis theorem).
    """
    deepest = math.inf
    for shape in (a, b):
        # Opposite edges are parallel, so two of the four are enough.
        for (x0, y0), (x1, y1) in ((shape[0], shape[1]), (shape[1], shape[2])):
            nx, ny = y1 - y0, x0 - x1
            size = math.hypot(nx, ny)
            if size == 0.0:
                continue
            of_a = [nx * x + ny * y for x, y in a]
            of_b = [nx * x + ny * y for x, y in b]
            depth = min(max(of_a) - min(of_b), max(of_b) - min(of_a)) / size
            if depth <= 0.0:
                return 0.0
            deepest = min(deepest, depth)
    return deepest


@dataclass(frozen=True)
class Curve:
    """A cubic Bezier curve, measured along its length."""

    start: Point
    control_a: Point
    control_b: Point
    end: Point
    _lengths: list[float] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        total, lengths, last = 0.0, [0.0], self.start
        for i in range(1, SAMPLES + 1):
            here = self._at(i / SAMPLES)
            total += math.dist(last, here)
            lengths.append(total)
            last = here
        object.__setattr__(self, "_lengths", lengths)

    @property
    def length(self) -> float:
        """Length along the curve."""
        return self._lengths[-1]

    def _at(self, t: float) -> Point:
        u = 1.0 - t
        k0, k1, k2, k3 = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        return (
            k0 * self.start[0] + k1 * self.control_a[0] + k2 * self.control_b[0] + k3 * self.end[0],
            k0 * self.start[1] + k1 * self.control_a[1] + k2 * self.control_b[1] + k3 * self.end[1],
        )

    def along(self, distance: float) -> tuple[float, float, float]:
        """Return x, y and direction (degrees) at a distance along the curve."""
        distance = min(max(distance, 0.0), self.length)
        i = min(max(bisect_left(self._lengths, distance), 1), SAMPLES)
        piece = self._lengths[i] - self._lengths[i - 1]
        t = (i - 1 + ((distance - self._lengths[i - 1]) / piece if piece else 0.0)) / SAMPLES
        x, y = self._at(t)
        u = 1.0 - t
        dx = sum(
            k * (q - p)
            for k, p, q in (
                (u * u, self.start[0], self.control_a[0]),
                (2 * u * t, self.control_a[0], self.control_b[0]),
                (t * t, self.control_b[0], self.end[0]),
            )
        )
        dy = sum(
            k * (q - p)
            for k, p, q in (
                (u * u, self.start[1], self.control_a[1]),
                (2 * u * t, self.control_a[1], self.control_b[1]),
                (t * t, self.control_b[1], self.end[1]),
            )
        )
        return x, y, math.degrees(math.atan2(dy, dx))

    def path(self) -> str:
        """Return the curve as an SVG path."""
        controls = " ".join(
            format_point(*point) for point in (self.control_a, self.control_b, self.end)
        )
        return f"M{format_point(*self.start)}C{controls}"


def bent_curve(a: Point, b: Point, bend: tuple[float, ...], lane: float = 0.0) -> Curve:
    """Return the curve from a to b that swings `bend` of its length to the right, shifted by
    `lane`.

    Two bends make an S: the first one shapes the first half, the second one the second half.
    """
    first, second = (bend[0], bend[-1]) if bend else (0.0, 0.0)
    dx, dy = b[0] - a[0], b[1] - a[1]
    size = math.hypot(dx, dy) or 1.0
    # With y downwards, the right of the direction (dx, dy) is (-dy, dx).
    nx, ny = -dy / size, dx / size
    # A cubic with both controls at height h rises to 3/4 h in its middle.
    h1, h2 = first * size * 4 / 3 + lane, second * size * 4 / 3 + lane
    return Curve(
        (a[0] + nx * lane, a[1] + ny * lane),
        (a[0] + dx / 3 + nx * h1, a[1] + dy / 3 + ny * h1),
        (a[0] + dx * 2 / 3 + nx * h2, a[1] + dy * 2 / 3 + ny * h2),
        (b[0] + nx * lane, b[1] + ny * lane),
    )


def format_number(value: float, digits: int = 1) -> str:
    """Write a coordinate as short text: `12`, `12.5`, never `-0`."""
    text = f"{value:.{digits}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def format_point(x: float, y: float) -> str:
    """Write the coordinates of a point for SVG: `12 12.5`."""
    return f"{format_number(x)} {format_number(y)}"
