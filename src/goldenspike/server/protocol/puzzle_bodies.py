"""What HTTP answers carry about puzzles and first tickets."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

Number = Annotated[int, Meta(description="Of a puzzle on its board, from 1 on.")]


class PuzzleBoard(Struct, frozen=True):
    """The puzzles of a board."""

    board: str
    puzzles: Annotated[int, Meta(description="How many there are.")]
    today: Annotated[int, Meta(description="The number of today's puzzle.")]


class PuzzleList(Struct, frozen=True):
    """All boards with puzzles."""

    day: Annotated[str, Meta(description="Today by UTC, as 2026-11-18.")]
    boards: list[PuzzleBoard]


class PuzzleOption(Struct, frozen=True):
    """An action to choose."""

    action: str
    chance_lost: Annotated[float, Meta(description="Of winning, against the answer.")]
    points_lost: float
    reasons: Annotated[
        list[dict[str, Any]],
        Meta(description="Messages: why the answer is better; of the answer: what is for it."),
    ]


class PuzzleDetail(Struct, frozen=True):
    """A puzzle, as the seat to move sees it, with its answer."""

    id: str
    board: str
    board_hash: str
    number: Number
    seat: Annotated[int, Meta(description="To move.")]
    view: Annotated[dict[str, Any], Meta(description="All that the seat knows.")]
    closed: Annotated[list[str], Meta(description="Free tracks that the seat may not claim.")]
    chance: Annotated[float, Meta(description="Of winning, after the answer.")]
    options: list[PuzzleOption]
    answer: Annotated[str, Meta(description="The action that is best.")]
    plan: Annotated[list[str], Meta(description="Tracks that the seat's plan needs.")]
    themes: list[str]


class KeptTickets(Struct, frozen=True):
    """Some of the first tickets, and what keeping them is worth."""

    tickets: list[str]
    chance: Annotated[float, Meta(description="Of winning, between two planners.")]
    chance_low: Annotated[float, Meta(description="The lower end of its 95 % interval.")]
    chance_high: float
    points: Annotated[float, Meta(description="Final points.")]
    points_error: Annotated[float, Meta(description="Half of their 95 % interval.")]


class FirstTickets(Struct, frozen=True):
    """What first tickets of a board are worth."""

    board: str
    games: Annotated[int, Meta(description="The games that this was estimated from.")]
    offered: Annotated[int, Meta(description="How many tickets are offered first.")]
    keeps: Annotated[
        list[KeptTickets],
        Meta(description="All that may be kept, the best first; empty without an offer."),
    ]
