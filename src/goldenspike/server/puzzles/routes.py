"""HTTP routes of puzzles and first tickets."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime
from typing import Annotated

from litestar import get
from litestar.params import Parameter

from goldenspike.errors import InputError
from goldenspike.explorer import explored_boards, load_worths
from goldenspike.puzzles import load_puzzles, number_of_day, puzzle_boards
from goldenspike.server.protocol.puzzle_bodies import (
    FirstTickets,
    KeptTickets,
    PuzzleBoard,
    PuzzleDetail,
    PuzzleList,
)
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.views.puzzle_views import puzzle_detail


@get("/api/puzzles", sync_to_thread=True)
def puzzles() -> PuzzleList:
    """How many puzzles each board has, and which is that of the day."""
    today = datetime.now(UTC).date()
    counts = {board: len(load_puzzles(board)) for board in puzzle_boards()}
    return PuzzleList(
        today.isoformat(),
        [
            PuzzleBoard(board, count, 1 + number_of_day(today, count))
            for board, count in counts.items()
        ],
    )


@get("/api/puzzles/{board:str}/{number:int}", sync_to_thread=True)
def puzzle(board: str, number: int) -> PuzzleDetail:
    """A puzzle: what the seat to move knows, actions to choose, and which is best."""
    if board not in puzzle_boards() or not 1 <= number <= len(load_puzzles(board)):
        raise Refusal("not_found", what="puzzle", id=f"{board} {number}")
    return puzzle_detail(load_puzzles(board)[number - 1], board, number)


@get("/api/first-tickets/{board:str}", sync_to_thread=True)
def first_tickets(
    board: str,
    offer: Annotated[
        str, Parameter(max_length=400, description="Ids of tickets, separated by commas.")
    ] = "",
) -> FirstTickets:
    """What each choice of first tickets is worth, by games of bots."""
    if board not in explored_boards():
        raise Refusal("not_found", what="board", id=board)
    worths = load_worths(board)
    try:
        keeps = worths.keeps(offer.split(",")) if offer else []
    except InputError as error:
        raise Refusal("not_found", what="ticket", id=offer) from error
    found = [KeptTickets(**(asdict(keep) | {"tickets": list(keep.tickets)})) for keep in keeps]
    return FirstTickets(board, worths.games, worths.offered, found)


HANDLERS = (puzzles, puzzle, first_tickets)
