"""HTTP routes of puzzles."""

from __future__ import annotations

from datetime import UTC, datetime

from litestar import get
from msgspec import to_builtins

from goldenspike.puzzles import Option, load_puzzles, number_of_day, puzzle_boards
from goldenspike.server.protocol.puzzle_bodies import (
    PuzzleBoard,
    PuzzleDetail,
    PuzzleList,
    PuzzleOption,
)
from goldenspike.server.protocol.refusals import Refusal


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
    one = load_puzzles(board)[number - 1]
    view = one.view()
    return PuzzleDetail(
        id=one.id,
        board=board,
        board_hash=view.board.play_hash,
        number=number,
        seat=one.seat,
        view=view.to_json(),
        closed=view.closed_tracks(),
        chance=one.chance,
        options=[_option(option) for option in one.options],
        answer=one.answer.action,
        plan=list(one.plan),
        themes=list(one.themes),
    )


def _option(option: Option) -> PuzzleOption:
    return PuzzleOption(
        option.action, option.chance_lost, option.points_lost, to_builtins(option.reasons)
    )


HANDLERS = (puzzles, puzzle)
