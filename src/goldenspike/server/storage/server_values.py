"""Values that all processes of a database share, such as its secret key."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from goldenspike.server.storage.database import Database
from goldenspike.server.storage.schema import server_values


async def get_or_create(database: Database, name: str, make: Callable[[], str]) -> str:
    """The stored value; the first process to ask makes it."""
    query = select(server_values.c.value).where(server_values.c.name == name)
    async with database.read() as connection:
        found: str | None = (await connection.execute(query)).scalar()
    if found is not None:
        return found
    try:
        async with database.write() as connection:
            value = make()
            await connection.execute(insert(server_values).values(name=name, value=value))
            return value
    except IntegrityError:
        # Another process was quicker.
        async with database.read() as connection:
            return str((await connection.execute(query)).scalar_one())


async def put(database: Database, name: str, value: str) -> None:
    """Store a value in place of the one before."""
    async with database.write() as connection:
        done = await connection.execute(
            update(server_values).where(server_values.c.name == name).values(value=value)
        )
        if not done.rowcount:
            await connection.execute(insert(server_values).values(name=name, value=value))
