"""The journal: a move that cannot be stored fails alone."""

from __future__ import annotations

import asyncio
from typing import Any

from sqlalchemy import text

from goldenspike.server.storage.database import StorageError
from goldenspike.server.storage.stored_games import ActionRow
from goldenspike.server.storage.times import milliseconds
from goldenspike.server.tables import seating
from support.server.in_process import in_time, new_guest, opened, waiting_table
from support.server.postgres import Postgres


async def test_a_move_that_cannot_be_stored_fails_alone(db: str):
    async with opened(db) as server:
        ada = await new_guest(server)
        ids = []
        for _ in range(4):
            row = await waiting_table(server, ada, await new_guest(server, "Bob"))
            await server.store.change(row.id, lambda row: seating.start(row, ada))
            await server.tables.load(row.id)
            ids.append(row.id)

        def move(table_id: str, seat: Any = 0) -> ActionRow:
            return ActionRow(table_id, 1, seat, "draw deck", "1", "person", milliseconds(), 1)

        rows = [move(ids[0]), move(ids[3], None), move(ids[1]), move(ids[2])]
        ended = await in_time(
            asyncio.gather(*(server.journal.append(row) for row in rows), return_exceptions=True)
        )
        assert [ended[0], ended[2], ended[3]] == [True, True, True]
        assert isinstance(ended[1], StorageError)
        assert await in_time(server.journal.append(rows[0])) is False


async def test_a_move_at_a_table_that_is_gone_is_not_stored_and_no_failure(db: str):
    async with opened(db) as server:
        ada = await new_guest(server)
        row = await waiting_table(server, ada, await new_guest(server, "Bob"))
        await server.store.change(row.id, lambda row: seating.start(row, ada))
        await server.tables.load(row.id)
        move = ActionRow(row.id, 1, 0, "draw deck", "1", "bot", milliseconds(), 1)
        async with server.database.write() as connection:
            await server.store.remove(connection, [row.id])
        assert await in_time(server.journal.append(move)) is False
        assert server.journal.failures == 0


async def test_moves_are_stored_again_when_their_connection_was_cut(postgres: Postgres):
    async with opened(postgres.fresh("journal_cut")) as server:
        ada = await new_guest(server)
        row = await waiting_table(server, ada, await new_guest(server, "Bob"))
        await server.store.change(row.id, lambda row: seating.start(row, ada))
        await server.tables.load(row.id)

        async def store(number: int) -> bool:
            seat, moved = number % 2, f"m{number}"
            at = milliseconds()
            move = ActionRow(row.id, number, seat, "draw deck", moved, "person", at, 1 - seat)
            return await in_time(server.journal.append(move))

        assert await store(1)
        async with server.database.write() as connection:
            query = (
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE pid <> pg_backend_pid() AND query LIKE '%INSERT INTO actions%'"
            )
            assert (await connection.execute(text(query))).scalars().all() == [True]
        try:
            stored = await store(2)
        except StorageError:
            # It was not noticed before the move was sent.
            stored = await store(2)
        assert stored
