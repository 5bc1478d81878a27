"""The connection to SQLite or PostgreSQL, and the differences between the two."""

from __future__ import annotations

import asyncio
import contextlib
import math
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

from sqlalchemy import Connection, event, text
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from goldenspike.errors import InputError
from goldenspike.server.log import log
from goldenspike.server.settings import Settings
from goldenspike.server.storage import migrate

PostgresConnection: TypeAlias = Any
"""asyncpg's connection; the library has no types."""

AFTER = "after commit"
"""Key of what is to be called when a transaction has been committed."""
SQLITE_MAGIC = b"SQLite format 3\0"


class StorageError(Exception):
    """The database could not be reached or could not write; whether it did is unknown."""


class DatabaseDown(InputError):
    """PostgreSQL does not answer, or is starting or stopping: trying again may help."""


class Database:
    """One database. `read()` and `write()` give a connection in a transaction."""

    def __init__(self, settings: Settings) -> None:
        self.postgres = settings.postgres
        self.url = settings.url
        self._writing = asyncio.Lock()
        if self.postgres:
            self.engine: AsyncEngine = create_async_engine(
                "postgresql+asyncpg://",
                async_creator=self.connect,
                pool_size=10,
                max_overflow=10,
                pool_timeout=10,
                pool_pre_ping=True,
            )
        else:
            self.engine = create_async_engine(
                self.url, pool_size=5, connect_args={"timeout": 15, "isolation_level": None}
            )
            event.listen(self.engine.sync_engine, "connect", prepare_sqlite)
            event.listen(self.engine.sync_engine, "begin", _begin_sqlite)

    async def connect(self) -> PostgresConnection:
        """A connection to PostgreSQL; the driver reads the URL, as libpq would."""
        import asyncpg

        url = self.url.replace("postgresql+asyncpg://", "postgresql://", 1)
        # Statements time out, also when the server disappears without closing the connection.
        return await asyncpg.connect(url, timeout=5, command_timeout=15)

    async def open(self, create: bool = True) -> None:
        """Connect and migrate the schema; raises an `InputError` that says why that failed."""
        failures: tuple[type[Exception], ...] = (SQLAlchemyError, OSError)
        if self.postgres:
            import asyncpg

            failures += (asyncpg.PostgresError, asyncpg.InterfaceError)
        else:
            prepare_file(Path(self.sqlite_path), create)
        try:
            await migrate.apply(self.engine)
        except InputError:
            raise
        except ValueError:
            if not self.postgres:
                raise
            # Its message may quote a part of the password.
            raise InputError(
                "The database's address is not valid: postgresql://user:password@host:port/name, "
                "with characters that have a meaning in a URL percent-encoded."
            ) from None
        except failures as error:
            why = str(getattr(error, "orig", None) or error) or type(error).__name__
            kind = DatabaseDown if self.postgres and _is_down(error) else InputError
            raise kind(f"The database cannot be opened: {why}") from error

    async def open_when_up(
        self,
        prepare: Callable[[], Awaitable[None]] | None = None,
        patience: float = math.inf,
    ) -> None:
        """Open, then `prepare`, which may be called again.

        While PostgreSQL is down, or when it goes away in the middle, both are tried again for so
        many seconds, with growing pauses.
        """
        began, pause = time.monotonic(), 0.2
        while True:
            try:
                await self.open()
                if prepare is not None:
                    await prepare()
                return
            except Exception as error:
                may_return = self.postgres and _is_down(error)
                if not may_return or time.monotonic() - began + pause > patience:
                    raise
                log.warning("database_down", error=str(error))
            await asyncio.sleep(pause)
            pause = min(pause * 2, 5)

    async def close(self) -> None:
        """Close every connection."""
        await self.engine.dispose()

    async def ping(self) -> None:
        """Ask the database for an answer; raises `StorageError` if there is none."""
        async with self.read() as connection:
            await connection.execute(text("SELECT 1"))

    @property
    def sqlite_path(self) -> str:
        """The path of a SQLite database."""
        return self.url.removeprefix("sqlite+aiosqlite:///")

    def writing(self) -> asyncio.Lock:
        """The lock of SQLite's single writer: waiting for it is cheaper than SQLite's busy loop."""
        return self._writing

    @contextlib.asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that only reads."""
        with _translated():
            async with self.engine.connect() as connection, connection.begin():
                yield connection

    @contextlib.asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that may write; commits at the end of the block, or rolls back."""
        with _translated():
            if self.postgres:
                async with self.engine.begin() as connection:
                    following = _following(connection)
                    yield connection
            else:
                async with self.writing(), self.engine.connect() as connection:
                    following = _following(connection)
                    await connection.execution_options(write=True)
                    async with connection.begin():
                        yield connection
        for call in following:
            call()


def _following(connection: AsyncConnection) -> list[Callable[[], None]]:
    assert connection.sync_connection is not None
    following: list[Callable[[], None]] = []
    connection.sync_connection.info[AFTER] = following
    return following


def after_commit(connection: AsyncConnection, call: Callable[[], None]) -> None:
    """Call something once this transaction of `Database.write` has been committed."""
    assert connection.sync_connection is not None
    connection.sync_connection.info[AFTER].append(call)


@contextlib.contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except (OperationalError, InterfaceError, PoolTimeout, OSError, TimeoutError) as error:
        raise StorageError(type(error).__name__) from error
    except DBAPIError as error:
        # asyncpg reports a server that is starting or shutting down by its SQLSTATE only.
        if error.connection_invalidated or _is_outage(error):
            raise StorageError(type(error.orig).__name__) from error
        raise


def _is_down(error: Exception) -> bool:
    if isinstance(error, DBAPIError):
        return error.connection_invalidated or _is_outage(error)
    return isinstance(error, DatabaseDown | StorageError | OSError) or _has_outage_state(error)


def _is_outage(error: DBAPIError) -> bool:
    return _has_outage_state(error.orig) or isinstance(error.orig, sqlite3.OperationalError)


def _has_outage_state(error: BaseException | None) -> bool:
    state = getattr(error, "sqlstate", None) or getattr(error, "pgcode", None) or ""
    # 08 connection, 40 serialization failure or deadlock, 53 resources, 57 shutdown, 58 system.
    return state[:2] in {"08", "40", "53", "57", "58"}


def prepare_file(path: Path, create: bool) -> None:
    """Check that a file is a SQLite database, or create one that only its owner may read."""
    try:
        if path.is_dir():
            raise InputError(f"{path} is a folder: name a file in it.")
        if path.exists():
            with path.open("rb") as file:
                if file.read(len(SQLITE_MAGIC)) not in (b"", SQLITE_MAGIC):
                    raise InputError(f"{path} is not a SQLite database.")
        elif not create:
            raise InputError(f"There is no database {path}.")
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch(mode=0o600)
    except OSError as error:
        raise InputError(f"{error.filename or path}: {error.strerror}") from None


def prepare_sqlite(connection: DBAPIConnection | sqlite3.Connection, _record: object) -> None:
    """Set up a new connection to SQLite."""
    cursor = connection.cursor()
    # With FULL a commit is on disk when it returns; with WAL readers do not wait for writers.
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute("PRAGMA busy_timeout=15000")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    write = connection.get_execution_options().get("write")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")
