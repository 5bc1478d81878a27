"""The values of a position while it is read: each of its kind, and what is off so far."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from goldenspike.boards.model import CARDS, Board
from goldenspike.errors import InputError
from goldenspike.notation.card_text import counts_of
from goldenspike.rules.kernel_board import KernelBoard


class PositionError(InputError):
    """A position that can't be; `problems` lists everything that is off.

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
    """A position, the names its board knows, and a list of everything that is off."""

    def __init__(self, kernel_board: KernelBoard, position: Mapping[str, Any]) -> None:
        self.kernel_board = kernel_board
        self.board: Board = kernel_board.board
        self.position = position
        self.problems: list[str] = []
        self.tickets = {ticket.id: i for i, ticket in enumerate(self.board.tickets)}
        self.tracks = {track.id: i for i, track in enumerate(self.board.tracks)}
        self.places = {place.id: i for i, place in enumerate(self.board.places)}

    def off(self, where: str, what: str) -> None:
        """Note that something is off there."""
        self.problems.append(f"{where}: {what}")

    def stop_if_off(self) -> None:
        """Raise what was noted so far: what follows is read only from what is sound."""
        if self.problems:
            raise PositionError(self.problems)

    def number(self, where: str, value: Any, least: int, most: int) -> int | None:
        """A whole number from least to most; None, and noted, if it is none."""
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            self.off(where, f"a whole number from {least} to {most} is needed, not {show(value)}")
            return None
        return value

    def names(self, where: str, value: Any, known: Mapping[str, int], what: str) -> list[int]:
        """A list of names, as their numbers; names that are not known are noted and left out."""
        if not isinstance(value, list):
            self.off(where, f"a list of {what}s is needed, not {show(value)}")
            return []
        found = []
        for name in value:
            if isinstance(name, str) and name in known:
                found.append(known[name])
            else:
                self.off(where, f"{show(name)} is no {what} of this board")
        return found

    def counts(self, where: str, value: Any) -> list[int]:
        """Cards as names with counts, or as a plain list."""
        if isinstance(value, list) and all(isinstance(c, str) and c in CARDS for c in value):
            return counts_of(value)
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
                return counts_of(value)
        self.off(
            where, f"cards with their numbers are needed, like {{'red': 2}}, not {show(value)}"
        )
        return [0] * len(CARDS)


def show(value: Any) -> str:
    """A value in an error message: its beginning."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
