"""Writing SVG elements as text, with values escaped and numbers shortened."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

from goldenspike.boards.drawing.geometry import format_number, format_point
from goldenspike.boards.drawing.lettering import width


def tag(name: str, *children: str, **attributes: str | float | None) -> str:
    """Write an element; `stroke_width=2` becomes `stroke-width="2"`, None leaves it out."""
    parts = [name]
    for key, value in attributes.items():
        if value is None:
            continue
        text = value if isinstance(value, str) else format_number(value, 2)
        parts.append(f"{key.rstrip('_').replace('_', '-')}={quoteattr(text)}")
    opening = " ".join(parts)
    return f"<{opening}>{''.join(children)}</{name}>" if children else f"<{opening}/>"


def text(words: str, x: float, y: float, size: float, **attributes: str | float | None) -> str:
    """Write a line of text, as wide as `lettering` computes it, whatever font the viewer has."""
    return tag(
        "text",
        escape(words),
        x=x,
        y=y,
        font_size=size,
        textLength=width(words) * size,
        lengthAdjust="spacingAndGlyphs",
        **attributes,
    )


def transform_to(x: float, y: float, angle: float = 0.0, scale: float = 1.0) -> str:
    """Write a `transform` attribute that moves, turns and scales a shape drawn at the origin."""
    parts = [f"translate({format_point(x, y)})"]
    if angle:
        parts.append(f"rotate({format_number(angle)})")
    if scale != 1.0:
        parts.append(f"scale({format_number(scale, 3)})")
    return " ".join(parts)
