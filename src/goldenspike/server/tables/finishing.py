"""Stores the results of games that are over, with retries."""

from __future__ import annotations

import asyncio

from goldenspike.server.cluster.leases import LeaseLost
from goldenspike.server.log import log
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.storage.database import StorageError
from goldenspike.server.tables.table import Table
from goldenspike.server.tables.table_store import TableStore
from goldenspike.server.views.results import final_scores


class Finishing:
    """Stores results; each table's once at a time."""

    def __init__(self, store: TableStore) -> None:
        self._store = store
        self._under_way: set[str] = set()

    async def finish(self, table: Table) -> None:
        """Store the result of a game that is over, retrying until it is stored."""
        if table.row.id in self._under_way:
            return
        self._under_way.add(table.row.id)
        try:
            pause = 0.2
            while not await self._attempt(table):
                await asyncio.sleep(pause)
                pause = min(pause * 2, 30)
        finally:
            self._under_way.discard(table.row.id)

    async def _attempt(self, table: Table) -> bool:
        """Try once; False to try again."""
        try:
            await self._finish(table)
        except LeaseLost:
            # The table's new home stores the result.
            return True
        except StorageError:
            return False
        except Refusal as refusal:
            return refusal.code == "not_found"
        except Exception as error:
            log.failure("finish_failed", error, table=table.row.id)
            return False
        return True

    async def _finish(self, table: Table) -> None:
        async with table.lock:
            await table.ensure_loaded()
            # In a thread: on a board that is all loops, longest paths are searched for seconds.
            scores = await asyncio.to_thread(final_scores, table.started_game, table.row.seats)
        if await self._store.finish(table.row.id, scores):
            log.info("table_finished", table=table.row.id, n=table.n)
