"""A board as a poster in one standalone SVG file: paper, title, map and legend.

The same board, theme and language always give the same text, byte for byte.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from goldenspike.boards.drawing.brush import Brush
from goldenspike.boards.drawing.layout import Layout
from goldenspike.boards.drawing.layout_files import layout_of
from goldenspike.boards.drawing.legend import draw_legend
from goldenspike.boards.drawing.lettering import width
from goldenspike.boards.drawing.map import definitions, draw_map
from goldenspike.boards.drawing.palette import THEMES
from goldenspike.boards.drawing.svg import tag, text, transform_to
from goldenspike.boards.model import LANGUAGES, Board

_MARGIN = 28.0
_TITLE = 62.0
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
    stations: Mapping[str, Sequence[int]] | None = None,
    layout: Layout | None = None,
) -> str:
    """Draw a board as SVG.

    `routes` maps taken tracks to their owners' seats, `stations` places to the seats that have one.
    """
    _check(board, theme, language, routes or {}, stations or {})
    brush = Brush(layout or layout_of(board), board, theme, language)
    inner = brush.layout.width
    legend, legend_height = draw_legend(brush, inner)
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
        definitions(brush),
        clip,
        tag("rect", width=total_width, height=total_height, fill=brush.theme["paper"]),
        _title(brush, name, inner),
        tag(
            "g",
            tag("g", draw_map(brush, routes or {}, stations or {}), clip_path="url(#frame)"),
            outline,
            transform=transform_to(_MARGIN, top),
        ),
        tag("g", legend, transform=transform_to(_MARGIN, bottom)),
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


def _check(
    board: Board,
    theme: str,
    language: str,
    routes: Mapping[str, int],
    stations: Mapping[str, Sequence[int]],
) -> None:
    if theme not in THEMES:
        raise ValueError(f"unknown theme {theme!r}: there are {' and '.join(THEMES)}")
    if language not in LANGUAGES:
        raise ValueError(f"unknown language {language!r}: there are {', '.join(LANGUAGES)}")
    tracks = {track.id for track in board.tracks}
    for track, seat in routes.items():
        if track not in tracks:
            raise ValueError(f"no track {track!r} on board {board.id}")
        _check_seat(board, seat, track)
    places = {place.id for place in board.places}
    for place, seats in stations.items():
        if place not in places:
            raise ValueError(f"no place {place!r} on board {board.id}")
        for seat in seats:
            _check_seat(board, seat, place)


def _check_seat(board: Board, seat: int, owned: str) -> None:
    if not 0 <= seat < len(board.player_colours):
        last = len(board.player_colours) - 1
        raise ValueError(f"no seat {seat} for {owned}: seats are 0 to {last}")


def _escape(words: str) -> str:
    return words.replace("&", "&amp;").replace("<", "&lt;")


def _title(brush: Brush, name: str, inner: float) -> str:
    """Draw the board's name on a band, followed by a rail with sleepers."""
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
    return tag("g", *parts, transform=transform_to(_MARGIN, _MARGIN))
