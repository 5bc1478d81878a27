"""Reads a server's database directly, to see what is stored."""

from __future__ import annotations

from collections import Counter
from typing import Any

from sqlalchemy import select

from goldenspike.server.settings import Settings
from goldenspike.server.storage.database import Database
from goldenspike.server.storage.schema import actions


async def stored_actions(db: str) -> dict[str, list[Any]]:
    """Every table's actions in order."""
    database = Database(Settings(db=db))
    try:
        async with database.read() as connection:
            query = select(actions).order_by(actions.c.table_id, actions.c.number)
            found: dict[str, list[Any]] = {}
            for row in await connection.execute(query):
                found.setdefault(row.table_id, []).append(row)
            return found
    finally:
        await database.close()


def check_acknowledged(found: dict[str, list[Any]], table: str, seats: list[Any]) -> None:
    """Each acknowledged move is there, with its number, once; numbers have no gap."""
    rows = found.get(table, [])
    assert [row.number for row in rows] == list(range(1, len(rows) + 1))
    by_id = Counter((row.seat, row.move_id) for row in rows)
    assert all(count == 1 for count in by_id.values()), "a move is stored twice"
    numbers = {(row.seat, row.move_id): row.number for row in rows}
    for seat in seats:
        for move_id, number in seat.acked.items():
            assert numbers.get((seat.seat, move_id)) == number, (
                f"move {move_id} was acknowledged as {number} and is not stored so"
            )
