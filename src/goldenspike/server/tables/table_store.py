"""Changes tables and their seats, each in one transaction, and tells every process."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncConnection

from goldenspike.server.cluster.bus import Bus
from goldenspike.server.cluster.leases import Leases
from goldenspike.server.cluster.notifications import TableChanged
from goldenspike.server.people import account_ratings
from goldenspike.server.people.accounts import PersonRow
from goldenspike.server.protocol.result_bodies import FinalScore
from goldenspike.server.protocol.table_bodies import TableInfo
from goldenspike.server.storage import table_rows
from goldenspike.server.storage.database import Database
from goldenspike.server.storage.schema import choices
from goldenspike.server.storage.stored_games import moves_by_person
from goldenspike.server.storage.table_rows import TableRow
from goldenspike.server.storage.times import milliseconds
from goldenspike.server.tables import seating

T = TypeVar("T")


class Observer(Protocol):
    """Keeps the tables in memory current."""

    async def row_changed(self, row: TableRow, ours: bool = False) -> None:
        """A table was stored; with `ours`, this process loads it if its game runs."""

    async def refresh(self, table_ids: list[str]) -> None:
        """Tables were changed or removed: read their rows again."""


class TableStore:
    """The stored tables. Other processes and the observer are told of every change."""

    def __init__(self, database: Database, bus: Bus, leases: Leases) -> None:
        self.database = database
        self._bus = bus
        self._leases = leases
        self._observer: Observer | None = None

    def set_observer(self, observer: Observer) -> None:
        """Register what in this process is told of every change."""
        self._observer = observer

    async def read(self, table_id: str) -> TableRow:
        """A table as it is stored."""
        async with self.database.read() as connection:
            return await table_rows.read_one(connection, table_id)

    async def public_info(self, row: TableRow) -> TableInfo:
        """A table as everyone sees it."""
        async with self.database.read() as connection:
            return (await table_rows.to_public(connection, [row]))[0]

    async def change(
        self,
        table_id: str,
        alter: Callable[[TableRow], T],
        check: Callable[[AsyncConnection, TableRow], Awaitable[None]] | None = None,
        as_home: bool = False,
    ) -> tuple[TableRow, T]:
        """Change a table or its seats; `check` may refuse by what else is stored.

        With `as_home`, only if this process is home to it.
        """
        results: list[T] = []
        row = await self.store_change(
            table_id, lambda row: results.append(alter(row)), check, as_home
        )
        await self.stored(row, ours=True)
        return row, results[0]

    async def store_change(
        self,
        table_id: str,
        alter: Callable[[TableRow], None],
        check: Callable[[AsyncConnection, TableRow], Awaitable[None]] | None = None,
        as_home: bool = False,
    ) -> TableRow:
        """Change a table without telling the observer, who waits for the table's lock."""
        async with self.database.write() as connection:
            if as_home:
                await self._leases.check(connection, table_id)
            row = await table_rows.read_one(connection, table_id, lock=True)
            if check is not None:
                await check(connection, row)
            alter(row)
            await self.save(connection, row)
        return row

    async def leave(self, table_id: str, person: PersonRow, seat: int | None) -> TableRow:
        """Free a seat, or all of a person's.

        Removes a table at which nobody is left waiting, and a lesson that its learner leaves.
        So goes a game that went on from another one.
        """
        async with self.database.write() as connection:
            row = await table_rows.read_one(connection, table_id, lock=True)
            seating.leave(row, person, seat)
            private = row.options.lesson is not None or row.options.origin is not None
            gone = private or (
                row.status == "waiting" and not any(s.kind == "person" for s in row.seats)
            )
            if gone:
                touched = await self.remove(connection, [table_id])
            else:
                await self.save(connection, row)
        if gone:
            await self.refresh(touched)
        else:
            await self.stored(row)
        return row

    async def finish(self, table_id: str, scores: list[FinalScore]) -> bool:
        """Store the result of a game that is over; False if it was stored already."""
        async with self.database.write() as connection:
            await self._leases.check(connection, table_id)
            row = await table_rows.read_one(connection, table_id, lock=True)
            if row.status != "running":
                return False
            row.status, row.finished, row.scores = "finished", milliseconds(), scores
            moves = await moves_by_person(connection, table_id)
            row.ratings = await account_ratings.rate_game(connection, row, moves)
            await connection.execute(delete(choices).where(choices.c.table_id == table_id))
            await self.save(connection, row)
        await self.stored(row)
        return True

    # Inside a transaction --------------------------------------------------------------------

    async def create(self, connection: AsyncConnection, row: TableRow) -> None:
        """Store a new table; other processes are notified by the commit."""
        await table_rows.create(connection, row)
        await self._bus.publish(connection, TableChanged(row.id))

    async def save(self, connection: AsyncConnection, row: TableRow) -> None:
        """Store a changed table; other processes are notified by the commit."""
        await table_rows.save(connection, row)
        await self._bus.publish(connection, TableChanged(row.id))

    async def remove(self, connection: AsyncConnection, table_ids: list[str]) -> list[str]:
        """Remove tables; returns them and the tables whose rematch they were, to `refresh`."""
        touched = [*table_ids, *await table_rows.remove(connection, table_ids)]
        for table_id in touched:
            await self._bus.publish(connection, TableChanged(table_id))
        return touched

    # After a transaction ----------------------------------------------------------------------

    async def stored(self, row: TableRow, ours: bool = False) -> None:
        """A table was stored: tell the observer."""
        if self._observer is not None:
            await self._observer.row_changed(row, ours)

    async def refresh(self, table_ids: list[str]) -> None:
        """Tables were changed or removed: tell the observer."""
        if self._observer is not None:
            await self._observer.refresh(table_ids)

    async def changed_elsewhere(self, table_ids: list[str]) -> None:
        """Tables were changed without this store: tell every process."""
        for table_id in table_ids:
            await self._bus.publish_now(TableChanged(table_id))
        await self.refresh(table_ids)
