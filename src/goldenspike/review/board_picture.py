"""The board of a review: every claimed track appears when it was claimed, and ideas are drawn."""

from __future__ import annotations

import re
from collections.abc import Sequence

from goldenspike.boards.drawing.brush import Brush
from goldenspike.boards.drawing.layout_files import layout_of
from goldenspike.boards.drawing.map import definitions, ground
from goldenspike.boards.drawing.place_marks import draw_name, draw_place
from goldenspike.boards.drawing.svg import tag
from goldenspike.boards.drawing.track_shapes import draw_bed, draw_track
from goldenspike.boards.model import Board

Claim = tuple[int, str, int]
"""After which action a track was claimed, its id, and by whom."""


def board_picture(board: Board, claims: Sequence[Claim], theme: str, about: str) -> str:
    """Draw the map as SVG; the page's script shows what belongs to a moment.

    A claimed track is a group with `data-after`; the paths of the classes `plan`, `played` and
    `idea` are empty, for the script to fill in.
    """
    brush = Brush(layout_of(board), board, theme, "en")
    layout = brush.layout
    tracks = {track.id: track for track in layout.tracks}
    taken = [
        tag(
            "g",
            draw_bed(brush, tracks[track], True),
            draw_track(brush, tracks[track], seat),
            class_="claimed",
            data_after=str(number),
        )
        for number, track, seat in claims
    ]
    wide = layout.space_width
    overlays = [
        tag("path", class_=name, d="", fill="none", stroke_width=wide * scale)
        for name, scale in (("plan", 2.6), ("played", 2.6), ("idea", 2.6))
    ]
    body = [
        definitions(brush),
        ground(brush),
        *(draw_bed(brush, track, False) for track in layout.tracks),
        *(draw_track(brush, track, None) for track in layout.tracks),
        overlays[0],
        *taken,
        *overlays[1:],
        *(draw_place(brush, place) for place in layout.places),
        *(draw_name(brush, place) for place in layout.places),
    ]
    picture = tag(
        "svg", *body, viewBox=f"0 0 {layout.width:g} {layout.height:g}", role="img",
        aria_label=about, class_=f"board {theme}",
    )  # fmt: skip
    # Both themes are in one page, and tracks are drawn free and taken, so ids have to differ.
    picture = re.sub(r' id="track-[^"]*"', "", picture)
    picture = re.sub(r'\bid="', f'id="{theme}-', picture)
    return re.sub(r'(href="#|url\(#)', rf"\g<1>{theme}-", picture)


def track_lines(board: Board) -> dict[str, str]:
    """Return the path of every track's line, by its id."""
    return {track.id: track.line or track.wave for track in layout_of(board).tracks}
