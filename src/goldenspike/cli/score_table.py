"""Scores as a table: a row for each part, a column for each seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.table import Table

from goldenspike.boards.model import Board

if TYPE_CHECKING:
    from goldenspike.score import Score

BONUS_NAMES = {
    "longest_path": "longest path bonus",
    "most_tickets": "most tickets bonus",
    "tokens": "tokens left",
    "stations": "stations not built",
    "shares": "shares",
}


def score_table(
    board: Board, scores: Sequence[Score], title: str, names: Sequence[str] | None = None
) -> Table:
    """Make the table of every part of every seat's score."""
    table = Table(title=title)
    table.add_column("")
    for seat in range(len(scores)):
        table.add_column(names[seat] if names else f"seat {seat}", justify="right")

    def row(label: str, values: list[int], style: str | None = None) -> None:
        table.add_row(label, *(str(value) for value in values), style=style)

    row("routes", [score.route_points for score in scores])
    held = [score.tickets_made + score.tickets_missed for score in scores]
    tickets = [
        f"{s.ticket_points} ({s.tickets_made} of {n})" for s, n in zip(scores, held, strict=True)
    ]
    table.add_row("tickets (made of held)", *tickets)
    names_of = BONUS_NAMES | {bonus.id: bonus.name for bonus in board.bonuses}
    for name in scores[0].bonuses:
        row(names_of[name], [score.bonuses[name] for score in scores])
    if board.passengers:
        row("passengers", [score.passenger_points for score in scores])
    table.add_section()
    row("total", [score.total for score in scores], "bold")
    row("place", [score.rank for score in scores], "bold")
    row("longest path", [score.longest for score in scores], "dim")
    return table
