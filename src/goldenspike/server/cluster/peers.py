"""Other processes on the same database: whether they are alive, and who is connected to them.

Only the process that has a socket knows of it. A process that loads a table asks the others, and
one that has missed notifications does so too; before a person counts as absent, it asks again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from goldenspike.server.cluster.bus import Bus
from goldenspike.server.cluster.notifications import (
    Heartbeat,
    Notification,
    PresenceQuery,
    PresenceReport,
)
from goldenspike.server.cluster.presence import Counts, TablePresence
from goldenspike.server.storage.database import Database
from goldenspike.server.storage.times import milliseconds

PEER_SECONDS = 35
"""A process silent for this long is taken for dead, and who was connected to it for gone."""
ANSWER_SECONDS = 5.0
"""How long the others have to report who is connected to them."""


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
        self._last_heard: dict[str, int] = {}
        """Process -> when its last notification came."""
        self._tables: dict[str, TablePresence] = {}
        """Tables in the memory of this process."""
        self._telling = asyncio.Lock()

    def watch(self, presence: TablePresence) -> None:
        """A table is in memory: keep its presence up to date."""
        self._tables[presence.table_id] = presence

    def forget(self, table_id: str) -> None:
        """A table has left memory."""
        self._tables.pop(table_id, None)

    def receive(self, sender: str, notification: Notification) -> None:
        """Another process is alive, and may report or ask who is connected."""
        is_new = sender not in self._last_heard
        self._last_heard[sender] = milliseconds()
        if is_new:
            # It has just started, or was taken for dead: then its presence was dropped here.
            self._spawn(self.ask(process=sender))
        match notification:
            case PresenceQuery(table_id, process) if process in (None, self._bus.process):
                self._report(table_id)
            case PresenceReport(table_id, seats, spectators) if table_id in self._tables:
                presence = self._tables[table_id]
                presence.elsewhere[sender] = Counts(seats, spectators)
                presence.on_change()

    def tell_presence(self, presence: TablePresence) -> None:
        """Let other processes know who is connected here."""
        if self._bus.shared:
            self._spawn(self._tell_presence(presence))

    async def _tell_presence(self, presence: TablePresence) -> None:
        # One after the other: what is told last has to be what was true last.
        async with self._telling:
            await self._bus.publish_now(PresenceReport(presence.table_id, *presence.local()))

    async def ask(self, table_id: str | None = None, process: str | None = None) -> None:
        """Ask who is connected: at one table or at all, one process or all."""
        if self._bus.shared:
            async with self._database.write() as connection:
                await self._bus.publish(connection, PresenceQuery(table_id, process))

    def _report(self, table_id: str | None) -> None:
        for presence in self._tables.values():
            seats, spectators = presence.local()
            if (seats or spectators) and table_id in (None, presence.table_id):
                self.tell_presence(presence)

    async def connected(self, presence: TablePresence, seat: int) -> bool:
        """Whether anyone is connected at a seat; if not here, the others are asked first."""
        if self._bus.shared and not presence.connected(seat):
            await self.ask(presence.table_id)
            await asyncio.sleep(ANSWER_SECONDS)
        return presence.connected(seat)

    async def heartbeat(self) -> None:
        """Show that this process is alive, and forget those that have died."""
        if not self._bus.shared:
            return
        await self._bus.publish_now(Heartbeat())
        silent = milliseconds() - PEER_SECONDS * 1000
        for process in [p for p, heard in self._last_heard.items() if heard < silent]:
            del self._last_heard[process]
            for presence in list(self._tables.values()):
                if presence.elsewhere.pop(process, None) is not None:
                    presence.on_change()

    async def ask_again(self) -> None:
        """Reports may have been missed: forget who is connected elsewhere, and ask."""
        known = {presence: presence.elsewhere for presence in self._tables.values()}
        for presence in known:
            # Those who left meanwhile will not be named again.
            presence.elsewhere = {}
        await self.ask()
        await asyncio.sleep(ANSWER_SECONDS)
        for presence, before in known.items():
            if presence.elsewhere != before:
                presence.on_change()
