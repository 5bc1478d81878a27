"""Chat at the tables: checks, limits and stores lines, and keeps the last ones in memory."""

from __future__ import annotations

import unicodedata
from collections import deque
from collections.abc import Callable, Iterator

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from goldenspike.server.cluster.leases import Leases
from goldenspike.server.people.rate_limits import Buckets
from goldenspike.server.protocol.messages import CHAT_LIMIT, Said
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.storage import chat_lines
from goldenspike.server.storage.chat_lines import ChatLine
from goldenspike.server.storage.database import Database
from goldenspike.server.storage.schema import people
from goldenspike.server.storage.times import milliseconds

KEPT_LINES = 100


class ChatStore:
    """Stores the chat lines of the tables to which this process is home."""

    def __init__(self, database: Database, leases: Leases, limits: Buckets) -> None:
        self._database = database
        self._leases = leases
        self.limits = limits
        """By table and person."""

    async def check_muted(self, person: str) -> None:
        """Refuse a person whom the moderators have muted."""
        async with self._database.read() as connection:
            await _check_muted(connection, person)

    async def store(self, line: ChatLine) -> int:
        """Store a line, unless it is stored already; returns its number."""
        async with self._database.write() as connection:
            await _check_muted(connection, line.person)
            number, _ = await chat_lines.store(connection, line)
            await self._leases.check(connection, line.table_id)
        return number

    async def read_last(self, table_id: str) -> list[tuple[Said, str | None, str | None]]:
        """The last lines of a table with who said them and the id they were sent with."""
        async with self._database.read() as connection:
            lines = await chat_lines.read_last(connection, table_id, KEPT_LINES)
        return [
            (Said(line.number, line.seat, line.name, line.text, line.at), line.person, line.move_id)
            for line in lines
        ]


async def _check_muted(connection: AsyncConnection, person: str | None) -> None:
    muted = select(people.c.muted).where(people.c.id == person)
    until = (await connection.execute(muted)).scalar()
    if until is not None and until > milliseconds():
        raise Refusal("muted", until=until)


class TableChat:
    """The chat of one table."""

    def __init__(self, store: ChatStore, table_id: str, deliver: Callable[[Said], None]) -> None:
        self._store = store
        self._table_id = table_id
        self._deliver = deliver
        self._lines: deque[tuple[Said, str | None, str | None]] = deque(maxlen=KEPT_LINES)

    def __iter__(self) -> Iterator[Said]:
        """The last lines, the oldest first."""
        return (said for said, _, _ in self._lines)

    async def load(self) -> None:
        """Read the lines stored since the last time, and deliver them."""
        lines = await self._store.read_last(self._table_id)
        known = self._lines[-1][0].number if self._lines else 0
        for line in lines:
            if line[0].number > known:
                self._lines.append(line)
                self._deliver(line[0])

    def number_of(self, person: str, message_id: str) -> int | None:
        """The number of the line that this person has sent with this id, if any."""
        for said, who, known in self._lines:
            if who == person and known == message_id:
                return said.number
        return None

    def check(self, person: str, text: str) -> str:
        """The text as it is stored; refuses empty, invisible, long and too frequent lines."""
        # PostgreSQL text cannot hold NUL.
        text = text.replace("\0", "").strip()
        visible = any(unicodedata.category(character)[0] not in "CZ" for character in text)
        if not visible or len(text) > CHAT_LIMIT:
            raise Refusal("chat_bad", limit=CHAT_LIMIT)
        self._check_rate(person)
        return text

    async def check_reaction(self, person: str) -> None:
        """Refuse reactions of the muted, and too frequent ones."""
        self._check_rate(person)
        await self._store.check_muted(person)

    def _check_rate(self, person: str) -> None:
        self._store.limits.check(f"{self._table_id} {person}")

    async def store(self, line: ChatLine) -> int:
        """Store and deliver a line; returns its number."""
        number = await self._store.store(line)
        await self.load()
        return number
