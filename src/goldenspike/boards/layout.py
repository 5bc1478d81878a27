"""Where everything on a board is drawn: a pure function from a `Board` to a `Layout`.

The SVG drawing and the browser client draw the very same layout, so that a track has the same shape
everywhere. All numbers are in picture units: the longer side of the picture is 1000, x grows to the
right, y downwards, angles are degrees clockwise from the x axis. `Layout.to_json()` gives:

    {"board": "usa", "width": 1000.0, "height": 640.0,
     "space_length": 27.0, "space_width": 10.0,       # the usual plate; a track may differ
     "label_size": 12.5,                              # font size of place names
     "passenger_radius": 4.0,                         # of one passenger's spot
     "end_radius": 4.5,                               # half of an end station's side
     "places": [
       {"id": "salt_lake_city", "x": 246.0, "y": 301.5, "r": 7.0, "country": false,
        "ends": [],                                   # a country: [x, y] of each end station it has
        "end_labels": [],                             # the name at each of them, as `labels`,
                                                      # or {} where the country's own is near
        "passengers": [[246.0, 301.5]],               # spots, as many as stand there at set-up
        "labels": {                                   # one for each of the six languages
          "en": {"lines": ["Salt Lake", "City"],      # top line first
                 "x": 257.0, "y": 297.0,              # baseline of the first line
                 "anchor": "start",                   # SVG text-anchor: start, middle, end
                 "line_height": 13.0,
                 "box": [257.0, 287.0, 306.0, 314.0]  # left, top, right, bottom
                }, ...}}, ...],
     "tracks": [
       {"id": "atlanta-miami:blue", "a": "atlanta", "b": "miami", "colour": "blue", "kind": "train",
        "length": 5, "locomotives": 0,
        "line": "M810 420C815 460 840 520 900 580",   # SVG path of the centre line, place to place
        "wave": "",                                   # a ferry's wave along that line; else empty
        "spaces": [[815.0, 440.1, 80.5], ...],        # middle and angle of each plate, from a to b
        "space": [27.0, 10.0],                        # length and width of this track's plates
        "wheels": [1],                                # plates (from 0) with a locomotive symbol
        "portals": [[812.0, 428.0, 79.0], ...],       # a tunnel's two mouths; else empty
        "middle": [852.0, 498.0]                      # where a marker or a tooltip belongs
       }, ...],
     "geography": null | {"source": "...", "layers": [{"kind": "land", "path": "M0 0L..."}, ...]}}

Layers of the geography are painted in their order; `kind` is one of `land`, `home` (the countries
the board is about), `water` (lakes), `river`, `border` and `state` (lines), and the picture's
ground is the sea. The order of places and tracks is the board's.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from goldenspike.boards.geography import Geography, geography_names, load_geography
from goldenspike.boards.geometry import Box, Plate, Point
from goldenspike.boards.labels import Label, Names, Obstacles, Placement, Spot, Style
from goldenspike.boards.lettering import width
from goldenspike.boards.lines import Line, LineSearch, wave, wheels
from goldenspike.boards.measures import Measures, measure
from goldenspike.boards.model import LANGUAGES, Board, Place, Track

EDGE = 6.0
"""Nothing is drawn nearer to the picture's edge."""
_ROUNDS = 4
"""How often tracks are asked to make room for names."""
_NEAR = 1.85
"""An end station this near to its country's place, in spaces, needs no name of its own."""


@dataclass(frozen=True, slots=True)
class PlaceLayout:
    """A place as drawn."""

    id: str
    x: float
    y: float
    r: float
    country: bool
    ends: tuple[Point, ...]
    end_labels: tuple[dict[str, Label], ...]
    passengers: tuple[Point, ...]
    labels: dict[str, Label]


@dataclass(frozen=True, slots=True)
class TrackLayout:
    """A track as drawn."""

    track: Track
    a: str
    b: str
    line: str
    wave: str
    plates: tuple[Plate, ...]
    wheels: tuple[int, ...]
    portals: tuple[tuple[float, float, float], ...]
    middle: Point


@dataclass(frozen=True, slots=True)
class Layout:
    """A board's whole picture, in picture units."""

    board: str
    measures: Measures
    places: tuple[PlaceLayout, ...]
    tracks: tuple[TrackLayout, ...]
    geography: Geography | None

    @property
    def width(self) -> float:
        """Of the picture."""
        return self.measures.width

    @property
    def height(self) -> float:
        """Of the picture."""
        return self.measures.height

    def to_json(self) -> dict[str, Any]:
        """The layout as plain data; the shape is described at the top of this file."""
        m = self.measures
        return {
            "board": self.board,
            "width": _r(m.width),
            "height": _r(m.height),
            "space_length": _r(m.space),
            "space_width": _r(m.space_width),
            "label_size": _r(m.label),
            "passenger_radius": _r(m.passenger),
            "end_radius": _r(m.end_station),
            "places": [_place_json(place) for place in self.places],
            "tracks": [_track_json(track) for track in self.tracks],
            "geography": self.geography.to_json() if self.geography else None,
        }


_Dots = tuple[list[Point], list[float], list[tuple[Point, float]]]


def lay_out(board: Board) -> Layout:
    """Lay out a board: the same board always gives the same layout."""
    measures = measure(board)
    ends = _country_ends(board, measures)
    where = _dots(board, measures, ends)
    search = LineSearch(board, measures)
    lines = search.settle()
    names = _names_among(lines, where, measures)
    for _ in range(_ROUNDS):
        crowded = _crowded_names(board, where, names)
        if not crowded:
            break
        search.reserve(crowded)
        lines = search.settle()
        names = _names_among(lines, where, measures)
    return Layout(
        board.id,
        measures,
        _places(board, measures, ends, where, names, lines),
        tuple(
            _track(board, track, line, measures)
            for track, line in zip(board.tracks, lines, strict=True)
        ),
        load_geography(board.geography) if board.geography in geography_names() else None,
    )


def _track(board: Board, track: Track, line: Line, measures: Measures) -> TrackLayout:
    first, last = line.plates[0], line.plates[-1]
    portals: tuple[tuple[float, float, float], ...] = ()
    if track.kind == "tunnel":
        portals = (_mouth(first, -1), _mouth(last, 1))
    x, y, _ = line.curve.along(line.curve.length / 2)
    return TrackLayout(
        track,
        board.places[track.a].id,
        board.places[track.b].id,
        line.path,
        wave(line.curve, measures.space) if track.kind == "ferry" else "",
        line.plates,
        wheels(track.length, track.locomotives),
        portals,
        (x, y),
    )


def _mouth(plate: Plate, side: int) -> tuple[float, float, float]:
    """Where a tunnel opens: at the outer edge of its first or last plate, facing outwards."""
    angle = plate.angle + (180.0 if side < 0 else 0.0)
    return *plate.edge(side), (angle + 180.0) % 360.0 - 180.0


def _places(
    board: Board,
    measures: Measures,
    ends: dict[int, list[Point]],
    where: _Dots,
    names: Names,
    lines: list[Line],
) -> tuple[PlaceLayout, ...]:
    points, radii, _ = where
    labels = {
        language: names.place(
            _spots([place.names.get(language, place.name) for place in board.places], where)
        )
        for language in LANGUAGES
    }
    end_labels = _end_labels(board, measures, ends, where, labels, lines)
    return tuple(
        PlaceLayout(
            place.id,
            *points[i],
            radii[i],
            place.country,
            tuple(ends.get(i, ())),
            tuple(end_labels[end] for end in ends.get(i, ())),
            tuple(measures.spots(place)),
            {language: labels[language][i].label for language in LANGUAGES},
        )
        for i, place in enumerate(board.places)
    )


def _end_labels(
    board: Board,
    measures: Measures,
    ends: dict[int, list[Point]],
    where: _Dots,
    labels: dict[str, list[Placement]],
    lines: list[Line],
) -> dict[Point, dict[str, Label]]:
    """The country's name at every end station that stands far from it, where nothing else is."""
    found: dict[Point, dict[str, Label]] = {end: {} for some in ends.values() for end in some}
    for language, placed in labels.items():
        far = [
            Spot(
                end, measures.end_station, board.places[i].names.get(language, board.places[i].name)
            )
            for i, some in ends.items()
            for end in some
            if math.dist(where[0][i], end) > _NEAR * measures.space
        ]
        taken = [_filled(placement.label.box) for placement in placed]
        names = _names_among(lines, where, measures, taken)
        for spot, placement in zip(far, names.place(far), strict=True):
            found[spot.point][language] = placement.label
    return found


def _filled(box: Box) -> Plate:
    """A box as something that names must not cover."""
    middle = (box.left + box.right) / 2, (box.top + box.bottom) / 2
    return Plate(*middle, 0.0, box.right - box.left, box.bottom - box.top)


def _dots(board: Board, measures: Measures, ends: dict[int, list[Point]]) -> _Dots:
    """Where places are, how large, and every disc that names must not cover."""
    points = [measures.point(place) for place in board.places]
    radii = [
        measures.radius(place) if _has_dot(place, ends.get(i, [])) else 0.0
        for i, place in enumerate(board.places)
    ]
    dots = [(point, r) for point, r in zip(points, radii, strict=True) if r]
    dots += [(end, measures.end_station) for some in ends.values() for end in some]
    return points, radii, dots


def _names_among(
    lines: list[Line], where: _Dots, measures: Measures, taken: Sequence[Plate] = ()
) -> Names:
    plates = [plate for line in lines for plate in line.plates] + list(taken)
    rails = [stub for line in lines for stub in line.stubs()]
    picture = Box(EDGE, EDGE, measures.width - EDGE, measures.height - EDGE)
    style = Style(picture, measures.label, measures.space)
    return Names(Obstacles(plates, where[2], rails), style)


def _spots(names: list[str], where: _Dots) -> list[Spot]:
    return [Spot(*of) for of in zip(where[0], where[1], names, strict=True)]


def _crowded_names(board: Board, where: _Dots, names: Names) -> list[Box]:
    """Boxes of names for which there is no free position, so that tracks can make room.

    Each place is tried with the longest of its names: what fits that one fits them all.
    """
    longest = [max((p.name, *p.names.values()), key=width) for p in board.places]
    placed = names.place(_spots(longest, where))
    return [placement.label.box for placement in placed if not placement.free]


def _country_ends(board: Board, measures: Measures) -> dict[int, list[Point]]:
    """Where tracks enter each country, apart from its own position."""
    ends: dict[int, list[Point]] = {}
    for track in board.tracks:
        for index, (point, _) in zip((track.a, track.b), measures.ends(board, track), strict=True):
            place = board.places[index]
            if place.country and track.end is not None and point not in ends.get(index, []):
                ends.setdefault(index, []).append(point)
    return ends


def _has_dot(place: Place, ends: list[Point]) -> bool:
    """A country whose tracks all end elsewhere is only a name, unless passengers wait there."""
    return not place.country or place.passengers > 0 or not ends


def _place_json(place: PlaceLayout) -> dict[str, Any]:
    return {
        "id": place.id,
        "x": _r(place.x),
        "y": _r(place.y),
        "r": _r(place.r),
        "country": place.country,
        "ends": [[_r(x), _r(y)] for x, y in place.ends],
        "end_labels": [_labels_json(labels) for labels in place.end_labels],
        "passengers": [[_r(x), _r(y)] for x, y in place.passengers],
        "labels": _labels_json(place.labels),
    }


def _labels_json(labels: dict[str, Label]) -> dict[str, Any]:
    return {
        language: {
            "lines": list(label.lines),
            "x": _r(label.x),
            "y": _r(label.y),
            "anchor": label.anchor,
            "line_height": _r(label.line_height),
            "box": [
                _r(label.box.left),
                _r(label.box.top),
                _r(label.box.right),
                _r(label.box.bottom),
            ],
        }
        for language, label in labels.items()
    }


def _track_json(layout: TrackLayout) -> dict[str, Any]:
    track, plate = layout.track, layout.plates[0]
    return {
        "id": track.id,
        "a": layout.a,
        "b": layout.b,
        "colour": track.colour,
        "kind": track.kind,
        "length": track.length,
        "locomotives": track.locomotives,
        "line": layout.line,
        "wave": layout.wave,
        "spaces": [[_r(p.x), _r(p.y), _r(p.angle)] for p in layout.plates],
        "space": [_r(plate.length), _r(plate.width)],
        "wheels": list(layout.wheels),
        "portals": [[_r(x), _r(y), _r(angle)] for x, y, angle in layout.portals],
        "middle": [_r(layout.middle[0]), _r(layout.middle[1])],
    }


def _r(value: float) -> float:
    # Adding zero turns a rounded -0.0 into 0.0, which JSON readers need not know about.
    return round(value, 1) + 0.0
