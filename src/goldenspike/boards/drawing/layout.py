"""The layout of a board's picture: the data that the SVG file and the browser draw from.

`layout_engine.compute_layout` computes a layout, `layout_files.layout_of` reads the stored one of a
built-in board. All numbers are in picture units: the longer side of the picture is 1000, x grows
to the right, y downwards, angles are degrees clockwise from the x axis. They are rounded to tenths,
so that a layout read from JSON equals the one that was written. The fields are the JSON:

    {"board": "usa", "width": 1000.0, "height": 640.0,
     "space_length": 27.0, "space_width": 10.0,       # the usual plate; a track may differ
     "label_size": 12.5,                              # font size of place names
     "passenger_radius": 4.0,                         # of one passenger's spot
     "end_radius": 4.5,                               # half of an end station's side
     "places": [
       {"id": "salt_lake_city", "x": 246.0, "y": 301.5,
        "r": 7.0,                                     # 0: only a name, nothing is drawn here
        "country": false,
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
        "wave": "",                                   # a ferry: drawn instead of the line
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

from dataclasses import dataclass
from typing import Any

import msgspec

from goldenspike.boards.drawing.geography import Geography
from goldenspike.boards.drawing.geometry import Box, Plate, Point


@dataclass(frozen=True, slots=True)
class Label:
    """A name: its lines, the position of the first baseline, and its bounding box."""

    lines: tuple[str, ...]
    x: float
    y: float
    anchor: str
    line_height: float
    box: Box


@dataclass(frozen=True, slots=True)
class PlaceLayout:
    """Where and how a place is drawn."""

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
    """Where and how a track is drawn."""

    id: str
    a: str
    b: str
    colour: str
    kind: str
    length: int
    locomotives: int
    line: str
    wave: str
    spaces: tuple[tuple[float, float, float], ...]
    space: tuple[float, float]
    wheels: tuple[int, ...]
    portals: tuple[tuple[float, float, float], ...]
    middle: Point

    @property
    def plates(self) -> tuple[Plate, ...]:
        """The track's spaces as rectangles."""
        return tuple(Plate(*space, *self.space) for space in self.spaces)


@dataclass(frozen=True, slots=True)
class Layout:
    """The layout of a whole picture."""

    board: str
    width: float
    height: float
    space_length: float
    space_width: float
    label_size: float
    passenger_radius: float
    end_radius: float
    places: tuple[PlaceLayout, ...]
    tracks: tuple[TrackLayout, ...]
    geography: Geography | None

    def to_json(self) -> dict[str, Any]:
        """Return the layout as JSON, as described at the top of this module."""
        plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self))
        return plain

    @classmethod
    def from_json(cls, text: bytes) -> Layout:
        """Read a layout from JSON; `msgspec.DecodeError` if it is invalid."""
        return msgspec.json.decode(text, type=cls)
