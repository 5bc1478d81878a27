"""Tables made, made again for another game, and cleared away; each in one transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from . import rows, seating
from .bodies import TableInfo
from .errors import Refusal
from .log import log
from .people import PersonRow
from .rows import TableRow
from .schema import tables

if TYPE_CHECKING:
    from .house import House


async def create(house: House, row: TableRow) -> TableInfo:
    """Store a new table."""
    async with house.database.write() as connection:
        await _store(house, connection, row)
    _made(house, row)
    return row.shown(0, None)


async def rematch(house: House, table_id: str, person: PersonRow) -> TableRow:
    """The table for another game, made once however often it is asked for.

    Who asks sits down there; the others' seats are kept for them until they ask too.
    """
    async with house.database.write() as connection:
        row = await rows.read_one(connection, table_id, lock=True)
        again = seating.rematch(row, person)
        there = await rows.read(connection, [row.next], lock=True) if row.next else []
        if there:
            again = there[0]
            if seating.take_kept_seats(again, person):
                await rows.save(connection, again)
                await house.bus.tell(connection, table=again.id, version=again.version)
        else:
            await _store(house, connection, again)
            row.next = again.id
            await rows.save(connection, row)
            await house.bus.tell(connection, table=row.id, version=row.version)
    if there:
        await house.row_changed(again)
    else:
        _made(house, again)
        await house.row_changed(row)
    return again


async def clear_away(house: House, before: int) -> None:
    """Remove tables made before this time that never started, and whoever waits at them."""
    async with house.database.write() as connection:
        query = select(tables.c.id).where(tables.c.status == "waiting", tables.c.created < before)
        # Held, so that none of them starts meanwhile.
        removed = [line.id for line in await connection.execute(query.with_for_update())]
        touched = await rows.remove(connection, removed)
        for table_id in (*removed, *touched):
            await house.bus.tell(connection, table=table_id, version=0)
    await house.look_again([*removed, *touched])


async def _store(house: House, connection: AsyncConnection, row: TableRow) -> None:
    limit = house.settings.tables_per_person
    if await rows.unfinished(connection, row.owner) >= limit:
        raise Refusal("too_many_tables", limit=limit)
    while await rows.code_taken(connection, row.code):
        row.code = seating.new_code()
    await rows.create(connection, row)
    await house.bus.tell(connection, table=row.id, version=row.version)


def _made(house: House, row: TableRow) -> None:
    house.tell_lobby(row)
    log.info("table_created", table=row.id, board=row.board, seats=len(row.seats))
