"""Land, lakes and borders of a piece of the earth, as SVG paths in picture units.

`tools/geography` makes `world.json` from public-domain data: rings and lines as whole numbers, the
first point in hundredths of a degree, then the steps from point to point.
"""

from __future__ import annotations

import itertools
import json
from functools import cache
from importlib.resources import files

from goldenspike.boards.drawing.geography import Geography, Layer
from goldenspike.boards.earth.projections import Fit, Frame, Point, fit

_BESIDE, _ABOVE = 0.8, 0.5
"""Windows are wider or taller than a board: land goes on beyond its frame, in parts of it."""
_STEP = 1.4
"""Picture units: points nearer to the last one are left out."""
_KINDS = {"land": "home", "water": "water", "border": "border"}
_EDGE = 89.0

Box = tuple[float, float, float, float]


def outlines(frame: Frame, width: float, height: float) -> Geography:
    """Return the outlines of a piece of the earth, in a picture of this size."""
    source, world = _world()
    place = fit(frame, width, height)
    box = _around(frame)
    layers = []
    for kind, lines in world.items():
        closed = kind != "border"
        path = "".join(
            _path(part, place, closed)
            for line, extent in lines
            for part in _parts(line, extent, box, closed)
        )
        if path:
            layers.append(Layer(_KINDS[kind], path))
    return Geography(source, tuple(layers))


@cache
def _world() -> tuple[str, dict[str, list[tuple[list[Point], Box]]]]:
    """Load the rings and lines of the earth, each with its extent, in degrees."""
    data = json.loads(files(__package__).joinpath("world.json").read_text(encoding="utf-8"))
    return data["source"], {
        kind: [(line, _extent(line)) for line in map(_points, data[kind])] for kind in _KINDS
    }


def _points(numbers: list[int]) -> list[Point]:
    x = y = 0
    points = []
    for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
        x, y = x + dx, y + dy
        points.append((x / 100, y / 100))
    return points


def _extent(line: list[Point]) -> Box:
    xs, ys = [x for x, _ in line], [y for _, y in line]
    return min(xs), min(ys), max(xs), max(ys)


def _around(frame: Frame) -> Box:
    """Return the frame and its surroundings, at most once around the earth."""
    wide, high = frame.east - frame.west, frame.north - frame.south
    beside = min(wide * _BESIDE, (360 - wide) / 2)
    return (
        frame.west - beside,
        max(-_EDGE, frame.south - high * _ABOVE),
        frame.east + beside,
        min(_EDGE, frame.north + high * _ABOVE),
    )


def _parts(line: list[Point], extent: Box, box: Box, closed: bool) -> list[list[Point]]:
    """Return what lies in the box, wherever the line is around the earth."""
    found = []
    for turn in (-360, 0, 360):
        left, right = extent[0] + turn, extent[2] + turn
        if right < box[0] or left > box[2] or extent[3] < box[1] or extent[1] > box[3]:
            continue
        points = [(x + turn, y) for x, y in line] if turn else line
        inside = left >= box[0] and right <= box[2] and extent[1] >= box[1] and extent[3] <= box[3]
        if inside:
            found.append(points)
        elif closed:
            found.append(_clip_ring(points, box))
        else:
            found += _clip_line(points, box)
    return [part for part in found if len(part) > (2 if closed else 1)]


def _clip_ring(ring: list[Point], box: Box) -> list[Point]:
    """Cut a ring at the four sides of a box (Sutherland and Hodgman)."""
    for axis, limit, sign in ((0, box[0], 1), (1, box[1], 1), (0, box[2], -1), (1, box[3], -1)):
        cut: list[Point] = []
        for last, point in zip([ring[-1], *ring[:-1]] if ring else [], ring, strict=True):
            was = (last[axis] - limit) * sign >= 0
            if was != ((point[axis] - limit) * sign >= 0):
                part = (limit - last[axis]) / (point[axis] - last[axis])
                cut.append(
                    (
                        last[0] + (point[0] - last[0]) * part,
                        last[1] + (point[1] - last[1]) * part,
                    )
                )
            if (point[axis] - limit) * sign >= 0:
                cut.append(point)
        ring = cut
    return ring


def _clip_line(line: list[Point], box: Box) -> list[list[Point]]:
    """Return the runs of points that lie in a box; what leaves it is out of the picture anyway."""
    runs: list[list[Point]] = [[]]
    for x, y in line:
        if box[0] <= x <= box[2] and box[1] <= y <= box[3]:
            runs[-1].append((x, y))
        elif runs[-1]:
            runs.append([])
    return runs


def _path(points: list[Point], place: Fit, closed: bool) -> str:
    kept: list[Point] = []
    for longitude, latitude in points:
        x, y = place(longitude, latitude)
        if not kept or abs(x - kept[-1][0]) + abs(y - kept[-1][1]) >= _STEP:
            kept.append((round(x, 1), round(y, 1)))
    if len(kept) < (3 if closed else 2):
        return ""
    steps = " ".join(
        f"{_short(x - last_x)} {_short(y - last_y)}"
        for (last_x, last_y), (x, y) in itertools.pairwise(kept)
    )
    end = "z" if closed else ""
    return f"M{_short(kept[0][0])} {_short(kept[0][1])}l{steps.replace(' -', '-')}{end}"


def _short(value: float) -> str:
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text.replace("0.", ".", 1) if abs(value) < 1 else text
