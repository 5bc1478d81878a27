"""First tickets that seats have chosen before their turn, as stored."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass

from sqlalchemy import delete, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from goldenspike.server.protocol.messages import By
from goldenspike.server.storage.database import Database
from goldenspike.server.storage.schema import choices

INSERT = text(
    'INSERT INTO choices (table_id, number, seat, action, move_id, "by", at) '
    "VALUES (:table_id, :number, :seat, :action, :move_id, :by, :at) ON CONFLICT DO NOTHING"
)


@dataclass(frozen=True, slots=True)
class ChoiceRow:
    """One choice; the fields are the columns of the table, in their order."""

    table_id: str
    number: int
    """The number that the action will get."""
    seat: int
    action: str
    move_id: str | None
    by: By
    at: int


class ChoiceStore:
    """The choices of one database."""

    def __init__(
        self, database: Database, check_home: Callable[[AsyncConnection, str], Awaitable[None]]
    ) -> None:
        self._database = database
        self._check_home = check_home
        """Refuses, inside the transaction, if this process is not home to the table."""

    async def read(self, table_id: str) -> list[ChoiceRow]:
        """The choices at a table, those that have been played already among them."""
        query = select(choices).where(choices.c.table_id == table_id).order_by(choices.c.number)
        async with self._database.read() as connection:
            return [ChoiceRow(*row) for row in await connection.execute(query)]

    async def store(self, row: ChoiceRow) -> bool:
        """Store a choice; False if the seat has chosen already."""
        async with self._database.write() as connection:
            await self._check_home(connection, row.table_id)
            return bool((await connection.execute(INSERT, asdict(row))).rowcount)

    async def remove(self, row: ChoiceRow) -> None:
        """Remove a choice that can no longer be played."""
        async with self._database.write() as connection:
            await self._check_home(connection, row.table_id)
            await connection.execute(
                delete(choices).where(
                    choices.c.table_id == row.table_id, choices.c.number == row.number
                )
            )
