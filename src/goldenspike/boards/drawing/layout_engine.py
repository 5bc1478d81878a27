"""Computing a board's layout: a pure function from a `Board` to a `Layout`.

Tracks are placed first, then names. If a name finds no free position, tracks are searched again
with that area reserved, and names are placed again; if that does not help, all names get smaller.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from goldenspike.boards.drawing.geography import Geography, geography_names, load_geography
from goldenspike.boards.drawing.geometry import Box, Plate, Point
from goldenspike.boards.drawing.labels import LabelPlacer, Obstacles, Placement, Spot, Style
from goldenspike.boards.drawing.layout import Label, Layout, PlaceLayout, TrackLayout
from goldenspike.boards.drawing.line_search import LineSearch
from goldenspike.boards.drawing.lines import Line, wave, wheels
from goldenspike.boards.drawing.measures import Measures, measure
from goldenspike.boards.earth.outlines import outlines
from goldenspike.boards.model import LANGUAGES, Board, Place, Track

EDGE = 6.0
"""Least distance of anything from the edge of the picture."""
_ROUNDS = 6
"""How often room for names is reserved, at most."""
_SIZES = tuple(0.97**i for i in range(13))
"""Font sizes of names that are tried where they do not fit, relative to the usual one."""
_NEAR = 1.85
"""An end station this near to its country's place, in lengths of a space, needs no name."""


@dataclass(frozen=True, slots=True)
class _Sites:
    """What the board file determines, before anything is searched."""

    board: Board
    measures: Measures
    points: list[Point]
    """The position of each place."""
    ends: dict[int, list[Point]]
    """End stations of each country, by the number of its place."""
    radii: list[float]
    """The radius of each place; 0 for a country whose tracks all end at end stations."""

    def discs(self) -> list[tuple[Point, float]]:
        """List the circles that names must not cover: places and end stations."""
        found = [(point, r) for point, r in zip(self.points, self.radii, strict=True) if r]
        station = self.measures.end_station
        return found + [(end, station) for ends in self.ends.values() for end in ends]

    def spots(self, names: list[str]) -> list[Spot]:
        """Return a spot for each place, with its name."""
        return [Spot(*of) for of in zip(self.points, self.radii, names, strict=True)]


def compute_layout(board: Board) -> Layout:
    """Compute the layout of a board; the same board always gives the same layout."""
    sites = _sites(board)
    measures = sites.measures
    lines, size = _lines_and_label_size(sites)
    return Layout(
        board=board.id,
        width=_tenths(measures.width),
        height=_tenths(measures.height),
        space_length=_tenths(measures.space),
        space_width=_tenths(measures.space_width),
        label_size=_tenths(size),
        passenger_radius=_tenths(measures.passenger),
        end_radius=_tenths(measures.end_station),
        places=_places(sites, lines, size),
        tracks=tuple(
            _track(board, track, line, measures)
            for track, line in zip(board.tracks, lines, strict=True)
        ),
        geography=_geography(board, measures),
    )


def _geography(board: Board, measures: Measures) -> Geography | None:
    if board.map:
        return outlines(board.map.frame, measures.width, measures.height)
    return load_geography(board.geography) if board.geography in geography_names() else None


def _sites(board: Board) -> _Sites:
    measures = measure(board)
    ends: dict[int, list[Point]] = {}
    for track in board.tracks:
        for index, (point, _) in zip((track.a, track.b), measures.ends(board, track), strict=True):
            place = board.places[index]
            if place.country and track.end is not None and point not in ends.get(index, []):
                ends.setdefault(index, []).append(point)
    radii = [
        0.0 if place.country and not place.passengers and i in ends else measures.radius(place)
        for i, place in enumerate(board.places)
    ]
    return _Sites(board, measures, [measures.point(place) for place in board.places], ends, radii)


def _lines_and_label_size(sites: _Sites) -> tuple[list[Line], float]:
    """Search lines that leave room for every name, and the font size with which all names fit."""
    search = LineSearch(sites.board, sites.measures)
    size = sites.measures.label
    best: tuple[int, list[Line]] | None = None
    for _ in range(_ROUNDS):
        lines = search.search()
        crowded = _crowded_names(sites, _label_placer(sites, lines, size))
        if best is None or len(crowded) < best[0]:
            best = len(crowded), lines
        if not crowded:
            break
        search.reserve(crowded)
    assert best is not None
    lines = best[1]
    for smaller in _SIZES:
        if not _crowded_names(sites, _label_placer(sites, lines, smaller * size)):
            return lines, smaller * size
    return lines, size


def _label_placer(
    sites: _Sites, lines: list[Line], size: float, taken: Sequence[Box] = ()
) -> LabelPlacer:
    """Make a placer of names, with tracks along these lines and names in the boxes `taken`."""
    measures = sites.measures
    plates = [plate for line in lines for plate in line.plates] + [_plate_of(box) for box in taken]
    rails = [stub for line in lines for stub in line.stubs()]
    picture = Box(EDGE, EDGE, measures.width - EDGE, measures.height - EDGE)
    style = Style(picture, size, measures.space)
    return LabelPlacer(Obstacles(plates, sites.discs(), rails), style)


def _plate_of(box: Box) -> Plate:
    """Return a box as a plate, which names must not cover."""
    middle = (box.left + box.right) / 2, (box.top + box.bottom) / 2
    return Plate(*middle, 0.0, box.right - box.left, box.bottom - box.top)


def _crowded_names(sites: _Sites, placer: LabelPlacer) -> list[Box]:
    """Return boxes that need room: of names, in any language, that cover something or one another.

    Of two names that cover one another, the lower one asks for room below the other.
    """
    crowded: dict[Box, None] = {}
    for language in LANGUAGES:
        placed = placer.place(sites.spots([_name(p, language) for p in sites.board.places]))
        crowded.update({p.label.box: None for p in placed if not p.free})
        for one, two in combinations((p.label.box for p in placed), 2):
            if one.meets(two):
                upper, lower = (one, two) if one.top <= two.top else (two, one)
                down = upper.bottom - lower.top
                crowded[upper] = None
                crowded[lower._replace(top=upper.bottom, bottom=lower.bottom + down)] = None
    return list(crowded)


def _places(sites: _Sites, lines: list[Line], size: float) -> tuple[PlaceLayout, ...]:
    board = sites.board
    placer = _label_placer(sites, lines, size)
    labels = {
        language: placer.place(sites.spots([_name(place, language) for place in board.places]))
        for language in LANGUAGES
    }
    end_labels = _end_labels(sites, lines, size, labels)
    return tuple(
        PlaceLayout(
            id=place.id,
            x=_tenths(sites.points[i][0]),
            y=_tenths(sites.points[i][1]),
            r=_tenths(sites.radii[i]),
            country=place.country,
            ends=tuple(_point(end) for end in sites.ends.get(i, ())),
            end_labels=tuple(end_labels[end] for end in sites.ends.get(i, ())),
            passengers=tuple(_point(spot) for spot in sites.measures.spots(place)),
            labels={language: _rounded(labels[language][i].label) for language in LANGUAGES},
        )
        for i, place in enumerate(board.places)
    )


def _end_labels(
    sites: _Sites, lines: list[Line], size: float, labels: dict[str, list[Placement]]
) -> dict[Point, dict[str, Label]]:
    """Place the country's name at every end station that is far from it."""
    places, measures = sites.board.places, sites.measures
    found: dict[Point, dict[str, Label]] = {end: {} for ends in sites.ends.values() for end in ends}
    for language, placed in labels.items():
        far = [
            Spot(end, measures.end_station, _name(places[i], language))
            for i, ends in sites.ends.items()
            for end in ends
            if math.dist(sites.points[i], end) > _NEAR * measures.space
        ]
        placer = _label_placer(sites, lines, size, [placement.label.box for placement in placed])
        for spot, placement in zip(far, placer.place(far), strict=True):
            found[spot.point][language] = _rounded(placement.label)
    return found


def _name(place: Place, language: str) -> str:
    return place.names.get(language, place.name)


def _rounded(label: Label) -> Label:
    """Return the label with its numbers rounded."""
    return replace(
        label,
        x=_tenths(label.x),
        y=_tenths(label.y),
        line_height=_tenths(label.line_height),
        box=Box(*map(_tenths, label.box)),
    )


def _tenths(value: float) -> float:
    # Adding zero turns a rounded -0.0 into 0.0.
    return round(value, 1) + 0.0


def _point(point: Point) -> Point:
    return _tenths(point[0]), _tenths(point[1])


def _track(board: Board, track: Track, line: Line, measures: Measures) -> TrackLayout:
    first, last = line.plates[0], line.plates[-1]
    x, y, _ = line.curve.along(line.curve.length / 2)
    return TrackLayout(
        id=track.id,
        a=board.places[track.a].id,
        b=board.places[track.b].id,
        colour=track.colour,
        kind=track.kind,
        length=track.length,
        locomotives=track.locomotives,
        line=line.path,
        wave=wave(line.curve, measures.space) if track.kind == "ferry" else "",
        spaces=tuple((*_point((p.x, p.y)), _tenths(p.angle)) for p in line.plates),
        space=(_tenths(first.length), _tenths(first.width)),
        wheels=wheels(track.length, track.locomotives),
        portals=(_mouth(first, -1), _mouth(last, 1)) if track.kind == "tunnel" else (),
        middle=_point((x, y)),
    )


def _mouth(plate: Plate, side: int) -> tuple[float, float, float]:
    """Return x, y and direction of a tunnel's portal at the outer edge of a plate."""
    angle = plate.angle + (180.0 if side < 0 else 0.0)
    return *_point(plate.edge(side)), _tenths((angle + 180.0) % 360.0 - 180.0)
