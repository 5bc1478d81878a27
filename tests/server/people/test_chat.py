"""Chat at tables: each line is stored once, and none at a table that was removed."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from sqlalchemy import delete

from goldenspike.server.protocol.messages import Chat
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.storage import schema
from support.server.in_process import FakeSubscriber, in_time, new_guest, opened, waiting_table


async def test_chat_at_a_removed_table_is_refused(db: str):
    async with opened(db) as server:
        ada = await new_guest(server)
        row = await waiting_table(server, ada)
        table = await server.tables.load(row.id)
        async with server.database.write() as connection:
            await connection.execute(delete(schema.tables))
        speaker: Any = FakeSubscriber(ada.id, 0)
        with pytest.raises(Refusal) as refusal:
            await in_time(table.say(speaker, Chat("1", "anyone?")))
        assert refusal.value.code == "not_found"


async def test_simultaneous_lines_are_all_stored(db: str):
    async with opened(db) as server:
        ada, bob = await new_guest(server), await new_guest(server, "Bob")
        row = await waiting_table(server, ada, bob)
        table = await server.tables.load(row.id)
        says = []
        for number, person in enumerate([ada, bob] * 4):
            speaker: Any = FakeSubscriber(person.id, number % 2)
            says.append(table.say(speaker, Chat(str(number), f"line {number}")))
        assert sorted(await in_time(asyncio.gather(*says))) == list(range(1, 9))


async def test_a_line_sent_several_times_is_stored_once(postgres: Any):
    """By two tabs, or again after a lost connection, also in another process."""
    db = postgres.fresh("said_once")
    async with opened(db) as here, opened(db) as there:
        ada = await new_guest(here)
        row = await waiting_table(here, ada)
        speaker: Any = FakeSubscriber(ada.id, 0)
        for server in (here, there):
            table = await server.tables.load(row.id)
            says = [table.say(speaker, Chat("1", "hello")) for _ in range(3)]
            assert await in_time(asyncio.gather(*says)) == [1] * 3
            await server.tables.give_up(row.id)
