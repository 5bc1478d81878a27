"""Leases: each table has one home, the process that replays its game and makes its views.

A row of `leases` says which process holds a table's lease, and has a fencing number that each new
holder increments. A row of `processes` says until when that process holds its leases; it renews
that every second. So thousands of leases are renewed by one small write, and all leases of a
process that has died, is suspended or is cut off expire together. Times are the database's.

Whatever a home writes carries its fencing number, and the transaction is refused if the number has
been incremented: a process that was suspended for an hour can do no harm when it wakes up.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from goldenspike.server.log import log
from goldenspike.server.storage.database import Database, PostgresConnection, StorageError

LEASE_SECONDS = 5.0
RENEW_SECONDS = 1.0

NOW = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)"
FIND = f"""
SELECT l.holder, l.fence, coalesce(p.expires > {NOW}, false) AS alive
FROM leases l LEFT JOIN processes p ON p.process = l.holder WHERE l.table_id = :table
"""
RENEW = f"UPDATE processes SET expires = {NOW} + $2 WHERE process = $1 AND expires > {NOW}"
REGISTER = f"""
INSERT INTO processes (process, expires) VALUES ($1, {NOW} + $2)
ON CONFLICT (process) DO UPDATE SET expires = excluded.expires
"""
FORGOTTEN = f"DELETE FROM processes WHERE expires < {NOW} - 3600000"
ALIVE = f"SELECT process FROM processes WHERE expires > {NOW}"
HELD = "SELECT table_id, fence FROM leases WHERE holder = $1"


class Lease(NamedTuple):
    """Who is home to a table, and as which holder in its history."""

    holder: str
    fence: int


class LeaseLost(StorageError):
    """Another process has become the table's home: nothing was written."""


class Leases:
    """The leases of one process. A process that is alone on its database needs none."""

    def __init__(self, database: Database, process: str) -> None:
        self._database = database
        self.process = process
        self._held: dict[str, int] = {}
        """Table -> fencing number."""
        self.alive: set[str] = {process}
        """Processes that hold their leases, this one included."""
        self._locating: dict[str, asyncio.Lock] = {}
        self._connection: PostgresConnection | None = None
        self._stopped = False
        self._renewed_at = time.monotonic()
        self.lapsed = False
        """Whether they could not be renewed in time: others may take the tables over by now."""
        self.taken_over = 0
        """Leases taken over from processes that let them expire."""
        self.lost = 0
        """Leases that others have taken over."""

    def holds(self, table_id: str) -> bool:
        """Whether this process is home to a table, as far as it knows."""
        return not self._database.postgres or table_id in self._held

    def fence(self, table_id: str) -> int:
        """The number that everything written for a table has to carry."""
        return self._held.get(table_id, 0)

    async def home_elsewhere(self, table_id: str) -> str | None:
        """Another process that is alive and home to a table, if there is one."""
        if self.holds(table_id):
            return None
        async with self._database.read() as connection:
            found = (await connection.execute(text(FIND), {"table": table_id})).first()
        if found is None or not found.alive or found.holder == self.process:
            return None
        return str(found.holder)

    async def locate(self, table_id: str) -> Lease:
        """The home of a table that exists; this process, if it has none that is alive."""
        async with self._locating.setdefault(table_id, asyncio.Lock()):
            try:
                return await self._locate(table_id)
            finally:
                self._locating.pop(table_id, None)

    async def _locate(self, table_id: str) -> Lease:
        if self.holds(table_id):
            return Lease(self.process, self.fence(table_id))
        async with self._database.read() as connection:
            found = (await connection.execute(text(FIND), {"table": table_id})).first()
        if found is not None and found.alive and found.holder != self.process:
            return Lease(found.holder, found.fence)
        async with self._database.write() as connection:
            lease = await self._take(connection, table_id)
        if lease.holder == self.process:
            self._held[table_id] = lease.fence
        return lease

    async def _take(self, connection: AsyncConnection, table_id: str) -> Lease:
        new = await connection.execute(
            text("INSERT INTO leases (table_id, holder, fence) VALUES (:table, :process, 1) "
                 "ON CONFLICT DO NOTHING RETURNING fence"),
            {"table": table_id, "process": self.process},
        )  # fmt: skip
        if new.first() is not None:
            return Lease(self.process, 1)
        found = (
            await connection.execute(text(FIND + " FOR UPDATE OF l"), {"table": table_id})
        ).one()
        # Its own lease is one that it is giving up at this moment, or may have got before its
        # connection was lost: a new number makes clear which write comes last.
        if found.holder not in (None, self.process):
            # Locked, so that its holder finds the lease gone if it renews at this moment.
            query = f"SELECT expires > {NOW} FROM processes WHERE process = :holder FOR SHARE"
            answer = await connection.execute(text(query), {"holder": found.holder})
            if answer.scalar():
                return Lease(found.holder, found.fence)
            self.taken_over += 1
        fence = found.fence + 1
        await connection.execute(
            text("UPDATE leases SET holder = :process, fence = :fence WHERE table_id = :table"),
            {"table": table_id, "process": self.process, "fence": fence},
        )
        return Lease(self.process, fence)

    async def without_home(self, connection: AsyncConnection, table_ids: list[str]) -> list[str]:
        """Those of these tables to which no other process that is alive is home."""
        if not self._database.postgres:
            return table_ids
        query = f"""
            SELECT l.table_id FROM leases l JOIN processes p ON p.process = l.holder
            WHERE l.table_id = ANY(:tables) AND p.process <> :process AND p.expires > {NOW}"""
        found = await connection.execute(
            text(query), {"tables": table_ids, "process": self.process}
        )
        taken = set(found.scalars())
        return [table_id for table_id in table_ids if table_id not in taken]

    async def is_elsewhere(self, table_id: str) -> bool:
        """Whether another process that is alive is home to a table."""
        return await self.home_elsewhere(table_id) is not None

    async def check(self, connection: AsyncConnection, table_id: str) -> None:
        """Refuse a transaction that writes for a table of which this process is not the home."""
        if not self._database.postgres:
            return
        query = "SELECT fence FROM leases WHERE table_id = :table FOR SHARE"
        found = (await connection.execute(text(query), {"table": table_id})).scalar()
        if found is None or found != self._held.get(table_id):
            raise LeaseLost(table_id)

    async def still_holds(self, table_id: str) -> bool:
        """Ask the database whether this process is home to a table."""
        if not self._database.postgres:
            return True
        async with self._database.read() as connection:
            found = (await connection.execute(text(FIND), {"table": table_id})).first()
        return found is not None and found.fence == self._held.get(table_id)

    async def release(self, table_id: str) -> None:
        """Let any process become a table's home."""
        fence = self._held.pop(table_id, None)
        if fence is not None:
            query = "UPDATE leases SET holder = NULL WHERE table_id = :table AND fence = :fence"
            with contextlib.suppress(StorageError):
                async with self._database.write() as connection:
                    await connection.execute(text(query), {"table": table_id, "fence": fence})

    def forget(self, table_id: str) -> None:
        """Another process has taken a lease over."""
        self._held.pop(table_id, None)

    # Renewing ---------------------------------------------------------------------------------

    async def renew_for_ever(
        self,
        on_lost: Callable[[list[str]], None],
        on_deaths: Callable[[set[str]], Awaitable[None]],
        on_lapse: Callable[[], None],
    ) -> None:
        """Renew until cancelled.

        `on_lost` gets the tables that have another home now, `on_deaths` the processes that have
        let their leases expire, and `on_lapse` is called when this one has to, because it does not
        reach the database.
        """
        while self._database.postgres and not self._stopped:
            try:
                before = self.alive
                async with asyncio.timeout(LEASE_SECONDS):
                    lost = await self.renew()
                if lost:
                    log.warning("leases_lost", tables=len(lost))
                    on_lost(lost)
                if before - self.alive:
                    await on_deaths(before - self.alive)
            except Exception as error:
                log.warning("leases_not_renewed", error=type(error).__name__)
                self._drop_connection()
                if not self.lapsed and time.monotonic() > self._renewed_at + LEASE_SECONDS:
                    self.lapsed = True
                    on_lapse()
            await asyncio.sleep(RENEW_SECONDS)

    async def renew(self) -> list[str]:
        """Hold all leases for some seconds more; returns the tables that were taken over."""
        if self._connection is None or self._connection.is_closed():
            # Its own, because renewing must not wait for a place in the pool.
            self._connection = await self._database.connect()
        connection, term = self._connection, int(LEASE_SECONDS * 1000)
        lost: list[str] = []
        if await connection.execute(RENEW, self.process, term) != "UPDATE 1" and not self._stopped:
            await connection.execute(REGISTER, self.process, term)
            await connection.execute(FORGOTTEN)
            mine = {row[0]: row[1] for row in await connection.fetch(HELD, self.process)}
            lost = [table for table, fence in self._held.items() if mine.get(table) != fence]
            for table in lost:
                self.forget(table)
            self.lost += len(lost)
        self.alive = {row[0] for row in await connection.fetch(ALIVE)} | {self.process}
        self._renewed_at, self.lapsed = time.monotonic(), False
        return lost

    async def stop(self) -> None:
        """End all leases at once, so that other processes need not wait until they expire."""
        self._stopped = True
        if self._database.postgres:
            with contextlib.suppress(Exception):
                async with asyncio.timeout(2):
                    # Not on the connection that may be renewing at this moment.
                    connection = await self._database.connect()
                    await connection.execute(
                        "DELETE FROM processes WHERE process = $1", self.process
                    )
                    await connection.close()
        self._drop_connection()

    def _drop_connection(self) -> None:
        if self._connection is not None:
            with contextlib.suppress(Exception):
                self._connection.terminate()
            self._connection = None
