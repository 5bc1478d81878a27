"""Who is connected at one table: in this process, and in others as they reported."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Counts(NamedTuple):
    """Open sockets of one process at a table."""

    seats: dict[int, int]
    """By the seat they look from."""
    spectators: int


class TablePresence:
    """Who is connected at one table, over all processes."""

    def __init__(
        self, table_id: str, local: Callable[[], Counts], on_change: Callable[[], None]
    ) -> None:
        self.table_id = table_id
        self.local = local
        """Counts the sockets of this process."""
        self.on_change = on_change
        """Called when another process has reported a change."""
        self.elsewhere: dict[str, Counts] = {}
        """By process."""
        self.offline_since: dict[int, int] = {}
        """Seat -> when this process first saw that nobody is connected there."""

    def connected(self, seat: int) -> bool:
        """Whether anyone is connected at this seat, in any process."""
        return seat in self.local().seats or any(
            seat in counts.seats for counts in self.elsewhere.values()
        )

    def spectators(self) -> int:
        """Spectators in all processes."""
        return self.local().spectators + sum(c.spectators for c in self.elsewhere.values())
