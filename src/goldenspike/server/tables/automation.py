"""Acts in place of players: moves for bots, when clocks run out, and for absent people."""

from __future__ import annotations

from goldenspike.server.cluster.leases import Leases
from goldenspike.server.cluster.peers import Peers
from goldenspike.server.log import log
from goldenspike.server.protocol.bodies import Absent, StandIn
from goldenspike.server.protocol.messages import By
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.storage.database import StorageError
from goldenspike.server.storage.table_rows import TableRow
from goldenspike.server.tables.background import Background
from goldenspike.server.tables.bot_pool import BotPool
from goldenspike.server.tables.clock import RETRY_SECONDS
from goldenspike.server.tables.table import Table
from goldenspike.server.tables.table_store import TableStore
from goldenspike.server.views.client_view import seat_view

STAND_IN_LEVEL = "normal"
STAND_INS: dict[Absent, StandIn] = {"bot": "until_return", "bot_finishes": "for_good"}
"""How long a bot stands in, by the table's option for absent people."""


class Automation:
    """Acts for bots, clocks and absent people at the tables of one process."""

    def __init__(
        self,
        store: TableStore,
        leases: Leases,
        peers: Peers,
        bots: BotPool,
        background: Background,
    ) -> None:
        self._store = store
        self._leases = leases
        self._peers = peers
        self._bots = bots
        self._background = background

    async def act(self, table: Table) -> float:
        """Do what is due at a table: let a bot move, or let one stand in.

        Returns how many seconds to wait at least before the next call.
        """
        if not table.clock.is_due() or self._background.closing:
            return 0.0
        if not await self._leases.acquire(table.row.id):
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
            # The process that drove the table before may have moved: then a new clock runs.
            if table.turn is None or not table.clock.is_due():
                return
            seat, on = table.row.seats[table.turn], table.n
            view = seat_view(table.started_game, seat.seat)
            bot_to_act = table.clock.bot_to_act()
            back = seat.stand_in == "until_return" and table.presence.connected(seat.seat)
        if back:
            # They came back while the stand-in was being stored.
            await self.stand_in(table, seat.seat, "no")
            return
        if not bot_to_act and not await self._takes_over(table, seat.seat, on):
            return
        level = seat.level or STAND_IN_LEVEL
        action = await self._bots.choose(level, view, table.row.id, table.row.owner)
        by: By = "bot" if seat.kind == "bot" else "stand_in"
        await table.play(seat.seat, action, on, by)

    async def _takes_over(self, table: Table, seat: int, on: int) -> bool:
        """Whether a bot makes this move for a person; stores first if it stands in from now on."""
        absent, clock = table.row.options.absent, table.clock.limit() > 0
        if absent == "bot" or not clock:
            away = not await self._peers.connected(table.presence, seat)
            if table.n != on or not (away or clock):
                return False
            if away:
                await self.stand_in(table, seat, STAND_INS[absent], on)
        elif absent == "bot_finishes":
            await self.stand_in(table, seat, STAND_INS[absent], on)
        return True

    async def stand_in(
        self, table: Table, seat: int, value: StandIn, on: int | None = None
    ) -> None:
        """Store whether a bot stands in at a seat; with `on`, only if that is the last number."""
        if table.row.seats[seat].stand_in in (value, "for_good"):
            return

        def alter(row: TableRow) -> None:
            if on is not None and table.n != on:
                raise Refusal("stale", on=on, n=table.n)
            # The person may have left meanwhile, in another process.
            if row.seats[seat].stand_in != "for_good":
                row.seats[seat].stand_in = value

        await self._store.change(table.row.id, alter)

    async def returned(self, table: Table, seat: int | None) -> None:
        """The person is back at the seat: no bot stands in any more."""
        if (
            seat is not None
            and seat < len(table.row.seats)
            and table.row.seats[seat].stand_in == "until_return"
        ):
            await self.stand_in(table, seat, "no")
