"""Acts in place of players: moves for bots, when clocks run out, and for absent people; and has
ideas for people who play against bots alone.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

import goldenspike as gs
from goldenspike.server.cluster.leases import Leases
from goldenspike.server.log import log
from goldenspike.server.people.characters import bot_spec
from goldenspike.server.people.fair_queue import Share
from goldenspike.server.people.rate_limits import Buckets
from goldenspike.server.protocol.messages import Answer, By, Suggestion
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.protocol.table_bodies import Absent, StandIn
from goldenspike.server.storage import table_rows
from goldenspike.server.storage.database import StorageError
from goldenspike.server.storage.table_rows import TableRow
from goldenspike.server.storage.uptime import Uptime
from goldenspike.server.tables.background import Background
from goldenspike.server.tables.bot_pool import BotPool
from goldenspike.server.tables.clock import RETRY_SECONDS
from goldenspike.server.tables.lessons import lessons
from goldenspike.server.tables.subscriber import Subscriber
from goldenspike.server.tables.table import Table
from goldenspike.server.tables.table_store import TableStore

STAND_IN_LEVEL = "normal"
STAND_INS: dict[Absent, StandIn] = {"bot": "until_return", "bot_finishes": "for_good"}
"""How long a bot stands in, by the table's option for absent people."""
IDEA_RATE, IDEA_BURST = 0.5, 15
"""Ideas a second that one person is given in the long run, and at once."""


class Automation:
    """Acts for bots, clocks and absent people at the tables of one process."""

    def __init__(
        self,
        store: TableStore,
        leases: Leases,
        bots: BotPool,
        uptime: Uptime,
        background: Background,
        origin_of: Callable[[str], Awaitable[str]],
    ) -> None:
        self._store = store
        self._leases = leases
        self._bots = bots
        self._uptime = uptime
        self._background = background
        self._origin_of = origin_of
        """Where a person comes from: bots are shared fairly between addresses."""
        self._ideas = Buckets(IDEA_RATE, IDEA_BURST)

    async def act(self, table: Table) -> float:
        """Do what is due at a table: let a bot move, or let one stand in.

        Returns how many seconds to wait at least before the next call.
        """
        if table.clock.due_seat() is None or self._background.closing:
            return 0.0
        if not self._leases.holds(table.row.id):
            return RETRY_SECONDS
        try:
            await self._act(table)
        except Refusal as refusal:
            # Someone moved meanwhile, or the disk is full: try again soon.
            log.debug("act_refused", table=table.row.id, code=refusal.code)
            return 0.5 if refusal.code == "stale" else RETRY_SECONDS
        except StorageError:
            return RETRY_SECONDS
        return 0.0

    async def _act(self, table: Table) -> None:
        async with table.exclusive():
            # Somebody may have moved meanwhile: then a new clock runs.
            number = table.clock.due_seat()
            if number is None:
                return
            seat, on = table.row.seats[number], table.n
            view = table.decision_view(number)
            bot_decides = table.clock.bot_decides(number)
            back = seat.stand_in == "until_return" and table.presence.connected(number)
        if back:
            # They came back while the stand-in was being stored.
            await self.stand_in(table, number, "no")
            return
        if not bot_decides and not await self._takes_over(table, number):
            return
        action = _planned(table.row, on, number, view)
        if action is None:
            spec = bot_spec(seat.level, seat.name) if seat.level else STAND_IN_LEVEL
            share = Share(await self._origin_of(table.row.owner), table.row.owner)
            action = await self._bots.choose(spec, view, table.row.id, share)
        by: By = "bot" if seat.kind == "bot" else "stand_in"
        await table.play(number, action, on, by)

    async def _takes_over(self, table: Table, seat: int) -> bool:
        """Whether a bot makes this move for a person; stores first if it stands in from now on.

        That is decided under the table's lock, so that no move of theirs is on its way.
        """
        await self._uptime.catch_up()
        absent, clock = table.row.options.absent, table.clock.limit() > 0
        away = False
        if absent == "bot" or not clock:
            away = not table.presence.connected(seat)
        row = None
        async with table.exclusive():
            if table.clock.due_seat() != seat or not (away or clock):
                return False
            if away or absent == "bot_finishes":
                row = await self._store_stand_in(table, seat, STAND_INS[absent], table.n)
                if row is not None:
                    # Before the lock is given to a move that waits for it: that one is too late.
                    await table.apply(row)
        if row is not None:
            await self._store.stored(row, ours=True)
        return True

    async def stand_in(self, table: Table, seat: int, value: StandIn) -> None:
        """Store whether a bot stands in at a seat."""
        row = await self._store_stand_in(table, seat, value)
        if row is not None:
            await self._store.stored(row, ours=True)

    async def _store_stand_in(
        self, table: Table, seat: int, value: StandIn, on: int | None = None
    ) -> TableRow | None:
        """The stored row; None if nothing was to change. With `on`, refused as stale unless that is
        the number of the last action stored.
        """
        if table.row.seats[seat].stand_in in (value, "for_good"):
            return None

        def alter(row: TableRow) -> None:
            # The person may have left meanwhile, in another process.
            if row.seats[seat].stand_in != "for_good":
                row.seats[seat].stand_in = value

        async def check(connection: AsyncConnection, _row: TableRow) -> None:
            progress = await table_rows.progress(connection, [table.row.id])
            n, _ = progress.get(table.row.id, (0, None))
            if on is not None and n != on:
                raise Refusal("stale", on=on, n=n)

        return await self._store.store_change(table.row.id, alter, check, as_home=True)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something in the background."""
        self._background.spawn(work)

    async def suggest(self, table: Table, subscriber: Subscriber, ask_id: str) -> None:
        """Answer a person who asks for an idea, from what their seat knows."""
        seat, person = subscriber.seat, subscriber.person
        if seat is None or person is None:
            raise Refusal("spectator")
        async with table.exclusive():
            require_ideas(table.row, seat)
            if seat not in table.deciding:
                raise Refusal("not_your_turn", seat=table.turn)
            view, on = table.decision_view(seat), table.n
        planned = _planned(table.row, on, seat, view)
        if planned is not None:
            # A lesson's own next step, which the learner is taught.
            subscriber.send(Answer(ask_id, on, idea=Suggestion(planned, [], [])))
            return
        self._ideas.check(person)
        share = Share(await self._origin_of(person), person)
        found = await self._bots.suggest(view, table.row.id, share)
        if found is None:
            raise Refusal("busy")
        idea = msgspec.json.decode(found, type=Suggestion)
        subscriber.send(Answer(ask_id, on, idea=idea))

    async def returned(self, table: Table, seat: int | None) -> None:
        """The person is back at the seat: no bot stands in any more."""
        if (
            seat is not None
            and seat < len(table.row.seats)
            and table.row.seats[seat].stand_in == "until_return"
        ):
            await self.stand_in(table, seat, "no")


def require_ideas(row: TableRow, seat: int) -> None:
    """Refuse ideas wherever anybody but this person plays, or has played.

    Several seats of one person are several people at one device.
    """
    if row.status != "running":
        raise Refusal("table_waiting" if row.status == "waiting" else "table_finished")
    if any(other.kind != "bot" for other in row.seats if other.seat != seat):
        raise Refusal("ideas_refused")


def _planned(row: TableRow, number: int, seat: int, view: gs.View) -> str | None:
    """What a lesson has planned for a seat; None where nothing is, or the learner did otherwise."""
    lesson = lessons().get(row.options.lesson or "")
    if lesson is None:
        return None
    return lesson.planned(number, seat, (str(action) for action in view.legal()))
