"""Talk at the table: limited, stored, passed on to everyone there."""

from __future__ import annotations

import unicodedata
from typing import Any

from sqlalchemy import func, insert, select

from .bus import Bus
from .connection import Connection
from .database import Database, milliseconds
from .errors import Refusal
from .limits import Buckets
from .messages import CHAT_LIMIT
from .room import Room
from .schema import chat, tables
from .settings import Settings


class Chatting:
    """The chat of all tables of one process."""

    def __init__(self, database: Database, bus: Bus, settings: Settings) -> None:
        self._database = database
        self._bus = bus
        self._limits = Buckets(settings.chat_rate, settings.chat_burst)

    async def say(self, room: Room, connection: Connection, text: str, move_id: str) -> int:
        """Store and pass on a chat line; returns its number."""
        seat = connection.seat
        if seat is None or connection.person is None:
            raise Refusal("spectator")
        for said, person, known in room.chat:
            if person == connection.person and known == move_id:
                return said.number
        # PostgreSQL has no place for this character, and no reader a use.
        text = text.replace("\0", "").strip()
        seen = any(unicodedata.category(character)[0] not in "CZ" for character in text)
        if not seen or len(text) > CHAT_LIMIT:
            raise Refusal("chat_bad", limit=CHAT_LIMIT)
        self._limits.check(f"{room.row.id} {connection.person}")
        line = {
            "table_id": room.row.id,
            "seat": seat,
            "name": room.row.seats[seat].name or "",
            "text": text,
            "at": milliseconds(),
            "person": connection.person,
            "move_id": move_id,
        }
        async with room.lock:
            number = await self._stored(line)
            await room.load_chat()
        return number

    async def _stored(self, line: dict[str, Any]) -> int:
        """The number of a line, which it gets unless it is stored already."""
        table_id = line["table_id"]
        async with self._database.write() as database:
            # Whoever holds the table's row gives out the next number: no two get the same.
            there = select(tables.c.id).where(tables.c.id == table_id)
            held = await database.execute(there.with_for_update(key_share=True))
            if held.first() is None:
                raise Refusal("not_found", what="table", id=table_id)
            same = select(chat.c.number).filter_by(
                table_id=table_id, person=line["person"], move_id=line["move_id"]
            )
            known = (await database.execute(same)).scalar()
            if known is not None:
                return int(known)
            query = select(func.max(chat.c.number)).where(chat.c.table_id == table_id)
            number = int((await database.execute(query)).scalar() or 0) + 1
            await database.execute(insert(chat).values(number=number, **line))
            await self._bus.tell(database, table=table_id, chat=number)
        return number
