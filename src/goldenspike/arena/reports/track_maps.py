"""The report's map of the tracks that bots claim: of all together, and of each bot."""

from __future__ import annotations

from html import escape

from goldenspike.arena.schedule import Schedule
from goldenspike.arena.standings import Standings
from goldenspike.boards.drawing.brush import Brush
from goldenspike.boards.drawing.layout_files import layout_of
from goldenspike.boards.drawing.map import definitions, ground
from goldenspike.boards.drawing.svg import tag, text
from goldenspike.boards.model import Board
from goldenspike.rules.kernel_board import kernel_board_of

ALL_COLOUR = (205, 5)
"""Hues of tracks that are never contested, and always."""


def track_maps(standings: Standings, schedule: Schedule) -> str:
    """Draw the board once, with a layer of tracks for all bots and for each; one is shown."""
    board = schedule.board
    layout = layout_of(board)
    brush = Brush(layout, board, "light", "en")
    names = ["all bots", *(row.name for row in standings.rows)]
    layers = [_layer(board, 0, _all_bots(standings, board))]
    for number, row in enumerate(standings.rows, start=1):
        layers.append(_layer(board, number, _one_bot(row.name, row.tracks, board)))
    places = []
    for place, known in zip(layout.places, board.places, strict=True):
        dot = tag("circle", cx=place.x, cy=place.y, r=place.r, fill="#fffdf7", stroke="#2b2620")
        above = place.y - place.r - 4
        name = text(
            escape(known.name), place.x, above, 13, text_anchor="middle", style="fill:#2b2620"
        )
        places += [dot, name]
    label = escape(f"Tracks of {board.name}")
    picture = (
        f"<svg viewBox='0 0 {layout.width:g} {layout.height:g}' role='img' aria-label='{label}'>"
        f"{definitions(brush)}{ground(brush)}{''.join(layers)}{''.join(places)}</svg>"
    )
    chooser = "".join(
        f"<input type='radio' name='layer' id='layer{i}'{' checked' if i == 0 else ''}>"
        f"<label for='layer{i}'>{escape(name)}</label> "
        for i, name in enumerate(names)
    )
    shown = "".join(f"#layer{i}:checked ~ svg .layer{i} {{ display: inline; }}"
                    for i in range(len(names)))  # fmt: skip
    return (
        "<p class='soft'>Wide: claimed often. Red, in the map of all bots: contested, that is, "
        "another seat had tracks at both its ends. Point at a track for its figures.</p>"
        f"<style>svg .layer {{ display: none; }} {shown}</style>{chooser}{picture}"
    )


Line = tuple[float, str, str]
"""How often a track is claimed, its colour, and its figures in words."""


def _all_bots(standings: Standings, board: Board) -> list[Line]:
    lines = []
    for track, number in zip(board.tracks, kernel_board_of(board).track_number, strict=True):
        claimed, contested = standings.claimed[number], standings.contested[number]
        share = min(1.0, contested / claimed) if claimed else 0.0
        hue = round(ALL_COLOUR[0] + (ALL_COLOUR[1] - ALL_COLOUR[0]) * share)
        words = f"{track.id}: claimed in {claimed:.0%} of games, contested in {contested:.0%}"
        lines.append((claimed, f"hsl({hue} 70% 38%)", words))
    return lines


def _one_bot(name: str, tracks: list[float], board: Board) -> list[Line]:
    lines = []
    for track, number in zip(board.tracks, kernel_board_of(board).track_number, strict=True):
        words = f"{track.id}: claimed by {name} in {tracks[number]:.0%} of its games"
        lines.append((tracks[number], "hsl(265 45% 38%)", words))
    return lines


def _layer(board: Board, number: int, lines: list[Line]) -> str:
    paths = [
        tag(
            "path",
            tag("title", escape(words)),
            d=track.line,
            fill="none",
            stroke=colour,
            stroke_width=2 + 14 * min(1.0, claimed),
            stroke_linecap="round",
            opacity=0.35 + 0.6 * min(1.0, claimed),
        )
        for track, (claimed, colour, words) in zip(layout_of(board).tracks, lines, strict=True)
    ]
    return f"<g class='layer layer{number}'>{''.join(paths)}</g>"
