"""A table's timer: when a bot is to move, a clock runs out, or a person has been away too long."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol

from goldenspike.server.cluster.presence import TablePresence
from goldenspike.server.protocol.messages import ClockState
from goldenspike.server.storage.table_rows import TableRow
from goldenspike.server.storage.times import DAY, SECOND, milliseconds
from goldenspike.server.tables.background import Background

LOAD_AHEAD = 60 * SECOND
"""How long before its clock runs out a table has to be in memory."""
RETRY_SECONDS = 2.0
"""Pause after something failed at a table."""


class ClockedTable(Protocol):
    """What a clock needs to know of its table."""

    row: TableRow
    turn: int | None
    last_at: int
    """When the last action was stored, or the game started."""
    presence: TablePresence


class TableClock:
    """The clock of one table, and the timer for what this process has to do at it."""

    def __init__(
        self, table: ClockedTable, act: Callable[[], Awaitable[float]], background: Background
    ) -> None:
        self._table = table
        self._act = act
        """Does what is due; returns how many seconds to wait at least before it is called again."""
        self._background = background
        self._timer: asyncio.TimerHandle | None = None
        self._stopped = False
        self.acting = False
        """Whether `act` is running; it runs once at a time, however often the table changes."""

    def state(self) -> ClockState | None:
        """The clock of the seat to act; from stored times, so that it survives a restart."""
        table, limit = self._table, self.limit()
        if not limit or table.turn is None or table.row.status != "running":
            return None
        return ClockState(table.turn, limit, table.last_at + limit, milliseconds())

    def limit(self) -> int:
        """Milliseconds a move may take; 0 if there is no limit."""
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
        """When this process has to act at the table, unless somebody moves before; None: never."""
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
        """Whether this process has to act now."""
        due = self.due()
        return due is not None and due <= milliseconds()

    def may_leave_memory(self) -> bool:
        """Whether a sweep will find what is due in the database in time.

        How long a person has been away is known in memory only.
        """
        due = self.due()
        return due is None or (self.limit() > 0 and due > milliseconds() + LOAD_AHEAD)

    def schedule(self, at_least: float = 0.0) -> None:
        """Set the timer for when this process has to act; in `at_least` seconds or later."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        # While `act` runs there is no timer: it is set when that returns.
        due = None if self.acting or self._stopped else self.due()
        if due is not None and not self._background.closing:
            wait = max(at_least, (due - milliseconds()) / SECOND, 0)
            # Long waits are split: event loops are not made for timers of days.
            self._timer = asyncio.get_running_loop().call_later(min(wait, 3600), self._on_timer)

    def stop(self) -> None:
        """Stop the timer for good, because the table leaves memory."""
        self._stopped = True
        self.schedule()

    def _on_timer(self) -> None:
        self._timer = None
        self.acting = True
        self._background.spawn(self._run_act())

    async def _run_act(self) -> None:
        pause = RETRY_SECONDS
        try:
            pause = await self._act()
        finally:
            self.acting = False
            self.schedule(pause)
