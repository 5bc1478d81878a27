"""What happens at tables without a player: bots move, clocks run out, bots stand in for people."""

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
from goldenspike.server.tables.clock import AGAIN_SECONDS
from goldenspike.server.tables.table import Table
from goldenspike.server.tables.table_store import TableStore
from goldenspike.server.views.client_view import seat_view

STAND_IN_LEVEL = "normal"
STAND_INS: dict[Absent, StandIn] = {"bot": "until_return", "bot_finishes": "for_good"}
"""How long a bot stands in, by what was agreed about absent people."""


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
        """Something may be due at a table: let a bot move, or let one stand in.

        Returns the seconds that the next look has to wait at least.
        """
        if not table.clock.is_due() or self._background.closing:
            return 0.0
        if not await self._leases.acquire(table.row.id):
            return AGAIN_SECONDS
        try:
            await self._act(table)
        except Refusal as refusal:
            # Someone moved meanwhile, or the disk is full: look again a little later.
            log.debug("act_again", table=table.row.id, code=refusal.code)
            return 0.5 if refusal.code == "stale" else AGAIN_SECONDS
        except StorageError:
            return AGAIN_SECONDS
        return 0.0

    async def _act(self, table: Table) -> None:
        async with table.settled():
            # Whoever drove the table until now may have moved: then the next clock has just begun.
            if table.turn is None or not table.clock.is_due():
                return
            seat, on = table.row.seats[table.turn], table.n
            view = seat_view(table.started_game, seat.seat)
            bot_to_act = table.clock.bot_to_act()
            back = seat.stand_in == "until_return" and table.presence.connected(seat.seat)
        if back:
            # They came while it was being stored that a bot stands in for them.
            await self.stand_in(table, seat.seat, "no")
            return
        if not bot_to_act and not await self._takes_over(table, seat.seat, on):
            return
        level = seat.level or STAND_IN_LEVEL
        action = await self._bots.choose(level, view, table.row.id, table.row.owner)
        by: By = "bot" if seat.kind == "bot" else "stand_in"
        await table.play(seat.seat, action, on, by)

    async def _takes_over(self, table: Table, seat: int, on: int) -> bool:
        """Whether a bot makes a person's move, this one or from now on; so it is stored first."""
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
        """A bot takes a seat's moves over, or gives them back; if given, only at this number."""
        if table.row.seats[seat].stand_in in (value, "for_good"):
            return

        def alter(row: TableRow) -> None:
            if on is not None and table.n != on:
                raise Refusal("stale", on=on, n=table.n)
            # Another process may have learned meanwhile that the person has left.
            if row.seats[seat].stand_in != "for_good":
                row.seats[seat].stand_in = value

        await self._store.change(table.row.id, alter)

    async def returned(self, table: Table, seat: int | None) -> None:
        """A person is back at the seat: the bot stops standing in."""
        if (
            seat is not None
            and seat < len(table.row.seats)
            and table.row.seats[seat].stand_in == "until_return"
        ):
            await self.stand_in(table, seat, "no")
