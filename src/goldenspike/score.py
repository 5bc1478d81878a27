"""The score of a seat, and the outcome of a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from goldenspike.boards.model import Board
from goldenspike.rules.codes import (
    LISTED_BONUS,
    LONGEST,
    LONGEST_BONUS,
    MOST_TICKETS_BONUS,
    PASSENGER_POINTS,
    RANK,
    ROUTE_POINTS,
    SCORE_PARTS,
    SHARE_POINTS,
    STATION_POINTS,
    TICKET_POINTS,
    TICKETS_MADE,
    TICKETS_MISSED,
    TOKEN_POINTS,
    TOTAL,
)


@dataclass(frozen=True, slots=True)
class Score:
    """One seat's score with all its parts (SCORE-1).

    >>> import goldenspike as gs
    >>> game = gs.Game("usa", players=2, seed=7, first=0)
    >>> score = game.scores()[0]
    >>> score.route_points, score.ticket_points, score.bonuses, score.total
    (0, 0, {'longest_path': 0}, 0)
    """

    route_points: int
    ticket_points: int
    tickets_made: int
    tickets_missed: int
    longest: int
    """Length of its longest path, in spaces."""
    bonuses: dict[str, int]
    passenger_points: int
    total: int
    rank: int
    """1 for the winner; seats that are still level after all tie-breaks share a rank."""

    @classmethod
    def from_sheet(cls, board: Board, row: list[int]) -> Score:
        """Make a score from a row of the kernel's score sheet."""
        bonuses = {}
        if board.longest_path_bonus:
            bonuses["longest_path"] = row[LONGEST_BONUS]
        if board.most_tickets_bonus:
            bonuses["most_tickets"] = row[MOST_TICKETS_BONUS]
        for i, bonus in enumerate(board.bonuses):
            bonuses[bonus.id] = row[LISTED_BONUS + i]
        if board.token_points:
            bonuses["tokens"] = row[TOKEN_POINTS]
        if board.stations and board.stations.unused:
            bonuses["stations"] = row[STATION_POINTS]
        if board.companies:
            bonuses["shares"] = row[SHARE_POINTS]
        return cls(
            route_points=row[ROUTE_POINTS],
            ticket_points=row[TICKET_POINTS],
            tickets_made=row[TICKETS_MADE],
            tickets_missed=row[TICKETS_MISSED],
            longest=row[LONGEST],
            bonuses=bonuses,
            passenger_points=row[PASSENGER_POINTS],
            total=row[TOTAL],
            rank=row[RANK],
        )

    def to_row(self, board: Board) -> list[int]:
        """The row of a score sheet that `from_sheet` makes this score of."""
        row = [0] * SCORE_PARTS
        row[ROUTE_POINTS] = self.route_points
        row[TICKET_POINTS] = self.ticket_points
        row[TICKETS_MADE] = self.tickets_made
        row[TICKETS_MISSED] = self.tickets_missed
        row[LONGEST] = self.longest
        row[LONGEST_BONUS] = self.bonuses.get("longest_path", 0)
        row[MOST_TICKETS_BONUS] = self.bonuses.get("most_tickets", 0)
        for i, bonus in enumerate(board.bonuses):
            row[LISTED_BONUS + i] = self.bonuses[bonus.id]
        row[PASSENGER_POINTS] = self.passenger_points
        row[TOKEN_POINTS] = self.bonuses.get("tokens", 0)
        row[STATION_POINTS] = self.bonuses.get("stations", 0)
        row[SHARE_POINTS] = self.bonuses.get("shares", 0)
        row[TOTAL] = self.total
        row[RANK] = self.rank
        return row

    def to_json(self) -> dict[str, Any]:
        """Return the score as a JSON object with a key for each field."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who has won a game.

    >>> from goldenspike import Outcome
    >>> Outcome.of_ranks([2, 1, 1])
    Outcome(winners=(1, 2), shares=(0.0, 0.5, 0.5))
    """

    winners: tuple[int, ...]
    """The seats of rank 1: several if they are level after all tie-breaks."""
    shares: tuple[float, ...]
    """Each seat's share of the win: 1 for a winner, or an equal part of it; 0 for the others."""

    @classmethod
    def of_ranks(cls, ranks: list[int]) -> Outcome:
        """Make the outcome of a game with these final ranks."""
        winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
        return cls(winners, tuple(1 / len(winners) if rank == 1 else 0.0 for rank in ranks))
