"""The poster around a board's map: warm paper, a title, a legend of colours, kinds and points."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from goldenspike.boards.draw import Brush
from goldenspike.boards.geometry import Plate
from goldenspike.boards.layout import Layout, lay_out
from goldenspike.boards.lettering import width
from goldenspike.boards.model import CARD_COLOURS, GRAY, LANGUAGES, LOCOMOTIVE, Board
from goldenspike.boards.palette import THEMES
from goldenspike.boards.svg import placed, tag, text

_MARGIN = 28.0
_TITLE = 62.0
_ROW = 27.0
_TEXT = 12.5
_IMPRINT = "Golden Spike · Made with Natural Earth"
_FONTS = (
    "Archivo, 'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', 'Noto Sans', "
    "'Noto Sans CJK KR', 'Noto Sans CJK JP', 'Noto Sans CJK SC', sans-serif"
)


def draw_board(
    board: Board,
    *,
    theme: str = "light",
    language: str = "en",
    routes: Mapping[str, int] | None = None,
    layout: Layout | None = None,
) -> str:
    """A board as a standalone SVG text, with taken tracks (id -> seat) in their owners' colours."""
    _check(board, theme, language, routes or {})
    brush = Brush(layout or lay_out(board), board, theme, language)
    inner = brush.layout.width
    legend, legend_height = _legend(brush, inner)
    total_width = inner + 2 * _MARGIN
    top = _MARGIN + _TITLE
    bottom = top + brush.layout.height
    total_height = bottom + legend_height + _MARGIN
    name = board.names.get(language, board.name)
    frame = {"width": inner, "height": brush.layout.height}
    outline = tag(
        "rect",
        **frame,
        fill="none",
        stroke=brush.theme["ink"],
        stroke_width=2.5,
    )
    clip = tag("clipPath", tag("rect", **frame), id="frame")
    body = [
        tag("title", _escape(name)),
        brush.definitions(),
        clip,
        tag("rect", width=total_width, height=total_height, fill=brush.theme["paper"]),
        _title(brush, name, inner),
        tag(
            "g",
            tag("g", brush.map(routes or {}), clip_path="url(#frame)"),
            outline,
            transform=placed(_MARGIN, top),
        ),
        tag("g", legend, transform=placed(_MARGIN, bottom)),
        text(
            _IMPRINT if brush.layout.geography else _IMPRINT.partition(" · ")[0],
            total_width - _MARGIN,
            total_height - 11,
            8.5,
            fill=brush.theme["muted"],
            text_anchor="end",
        ),
    ]
    return (
        tag(
            "svg",
            *body,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {total_width:g} {total_height:g}",
            width=total_width,
            height=total_height,
            lang=language,
            font_family=_FONTS,
        ).replace("><", ">\n<")
        + "\n"
    )


def _check(board: Board, theme: str, language: str, routes: Mapping[str, int]) -> None:
    if theme not in THEMES:
        raise ValueError(f"unknown theme {theme!r}: there are {' and '.join(THEMES)}")
    if language not in LANGUAGES:
        raise ValueError(f"unknown language {language!r}: there are {', '.join(LANGUAGES)}")
    tracks = {track.id for track in board.tracks}
    for track, seat in routes.items():
        if track not in tracks:
            raise ValueError(f"no track {track!r} on board {board.id}")
        if not 0 <= seat < len(board.player_colours):
            last = len(board.player_colours) - 1
            raise ValueError(f"no seat {seat} for {track}: seats are 0 to {last}")


def _escape(words: str) -> str:
    return words.replace("&", "&amp;").replace("<", "&lt;")


def _title(brush: Brush, name: str, inner: float) -> str:
    """The board's name on a band, with a rail and its sleepers running out of it."""
    mood, height = brush.mood, _TITLE - 16
    shown = name.upper()
    size = 31.0
    band = width(shown) * size + 44
    while band > inner * 0.8:
        size *= 0.9
        band = width(shown) * size + 44
    rail = height / 2
    parts = [
        tag(
            "path",
            d=f"M{band - 4:.1f} {rail:.1f}H{inner:.1f}",
            stroke=mood["second"],
            stroke_width=12.0,
            stroke_dasharray="4 7",
        ),
        tag(
            "path",
            d="".join(f"M{band - 4:.1f} {rail + side:.1f}H{inner:.1f}" for side in (-3.5, 3.5)),
            stroke=brush.theme["ink"],
            stroke_width=1.6,
        ),
        tag("rect", width=band, height=height, fill=mood["accent"]),
        text(
            shown,
            22,
            rail + size * 0.36,
            size,
            font_weight="800",
            fill=mood["accent_ink"],
        ),
    ]
    return tag("g", *parts, transform=placed(_MARGIN, _MARGIN))


def _legend(brush: Brush, inner: float) -> tuple[str, float]:
    """Everything under the map, and how high it is."""
    items = [*_colour_items(brush), *_kind_items(brush), *_point_items(brush)]
    x, y, parts = 0.0, 22.0, []
    for wide, picture in items:
        if x and x + wide > inner:
            x, y = 0.0, y + _ROW
        parts.append(tag("g", picture, transform=placed(x, y)))
        x += wide + 14
    return "".join(parts), y + 12


Item = tuple[float, str]


def _keyed(brush: Brush, picture: str, wide: float, words: str) -> Item:
    """A picture with words to its right."""
    label = text(words, wide + 6, 4.4, _TEXT, fill=brush.theme["ink"], font_weight="600")
    return wide + 6 + width(words) * _TEXT, picture + label


def _colour_items(brush: Brush) -> list[Item]:
    words = _words()
    measures = brush.layout.measures
    plate = Plate(measures.space / 2, 0, 0, measures.space, measures.space_width)
    items = [
        _keyed(
            brush,
            brush.plate(plate, colour, "train", False),
            measures.space,
            words["colours"][colour][brush.language],
        )
        for colour in (*CARD_COLOURS, GRAY)
    ]
    wheel = tag(
        "g",
        tag("circle", r=7.6, fill="#ffffff", stroke="#17181c"),
        brush.symbol("wheel", "#17181c", 6.6),
        transform=placed(8, 0),
    )
    return [*items, _keyed(brush, wheel, 16, words[LOCOMOTIVE][brush.language])]


def _kind_items(brush: Brush) -> list[Item]:
    """Keys for ferries and tunnels, if the board has any."""
    words, m = _words(), brush.layout.measures
    kinds = {track.kind for track in brush.board.tracks}
    plate = Plate(m.space, 0, 0, m.space, m.space_width)
    items = []
    if "ferry" in kinds:
        swell = tag(
            "path",
            d=f"M0 0q{m.space / 8:g} 4 {m.space / 4:g} 0t{m.space / 4:g} 0"
            + f"t{m.space / 4:g} 0" * 6,
            fill="none",
            stroke=brush.mood["wave"],
            stroke_width=1.8,
        )
        picture = swell + brush.plate(plate, GRAY, "ferry", True)
        items.append(_keyed(brush, picture, 2 * m.space, words["ferry"][brush.language]))
    if "tunnel" in kinds:
        picture = (
            brush.portal(m.space / 2, 0, 180)
            + brush.portal(m.space * 1.5, 0, 0)
            + brush.plate(plate, GRAY, "tunnel", False)
        )
        items.append(_keyed(brush, picture, 2 * m.space, words["tunnel"][brush.language]))
    return items


def _point_items(brush: Brush) -> list[Item]:
    """How many points a route of each length is worth, in one row."""
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
        files("goldenspike.boards").joinpath("legend.json").read_text(encoding="utf-8")
    )
    return found
