"""Migrates the database at start, under a lock, so that servers may start at the same time."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect, text
from sqlalchemy.ext.asyncio import AsyncEngine

from goldenspike.errors import InputError

HEAD = "0009"
"""The newest migration; a test compares it with the files."""

TARGET = "head"
"""Where to migrate to; tests stop earlier, to have a database of a former version."""

LOCK = 0x676F6C64656E
"""Key of the PostgreSQL advisory lock ("golden" in ASCII)."""


class NewerDatabaseError(InputError):
    """The database was written by a newer version of the program."""


async def apply(engine: AsyncEngine) -> None:
    """Run the missing migrations; returns at once if there are none."""
    async with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            async with connection.begin():
                # Released with the transaction, also if this process is killed.
                await connection.execute(
                    text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK}
                )
                await connection.run_sync(_upgrade)
        else:
            # BEGIN IMMEDIATE is the lock; other processes wait for it (busy timeout).
            await connection.execution_options(write=True)
            async with connection.begin():
                await connection.run_sync(_upgrade)


def _upgrade(connection: Connection) -> None:
    if inspect(connection).has_table("alembic_version"):
        at = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
        if at == HEAD:
            return
        if at is not None and str(at) > HEAD:
            raise NewerDatabaseError(
                f"The database is at version {at}, this program only knows {HEAD}: "
                "use a newer version of it."
            )
    # Imported here because it is slow to load, and most starts have nothing to migrate.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, TARGET)
