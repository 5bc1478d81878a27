"""Periodic maintenance: loads due tables, unloads idle ones, removes old unstarted ones."""

from __future__ import annotations

import asyncio

from goldenspike.server.cluster.leases import Leases
from goldenspike.server.cluster.peers import Peers
from goldenspike.server.log import log
from goldenspike.server.storage import table_rows, table_search
from goldenspike.server.storage.database import Database, StorageError
from goldenspike.server.storage.stored_games import out_of_date
from goldenspike.server.storage.times import DAY, SECOND, milliseconds
from goldenspike.server.tables import table_creation
from goldenspike.server.tables.background import log_errors
from goldenspike.server.tables.clock import LOAD_AHEAD
from goldenspike.server.tables.table_server import TableServer
from goldenspike.server.tables.table_store import TableStore

SWEEP_SECONDS = 10.0
LOAD_LIMIT = 5000
"""Tables loaded in one sweep: those that have waited longest; the others come next."""
UNSTARTED_DAYS = 7
"""A table that has not started after this many days is removed."""


class Sweep:
    """The maintenance of one process."""

    def __init__(
        self, store: TableStore, tables: TableServer, leases: Leases, peers: Peers, idle: float
    ) -> None:
        self._store = store
        self._tables = tables
        self._leases = leases
        self._peers = peers
        self._idle = idle * SECOND
        self._removed_at = 0

    async def run_for_ever(self) -> None:
        """Sweep until cancelled."""
        while True:
            try:
                await self.run()
            except StorageError:
                log.warning("sweep_failed")
            except Exception as error:
                log.failure("sweep_failed", error)
            await asyncio.sleep(SWEEP_SECONDS)

    async def run(self) -> None:
        """Do all of it once."""
        await self._load_due()
        await self._peers.heartbeat()
        if self._database.postgres:
            await self._tables.find_missed()
        now = milliseconds()
        if now > self._removed_at + DAY // 24:
            self._removed_at = now
            await table_creation.remove_unstarted(self._store, now - UNSTARTED_DAYS * DAY)
        for table in list(self._tables.loaded.values()):
            used = table.audience.sockets or table.clock.acting or table.lock.locked()
            idle = table.idle_since < now - self._idle
            if idle and not used and table.clock.may_leave_memory():
                self._tables.forget(table.row.id)
                await self._leases.release(table.row.id)

    async def _load_due(self) -> None:
        async with self._database.read() as connection:
            due = await table_search.due(connection, milliseconds() + LOAD_AHEAD)
            unloaded = [table_id for table_id in due if table_id not in self._tables.loaded]
            found = await table_rows.read(connection, unloaded[:LOAD_LIMIT])
        for row in found:
            if out_of_date(row) is None and await self._leases.acquire(row.id):
                # A table that cannot be loaded must not stop the others.
                await log_errors(self._tables.load(row.id))
                await asyncio.sleep(0)

    @property
    def _database(self) -> Database:
        return self._store.database
