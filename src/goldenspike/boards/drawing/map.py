"""The map of a board as SVG: land and water, then tracks, places and names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from goldenspike.boards.drawing.brush import Brush
from goldenspike.boards.drawing.place_marks import draw_name, draw_place, draw_stations
from goldenspike.boards.drawing.regions import draw_regions
from goldenspike.boards.drawing.svg import tag
from goldenspike.boards.drawing.track_shapes import draw_bed, draw_costs, draw_track

_LAYER_LOOK = {
    "land": {"fill": "land"},
    "country": {"fill": "country"},
    "home": {"fill": "home"},
    "region": {"fill": "region"},
    "water": {"fill": "sea"},
    "river": {"stroke": "river"},
    "border": {"stroke": "border"},
    "state": {"stroke": "state"},
}
_LINE_WIDTH = {"river": 1.6, "border": 1.5, "state": 0.9}


def draw_map(brush: Brush, routes: Mapping[str, int], stations: Mapping[str, Sequence[int]]) -> str:
    """Draw the whole map, in picture units; `routes` are taken tracks with their owners.

    `stations` are places with the seats that have a station there.
    """
    layers = [
        ground(brush),
        draw_regions(brush),
        *(draw_bed(brush, track, track.id in routes) for track in brush.layout.tracks),
        *(draw_track(brush, track, routes.get(track.id)) for track in brush.layout.tracks),
        *(
            draw_costs(brush, layout, track)
            for layout, track in zip(brush.layout.tracks, brush.board.tracks, strict=True)
            if track.id not in routes
        ),
        *(draw_place(brush, place) for place in brush.layout.places),
        *(draw_stations(brush, place, stations.get(place.id, ())) for place in brush.layout.places),
        *(draw_name(brush, place) for place in brush.layout.places),
    ]
    return "".join(layers)


def definitions(brush: Brush) -> str:
    """Draw the `defs` element: symbols, the players' emblems, the texture of water."""
    p = brush.palette
    symbols = [tag("path", id=f"s-{name}", d=path) for name, path in p.symbols.items()]
    players = [p.players[colour] for colour in brush.board.player_colours]
    emblems = [tag("path", id=f"e-{one.emblem}", d=p.emblems[one.emblem]) for one in players]
    ripple = tag(
        "pattern",
        tag(
            "path",
            d="M0 7Q5.5 3.5 11 7T22 7",
            fill="none",
            stroke=brush.mood["wave"],
            stroke_width=1.1,
        ),
        tag(
            "path",
            d="M-11 18Q-5.5 14.5 0 18T11 18M11 18Q16.5 14.5 22 18T33 18",
            fill="none",
            stroke=brush.mood["wave"],
            stroke_width=1.1,
        ),
        id="ripple",
        width=22.0,
        height=22.0,
        patternUnits="userSpaceOnUse",
    )
    return tag("defs", *symbols, *emblems, ripple)


def ground(brush: Brush) -> str:
    """Draw sea, land and borders, or plain paper for a board without geography."""
    w, h = brush.layout.width, brush.layout.height
    parts = [tag("rect", width=w, height=h, fill=brush.mood["sea"])]
    geography = brush.layout.geography
    if geography is None:
        return "".join(parts)
    parts.append(tag("rect", width=w, height=h, fill="url(#ripple)"))
    shores = [layer.path for layer in geography.layers if layer.kind in ("land", "home")]
    for path in shores:
        parts.append(
            tag(
                "path",
                d=path,
                fill="none",
                stroke=brush.mood["coast"],
                stroke_width=9.0,
                stroke_linejoin="round",
            )
        )
    for layer in geography.layers:
        look = _LAYER_LOOK[layer.kind]
        line = brush.mood[look["stroke"]] if "stroke" in look else None
        parts.append(
            tag(
                "path",
                d=layer.path,
                fill=brush.mood[look["fill"]] if "fill" in look else "none",
                fill_rule="evenodd" if "fill" in look else None,
                stroke=line,
                stroke_width=_LINE_WIDTH.get(layer.kind),
                stroke_linejoin="round",
                stroke_linecap="round" if line else None,
                stroke_dasharray="5 3" if layer.kind == "border" else None,
            )
        )
    return "".join(parts)
