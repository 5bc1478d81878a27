"""What happens at tables without a player: bots move, clocks run out, people are stood in for."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from . import making, rows, seating
from .bot_seats import BotBench
from .database import StorageError, milliseconds
from .errors import Refusal
from .log import log
from .room import DAY, SECOND, Room
from .rows import TableRow
from .schema import tables

if TYPE_CHECKING:
    from .house import House

SWEEP_SECONDS = 10.0
STAND_IN_LEVEL = "normal"
FORGOTTEN_DAYS = 7
"""A table that has waited so long without starting is removed."""


class Driver:
    """Acts for bots, clocks and absent people at the tables of one process."""

    def __init__(self, house: House, bots: BotBench) -> None:
        self._house = house
        self._bots = bots
        self._tidied = 0

    async def act(self, room: Room) -> None:
        """Something is due at a table: let a bot move, or let one stand in."""
        due = room.due()
        if due is None or self._house.closing:
            return
        if due > milliseconds():
            room.schedule()
            return
        if not await self._house.bus.claim(room.row.id):
            room.schedule(later=2.0)
            return
        try:
            await self._act(room)
        except Refusal as refusal:
            # Someone moved meanwhile, or the disk is full: look again a little later.
            log.debug("act_again", table=room.row.id, code=refusal.code)
            room.schedule(later=0.5 if refusal.code == "stale" else 2.0)
        except StorageError:
            room.schedule(later=2.0)

    async def _act(self, room: Room) -> None:
        async with room.lock:
            await room.ready()
            if room.turn is None:
                return
            seat, on = room.row.seats[room.turn], room.n
            view = room.game.view(seat.seat)
        by_itself = room.plays_itself()
        if seat.kind == "person" and not by_itself and room.row.options.absent != "wait":
            stand_in = "until_return" if room.row.options.absent == "bot" else "for_good"
            if not (stand_in == "until_return" and room.connected(seat.seat)):
                await self.stand_in(room, seat.seat, stand_in)
        level = seat.level or STAND_IN_LEVEL
        action = await self._bots.choose(level, view, room.row.id)
        by: Any = "bot" if seat.kind == "bot" else "stand_in"
        await room.play(seat.seat, action, on, None, by)

    async def stand_in(self, room: Room, seat: int, value: str) -> None:
        """A bot takes a seat's moves over, or gives them back."""
        if room.row.seats[seat].stand_in in (value, "for_good"):
            return

        def alter(row: TableRow) -> None:
            row.seats[seat].stand_in = value

        await self._house.change(room.row.id, alter)

    async def returned(self, room: Room, seat: int | None) -> None:
        """A person is back at the seat: the bot stops standing in."""
        if (
            seat is not None
            and seat < len(room.row.seats)
            and room.row.seats[seat].stand_in == "until_return"
        ):
            await self.stand_in(room, seat, "no")

    async def sweep_for_ever(self) -> None:
        """Look after the tables again and again."""
        while True:
            try:
                await self._sweep()
            except StorageError:
                log.warning("sweep_failed")
            except Exception as error:
                log.failure("sweep_failed", error)
            await asyncio.sleep(SWEEP_SECONDS)

    async def _sweep(self) -> None:
        """Take up tables that go on by themselves, and forget idle ones."""
        async with self._house.database.read() as connection:
            query = select(tables.c.id).where(tables.c.status == "running")
            running = [row.id for row in await connection.execute(query)]
            waiting_here = [i for i in running if i not in self._house.rooms]
            found = await rows.read(connection, waiting_here[:5000])
        for row in found:
            if self._goes_on(row) and await self._house.bus.claim(row.id):
                # One table that cannot be loaded must not keep the others from going on.
                await self._house.guarded(self._house.room(row.id))
                await asyncio.sleep(0)
        await self._house.mind_the_others()
        now = milliseconds()
        if now > self._tidied + DAY // 24:
            self._tidied = now
            await making.clear_away(self._house, now - FORGOTTEN_DAYS * DAY)
        for room in list(self._house.rooms.values()):
            idle = (
                not room.connections and room.idle_since < now - self._house.settings.idle * SECOND
            )
            if idle and room.due() is None and not room.lock.locked():
                del self._house.rooms[room.row.id]
                await self._house.bus.release(room.row.id)
        self._house.metrics.tables.set(len(self._house.rooms))
        self._house.metrics.bot_failures.set(self._bots.failures)
        self._house.metrics.commits.set(self._house.journal.commits)

    def _goes_on(self, row: TableRow) -> bool:
        if seating.out_of_date(row) is not None:
            return False
        alone = any(s.kind == "bot" or s.stand_in != "no" for s in row.seats)
        return alone or row.options.clock.kind != "none" or row.options.absent != "wait"
