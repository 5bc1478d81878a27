"""Tracks as SVG: rails or waves, spaces, tunnel portals and wagons."""

from __future__ import annotations

from goldenspike.boards.drawing.brush import Brush
from goldenspike.boards.drawing.geometry import Plate
from goldenspike.boards.drawing.layout import TrackLayout
from goldenspike.boards.drawing.svg import tag, transform_to


def draw_track(brush: Brush, track: TrackLayout, seat: int | None) -> str:
    """Draw a track with its spaces, and the owner's wagons if it is taken."""
    parts = [_bed(brush, track)]
    for mouth in track.portals:
        parts.append(draw_portal(brush, *mouth))
    for i, plate in enumerate(track.plates):
        parts.append(draw_plate(brush, plate, track.colour, track.kind, i in track.wheels))
        if seat is not None:
            parts.append(_wagon(brush, plate, seat))
    return tag("g", tag("title", _described(track)), *parts, id=f"track-{_xml_id(track.id)}")


def _bed(brush: Brush, track: TrackLayout) -> str:
    """Draw what is under the spaces: rails, or a wave for a ferry."""
    if track.wave:
        return tag(
            "path",
            d=track.wave,
            fill="none",
            stroke=brush.mood["swell"],
            stroke_width=1.7,
            stroke_linecap="round",
        )
    return tag(
        "path",
        d=track.line,
        fill="none",
        stroke=brush.theme["rule"],
        stroke_width=1.6,
        stroke_dasharray="2 2.5" if track.kind == "tunnel" else None,
    )


def draw_plate(brush: Brush, plate: Plate, colour: str, kind: str, wheel: bool) -> str:
    """Draw one space: a rounded plate with the symbol of its colour."""
    card = brush.palette.cards[colour]
    long, w = plate.length, plate.width
    parts = []
    if kind == "tunnel":
        parts += _hatched_rim(brush, long, w)
    parts.append(
        tag(
            "rect",
            x=-long / 2,
            y=-w / 2,
            width=long,
            height=w,
            rx=w * (0.48 if kind == "ferry" else 0.2),
            fill=card.fill,
            stroke=brush.theme["outline"],
            stroke_width=1.1,
        )
    )
    angle = plate.angle
    # Turned by at most 90 degrees either way, so that a wheel is always on the same side.
    if angle > 90:
        angle -= 180
    elif angle <= -90:
        angle += 180
    aside = long * 0.21 if wheel and card.symbol else 0.0
    if card.symbol:
        parts.append(brush.symbol(card.symbol, card.ink, w * 0.36, aside, -angle))
    if wheel:
        disc = tag("circle", cx=-aside, r=w * 0.44, fill="#ffffff", stroke="#17181c")
        parts += [disc, brush.symbol("wheel", "#17181c", w * 0.38, -aside)]
    return tag("g", *parts, transform=transform_to(plate.x, plate.y, angle))


def _hatched_rim(brush: Brush, length: float, width: float) -> list[str]:
    rim = 0.07 * brush.space
    box = {
        "x": -length / 2 - rim / 2,
        "y": -width / 2 - rim / 2,
        "width": length + rim,
        "height": width + rim,
        "rx": width * 0.2,
    }
    solid = tag("rect", **box, fill="none", stroke=brush.theme["surface"], stroke_width=rim)
    ink = brush.mood["accent"]
    dashes = f"{0.06 * brush.space:.1f} {0.05 * brush.space:.1f}"
    hatch = tag("rect", **box, fill="none", stroke=ink, stroke_width=rim, stroke_dasharray=dashes)
    return [solid, hatch]


def draw_portal(brush: Brush, x: float, y: float, angle: float) -> str:
    """Draw a tunnel's portal: a dark arch in a stone ring."""
    r = 0.21 * brush.space
    arch = tag(
        "path",
        d=f"M0 {-r:.1f}A{r * 0.9:.1f} {r:.1f} 0 0 1 0 {r:.1f}Z",
        fill="#17181c",
        stroke=brush.theme["place"],
        stroke_width=0.055 * brush.space,
        stroke_linejoin="round",
    )
    rim = 0.06 * brush.space
    return tag("g", arch, transform=transform_to(x, y, angle) + f" translate({rim:.1f} 0)")


def _wagon(brush: Brush, plate: Plate, seat: int) -> str:
    """Draw a seat's wagon in its colour and pattern, a little larger than the space it covers."""
    long, w = plate.length * 1.02, plate.width * 1.12
    end = long / 2 - 0.1 * brush.space
    ink = brush.palette.cards[brush.board.player_colours[seat]].ink
    body = tag(
        "rect",
        x=-long / 2,
        y=-w / 2,
        width=long,
        height=w,
        rx=w * 0.3,
        fill=f"url(#seat-{seat})",
        stroke=brush.theme["outline"],
        stroke_width=1.5,
    )
    ends = tag(
        "path",
        d=f"M{-end:.1f} {-w / 2:.1f}V{w / 2:.1f}M{end:.1f} {-w / 2:.1f}V{w / 2:.1f}",
        stroke=ink,
        stroke_width=1.1,
    )
    return tag("g", body, ends, transform=transform_to(plate.x, plate.y, plate.angle))


def _described(track: TrackLayout) -> str:
    """Describe the track in words, for screen readers."""
    kind = "" if track.kind == "train" else f" {track.kind}"
    return f"{track.a} to {track.b}, {track.length} {track.colour}{kind}"


def _xml_id(track: str) -> str:
    """Return a track's id with characters that are valid in an XML name."""
    return track.replace(":", ".").replace("#", ".")
