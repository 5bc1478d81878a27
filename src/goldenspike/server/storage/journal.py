"""The journal of actions: stores moves durably, all that are waiting in one commit.

A commit costs a flush of the disk whether it holds one move or fifty, so the writer takes all that
came while the last commit was under way. A caller's `append` returns after the commit.

This is the server's most frequent statement, so it uses the drivers directly: one switch to
SQLite's own thread, one round trip to PostgreSQL.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from queue import SimpleQueue

import msgspec

from goldenspike.server.log import log
from goldenspike.server.storage.database import (
    Database,
    PostgresConnection,
    StorageError,
    prepare_sqlite,
)
from goldenspike.server.storage.stored_games import ActionRow, read_actions

Stored = set[tuple[str, int]]

SQLITE = """
INSERT INTO actions (table_id, number, seat, action, move_id, "by", at, turn)
SELECT value ->> 'table_id', value ->> 'number', value ->> 'seat', value ->> 'action',
       value ->> 'move_id', value ->> 'by', value ->> 'at', value ->> 'turn'
FROM json_each(?) WHERE value ->> 'table_id' IN (SELECT id FROM tables)
ON CONFLICT DO NOTHING RETURNING table_id, number
"""
"""Nothing for a table that is gone: a bot may be moving while its lesson is left."""

POSTGRES = """
WITH held AS (
  SELECT l.table_id FROM leases l
  JOIN jsonb_each_text(CAST($2 AS jsonb)) AS f(table_id, fence) ON f.table_id = l.table_id
  WHERE l.fence = CAST(f.fence AS bigint) FOR SHARE OF l)
INSERT INTO actions (table_id, number, seat, action, move_id, by, at, turn)
SELECT r.table_id, number, seat, action, move_id, by, at, turn
FROM jsonb_to_recordset(CAST($1 AS jsonb))
  AS r(table_id text, number int, seat int, action text, move_id text, by text, at bigint,
       turn int)
JOIN held ON held.table_id = r.table_id
ON CONFLICT DO NOTHING RETURNING table_id, number
"""
"""Only for tables whose lease has the given fencing number; `cluster.leases` increments it.

The lock makes a process that takes over at this moment wait, so that it then reads these actions.
"""


Batch = list[tuple[ActionRow, asyncio.Future[bool]]]


class SqliteWriter:
    """Writes to SQLite on a connection and in a thread of its own.

    The thread takes from a queue: an executor's futures, locks and callbacks would cost as much as
    all the rest that is done here for one move.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queue: SimpleQueue[tuple[str, asyncio.Future[Stored]] | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._connection: sqlite3.Connection | None = None

    async def commit(self, rows: str, _fences: dict[str, int]) -> Stored:
        """Store these rows in one transaction; returns those that were new."""
        async with self._database.writing():
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
                self._thread.start()
            stored: asyncio.Future[Stored] = asyncio.get_running_loop().create_future()
            self._queue.put((rows, stored))
            return await stored

    def _run(self) -> None:
        while (asked := self._queue.get()) is not None:
            rows, stored = asked
            result: Stored | BaseException
            try:
                result = self._commit(rows)
            except BaseException as error:
                result = error
            stored.get_loop().call_soon_threadsafe(_set_result, stored, result)

    def _commit(self, rows: str) -> Stored:
        if self._connection is None:
            self._connection = sqlite3.connect(
                self._database.sqlite_path,
                timeout=15,
                isolation_level=None,
                check_same_thread=False,
            )
            prepare_sqlite(self._connection, None)
        # A statement outside of a transaction is one: it is committed when its last row is read,
        # or rolled back. Each call more would have to wait for the interpreter once more.
        return set(self._connection.execute(SQLITE, (rows,)).fetchall())

    async def close(self) -> None:
        """Close the file."""
        if self._thread is not None:
            self._queue.put(None)
            self._thread.join()
        if self._connection is not None:
            self._connection.close()


def _set_result(future: asyncio.Future[Stored], result: Stored | BaseException) -> None:
    if future.done():
        # Whoever waited for it was cancelled.
        return
    if isinstance(result, BaseException):
        future.set_exception(result)
    else:
        future.set_result(result)


class PostgresWriter:
    """One statement that is its own transaction, on a connection of its own.

    To borrow one of the pool, and to have it checked, takes longer than the statement.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._connection: PostgresConnection | None = None

    async def commit(self, rows: str, fences: dict[str, int]) -> Stored:
        """Store the rows of tables that are at home here; returns those that were new."""
        if self._connection is None or self._connection.is_closed():
            self._connection = await self._database.connect()
        try:
            fenced = msgspec.json.encode(fences).decode()
            stored = await self._connection.fetch(POSTGRES, rows, fenced)
        except BaseException as error:
            if not _is_row_error(error):
                # Whatever state it is in, the next batch gets another one.
                self._connection.terminate()
            raise
        return {(row[0], row[1]) for row in stored}

    async def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.terminate()


class Journal:
    """Writes actions, and reads them back."""

    def __init__(
        self, database: Database, fence: Callable[[str], int], gather: float = 0.0
    ) -> None:
        self._database = database
        self._fence = fence
        """The fencing number of a table's lease."""
        self._writer: SqliteWriter | PostgresWriter = (
            PostgresWriter(database) if database.postgres else SqliteWriter(database)
        )
        self._gather = gather
        self._waiting: Batch = []
        self._busy = False
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self.commits = 0
        self.failures = 0

    def start(self) -> None:
        """Start writing."""
        self._task = asyncio.create_task(self._run(), name="journal")

    async def flush(self) -> None:
        """Wait until every action handed in so far is stored or refused."""
        while self._waiting or self._busy:
            await asyncio.sleep(0.005)

    async def stop(self) -> None:
        """Store what is waiting, then stop."""
        await self.flush()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._writer.close()

    async def append(self, row: ActionRow) -> bool:
        """Store one action durably.

        False if its number is taken, its table is gone, or another process is its home.

        Raises `StorageError` when the commit failed: then it is unknown whether the row is there,
        and the caller has to look.
        """
        future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((row, future))
        self._wake.set()
        return await future

    async def read(self, table_id: str, after: int = 0) -> list[ActionRow]:
        """The stored actions of a table after a number, in order."""
        async with self._database.read() as connection:
            return await read_actions(connection, table_id, after)

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            if self._gather:
                await asyncio.sleep(self._gather)
            batch, self._waiting = self._waiting, []
            if not batch:
                continue
            self._busy = True
            try:
                await self._store(batch)
            finally:
                self._busy = False

    async def _store(self, batch: Batch) -> None:
        try:
            rows = msgspec.json.encode([row for row, _ in batch]).decode()
            fences = {row.table_id: self._fence(row.table_id) for row, _ in batch}
            stored = await self._writer.commit(rows, fences)
        except Exception as error:
            if len(batch) > 1 and _is_row_error(error):
                # One by one, so that only the bad row fails.
                for one in batch:
                    await self._store([one])
                return
            self.failures += 1
            log.failure("storage_failed", error, what="moves", moves=len(batch))
            for _, future in batch:
                if not future.done():
                    future.set_exception(StorageError(type(error).__name__))
            return
        self.commits += 1
        for row, future in batch:
            if not future.done():
                future.set_result((row.table_id, row.number) in stored)


def _is_row_error(error: BaseException) -> bool:
    """Whether the database refused a row's values, rather than failed to write."""
    # PostgreSQL error classes: 22 data exceptions, 23 constraint violations.
    state = getattr(error, "sqlstate", None) or ""
    ours = (sqlite3.IntegrityError, sqlite3.DataError, UnicodeError)
    return state[:2] in {"22", "23"} or isinstance(error, ours)
