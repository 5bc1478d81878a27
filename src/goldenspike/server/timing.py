"""When something is due at a table without a player: a bot's move, a clock, an absent person."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from .database import milliseconds
from .messages import ClockState

if TYPE_CHECKING:
    from .room import Room

SECOND = 1000
DAY = 24 * 3600 * SECOND
NEAR = 60 * SECOND
"""A clock that runs out later than this needs no table in memory yet."""
AGAIN_SECONDS = 2.0
"""After something failed at a table, the next try waits so long."""


class Timing:
    """The clock of one table, and the timer for what this process has to do there."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._timer: asyncio.TimerHandle | None = None
        self._over = False
        self.acting = False
        """Whether the driver is at the table: once at a time, however often something changes."""

    def clock(self) -> ClockState | None:
        """The clock of the seat to act; from stored times, so a restart does not change it."""
        room, limit = self._room, self.limit()
        if not limit or room.turn is None or room.row.status != "running":
            return None
        return ClockState(room.turn, limit, room.last_at + limit, milliseconds())

    def limit(self) -> int:
        """Milliseconds a move may take; 0: as long as it likes."""
        clock = self._room.row.options.clock
        return {"none": 0, "seconds": SECOND, "days": DAY}[clock.kind] * clock.amount

    def plays_itself(self) -> bool:
        """Whether the seat to act is a bot's, or has a bot standing in."""
        room = self._room
        if room.row.status != "running" or room.turn is None:
            return False
        seat = room.row.seats[room.turn]
        return seat.kind == "bot" or seat.stand_in != "no"

    def due(self) -> int | None:
        """When this process has to do something at the table, if nobody moves before."""
        room, options = self._room, self._room.row.options
        if room.row.status != "running" or room.turn is None:
            return None
        if self.plays_itself():
            return room.last_at + options.pace
        limit = self.limit()
        if limit:
            return room.last_at + limit
        if options.absent != "wait" and not room.connected(room.turn):
            since = max(room.offline_since.setdefault(room.turn, milliseconds()), room.last_at)
            return since + options.absent_after * SECOND
        return None

    def rests(self) -> bool:
        """Whether the table can do without memory: what is due is found in the database in time.

        How long a person has been away is known nowhere else.
        """
        due = self.due()
        return due is None or (self.limit() > 0 and due > milliseconds() + NEAR)

    def schedule(self, later: float = 0.0) -> None:
        """Set the timer for the next thing to do without a player."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        # Whoever acts now looks again at the end of it.
        due = None if self.acting or self._over else self.due()
        if due is not None and not self._room.house.closing:
            wait = max(later, (due - milliseconds()) / SECOND, 0)
            # Long waits are taken in parts: loops are not made for timers of days.
            self._timer = asyncio.get_running_loop().call_later(min(wait, 3600), self._ring)

    def stop(self) -> None:
        """The table leaves memory: whoever loads it again sees to what is due there."""
        self._over = True
        self.schedule()

    def _ring(self) -> None:
        self._timer = None
        self.acting = True
        self._room.house.spawn(self._act())

    async def _act(self) -> None:
        later = AGAIN_SECONDS
        try:
            later = await self._room.house.driver.act(self._room)
        finally:
            self.acting = False
            self.schedule(later)
