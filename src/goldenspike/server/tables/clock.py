"""A table's timer: when a bot is to move, a clock runs out, or a person has been away too long."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol

from goldenspike.server.cluster.presence import TablePresence
from goldenspike.server.protocol.messages import ClockState
from goldenspike.server.storage.table_rows import TableRow
from goldenspike.server.storage.times import SECOND, milliseconds
from goldenspike.server.storage.uptime import Uptime
from goldenspike.server.tables.background import Background

LEEWAY = SECOND // 2
"""A move made in time is not late because it was on its way."""
LOAD_AHEAD = 60 * SECOND
"""How long before its clock runs out a table has to be in memory."""
RETRY_SECONDS = 2.0
"""Pause after something failed at a table."""


class ClockedTable(Protocol):
    """What a clock needs to know of its table."""

    row: TableRow
    turn: int | None
    presence: TablePresence

    @property
    def deciding(self) -> list[int]:
        """The seats that are to decide now: one, or all that have to choose first tickets."""

    @property
    def since(self) -> int:
        """Since when they are."""


class TableClock:
    """The clock of one table, and the timer for what this process has to do at it."""

    def __init__(
        self,
        table: ClockedTable,
        uptime: Uptime,
        act: Callable[[], Awaitable[float]],
        background: Background,
    ) -> None:
        self._table = table
        self._uptime = uptime
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
        deadline = self._uptime.deadline(table.since, limit)
        return ClockState(table.turn, limit, deadline, milliseconds())

    def limit(self) -> int:
        """Milliseconds a move may take; 0 if there is no limit."""
        return self._table.row.options.limit()

    def bot_decides(self, number: int) -> bool:
        """Whether a seat is a bot's, or has a bot standing in."""
        seat = self._table.row.seats[number]
        return seat.kind == "bot" or seat.stand_in != "no"

    def bot_to_act(self) -> bool:
        """Whether a bot is to decide now."""
        running = self._table.row.status == "running"
        return running and any(self.bot_decides(seat) for seat in self._table.deciding)

    def due(self) -> int | None:
        """When this process has to act at the table, unless somebody moves before; None: never."""
        if self._table.row.status != "running":
            return None
        times = [self._due_of(seat) for seat in self._table.deciding]
        return min((time for time in times if time is not None), default=None)

    def due_seat(self) -> int | None:
        """The seat for which this process has to act now."""
        now = milliseconds()
        if self._table.row.status == "running":
            for seat in self._table.deciding:
                due = self._due_of(seat)
                if due is not None and due <= now:
                    return seat
        return None

    def _due_of(self, seat: int) -> int | None:
        table, options, limit = self._table, self._table.row.options, self.limit()
        if self.bot_decides(seat):
            return table.since + options.pace
        if limit:
            return self._uptime.deadline(table.since, limit) + LEEWAY
        if options.absent != "wait" and not table.presence.connected(seat):
            offline = table.presence.offline_since
            since = max(offline.setdefault(seat, milliseconds()), table.since)
            return since + options.absent_after * SECOND
        return None

    def may_leave_memory(self) -> bool:
        """Whether a sweep will find what is due in the database in time."""
        due = self.due()
        return due is None or (not self.bot_to_act() and due > milliseconds() + LOAD_AHEAD)

    def absence_ends(self) -> int | None:
        """When a bot is to stand in for a person who is away, to be stored as `wake_at`."""
        return None if self.limit() or self.bot_to_act() else self.due()

    def remember_absence(self, wake_at: int | None) -> None:
        """The person to act was away when the table left memory, and a bot stands in then."""
        if wake_at is not None and self._table.turn is not None and not self.limit():
            since = wake_at - self._table.row.options.absent_after * SECOND
            offline = self._table.presence.offline_since
            offline[self._table.turn] = min(since, offline.get(self._table.turn, since))
            self.schedule()

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
