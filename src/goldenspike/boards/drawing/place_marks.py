"""Places as SVG: dots, end stations, passengers' spots, players' stations and names."""

from __future__ import annotations

from collections.abc import Sequence

from goldenspike.boards.drawing.brush import Brush
from goldenspike.boards.drawing.layout import Label, PlaceLayout
from goldenspike.boards.drawing.svg import tag, text, transform_to

_SLANTED = ("en", "it")
"""Languages whose script has italics; slanted Chinese, Japanese or Korean is only distorted."""


def draw_place(brush: Brush, place: PlaceLayout) -> str:
    """Draw a place: its dot or its passengers' plate; a country's end stations."""
    parts = []
    ink, paper = brush.theme["ink"], brush.theme["place"]
    outline = brush.theme["outline"]
    for x, y in place.ends:
        r = brush.layout.end_radius
        box = {"x": x - r, "y": y - r, "width": 2 * r, "height": 2 * r, "rx": r * 0.4}
        fill = brush.mood["accent"]
        parts.append(tag("rect", **box, fill=fill, stroke=outline, stroke_width=1.4))
    if place.r and place.passengers:
        r = place.r - 1
        parts.append(
            tag(
                "rect",
                x=place.x - r,
                y=place.y - r,
                width=2 * r,
                height=2 * r,
                # A country is an end station, so its plate is square as theirs.
                rx=0.3 * r if place.country else r,
                fill=paper,
                stroke=ink,
                stroke_width=2.0,
            )
        )
        for x, y in place.passengers:
            parts.append(_passenger(brush, x, y))
    elif place.r:
        dot = {"cx": place.x, "cy": place.y}
        parts.append(tag("circle", **dot, r=place.r - 1, fill=paper, stroke=ink, stroke_width=2.0))
        parts.append(tag("circle", **dot, r=place.r * 0.45, fill=brush.on_place))
    return "".join(parts)


def _passenger(brush: Brush, x: float, y: float) -> str:
    """Draw a passenger's spot, without a colour: those are drawn at set-up."""
    r = brush.layout.passenger_radius
    figure = tag("use", href="#s-passenger", fill=brush.on_place)
    return tag("g", figure, transform=transform_to(x, y, 0, r * 0.88 / 10))


def draw_stations(brush: Brush, place: PlaceLayout, seats: Sequence[int]) -> str:
    """Draw the stations of seats at a place, side by side: over its dot, above its passengers."""
    half = place.r * 1.5
    y = place.y - (place.r + half * 0.6 if place.passengers else 0)
    first = place.x - (len(seats) - 1) * half
    return "".join(
        tag("g", draw_station(brush, seat, half), transform=transform_to(first + i * 2 * half, y))
        for i, seat in enumerate(seats)
    )


def draw_station(brush: Brush, seat: int, half: float) -> str:
    """Draw a seat's station around the origin: a house in its colour, with its emblem."""
    player = brush.palette.players[brush.board.player_colours[seat]]
    house = tag(
        "path",
        d=brush.palette.station,
        fill=player.fill,
        stroke=brush.theme["wagon"],
        stroke_width=1.8,
        stroke_linejoin="round",
        class_=f"station seat-{seat}",
    )
    emblem = tag(
        "use",
        href=f"#e-{player.emblem}",
        fill=player.ink,
        transform=transform_to(0, 2.0, 0, 0.62),
    )
    return tag("g", house, emblem, transform=transform_to(0, 0, 0, half / 10))


def draw_name(brush: Brush, place: PlaceLayout) -> str:
    """Draw a place's name, and a country's at its end stations, with a halo."""
    labels = [place.labels, *(each for each in place.end_labels if each)]
    return "".join(_name(brush, each[brush.language], place.country) for each in labels)


def _name(brush: Brush, label: Label, country: bool) -> str:
    look: dict[str, str | float] = {
        "text_anchor": label.anchor,
        "font_weight": "700",
        "fill": brush.theme["ink"],
        "stroke": brush.mood["home"],
        "stroke_width": 2.6,
        "stroke_linejoin": "round",
        "paint_order": "stroke",
    }
    if country and brush.language in _SLANTED:
        look["font_style"] = "italic"
    size = brush.layout.label_size
    return "".join(
        text(line, label.x, label.y + i * label.line_height, size, **look)
        for i, line in enumerate(label.lines)
    )
