"""News between server processes: PostgreSQL's LISTEN/NOTIFY; a process alone needs none.

News only says where to look ("table t is at 17"). Losing some costs time, never a move: after the
connection was lost, everything in memory is compared with the database again.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from goldenspike.server.log import log
from goldenspike.server.storage.database import Database, StorageError

CHANNEL = "goldenspike"
NOTIFY = text("SELECT pg_notify(:channel, :payload)")


class BusDown(Exception):
    """There is no connection to the other processes just now."""


class Bus:
    """Sends and receives news of one process, over one PostgreSQL connection of its own."""

    def __init__(self, database: Database, process: str) -> None:
        self._database = database
        self.process = process
        """Name of this process, by which the others know it."""
        self.session = 0
        """Counts connections: what a connection held is gone when this has changed."""
        self._connection: Any = None
        self._task: asyncio.Task[None] | None = None
        self._asking = asyncio.Lock()

    @property
    def shared(self) -> bool:
        """Whether other processes may serve the same database."""
        return self._database.postgres

    @property
    def connected(self) -> bool:
        """Whether this process hears the others just now; alone it misses nothing."""
        return self._connection is not None or not self.shared

    def start(
        self, hear: Callable[[dict[str, Any]], None], restored: Callable[[], Awaitable[None]]
    ) -> None:
        """Listen: `hear` gets each piece of news, `restored` is told of a new connection."""
        if self.shared:
            self._task = asyncio.create_task(self._listen(hear, restored), name="bus")

    async def stop(self) -> None:
        """Stop listening; what the connection held ends with it."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def tell(self, connection: AsyncConnection, **news: Any) -> None:
        """Tell the other processes once this transaction commits."""
        if self.shared:
            payload = msgspec.json.encode({"from": self.process, **news}).decode()
            await connection.execute(NOTIFY, {"channel": CHANNEL, "payload": payload})

    async def tell_now(self, **news: Any) -> None:
        """Tell the other processes; if that fails, they will find out later."""
        if self.shared:
            with contextlib.suppress(StorageError):
                async with self._database.write() as connection:
                    await self.tell(connection, **news)

    async def ask_database(self, query: str, *arguments: Any, timeout: float | None = None) -> Any:
        """The one value that a query gives on the bus's own connection."""
        async with self._asking:
            if self._connection is None:
                raise BusDown
            return await self._connection.fetchval(query, *arguments, timeout=timeout)

    async def _listen(
        self, hear: Callable[[dict[str, Any]], None], restored: Callable[[], Awaitable[None]]
    ) -> None:
        def received(_connection: Any, _pid: int, _channel: str, payload: str) -> None:
            news = msgspec.json.decode(payload)
            if news.get("from") != self.process:
                hear(news)

        pause = 0.1
        while True:
            try:
                connection = await self._database.connect()
            except Exception as error:
                log.warning("bus_down", error=type(error).__name__)
                await asyncio.sleep(pause)
                pause = min(pause * 2, 5)
                continue
            pause = 0.1
            gone = asyncio.Event()
            connection.add_termination_listener(lambda _connection, gone=gone: gone.set())
            try:
                await connection.add_listener(CHANNEL, received)
                self._connection = connection
                self.session += 1
                await restored()
                while not gone.is_set():
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(gone.wait(), 10)
                    if not gone.is_set():
                        await self.ask_database("SELECT 1", timeout=5)
            except asyncio.CancelledError:
                raise
            except Exception as error:
                log.warning("bus_lost", error=type(error).__name__)
            finally:
                self._connection = None
                connection.terminate()
