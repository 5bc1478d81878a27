"""Creates tables, also for rematches, and removes unstarted ones, each in one transaction."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from goldenspike.server.log import log
from goldenspike.server.people.accounts import PersonRow
from goldenspike.server.protocol.bodies import TableInfo
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.storage import table_rows, table_search
from goldenspike.server.storage.table_rows import TableRow
from goldenspike.server.tables import seating
from goldenspike.server.tables.table_store import TableStore


async def create(store: TableStore, row: TableRow, limit: int) -> TableInfo:
    """Store a new table, unless its owner has `limit` unfinished ones."""
    async with store.database.write() as connection:
        await _insert(store, connection, row, limit)
    await _announce(store, row)
    return row.to_public(0, None)


async def rematch(store: TableStore, table_id: str, person: PersonRow, limit: int) -> TableRow:
    """The table for another game, created once however often it is asked for.

    The person who asks takes a seat there; the others' seats are reserved until they ask too.
    """
    async with store.database.write() as connection:
        row = await table_rows.read_one(connection, table_id, lock=True)
        again = seating.rematch(row, person)
        there = await table_rows.read(connection, [row.next], lock=True) if row.next else []
        if there:
            again = there[0]
            if seating.take_reserved_seats(again, person):
                await store.save(connection, again)
        else:
            await _insert(store, connection, again, limit)
            row.next = again.id
            await store.save(connection, row)
    if there:
        await store.stored(again)
    else:
        await _announce(store, again)
        await store.stored(row)
    return again


async def remove_unstarted(store: TableStore, before: int) -> None:
    """Remove tables created before this time that never started."""
    async with store.database.write() as connection:
        found = await table_search.lock_unstarted(connection, before)
        touched = await store.remove(connection, found)
    await store.refresh(touched)


async def _insert(
    store: TableStore, connection: AsyncConnection, row: TableRow, limit: int
) -> None:
    if await table_search.count_unfinished(connection, row.owner) >= limit:
        raise Refusal("too_many_tables", limit=limit)
    while await table_search.by_code(connection, row.code) is not None:
        row.code = seating.new_code()
    await store.create(connection, row)


async def _announce(store: TableStore, row: TableRow) -> None:
    await store.stored(row)
    log.info("table_created", table=row.id, board=row.board, seats=len(row.seats))
