"""Whether the database can be written: asked every few seconds at most."""

from __future__ import annotations

import asyncio
import time

from goldenspike.server.log import log
from goldenspike.server.metrics import Metrics
from goldenspike.server.storage import server_values
from goldenspike.server.storage.database import Database
from goldenspike.server.storage.times import milliseconds

VALID_SECONDS = 2.0
ANSWER_SECONDS = 5.0


class HealthCheck:
    """Writes to the database, and remembers for a moment whether that worked."""

    def __init__(self, database: Database, metrics: Metrics) -> None:
        self._database = database
        self._metrics = metrics
        self._asking = asyncio.Lock()
        self._until = 0.0
        self._writable = False

    async def is_writable(self) -> bool:
        """Whether a small write is stored in time."""
        async with self._asking:
            if time.monotonic() >= self._until:
                self._writable = await self._write()
                self._until = time.monotonic() + VALID_SECONDS
            return self._writable

    async def _write(self) -> bool:
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await server_values.put(self._database, "health", str(milliseconds()))
        except Exception as error:
            # Whatever it is: nothing was stored.
            self._metrics.storage_failures.inc()
            log.warning("storage_failed", what="health", error=type(error).__name__)
            return False
        return True
