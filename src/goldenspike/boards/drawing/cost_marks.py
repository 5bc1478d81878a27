"""Marks on tracks that cost or give more than their spaces (COST-1 to COST-3), as SVG.

A coin has a track's toll, a dark square the trains that it takes besides, a light hexagon its
further points. The browser draws the same (`web/src/board/CostMarks.svelte`).
"""

from __future__ import annotations

import math

from goldenspike.boards.drawing.brush import Brush
from goldenspike.boards.drawing.layout import TrackLayout
from goldenspike.boards.drawing.svg import tag, text, transform_to
from goldenspike.boards.model import Track

COIN = "#f2c14e"
COIN_INK = "#1d1506"


def draw_costs(brush: Brush, layout: TrackLayout, track: Track) -> str:
    """Draw the marks of a free track, each on a space of its own if there are enough."""
    marks = [
        (kind, n)
        for kind, n in (
            ("toll", track.toll),
            ("trains", track.extra_trains),
            ("points", track.extra_points),
        )
        if n
    ]
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
    """Draw one mark around the origin: `toll`, `trains` or `points`."""
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
    else:
        corners = [(r * 1.15 * math.cos(a), r * 1.15 * math.sin(a)) for a in _HEXAGON]
        d = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in corners) + "z"
        shape = tag("path", d=d, fill=surface, stroke=ink, stroke_width=0.8)
        words, colour = f"+{n}", ink
    size = r * (1.5 if len(words) == 1 else 1.15)
    label = text(words, 0, size * 0.36, size, fill=colour, font_weight="700", text_anchor="middle")
    return shape + label


_HEXAGON = [math.radians(60 * i) for i in range(6)]
