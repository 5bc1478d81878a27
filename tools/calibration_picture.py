"""A picture of calibration: what was said against what happened, for each board and players."""

from __future__ import annotations

from typing import Any

from goldenspike.boards.drawing.svg import tag

SIDE, GAP, LEFT, TOP = 250.0, 46.0, 64.0, 84.0
COLOURS = ("#1f5fbf", "#b4561a", "#2c7d46", "#7b3fa0")
SHAPES = ("circle", "square", "diamond", "triangle")
TITLES = {
    "open": "Chance of winning with all cards on the table",
    "known": "Chance of winning by what the seat to move knows",
}
FONT = "system-ui, sans-serif"


def draw(cells: dict[str, Any], kind: str) -> str:
    """Draw a panel for each board and number of players, and in it a line for each line-up."""
    names = [tuple(name.split(", ")) for name in cells]
    columns = list(dict.fromkeys(board for board, _, _ in names))
    by_board = {board: sorted({n for b, n, _ in names if b == board}) for board in columns}
    line_ups = list(dict.fromkeys(line_up for _, _, line_up in names))
    rows = max(map(len, by_board.values()))
    width = LEFT + len(columns) * (SIDE + GAP)
    height = TOP + rows * (SIDE + GAP + 22) + 6
    parts = [tag("rect", width=width, height=height, fill="#ffffff")]
    parts.append(_words(TITLES[kind], LEFT, 26, 18, weight="600"))
    for i, line_up in enumerate(line_ups):
        x = LEFT + 170 * i
        parts.append(_mark(i, x + 8, 48, 5) + _words(line_up, x + 22, 53, 14))
    for column, board in enumerate(columns):
        for row, players in enumerate(by_board[board]):
            x, y = LEFT + column * (SIDE + GAP), TOP + row * (SIDE + GAP + 22) + 14
            parts.append(_panel(x, y, f"{board}, {players}"))
            for i, line_up in enumerate(line_ups):
                cell = cells.get(f"{board}, {players}, {line_up}")
                if cell is not None:
                    parts.append(_line(i, len(line_ups), x, y, cell[kind]["bins"]))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'font-family="{FONT}" fill="#1c2733">{"".join(parts)}</svg>\n'
    )


def _panel(x: float, y: float, title: str) -> str:
    """Draw the frame of a panel, its diagonal and its scales."""
    parts = [_words(title, x, y - 8, 14, weight="600")]
    for percent in (0, 25, 50, 75, 100):
        at = SIDE * percent / 100
        parts.append(tag("line", x1=x, x2=x + SIDE, y1=y + at, y2=y + at, stroke="#d5dae0"))
        parts.append(tag("line", x1=x + at, x2=x + at, y1=y, y2=y + SIDE, stroke="#d5dae0"))
        parts.append(_words(f"{100 - percent} %", x - 6, y + at + 4, 11, anchor="end"))
        parts.append(_words(f"{percent}", x + at, y + SIDE + 15, 11, anchor="middle"))
    parts.append(tag("line", x1=x, x2=x + SIDE, y1=y + SIDE, y2=y, stroke="#6b7684"))
    parts.append(_words("said (%); upwards: won", x + SIDE / 2, y + SIDE + 31, 11, anchor="middle"))
    return "".join(parts)


def _line(i: int, of: int, x: float, y: float, bins: list[dict[str, float]]) -> str:
    """Draw the bins of a line-up: its points are a little apart from those of others."""
    aside = (i - (of - 1) / 2) * 4
    most = max(b["count"] for b in bins)
    parts = []
    for b in bins:
        at = x + SIDE * b["said"] + aside
        low, high = (y + SIDE * (1 - b[end]) for end in ("low", "high"))
        parts.append(tag("line", x1=at, x2=at, y1=low, y2=high, stroke=COLOURS[i], stroke_width=1.6,
                         stroke_opacity=0.6))  # fmt: skip
        size = 2.5 + 3.0 * (b["count"] / most) ** 0.5
        parts.append(_mark(i, at, y + SIDE * (1 - b["won"]), size))
    return "".join(parts)


def _mark(i: int, x: float, y: float, size: float) -> str:
    """Draw a mark of a shape and colour of its own, for who does not tell the colours apart."""
    shape, colour = SHAPES[i], COLOURS[i]
    if shape == "circle":
        return tag("circle", cx=x, cy=y, r=size, fill=colour)
    around = {
        "square": ((-1, -1), (1, -1), (1, 1), (-1, 1)),
        "diamond": ((0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)),
        "triangle": ((0, -1.2), (1.2, 1), (-1.2, 1)),
    }[shape]
    points = " ".join(f"{x + dx * size:.1f},{y + dy * size:.1f}" for dx, dy in around)
    return tag("polygon", points=points, fill=colour)


def _words(
    words: str, x: float, y: float, size: float, weight: str | None = None,
    anchor: str | None = None,
) -> str:  # fmt: skip
    return tag("text", words, x=x, y=y, font_size=size, font_weight=weight, text_anchor=anchor)
