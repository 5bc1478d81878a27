"""The journal: a move that cannot be stored fails alone."""

from __future__ import annotations

import asyncio

from goldenspike.server.storage.database import StorageError
from goldenspike.server.storage.stored_games import ActionRow
from goldenspike.server.storage.times import milliseconds
from goldenspike.server.tables import seating
from support.server.in_process import in_time, new_guest, opened, waiting_table


async def test_a_move_that_cannot_be_stored_fails_alone(db: str):
    async with opened(db) as server:
        ada = await new_guest(server)
        ids = []
        for _ in range(3):
            row = await waiting_table(server, ada, await new_guest(server, "Bob"))
            await server.store.change(row.id, lambda row: seating.start(row, ada))
            ids.append(row.id)

        def move(table_id: str) -> ActionRow:
            return ActionRow(table_id, 1, 0, "draw deck", "1", "person", milliseconds(), 1)

        rows = [move(ids[0]), move("no table"), move(ids[1]), move(ids[2])]
        ended = await in_time(
            asyncio.gather(*(server.journal.append(row) for row in rows), return_exceptions=True)
        )
        assert [ended[0], ended[2], ended[3]] == [True, True, True]
        assert isinstance(ended[1], StorageError)
        assert await in_time(server.journal.append(rows[0])) is False
