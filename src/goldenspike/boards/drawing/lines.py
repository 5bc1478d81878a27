"""The line of a track with a given bend, and the positions of its spaces along it.

Tracks between the same places run side by side, in lanes of one bundle.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from goldenspike.boards.drawing.geometry import Curve, Plate, Point, bent_curve, format_point
from goldenspike.boards.drawing.measures import Measures
from goldenspike.boards.model import Board, Track


@dataclass(frozen=True, slots=True)
class Packing:
    """How plates are spread over a line that is longer than they are."""

    stretch: float
    """Longest plates, relative to the usual length."""
    ends: float
    """The room left at each end, in gaps between two plates."""
    shift: float = 0.0
    """Which end has more of it: neither (0), the start (1) or the end (-1)."""
    effort: float = 0.0
    """Its cost in the search."""


PACKINGS = (
    Packing(1.12, 0.5),
    Packing(1.12, 1.0, 0.0, 0.2),
    Packing(1.0, 1.0, 0.0, 0.4),
    *(Packing(1.0, 1.0, shift, 0.8) for shift in (0.6, -0.6)),
    Packing(1.0, 1.8, 0.0, 1.2),
    *(Packing(1.0, 2.5, shift, 2.0 + abs(shift)) for shift in (0.0, 0.5, -0.5, 1.0, -1.0)),
    *(Packing(0.9, 3.0, shift, 4.0) for shift in (0.0, 1.0, -1.0)),
)
"""The packings that are tried, the cheapest first: evenly spread from place to place."""


@dataclass(frozen=True, slots=True)
class Line:
    """The line of one track, with its plates."""

    curve: Curve
    path: str
    """SVG path of the line, from the middle of one end to the middle of the other."""
    plates: tuple[Plate, ...]

    def stubs(self) -> Iterator[Plate]:
        """Yield the rails between both places and the first and last space, as thin plates."""
        both = (
            (self.curve.start, self.plates[0].edge(-1)),
            (self.plates[-1].edge(1), self.curve.end),
        )
        for (x0, y0), (x1, y1) in both:
            angle = math.degrees(math.atan2(y1 - y0, x1 - x0))
            yield Plate((x0 + x1) / 2, (y0 + y1) / 2, angle, math.hypot(x1 - x0, y1 - y0), 1.5)


@dataclass(slots=True)
class Bundle:
    """Tracks with the same ends, which run side by side."""

    tracks: list[int]
    """Their numbers on the board."""
    a: tuple[Point, float]
    """Where they start, and the radius of what is there."""
    b: tuple[Point, float]
    bend: tuple[float, ...]
    fixed: bool
    """Is the bend given by the board file?"""
    packing: Packing = PACKINGS[0]


def bundles(board: Board, measures: Measures) -> list[Bundle]:
    """Group the tracks of a board into bundles, straight unless the board file gives a bend."""
    found: dict[tuple[object, ...], Bundle] = {}
    for i, track in enumerate(board.tracks):
        key = (*sorted((track.a, track.b)), track.end)
        # The first track of a pair sets the direction; a later one written the other way follows.
        if key in found:
            found[key].tracks.append(i)
            if track.bend and not found[key].fixed:
                found[key].bend, found[key].fixed = track.bend, True
        else:
            a, b = measures.ends(board, track)
            found[key] = Bundle([i], a, b, track.bend or (0.0,), bool(track.bend))
    return list(found.values())


def bundle_lines(
    bundle: Bundle, board: Board, measures: Measures, bend: tuple[float, ...], packing: Packing
) -> Iterator[tuple[int, Line]]:
    """Yield the number and the line of each track of a bundle, with a bend and a packing."""
    middle = (len(bundle.tracks) - 1) / 2
    all_tunnels = all(board.tracks[index].kind == "tunnel" for index in bundle.tracks)
    apart = measures.tunnel_lane if all_tunnels else measures.lane
    for k, index in enumerate(bundle.tracks):
        lane = (k - middle) * apart
        yield index, _line(bundle, board.tracks[index], measures, bend, packing, lane)


def _line(
    bundle: Bundle,
    track: Track,
    m: Measures,
    bend: tuple[float, ...],
    packing: Packing,
    lane: float,
) -> Line:
    n = track.length
    curve = bent_curve(bundle.a[0], bundle.b[0], bend, lane)
    clear, least = (m.mouth, 2 * m.gap) if track.kind == "tunnel" else (m.clear, m.gap)
    # An outer lane passes beside the middle of a round place, so its plates may start earlier.
    beside = max(abs(lane) - m.space_width / 2, 0.0)
    from_a = math.sqrt(max(bundle.a[1] ** 2 - beside**2, 0.0)) + clear
    from_b = math.sqrt(max(bundle.b[1] ** 2 - beside**2, 0.0)) + clear
    room = max(curve.length - from_a - from_b, 0.2 * curve.length)
    fit = max((room - (n - 1) * least) / n, 0.6 * room / n)
    length = min(fit, m.space * packing.stretch)
    gap = 0.0
    if n > 1:
        # Never closer than `least`, which `fit` leaves room for.
        gap = max((room - n * length) / (n - 1 + 2 * packing.ends), least)
    slack = max(room - n * length - (n - 1) * gap, 0.0)
    at = from_a + slack / 2 * (1 + packing.shift) + length / 2
    plates = []
    for _ in range(n):
        x, y, angle = curve.along(at)
        plates.append(Plate(x, y, angle, length, m.space_width))
        at += length + gap
    path = _converging(bundle, plates) if lane else curve.path()
    return Line(curve, path, tuple(plates))


def _converging(bundle: Bundle, plates: list[Plate]) -> str:
    """Return the SVG path of an outer lane: from one place along its plates to the other place."""
    points = [bundle.a[0], plates[0].edge(-1)]
    points += [(plate.x, plate.y) for plate in plates]
    points += [plates[-1].edge(1), bundle.b[0]]
    return "M" + "L".join(format_point(x, y) for x, y in points)


def wheels(length: int, locomotives: int) -> tuple[int, ...]:
    """Return which plates of a ferry have a locomotive symbol: they are spread evenly."""
    return tuple(int((i + 0.5) * length / locomotives) for i in range(locomotives))


def wave(curve: Curve, space: float) -> str:
    """Return the SVG path of a wave along the curve, for a ferry."""
    halves = max(2, 2 * round(curve.length / (0.55 * space)))
    points = [curve.along(curve.length * i / halves) for i in range(halves + 1)]
    x, y, angle = curve.along(curve.length / halves / 2)
    turn, swing = math.radians(angle), 0.44 * space
    control = format_point(x - math.sin(turn) * swing, y + math.cos(turn) * swing)
    start, first, *rest = [format_point(px, py) for px, py, _ in points]
    # Each T mirrors the control point before it, which makes the line swing to the other side.
    return f"M{start}Q{control} {first}" + "".join(f"T{point}" for point in rest)
