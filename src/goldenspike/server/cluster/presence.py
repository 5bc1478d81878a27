"""Who is connected at one table, as its home knows it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Counts(NamedTuple):
    """Open sockets at a table."""

    seats: dict[int, int]
    """By the seat they look from."""
    spectators: int


class TablePresence:
    """Who is connected at one table, through any process."""

    def __init__(self, table_id: str, counts: Callable[[], Counts]) -> None:
        self.table_id = table_id
        self._counts = counts
        self.offline_since: dict[int, int] = {}
        """Seat -> when it was first seen that nobody is connected there."""

    def connected(self, seat: int) -> bool:
        """Whether anyone is connected at this seat."""
        return seat in self._counts().seats

    def spectators(self) -> int:
        """Sockets that look from no seat."""
        return self._counts().spectators
