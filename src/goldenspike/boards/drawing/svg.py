"""Writing SVG: elements as text, with every value escaped and numbers kept short."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

from goldenspike.boards.drawing.geometry import number
from goldenspike.boards.drawing.lettering import width


def tag(name: str, *children: str, **attributes: str | float | None) -> str:
    """One element; `stroke_width=2` becomes `stroke-width="2"`, None leaves an attribute out."""
    parts = [name]
    for key, value in attributes.items():
        if value is None:
            continue
        text = value if isinstance(value, str) else number(value, 2)
        parts.append(f"{key.rstrip('_').replace('_', '-')}={quoteattr(text)}")
    opening = " ".join(parts)
    return f"<{opening}>{''.join(children)}</{name}>" if children else f"<{opening}/>"


def text(words: str, x: float, y: float, size: float, **attributes: str | float | None) -> str:
    """A line of text, as wide as the layout measured it whatever font the reader has."""
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


def placed(x: float, y: float, angle: float = 0.0, scale: float = 1.0) -> str:
    """A `transform` attribute that puts a shape drawn around the origin in its place."""
    parts = [f"translate({number(x)} {number(y)})"]
    if angle:
        parts.append(f"rotate({number(angle)})")
    if scale != 1.0:
        parts.append(f"scale({number(scale, 3)})")
    return " ".join(parts)
