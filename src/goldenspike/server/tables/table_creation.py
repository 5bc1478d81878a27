"""Creates tables, also for lessons and rematches, and removes unstarted ones.

Each in one transaction.
"""

from __future__ import annotations

import dataclasses

from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from goldenspike.server.log import log
from goldenspike.server.people.accounts import PersonRow
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.protocol.table_bodies import TableInfo
from goldenspike.server.storage import table_rows, table_search
from goldenspike.server.storage.schema import actions
from goldenspike.server.storage.table_rows import TableRow
from goldenspike.server.tables import lessons, seating
from goldenspike.server.tables.table_store import TableStore


async def create(store: TableStore, row: TableRow, limit: int, most: int = 10**9) -> TableInfo:
    """Store a new table, unless its owner has `limit` unfinished ones, or all have `most`."""
    async with store.database.write() as connection:
        if await table_search.count_all_unfinished(connection) >= most:
            raise Refusal("server_full")
        await _insert(store, connection, row, limit)
    await _announce(store, row)
    return row.to_public(0, None)


async def create_lesson(
    store: TableStore, name: str, learner: PersonRow, limit: int, most: int
) -> TableInfo:
    """Store the running table of a lesson; the learner's last one is removed if not finished."""
    row, played = lessons.lesson_table(name, learner)
    async with store.database.write() as connection:
        left = await table_search.lock_lessons(connection, learner.id)
        touched = await store.remove(connection, left)
        if await table_search.count_all_unfinished(connection) >= most:
            raise Refusal("server_full")
        await _insert(store, connection, row, limit)
        if played:
            values = [dataclasses.asdict(action) for action in played]
            await connection.execute(insert(actions), values)
    await store.refresh(touched)
    await _announce(store, row)
    return await store.public_info(row)


async def rematch(
    store: TableStore, table_id: str, person: PersonRow, limit: int, most: int = 10**9
) -> TableRow:
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
            if await table_search.count_all_unfinished(connection) >= most:
                raise Refusal("server_full")
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
