"""A puzzle as a client gets it: the view of the seat to move, and what it may choose from."""

from __future__ import annotations

from msgspec import to_builtins

from goldenspike.puzzles import Option, Puzzle
from goldenspike.server.protocol.puzzle_bodies import PuzzleDetail, PuzzleOption


def puzzle_detail(puzzle: Puzzle, board: str, number: int) -> PuzzleDetail:
    """The puzzle of a board with this number."""
    view = puzzle.view()
    return PuzzleDetail(
        id=puzzle.id,
        board=board,
        board_hash=view.board.play_hash,
        number=number,
        seat=puzzle.seat,
        view=view.to_json(),
        closed=view.closed_tracks(),
        chance=puzzle.chance,
        options=[_option(option) for option in puzzle.options],
        answer=puzzle.answer.action,
        plan=list(puzzle.plan),
        themes=list(puzzle.themes),
    )


def _option(option: Option) -> PuzzleOption:
    return PuzzleOption(
        option.action, option.chance_lost, option.points_lost, to_builtins(option.reasons)
    )
