"""Migrates a database at start, under a lock, so that servers may start at the same time."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect, text
from sqlalchemy.ext.asyncio import AsyncEngine

from goldenspike.errors import InputError

HEAD = "0002"
"""The newest migration; a test holds it against the files."""

LOCK = 0x676F6C64656E
"""Key of the PostgreSQL advisory lock ("golden" in ASCII)."""


class NewerDatabaseError(InputError):
    """The database was written by a newer version of the program."""


async def apply(engine: AsyncEngine) -> None:
    """Run the missing migrations; does nothing, quickly, on a database that is up to date."""
    async with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            async with connection.begin():
                # The lock ends with the transaction, also if this process is killed in it.
                await connection.execute(
                    text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK}
                )
                await connection.run_sync(_upgrade)
        else:
            # SQLite: the first writer waits for no one, the others for it (busy timeout).
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
                f"The database is at version {at}, this program knows {HEAD}: use a newer program."
            )
    # Imported here: most starts find nothing to do and should not pay for it.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
