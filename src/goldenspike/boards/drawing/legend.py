"""The legend under a map: colours, kinds of track, and points of routes."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from goldenspike.boards.drawing.brush import Brush
from goldenspike.boards.drawing.geometry import Plate
from goldenspike.boards.drawing.lettering import width
from goldenspike.boards.drawing.place_marks import draw_station
from goldenspike.boards.drawing.regions import OPACITY, region_colour
from goldenspike.boards.drawing.svg import tag, text, transform_to
from goldenspike.boards.drawing.track_shapes import draw_mark, draw_portal, draw_slot
from goldenspike.boards.model import CARD_COLOURS, GRAY, LOCOMOTIVE

_ROW = 27.0
_TEXT = 12.5

_Item = tuple[float, str]
"""Width and SVG of an item of the legend."""


def draw_legend(brush: Brush, across: float) -> tuple[str, float]:
    """Draw the legend under a map of this width; returns its SVG and its height."""
    items = [*_colour_items(brush), *_kind_items(brush), *_cost_items(brush)]
    items += [*_station_items(brush), *_company_items(brush), *_region_items(brush)]
    items += _point_items(brush)
    x, y, parts = 0.0, 22.0, []
    for wide, picture in items:
        if x and x + wide > across:
            x, y = 0.0, y + _ROW
        parts.append(tag("g", picture, transform=transform_to(x, y)))
        x += wide + 14
    return "".join(parts), y + 12


def _keyed(brush: Brush, picture: str, wide: float, words: str) -> _Item:
    """Make an item: a picture with words to its right."""
    label = text(words, wide + 6, 4.4, _TEXT, fill=brush.theme["ink"], font_weight="600")
    return wide + 6 + width(words) * _TEXT, picture + label


def _colour_items(brush: Brush) -> list[_Item]:
    words = _words()
    space = brush.layout.space_length
    plate = Plate(space / 2, 0, 0, space, brush.layout.space_width)
    items = [
        _keyed(
            brush,
            draw_slot(brush, plate, colour, "train", False),
            space,
            words["colours"][colour][brush.language],
        )
        for colour in (*CARD_COLOURS, GRAY)
    ]
    wheel = tag(
        "g",
        tag("circle", r=7.6, fill=brush.theme["surface"], stroke=brush.theme["outline"]),
        brush.symbol("wheel", brush.theme["ink"], 6.6),
        transform=transform_to(8, 0),
    )
    return [*items, _keyed(brush, wheel, 16, words[LOCOMOTIVE][brush.language])]


def _kind_items(brush: Brush) -> list[_Item]:
    """Make the items for ferries and tunnels, if the board has any."""
    words, space = _words(), brush.layout.space_length
    kinds = {track.kind for track in brush.board.tracks}
    plate = Plate(space, 0, 0, space, brush.layout.space_width)
    items = []
    if "ferry" in kinds:
        swell = tag(
            "path",
            d=f"M0 0q{space / 8:g} 4 {space / 4:g} 0t{space / 4:g} 0" + f"t{space / 4:g} 0" * 6,
            fill="none",
            stroke=brush.mood["wave"],
            stroke_width=1.8,
        )
        picture = swell + draw_slot(brush, plate, GRAY, "ferry", True)
        items.append(_keyed(brush, picture, 2 * space, words["ferry"][brush.language]))
    if "tunnel" in kinds:
        picture = (
            draw_portal(brush, space / 2, 0, 180)
            + draw_portal(brush, space * 1.5, 0, 0)
            + draw_slot(brush, plate, GRAY, "tunnel", False)
        )
        items.append(_keyed(brush, picture, 2 * space, words["tunnel"][brush.language]))
    return items


def _cost_items(brush: Brush) -> list[_Item]:
    """Make the items for tolls, further trains and further points, if the board has any."""
    words, tracks = _words(), brush.board.tracks
    costs = {
        "toll": any(track.toll for track in tracks),
        "trains": any(track.extra_trains for track in tracks),
        "points": any(track.extra_points for track in tracks),
        "shared": any(track.shared for track in tracks),
    }
    marks = {kind: draw_mark(brush, kind, 1, 7.6) for kind, there in costs.items() if there}
    return [
        _keyed(
            brush,
            tag("g", mark, transform=transform_to(8, 0)),
            16,
            words["costs"][kind][brush.language],
        )
        for kind, mark in marks.items()
    ]


def _station_items(brush: Brush) -> list[_Item]:
    """Make the item for stations, if the board has any: with the first seat's as the picture."""
    if not brush.board.stations:
        return []
    house = tag("g", draw_station(brush, 0, 8.0), transform=transform_to(8, 0))
    return [_keyed(brush, house, 16, _words()["station"][brush.language])]


def _company_items(brush: Brush) -> list[_Item]:
    """Make an item for each company: its mark, and its name."""
    return [
        _keyed(
            brush,
            tag("g", draw_mark(brush, "share", number, 7.6), transform=transform_to(8, 0)),
            16,
            company.names.get(brush.language, company.name),
        )
        for number, company in enumerate(brush.board.companies)
    ]


def _region_items(brush: Brush) -> list[_Item]:
    """Make an item for each region: a piece of its band."""
    items = []
    for number, region in enumerate(brush.board.regions):
        band = tag("circle", cx=8.0, r=7.6, fill=region_colour(brush, number), opacity=OPACITY)
        words = region.names.get(brush.language, region.name)
        items.append(_keyed(brush, band, 16, words))
    return items


def _point_items(brush: Brush) -> list[_Item]:
    """Make the item with the points of a route of each length."""
    lengths = sorted({track.length for track in brush.board.tracks})
    ink, x, parts = brush.theme["ink"], 0.0, []
    for length in lengths:
        points = str(brush.board.route_points[length])
        cell = max(22.0, width(points) * _TEXT + 10)
        box = {"x": x, "width": cell, "height": 12.0}
        parts += [
            tag("rect", **box, y=-13.0, fill=brush.mood["accent"], stroke=ink, stroke_width=0.8),
            tag("rect", **box, y=-1.0, fill=brush.theme["surface"], stroke=ink, stroke_width=0.8),
            _middle(str(length), x + cell / 2, -3.6, brush.mood["accent_ink"]),
            _middle(points, x + cell / 2, 8.6, ink),
        ]
        x += cell
    words = _words()["points"][brush.language]
    parts.append(text(words, x + 6, 9, _TEXT, fill=ink, font_weight="600"))
    return [(x + 6 + width(words) * _TEXT, "".join(parts))]


def _middle(words: str, x: float, y: float, fill: str) -> str:
    return text(words, x, y, 10.5, fill=fill, font_weight="700", text_anchor="middle")


@cache
def _words() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(
        files("goldenspike.boards.drawing").joinpath("legend.json").read_text(encoding="utf-8")
    )
    return found
