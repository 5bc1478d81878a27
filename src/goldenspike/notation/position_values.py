"""Reading values of a position: each is checked, and all problems are collected."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from goldenspike.boards.model import CARDS, Board
from goldenspike.errors import InputError
from goldenspike.notation.card_text import counts_by_number
from goldenspike.rules.kernel_board import KernelBoard


class PositionError(InputError):
    """An impossible position; `problems` lists everything that is wrong with it.

    >>> import goldenspike as gs
    >>> position = gs.Game("usa", seed=7).position()
    >>> position["seats"][0]["trains"] = 50
    >>> try:
    ...     gs.Game.from_position(position)
    ... except gs.PositionError as error:
    ...     print(error.problems)
    ['seats[0].trains: its tracks leave 45, not 50']
    """

    def __init__(self, problems: list[str]) -> None:
        super().__init__("the position is not possible:\n" + "\n".join(f"- {p}" for p in problems))
        self.problems = problems

    def __reduce__(self) -> tuple[Any, ...]:
        return (PositionError, (self.problems,))


class Values:
    """A position, the numbers of its board's names, and the problems found so far."""

    def __init__(self, kernel_board: KernelBoard, position: Mapping[str, Any]) -> None:
        self.kernel_board = kernel_board
        self.board: Board = kernel_board.board
        self.position = position
        self.problems: list[str] = []
        self.tickets = {ticket.id: i for i, ticket in enumerate(self.board.tickets)}
        self.tracks = {track.id: i for i, track in enumerate(self.board.tracks)}
        self.places = {place.id: i for i, place in enumerate(self.board.places)}

    def problem(self, where: str, what: str) -> None:
        """Add a problem: the field, and what is wrong with it."""
        self.problems.append(f"{where}: {what}")

    def raise_problems(self) -> None:
        """Raise `PositionError` if there are problems so far: later steps rely on valid values."""
        if self.problems:
            raise PositionError(self.problems)

    def number(self, where: str, value: Any, least: int, most: int) -> int | None:
        """Return a whole number from least to most; anything else is a problem, and None."""
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            self.problem(
                where, f"a whole number from {least} to {most} is needed, not {short_repr(value)}"
            )
            return None
        return value

    def names(self, where: str, value: Any, known: Mapping[str, int], what: str) -> list[int]:
        """Return the numbers of a list of names; unknown names are problems and left out.

        `what` names the kind of name in messages.
        """
        if not isinstance(value, list):
            self.problem(where, f"a list of {what}s is needed, not {short_repr(value)}")
            return []
        found = []
        for name in value:
            if isinstance(name, str) and name in known:
                found.append(known[name])
            else:
                self.problem(where, f"{short_repr(name)} is no {what} of this board")
        return found

    def counts(self, where: str, value: Any) -> list[int]:
        """Return counts by card number, from a dictionary of counts by name or a list of names."""
        if isinstance(value, list) and all(isinstance(c, str) and c in CARDS for c in value):
            return counts_by_number(value)
        if isinstance(value, Mapping):
            wrong = [
                k
                for k, n in value.items()
                if k not in CARDS
                or isinstance(n, bool)
                or not isinstance(n, int)
                or not 0 <= n < 128
            ]
            if not wrong:
                return counts_by_number(value)
        self.problem(
            where,
            f"cards with their numbers are needed, like {{'red': 2}}, not {short_repr(value)}",
        )
        return [0] * len(CARDS)


def short_repr(value: Any) -> str:
    """Return the beginning of a value's repr, for an error message."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
