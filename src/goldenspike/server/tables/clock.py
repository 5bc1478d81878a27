"""When something is due at a table without a player: a bot's move, a clock, an absent person."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol

from goldenspike.server.cluster.presence import TablePresence
from goldenspike.server.protocol.messages import ClockState
from goldenspike.server.storage.table_rows import TableRow
from goldenspike.server.storage.times import DAY, SECOND, milliseconds
from goldenspike.server.tables.background import Background

NEAR = 60 * SECOND
"""A clock that runs out later than this needs no table in memory yet."""
AGAIN_SECONDS = 2.0
"""Seconds before the next try after something failed at a table."""


class Timed(Protocol):
    """What a clock needs to know of its table."""

    row: TableRow
    turn: int | None
    last_at: int
    """When the last action was made, or the game began."""
    presence: TablePresence


class TableClock:
    """The clock of one table, and the timer for what this process has to do there."""

    def __init__(
        self, table: Timed, act: Callable[[], Awaitable[float]], background: Background
    ) -> None:
        self._table = table
        self._act = act
        """Does what is due; returns the seconds that the next look has to wait at least."""
        self._background = background
        self._timer: asyncio.TimerHandle | None = None
        self._stopped = False
        self.acting = False
        """Whether something is being done: once at a time, however often the table changes."""

    def state(self) -> ClockState | None:
        """The clock of the seat to act; from stored times, so a restart does not change it."""
        table, limit = self._table, self.limit()
        if not limit or table.turn is None or table.row.status != "running":
            return None
        return ClockState(table.turn, limit, table.last_at + limit, milliseconds())

    def limit(self) -> int:
        """Milliseconds a move may take; 0: no limit."""
        clock = self._table.row.options.clock
        return {"none": 0, "seconds": SECOND, "days": DAY}[clock.kind] * clock.amount

    def bot_to_act(self) -> bool:
        """Whether the seat to act is a bot's, or has a bot standing in."""
        table = self._table
        if table.row.status != "running" or table.turn is None:
            return False
        seat = table.row.seats[table.turn]
        return seat.kind == "bot" or seat.stand_in != "no"

    def due(self) -> int | None:
        """When this process has to do something at the table, if nobody moves before."""
        table, options = self._table, self._table.row.options
        if table.row.status != "running" or table.turn is None:
            return None
        if self.bot_to_act():
            return table.last_at + options.pace
        limit = self.limit()
        if limit:
            return table.last_at + limit
        if options.absent != "wait" and not table.presence.connected(table.turn):
            offline = table.presence.offline_since
            since = max(offline.setdefault(table.turn, milliseconds()), table.last_at)
            return since + options.absent_after * SECOND
        return None

    def is_due(self) -> bool:
        """Whether that is now."""
        due = self.due()
        return due is not None and due <= milliseconds()

    def may_leave_memory(self) -> bool:
        """Whether what is due is found in the database in time.

        How long a person has been away is known nowhere but in memory.
        """
        due = self.due()
        return due is None or (self.limit() > 0 and due > milliseconds() + NEAR)

    def schedule(self, later: float = 0.0) -> None:
        """Set the timer for the next thing to do without a player."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        # Whoever acts now looks again at the end of it.
        due = None if self.acting or self._stopped else self.due()
        if due is not None and not self._background.closing:
            wait = max(later, (due - milliseconds()) / SECOND, 0)
            # Long waits are taken in parts: loops are not made for timers of days.
            self._timer = asyncio.get_running_loop().call_later(min(wait, 3600), self._ring)

    def stop(self) -> None:
        """The table leaves memory: whoever loads it again sees to what is due there."""
        self._stopped = True
        self.schedule()

    def _ring(self) -> None:
        self._timer = None
        self.acting = True
        self._background.spawn(self._acted())

    async def _acted(self) -> None:
        later = AGAIN_SECONDS
        try:
            later = await self._act()
        finally:
            self.acting = False
            self.schedule(later)
