"""Chat lines as stored: numbered from 1 at each table."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Row, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.storage.schema import chat, tables


@dataclass(frozen=True, slots=True)
class ChatLine:
    """A line that has no number yet."""

    table_id: str
    seat: int
    name: str
    text: str
    at: int
    person: str
    move_id: str


async def store(connection: AsyncConnection, line: ChatLine) -> tuple[int, bool]:
    """Store a line, once for each id of a person; returns its number and whether it is new."""
    # The lock on the table's row makes sure that no number is given out twice.
    there = select(tables.c.id).where(tables.c.id == line.table_id)
    held = await connection.execute(there.with_for_update(key_share=True))
    if held.first() is None:
        raise Refusal("not_found", what="table", id=line.table_id)
    same = select(chat.c.number).filter_by(
        table_id=line.table_id, person=line.person, move_id=line.move_id
    )
    known = (await connection.execute(same)).scalar()
    if known is not None:
        return int(known), False
    query = select(func.max(chat.c.number)).where(chat.c.table_id == line.table_id)
    number = int((await connection.execute(query)).scalar() or 0) + 1
    await connection.execute(insert(chat).values(number=number, **asdict(line)))
    return number, True


async def read_last(connection: AsyncConnection, table_id: str, most: int) -> list[Row[Any]]:
    """The last lines of a table, the oldest first."""
    query = (
        select(chat).where(chat.c.table_id == table_id).order_by(chat.c.number.desc()).limit(most)
    )
    return list(reversed(list(await connection.execute(query))))
