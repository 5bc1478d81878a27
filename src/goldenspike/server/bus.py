"""News between server processes: PostgreSQL's LISTEN/NOTIFY; one process alone needs none.

News only says where to look ("table t is at 17"). Losing some costs time, never a move: after the
line was down, everything in memory is looked at again.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from .database import Database, StorageError
from .log import log

CHANNEL = "goldenspike"
NOTIFY = text("SELECT pg_notify(:channel, :payload)")


class Bus:
    """What one process tells and hears. `hear` gets news of others, `lost` a restored line."""

    def __init__(
        self,
        database: Database,
        process: str,
        hear: Callable[[dict[str, Any]], None],
        restored: Callable[[], Awaitable[None]],
    ) -> None:
        self._database = database
        self._process = process
        self._hear = hear
        self._restored = restored
        self._connection: Any = None
        self._task: asyncio.Task[None] | None = None
        self._claimed: set[str] = set()
        self._asking = asyncio.Lock()

    def start(self) -> None:
        """Begin to listen, where there is someone to listen to."""
        if self._database.postgres:
            self._task = asyncio.create_task(self._listen(), name="bus")

    async def stop(self) -> None:
        """Stop listening; claims end with the connection."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    @property
    def connected(self) -> bool:
        """Whether this process hears the others just now, and may claim tables."""
        return self._connection is not None or not self._database.postgres

    async def tell(self, connection: AsyncConnection, **news: Any) -> None:
        """Tell the other processes once this transaction commits."""
        if self._database.postgres:
            payload = msgspec.json.encode({"from": self._process, **news}).decode()
            await connection.execute(NOTIFY, {"channel": CHANNEL, "payload": payload})

    async def tell_now(self, **news: Any) -> None:
        """Tell the other processes; if that fails, they will find out later."""
        if self._database.postgres:
            with contextlib.suppress(StorageError):
                async with self._database.write() as connection:
                    await self.tell(connection, **news)

    async def claim(self, table_id: str) -> bool:
        """Become the one process that plays a table's bots and clocks.

        A PostgreSQL session lock: it is free again at once when this process dies.
        """
        if not self._database.postgres or table_id in self._claimed:
            return True
        async with self._asking:
            if self._connection is None:
                return False
            try:
                got = await self._connection.fetchval(
                    "SELECT pg_try_advisory_lock($1)", _key(table_id)
                )
            except Exception:
                return False
        if got:
            self._claimed.add(table_id)
        return bool(got)

    async def release(self, table_id: str) -> None:
        """Let another process play the table's bots and clocks."""
        if table_id in self._claimed:
            self._claimed.discard(table_id)
            async with self._asking:
                with contextlib.suppress(Exception):
                    await self._connection.fetchval("SELECT pg_advisory_unlock($1)", _key(table_id))

    async def _listen(self) -> None:
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
                await connection.add_listener(CHANNEL, self._received)
                self._connection = connection
                await self._restored()
                while not gone.is_set():
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(gone.wait(), 10)
                    if not gone.is_set():
                        async with self._asking:
                            await connection.fetchval("SELECT 1", timeout=5)
            except asyncio.CancelledError:
                raise
            except Exception as error:
                log.warning("bus_lost", error=type(error).__name__)
            finally:
                self._connection = None
                self._claimed.clear()
                connection.terminate()

    def _received(self, _connection: Any, _pid: int, _channel: str, payload: str) -> None:
        news = msgspec.json.decode(payload)
        if news.get("from") != self._process:
            self._hear(news)


def _key(table_id: str) -> int:
    digest = hashlib.sha256(b"table " + table_id.encode()).digest()
    return int.from_bytes(digest[:8], "big", signed=True)
