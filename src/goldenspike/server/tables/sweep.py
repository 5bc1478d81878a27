"""Periodic maintenance: loads due tables, unloads idle ones, removes old unstarted ones."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

from goldenspike.server.cluster.leases import Leases
from goldenspike.server.log import log
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.storage import own_boards, table_rows, table_search
from goldenspike.server.storage.database import Database, StorageError
from goldenspike.server.storage.stored_boards import StoredBoards
from goldenspike.server.storage.table_rows import TableRow
from goldenspike.server.storage.times import DAY, SECOND, milliseconds
from goldenspike.server.tables import table_creation
from goldenspike.server.tables.background import log_errors
from goldenspike.server.tables.clock import LOAD_AHEAD
from goldenspike.server.tables.table_server import HeldElsewhere, TableServer
from goldenspike.server.tables.table_store import TableStore

SWEEP_SECONDS = 10.0
LOAD_LIMIT = 5000
"""Tables loaded in one sweep: those that have waited longest; the others come next."""
UNSTARTED_DAYS = 7
"""A table that has not started after this many days is removed."""


class Sweep:
    """The maintenance of one process."""

    def __init__(
        self,
        store: TableStore,
        boards: StoredBoards,
        tables: TableServer,
        leases: Leases,
        idle: float,
        draw_boards: Callable[[], Awaitable[None]],
    ) -> None:
        self._store = store
        self._boards = boards
        self._tables = tables
        self._leases = leases
        self._idle = idle * SECOND
        self._draw_boards = draw_boards
        """Draws boards that nobody has drawn yet."""
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
        await self.load_due()
        await self._draw_boards()
        if self._database.postgres:
            await self._tables.compare_with_database()
        else:
            await self._tables.check_tokens()
        now = milliseconds()
        if now > self._removed_at + DAY // 24:
            self._removed_at = now
            await table_creation.remove_unstarted(self._store, now - UNSTARTED_DAYS * DAY)
            async with self._database.write() as connection:
                await own_boards.remove_unneeded(connection, now - DAY)
        await self._unload_idle()

    async def _unload_idle(self) -> None:
        # When memory is nearly full, tables leave as soon as nobody needs them.
        keep = min(self._idle, SWEEP_SECONDS * SECOND) if self._tables.nearly_full else self._idle
        before = milliseconds() - keep
        for table in list(self._tables.loaded.values()):
            used = table.audience.sockets or table.clock.acting or table.lock.locked()
            if table.idle_since < before and not used and table.clock.may_leave_memory():
                wake_at = table.clock.absence_ends()
                if wake_at is not None:
                    async with self._database.write() as connection:
                        await table_rows.set_wake_at(connection, table.row.id, wake_at)
                    if table.audience.sockets or table.clock.acting or table.lock.locked():
                        continue
                await self._tables.give_up(table.row.id)

    async def load_due(self) -> None:
        """Become home to the tables at which something is due and that have none."""
        async with self._database.read() as connection:
            due = await table_search.due(connection, milliseconds() + LOAD_AHEAD)
            unloaded = [table_id for table_id in due if table_id not in self._tables.loaded]
            unloaded = await self._leases.without_home(connection, unloaded)
            found = await table_rows.read(connection, unloaded[:LOAD_LIMIT])
        for row in found:
            if await self._playable(row):
                # A table that cannot be loaded must not stop the others.
                await log_errors(self._load(row.id))
                await asyncio.sleep(0)

    async def _load(self, table_id: str) -> None:
        # Another process is home to it, or becomes so at this moment.
        with contextlib.suppress(HeldElsewhere):
            await self._tables.load(table_id)

    async def _playable(self, row: TableRow) -> bool:
        try:
            await self._boards.board_of(row)
        except Refusal:
            return False
        return True

    @property
    def _database(self) -> Database:
        return self._store.database
