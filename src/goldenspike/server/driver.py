"""What happens at tables without a player: bots move, clocks run out, people are stood in for."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from sqlalchemy import BigInteger, Integer, case, cast, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from . import making, rows, seating
from .bot_seats import BotBench
from .database import StorageError, milliseconds
from .errors import Refusal
from .log import log
from .room import Room
from .rows import TableRow
from .schema import actions, seats, tables
from .timing import AGAIN_SECONDS, DAY, NEAR, SECOND

if TYPE_CHECKING:
    from .house import House

SWEEP_SECONDS = 10.0
STAND_IN_LEVEL = "normal"
STAND_INS = {"bot": "until_return", "bot_finishes": "for_good"}
"""How long a bot stands in, by what was agreed about absent people."""
AT_ONCE = 5000
"""Tables taken up in one sweep; the others have been waiting less long and come next."""
FORGOTTEN_DAYS = 7
"""A table that has waited so long without starting is removed."""


class Driver:
    """Acts for bots, clocks and absent people at the tables of one process."""

    def __init__(self, house: House, bots: BotBench) -> None:
        self._house = house
        self._bots = bots
        self._tidied = 0

    async def act(self, room: Room) -> float:
        """Something may be due at a table: let a bot move, or let one stand in.

        Returns the seconds that the next look has to wait at least.
        """
        if not _is_due(room) or self._house.closing:
            return 0.0
        if not await self._house.bus.claim(room.row.id):
            return AGAIN_SECONDS
        try:
            await self._act(room)
        except Refusal as refusal:
            # Someone moved meanwhile, or the disk is full: look again a little later.
            log.debug("act_again", table=room.row.id, code=refusal.code)
            return 0.5 if refusal.code == "stale" else AGAIN_SECONDS
        except StorageError:
            return AGAIN_SECONDS
        return 0.0

    async def _act(self, room: Room) -> None:
        async with room.settled():
            # Whoever had the table until now may have moved: then the next clock has just begun.
            if room.turn is None or not _is_due(room):
                return
            seat, on = room.row.seats[room.turn], room.n
            view = room.game.view(seat.seat)
            by_itself = room.timing.plays_itself()
            back = seat.stand_in == "until_return" and room.connected(seat.seat)
        if back:
            # They came while it was being stored that a bot stands in for them.
            await self.stand_in(room, seat.seat, "no")
            return
        if not by_itself and not await self._takes_over(room, seat.seat, on):
            return
        level = seat.level or STAND_IN_LEVEL
        action = await self._bots.choose(level, view, room.row.id, room.row.owner)
        by: Any = "bot" if seat.kind == "bot" else "stand_in"
        await room.play(seat.seat, action, on, by)

    async def _takes_over(self, room: Room, seat: int, on: int) -> bool:
        """Whether a bot makes a person's move, this one or from now on; so it is stored first."""
        absent, clock = room.row.options.absent, room.timing.limit() > 0
        if absent == "bot" or not clock:
            away = not await self._house.peers.connected(room, seat)
            if room.n != on or not (away or clock):
                return False
            if away:
                await self.stand_in(room, seat, STAND_INS[absent], on)
        elif absent == "bot_finishes":
            await self.stand_in(room, seat, STAND_INS[absent], on)
        return True

    async def stand_in(self, room: Room, seat: int, value: str, on: int | None = None) -> None:
        """A bot takes a seat's moves over, or gives them back; if given, only at this number."""
        if room.row.seats[seat].stand_in in (value, "for_good"):
            return

        def alter(row: TableRow) -> None:
            if on is not None and room.n != on:
                raise Refusal("stale", on=on, n=room.n)
            # Another process may have learned meanwhile that the person has left.
            if row.seats[seat].stand_in != "for_good":
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
                await self.sweep()
            except StorageError:
                log.warning("sweep_failed")
            except Exception as error:
                log.failure("sweep_failed", error)
            await asyncio.sleep(SWEEP_SECONDS)

    async def sweep(self) -> None:
        """Take up tables that go on by themselves, and forget idle ones."""
        async with self._house.database.read() as connection:
            due = await tables_due(connection, milliseconds() + NEAR)
            unseen = [table_id for table_id in due if table_id not in self._house.rooms]
            found = await rows.read(connection, unseen[:AT_ONCE])
        for row in found:
            if seating.out_of_date(row) is None and await self._house.bus.claim(row.id):
                # One table that cannot be loaded must not keep the others from going on.
                await self._house.guarded(self._house.room(row.id))
                await asyncio.sleep(0)
        await self._house.peers.mind()
        now = milliseconds()
        if now > self._tidied + DAY // 24:
            self._tidied = now
            await making.clear_away(self._house, now - FORGOTTEN_DAYS * DAY)
        for room in list(self._house.rooms.values()):
            used = room.sockets or room.timing.acting or room.lock.locked()
            idle = room.idle_since < now - self._house.settings.idle * SECOND
            if idle and not used and room.timing.rests():
                self._house.forget(room.row.id)
                await self._house.bus.release(room.row.id)
        self._house.metrics.tables.set(len(self._house.rooms))
        self._house.metrics.bot_failures.set(self._bots.failures)
        self._house.metrics.commits.set(self._house.journal.commits)


def _is_due(room: Room) -> bool:
    due = room.timing.due()
    return due is not None and due <= milliseconds()


async def tables_due(connection: AsyncConnection, before: int) -> list[str]:
    """Running tables that need a process though nobody watches, the longest untouched first.

    Either the game is over and its result not stored, or a bot is to act, or a clock runs out
    before this time, or a person may have been away for too long.
    """
    all_of_it = actions.alias()
    last = select(func.max(all_of_it.c.number)).where(all_of_it.c.table_id == tables.c.id)
    at_last = (actions.c.table_id == tables.c.id) & (
        actions.c.number == last.correlate(tables).scalar_subquery()
    )
    turn = func.coalesce(actions.c.turn, cast(rows.option(connection, "first_turn"), Integer))
    to_act = (seats.c.table_id == tables.c.id) & (seats.c.seat == turn)
    since = func.coalesce(actions.c.at, tables.c.started)
    kind = rows.option(connection, "clock", "kind")
    unit = case((kind == "days", DAY), else_=SECOND)
    limit = unit * cast(rows.option(connection, "clock", "amount"), BigInteger)
    query = (
        select(tables.c.id)
        .select_from(tables)
        .outerjoin(actions, at_last)
        .outerjoin(seats, to_act)
        .where(
            tables.c.status == "running",
            or_(
                actions.c.number.is_not(None) & actions.c.turn.is_(None),
                seats.c.kind == "bot",
                seats.c.stand_in != "no",
                (kind != "none") & (since + limit < before),
                (kind == "none") & (rows.option(connection, "absent") != "wait"),
            ),
        )
        .order_by(since, tables.c.id)
    )
    return [row.id for row in await connection.execute(query)]
