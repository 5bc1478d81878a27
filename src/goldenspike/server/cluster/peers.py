"""Other processes at the same database: whether they live, and who is connected there.

Who is connected is kept nowhere but in the process that has the socket. Whoever loads a table asks,
and so does whoever has missed something; before anyone counts as absent they are asked for again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from goldenspike.server.cluster.bus import Bus
from goldenspike.server.cluster.presence import Counts, TablePresence
from goldenspike.server.storage.database import Database
from goldenspike.server.storage.times import milliseconds

PEER_SECONDS = 35
"""A process silent for this long is gone, and with it who was connected there."""
ANSWER_SECONDS = 5.0
"""Time that the others have to say who is connected there; a busy one may need some."""


class Peers:
    """The other processes as this one knows them."""

    def __init__(
        self,
        database: Database,
        bus: Bus,
        spawn: Callable[[Coroutine[Any, Any, Any]], object],
    ) -> None:
        self._database = database
        self._bus = bus
        self._spawn = spawn
        self._heard: dict[str, int] = {}
        """Other processes and when they were last heard of."""
        self._tables: dict[str, TablePresence] = {}
        """Tables in the memory of this process."""
        self._telling = asyncio.Lock()

    def watch(self, presence: TablePresence) -> None:
        """A table is in memory: keep its presence up to date."""
        self._tables[presence.table_id] = presence

    def forget(self, table_id: str) -> None:
        """A table has left memory."""
        self._tables.pop(table_id, None)

    def hear(self, news: dict[str, Any]) -> None:
        """Handle news from another process: it is alive, and may tell or ask who is connected."""
        sender = news["from"]
        stranger = sender not in self._heard
        self._heard[sender] = milliseconds()
        if stranger:
            # It has just come up, or was thought to be gone: then its people were forgotten here.
            self._spawn(self.ask(of=sender))
        if "asks" in news:
            self._answer(news["table"], news["of"])
        elif "seats" in news and news["table"] in self._tables:
            presence = self._tables[news["table"]]
            seats = {int(seat): count for seat, count in news["seats"].items()}
            presence.elsewhere[sender] = Counts(seats, news["spectators"])
            presence.on_change()

    def tell_presence(self, presence: TablePresence) -> None:
        """Let other processes know who is connected here."""
        if self._bus.shared:
            self._spawn(self._tell_presence(presence))

    async def _tell_presence(self, presence: TablePresence) -> None:
        # One after the other: what is told last has to be what was true last.
        async with self._telling:
            seats, spectators = presence.local()
            await self._bus.tell_now(
                table=presence.table_id,
                seats={str(seat): count for seat, count in seats.items()},
                spectators=spectators,
            )

    async def ask(self, table: str | None = None, of: str | None = None) -> None:
        """Ask who is connected: at a table or at all, of one process or of all."""
        if self._bus.shared:
            async with self._database.write() as connection:
                await self._bus.tell(connection, asks=True, table=table, of=of)

    def _answer(self, table: str | None, of: str | None) -> None:
        if of is None or of == self._bus.process:
            for presence in self._tables.values():
                seats, spectators = presence.local()
                if (seats or spectators) and table in (None, presence.table_id):
                    self.tell_presence(presence)

    async def connected(self, presence: TablePresence, seat: int) -> bool:
        """Whether anyone is connected at a seat; if not here, the others get time to say so."""
        if self._bus.shared and not presence.connected(seat):
            await self.ask(presence.table_id)
            await asyncio.sleep(ANSWER_SECONDS)
        return presence.connected(seat)

    async def heartbeat(self) -> None:
        """Show that this process lives, and forget those that do not."""
        if not self._bus.shared:
            return
        await self._bus.tell_now(alive=True)
        silent = milliseconds() - PEER_SECONDS * 1000
        for process in [p for p, heard in self._heard.items() if heard < silent]:
            del self._heard[process]
            for presence in list(self._tables.values()):
                if presence.elsewhere.pop(process, None) is not None:
                    presence.on_change()

    async def ask_anew(self) -> None:
        """Nothing was heard for a while: forget who is connected elsewhere, and ask."""
        known = {presence: presence.elsewhere for presence in self._tables.values()}
        for presence in known:
            # Those who left meanwhile will not be named again.
            presence.elsewhere = {}
        await self.ask()
        await asyncio.sleep(ANSWER_SECONDS)
        for presence, before in known.items():
            if presence.elsewhere != before:
                presence.on_change()
