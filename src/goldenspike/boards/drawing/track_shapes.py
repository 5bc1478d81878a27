"""Tracks as SVG: beds or waves, slots, tunnel portals, marks of what they cost, and wagons."""

from __future__ import annotations

import math

from goldenspike.boards.drawing.brush import Brush
from goldenspike.boards.drawing.geometry import Plate
from goldenspike.boards.drawing.layout import TrackLayout
from goldenspike.boards.drawing.svg import tag, text, transform_to
from goldenspike.boards.model import Track

_RIM = 0.2
"""Width of a slot's rim, in widths of the slot."""
_TINT = 0.16
"""How much of its colour the floor of a slot has."""
COIN = "#f2c14e"
COIN_INK = "#1d1506"
_HEXAGON = [math.radians(60 * i) for i in range(6)]


def draw_bed(brush: Brush, track: TrackLayout, taken: bool) -> str:
    """Draw the ground under a track, or a ferry's wave: below the spaces of all tracks."""
    line = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    if track.wave:
        swell = brush.mood["swell"]
        return tag("path", d=track.wave, **line, stroke=swell, stroke_width=1.9)
    wide = track.space[1]
    outline = brush.theme["outline"]
    rails = {"stroke_width": wide * 0.3, "opacity": 0.9} if taken else {"stroke_width": wide * 0.16}
    return tag(
        "path", d=track.line, **line, stroke=brush.mood["bed"], stroke_width=wide * 1.5
    ) + tag("path", d=track.line, **line, stroke=outline, **{"opacity": 0.3, **rails})


def draw_track(brush: Brush, track: TrackLayout, seat: int | None) -> str:
    """Draw a track's free spaces, or the owner's wagons if it is taken."""
    parts = [draw_portal(brush, *mouth) for mouth in track.portals]
    for i, plate in enumerate(track.plates):
        if seat is None:
            parts.append(draw_slot(brush, plate, track.colour, track.kind, i in track.wheels))
        else:
            parts.append(_wagon(brush, plate, seat))
    return tag("g", tag("title", _described(track)), *parts, id=f"track-{_xml_id(track.id)}")


def draw_slot(brush: Brush, plate: Plate, colour: str, kind: str, wheel: bool) -> str:
    """Draw one free space: a slot set into the ground, its colour in rim and symbol."""
    slot = brush.slots[colour]
    long, wide = plate.length, plate.width
    rim = _RIM * wide
    turn = wide * (0.5 if kind == "ferry" else 0.24)
    outline = brush.theme["outline"]
    parts = []
    if kind == "tunnel":
        hatch: dict[str, str | float | None] = {
            "stroke_width": wide * 0.3,
            "stroke_dasharray": "1.4 2.2",
            "stroke_opacity": 0.5,
        }
        grown = _box(long + wide * 0.34, wide * 1.34, turn + wide * 0.17)
        parts.append(tag("rect", **grown, fill="none", stroke=outline, **hatch))
    edge: dict[str, str | float | None] = {
        "stroke": outline,
        "stroke_width": 0.7,
        "stroke_opacity": 0.75,
    }
    parts.append(tag("rect", **_box(long, wide, turn), fill=slot.rim, **edge))
    inside = _box(long - 2 * rim, wide - 2 * rim, max(turn - rim, 0.4))
    parts.append(tag("rect", **inside, fill=brush.mood["slot"]))
    parts.append(tag("rect", **inside, fill=slot.rim, opacity=_TINT))
    angle = _upright(plate.angle)
    symbol = brush.palette.cards[colour].symbol
    if wheel:
        ink = brush.theme["ink"]
        disc: dict[str, str | float | None] = {
            "fill": brush.theme["surface"],
            "stroke": outline,
            "stroke_width": 0.7,
        }
        parts += [tag("circle", r=wide * 0.66, **disc), brush.symbol("wheel", ink, wide * 0.56)]
    elif symbol:
        parts.append(brush.symbol(symbol, slot.sign, wide * 0.36, 0.0, -angle))
    return tag("g", *parts, transform=transform_to(plate.x, plate.y, angle))


def draw_portal(brush: Brush, x: float, y: float, angle: float) -> str:
    """Draw a tunnel's portal: a dark mouth in a stone arch."""
    w = brush.layout.space_width
    stone = tag(
        "path",
        d=f"M{-w * 0.1:.1f} {-w * 0.86:.1f}h{w * 0.3:.1f}a{w * 0.62:.1f} {w * 0.86:.1f} 0 0 1 0 "
        f"{w * 1.72:.1f}h{-w * 0.3:.1f}z",
        fill=brush.theme["place"],
        stroke=brush.theme["wagon"],
        stroke_width=0.7,
    )
    mouth = f"M0 {-w * 0.56:.1f}a{w * 0.5:.1f} {w * 0.56:.1f} 0 0 1 0 {w * 1.12:.1f}z"
    return tag(
        "g", stone, tag("path", d=mouth, fill="#14120f"), transform=transform_to(x, y, angle)
    )


def draw_costs(brush: Brush, layout: TrackLayout, track: Track) -> str:
    """Draw what a free track costs or gives beyond its spaces (COST-1 to COST-3,
    SHARE-1, SHARED-1).

    A coin has its toll, a dark square the trains that it takes besides, a light hexagon its further
    points, a leaf the letter of a company, and two rings say that it is shared; each is on a space
    of its own if there are enough. The browser draws the same (`web/src/board/CostMarks.svelte`).
    """
    marks = [
        (kind, n)
        for kind, n in (
            ("toll", track.toll),
            ("trains", track.extra_trains),
            ("points", track.extra_points),
        )
        if n
    ]
    marks += [("share", company) for company in track.companies]
    marks += [("shared", 0)] if track.shared else []
    if not marks:
        return ""
    # A locomotive symbol is not covered while there is another space.
    free = [i for i in range(len(layout.plates)) if i not in layout.wheels]
    free = free or list(range(len(layout.plates)))
    parts = []
    for i, (kind, n) in enumerate(marks):
        at = (2 * i + 1) * len(free) / (2 * len(marks))
        plate = layout.plates[free[int(at)]]
        shift = (at - int(at) - 0.5) * plate.length if len(marks) > len(free) else 0.0
        turn = math.radians(plate.angle)
        x, y = plate.x + shift * math.cos(turn), plate.y + shift * math.sin(turn)
        mark = draw_mark(brush, kind, n, plate.width * 0.8)
        parts.append(tag("g", mark, transform=transform_to(x, y)))
    return "".join(parts)


def draw_mark(brush: Brush, kind: str, n: int, r: float) -> str:
    """Draw a mark around the origin: `toll`, `trains`, `points`, `share` of company n, `shared`."""
    ink, surface, edge = brush.theme["ink"], brush.theme["surface"], brush.theme["wagon"]
    line: dict[str, str | float | None] = {"stroke": edge, "stroke_width": 0.8}
    if kind == "toll":
        shape = tag("circle", r=r, fill=COIN, **line) + tag(
            "circle", r=r * 0.8, fill="none", stroke=COIN_INK, stroke_width=0.5, opacity=0.6
        )
        words, colour = str(n), COIN_INK
    elif kind == "trains":
        box = {"x": -r, "y": -r, "width": 2 * r, "height": 2 * r, "rx": r * 0.25}
        shape = tag("rect", **box, fill=ink, stroke=surface, stroke_width=0.8)
        words, colour = f"+{n}", surface
    elif kind == "shared":
        ring: dict[str, str | float | None] = {
            "r": r * 0.42,
            "fill": "none",
            "stroke": COIN_INK,
            "stroke_width": 1.1,
        }
        disc = tag("circle", r=r, fill="#fffdf5", **line)
        return disc + tag("circle", cx=-r * 0.3, **ring) + tag("circle", cx=r * 0.3, **ring)
    elif kind == "share":
        d = f"M{-r:.1f} {-r * 1.1:.1f}h{r * 1.4:.1f}l{r * 0.6:.1f} {r * 0.6:.1f}"
        d += f"v{r * 1.6:.1f}h{-2 * r:.1f}z"
        fill, colour = brush.palette.companies[n], "#fffdf5"
        shape = tag("path", d=d, fill=fill, stroke=colour, stroke_width=0.9)
        company = brush.board.companies[n]
        words = company.names.get(brush.language, company.name)[0]
    else:
        corners = [(r * 1.15 * math.cos(a), r * 1.15 * math.sin(a)) for a in _HEXAGON]
        d = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in corners) + "z"
        shape = tag("path", d=d, fill=surface, stroke=ink, stroke_width=0.8)
        words, colour = f"+{n}", ink
    size = r * (1.5 if len(words) == 1 else 1.15)
    label = text(words, 0, size * 0.36, size, fill=colour, font_weight="700", text_anchor="middle")
    return shape + label


def _wagon(brush: Brush, plate: Plate, seat: int) -> str:
    """Draw a seat's wagon: larger than the slot it covers, with windows, roof light and emblem."""
    player = brush.palette.players[brush.board.player_colours[seat]]
    long, wide = plate.length * 1.04, plate.width * 1.44
    angle = _upright(plate.angle)
    turn, drop = math.radians(angle), wide * 0.17
    # The light comes from above, whatever the direction of the wagon.
    sx, sy = math.sin(turn) * drop, math.cos(turn) * drop
    pane, high = long * 0.1, wide * 0.34
    windows = "".join(
        f"M{at * long:.1f} {-high / 2:.1f}h{pane:.1f}v{high:.1f}h{-pane:.1f}z"
        for at in (-0.43, -0.3, 0.2, 0.33)
    )
    corner = wide * 0.26
    parts = [
        tag("rect", **_box(long + 1.8, wide + 1.8, corner, sx, sy), opacity=0.2),
        tag("rect", **_box(long, wide, corner, sx, sy), opacity=0.2),
        tag(
            "rect",
            **_box(long, wide, corner),
            fill=player.fill,
            stroke=brush.theme["wagon"],
            stroke_width=1.1,
            class_=f"seat-{seat}",
        ),
        tag("rect", **_box(long - 1.4, wide * 0.18, wide * 0.09, 0, wide * 0.36), opacity=0.22),
        tag(
            "rect",
            **_box(long - wide * 0.28, wide * 0.17, wide * 0.085, 0, -wide * 0.335),
            fill="#ffffff",
            opacity=0.42,
        ),
        tag("path", d=windows, fill=player.ink, opacity=0.8),
        tag(
            "use",
            href=f"#e-{player.emblem}",
            fill=player.ink,
            stroke=player.fill,
            stroke_width=2.0,
            paint_order="stroke",
            transform=transform_to(0, 0, -angle, wide * 0.4 / 10),
        ),
    ]
    return tag("g", *parts, transform=transform_to(plate.x, plate.y, angle))


def _box(
    length: float, width: float, corner: float, x: float = 0.0, y: float = 0.0
) -> dict[str, float]:
    """Return the attributes of a rounded rectangle around a point."""
    place = {"x": x - length / 2, "y": y - width / 2}
    return {**place, "width": length, "height": width, "rx": corner}


def _upright(angle: float) -> float:
    """Return the same direction between -90 and 90 degrees, so that a roof is up."""
    if angle > 90:
        return angle - 180
    return angle + 180 if angle <= -90 else angle


def _described(track: TrackLayout) -> str:
    """Describe the track in words, for screen readers."""
    kind = "" if track.kind == "train" else f" {track.kind}"
    return f"{track.a} to {track.b}, {track.length} {track.colour}{kind}"


def _xml_id(track: str) -> str:
    """Return a track's id with characters that are valid in an XML name."""
    return track.replace(":", ".").replace("#", ".")
