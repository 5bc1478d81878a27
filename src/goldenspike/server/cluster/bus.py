"""Publishes and receives notifications, over PostgreSQL's LISTEN/NOTIFY.

A process that is alone on its database needs none. A lost notification delays what it was about and
loses nothing: after a reconnection everything in memory is compared with the database.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from goldenspike.server.cluster.notifications import Envelope, Notification, decode
from goldenspike.server.log import log
from goldenspike.server.storage.database import Database, PostgresConnection, StorageError

CHANNEL = "goldenspike"
NOTIFY = text("SELECT pg_notify(:channel, :payload)")

Receive = Callable[[str, Notification], None]
"""Called with the sending process and what it says."""


class BusDown(Exception):
    """There is no connection to the other processes just now."""


class Bus:
    """The notifications of one process, over one PostgreSQL connection of its own."""

    def __init__(self, database: Database, process: str) -> None:
        self._database = database
        self.process = process
        """Name of this process, by which the others know it."""
        self.session = 0
        """Counts connections: locks that a connection held are gone when this has changed."""
        self._connection: PostgresConnection | None = None
        self._task: asyncio.Task[None] | None = None
        self._asking = asyncio.Lock()

    @property
    def shared(self) -> bool:
        """Whether other processes may serve the same database."""
        return self._database.postgres

    @property
    def connected(self) -> bool:
        """Whether this process receives notifications now; a single process needs none."""
        return self._connection is not None or not self.shared

    def start(self, receive: Receive, restored: Callable[[], Awaitable[None]]) -> None:
        """Listen: `receive` gets each notification, `restored` is awaited after each connection."""
        if self.shared:
            self._task = asyncio.create_task(self._listen(receive, restored), name="bus")

    async def stop(self) -> None:
        """Stop listening; locks that the connection held are released."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def publish(self, connection: AsyncConnection, content: Notification) -> None:
        """Notify the other processes when this transaction commits."""
        if self.shared:
            payload = msgspec.json.encode(Envelope(self.process, content)).decode()
            await connection.execute(NOTIFY, {"channel": CHANNEL, "payload": payload})

    async def publish_now(self, content: Notification) -> None:
        """Notify the other processes; if that fails, they find out later."""
        if self.shared:
            with contextlib.suppress(StorageError):
                async with self._database.write() as connection:
                    await self.publish(connection, content)

    async def ask_database(self, query: str, *arguments: Any, timeout: float | None = None) -> Any:
        """The single value that a query returns, asked on the bus's own connection."""
        async with self._asking:
            if self._connection is None:
                raise BusDown
            return await self._connection.fetchval(query, *arguments, timeout=timeout)

    async def _listen(self, receive: Receive, restored: Callable[[], Awaitable[None]]) -> None:
        def notified(_connection: object, _pid: int, _channel: str, payload: str) -> None:
            try:
                envelope = decode(payload)
            except msgspec.DecodeError:
                # From a process of another version, while servers are upgraded one by one.
                log.warning("notification_unreadable")
                return
            if envelope.sender != self.process:
                receive(envelope.sender, envelope.content)

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
                await connection.add_listener(CHANNEL, notified)
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
