"""Where moves become durable: everything that is waiting goes to disk in one commit.

One commit costs a flush of the disk whether it holds one move or fifty, so the writer takes all
that came while the last commit was under way. A caller's `append` returns after the commit.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import text

from .database import Database, StorageError

COLUMNS = "table_id, number, seat, action, move_id, by, at, turn"

SQLITE = f"""
INSERT INTO actions ({COLUMNS.replace(" by,", ' "by",')})
SELECT value ->> 'table_id', value ->> 'number', value ->> 'seat', value ->> 'action',
       value ->> 'move_id', value ->> 'by', value ->> 'at', value ->> 'turn'
FROM json_each(:rows) WHERE true
ON CONFLICT DO NOTHING RETURNING table_id, number
"""

POSTGRES = f"""
WITH stored AS (
  INSERT INTO actions ({COLUMNS})
  SELECT {COLUMNS} FROM jsonb_to_recordset(CAST(:rows AS jsonb))
    AS r(table_id text, number int, seat int, action text, move_id text, by text, at bigint,
         turn int)
  ON CONFLICT DO NOTHING RETURNING table_id, number)
SELECT table_id, number, pg_notify('goldenspike',
       json_build_object('from', CAST(:process AS text), 'table', table_id, 'n', number)::text)
FROM stored
"""


@dataclass(frozen=True, slots=True)
class ActionRow:
    """One action as it is stored."""

    table_id: str
    number: int
    seat: int
    action: str
    move_id: str | None
    by: str
    at: int
    turn: int | None
    """Seat to act after it; null once the game is over."""


class Journal:
    """The writer of actions."""

    def __init__(self, database: Database, process: str, gather: float = 0.0) -> None:
        self._database = database
        self._process = process
        self._gather = gather
        self._waiting: list[tuple[ActionRow, asyncio.Future[bool]]] = []
        self._writing = False
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._statement = text(POSTGRES if database.postgres else SQLITE)
        self.commits = 0
        self.rows = 0

    def start(self) -> None:
        """Begin to write."""
        self._task = asyncio.create_task(self._run(), name="journal")

    async def settle(self) -> None:
        """Wait until everything handed in so far is written or refused."""
        while self._waiting or self._writing:
            await asyncio.sleep(0.005)

    async def stop(self) -> None:
        """Write what is waiting, then end."""
        await self.settle()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def append(self, row: ActionRow) -> bool:
        """Store one action for good; False if its number is taken already.

        Raises `StorageError` when the database could not write: then nobody knows whether
        the row is there, and the caller has to look.
        """
        future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((row, future))
        self._wake.set()
        return await future

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            if self._gather:
                await asyncio.sleep(self._gather)
            batch, self._waiting = self._waiting, []
            if not batch:
                continue
            self._writing = True
            try:
                stored = await self._commit([row for row, _ in batch])
            except Exception as error:
                failure = (
                    error if isinstance(error, StorageError) else StorageError(type(error).__name__)
                )
                for _, future in batch:
                    if not future.done():
                        future.set_exception(failure)
                continue
            finally:
                self._writing = False
            for row, future in batch:
                if not future.done():
                    future.set_result((row.table_id, row.number) in stored)

    async def _commit(self, rows: list[ActionRow]) -> set[tuple[str, int]]:
        parameters: dict[str, Any] = {"rows": msgspec.json.encode(rows).decode()}
        if self._database.postgres:
            parameters["process"] = self._process
        async with self._database.write() as connection:
            result = await connection.execute(self._statement, parameters)
            stored = {(row[0], row[1]) for row in result}
        self.commits += 1
        self.rows += len(stored)
        return stored
