"""The board as a map of characters."""

from __future__ import annotations

from rich.text import Text

from goldenspike.boards.model import Board, Place
from goldenspike.cli.terminal.styles import CARD_LOOKS, SEAT_MARKS, SEAT_STYLES
from goldenspike.game import View

Cell = tuple[str, str]
WIDEST = 148
"""Most columns of a map."""


def draw_map(view: View, width: int) -> Text:
    """Draw a map of at most `width` columns.

    Each space of a track is a dot, or the letter of its owner.
    """
    board = view.board
    width = min(width, WIDEST)
    # A character is about twice as high as it is wide.
    height = max(18, min(44, round(width / board.aspect / 2.1)))
    cells: dict[tuple[int, int], Cell] = {}
    spots = [place_cell(place, width, height) for place in board.places]
    beside: dict[tuple[int, int], int] = {}
    for number, track in enumerate(board.tracks):
        pair = (track.a, track.b)
        nth = beside.get(pair, 0)
        beside[pair] = nth + 1
        owner = view.state.owner[view.kernel_board.track_number[number]]
        if owner >= 0:
            look = (SEAT_MARKS[owner], SEAT_STYLES[owner])
        else:
            look = ("·", CARD_LOOKS[track.colour][1])
        for x, y in track_cells(spots[track.a], spots[track.b], track.length, nth):
            if cells.get((x, y), ("·", ""))[0] == "·":
                cells[x, y] = look
    write_names(board, spots, cells, width)
    lines = []
    for y in range(height):
        line = Text()
        for x in range(width):
            letter, style = cells.get((x, y), (" ", ""))
            line.append(letter, style=style)
        line.rstrip()
        lines.append(line)
    return Text("\n").join(lines)


def place_cell(place: Place, width: int, height: int) -> tuple[int, int]:
    """Return the column and row of a place."""
    return round(place.x * (width - 8)), round(place.y * (height - 1))


def track_cells(
    start: tuple[int, int], end: tuple[int, int], spaces: int, nth: int
) -> list[tuple[int, int]]:
    """Return the cells of a track's spaces; the `nth` parallel track is shifted aside."""
    steep = abs(end[1] - start[1]) > abs(end[0] - start[0]) / 2
    dx, dy = (nth * 2, 0) if steep else (0, nth)
    cells = []
    for i in range(1, spaces + 1):
        part = i / (spaces + 1)
        x = round(start[0] + (end[0] - start[0]) * part) + dx
        y = round(start[1] + (end[1] - start[1]) * part) + dy
        cells.append((x, y))
    return cells


def write_names(
    board: Board, spots: list[tuple[int, int]], cells: dict[tuple[int, int], Cell], width: int
) -> None:
    """Write the names of places over tracks, cut where the next name begins."""
    taken: set[tuple[int, int]] = set()
    for place, (x, y) in sorted(zip(board.places, spots, strict=True), key=lambda p: p[1]):
        name = place.name if len(place.name) <= 12 else place.name[:11] + "."
        x = min(x, width - 4)
        room = next((i for i in range(len(name)) if (x + i, y) in taken), len(name))
        text = name[: max(3, min(room - 1 if room < len(name) else room, width - x))]
        for i, letter in enumerate(text):
            cells[x + i, y] = (letter, "bold underline" if i == 0 else "bold")
            taken.add((x + i, y))
        taken.add((x - 1, y))
