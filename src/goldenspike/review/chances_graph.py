"""The graph of the chances of winning, as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from goldenspike.boards.drawing.svg import tag
from goldenspike.review.model import Review

LEFT, WIDTH, WHOLE = 64.0, 920.0, 1000.0
TOP, HEIGHT = 14.0, 210.0
DASHES = (None, "14 5", "3 5", "14 5 3 5", "7 7")
MARK_COLOURS = {"inaccuracy": "#b98a00", "mistake": "#d9600f", "blunder": "#d0143a"}
MARK_SIZES = {"inaccuracy": 5.0, "mistake": 7.0, "blunder": 9.0}


def graph(review: Review, names: Sequence[str], colours: Sequence[str]) -> str:
    """Draw a line for each seat, and a dot for each mistake on its seat's line."""
    total = max(1, len(review.decisions))

    def x(number: float) -> float:
        return LEFT + WIDTH * number / total

    def y(chance: float) -> float:
        return TOP + HEIGHT * (1 - chance)

    parts = []
    for percent in (0, 25, 50, 75, 100):
        at = y(percent / 100)
        parts.append(tag("line", class_="grid", x1=LEFT, x2=LEFT + WIDTH, y1=at, y2=at))
        parts.append(tag("text", f"{percent} %", x=LEFT - 6, y=at + 5, text_anchor="end"))
    for seat in range(review.players):
        chances = [review.start[seat], *(d.open[seat] for d in review.decisions)]
        line = " ".join(f"{x(i):.1f},{y(chance):.1f}" for i, chance in enumerate(chances))
        parts.append(
            tag("polyline", points=line, fill="none", class_="casing", stroke_width=4.6,
                stroke_dasharray=DASHES[seat])
        )  # fmt: skip
        parts.append(
            tag("polyline", points=line, fill="none", stroke=colours[seat], stroke_width=3,
                stroke_dasharray=DASHES[seat])
        )  # fmt: skip
    for d in review.mistakes:
        assert d.mark is not None
        words = f"{d.number}: {d.mark} of {names[d.seat]}"
        parts.append(
            tag("circle", tag("title", escape(words)), class_="mark", cx=x(d.number),
                cy=y(d.open[d.seat]), r=MARK_SIZES[d.mark], fill=MARK_COLOURS[d.mark])
        )  # fmt: skip
    parts.append(tag("line", class_="cursor", x1=LEFT, x2=LEFT, y1=TOP, y2=TOP + HEIGHT))
    step = WIDTH / max(1, review.players)
    for seat in range(review.players):
        at, low = LEFT + step * seat, TOP + HEIGHT + 28
        for class_, stroke, width in (("casing", None, 4.6), (None, colours[seat], 3.0)):
            parts.append(
                tag("line", x1=at, x2=at + 44, y1=low - 5, y2=low - 5, class_=class_, stroke=stroke,
                    stroke_width=width, stroke_dasharray=DASHES[seat])
            )  # fmt: skip
        parts.append(tag("text", escape(names[seat]), x=at + 52, y=low))
    return tag(
        "svg", *parts, class_="plot", viewBox=f"0 0 {WHOLE:g} {TOP + HEIGHT + 42:g}", role="img",
        aria_label="Chances of winning after every decision; the same as a table below",
    )  # fmt: skip
