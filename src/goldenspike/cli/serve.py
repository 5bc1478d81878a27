"""`goldenspike serve`, `export` and `import`: the server and its database."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, BinaryIO

import typer

from goldenspike.errors import InputError

Db = Annotated[
    str | None,
    typer.Option(
        "--db",
        envvar="GOLDENSPIKE_DB",
        help="A SQLite file or a postgresql:// URL. Without it: a file in your data folder.",
        show_envvar=True,
    ),
]


@contextlib.contextmanager
def server_packages() -> Iterator[None]:
    """What these commands need does not come with the package alone: say how it is installed."""
    try:
        yield
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] == "goldenspike":
            raise
        raise InputError(
            f"online tables need more packages, and {missing.name} is not installed: "
            "pip install 'goldenspike[server]'"
        ) from None


@server_packages()
def serve(
    host: Annotated[
        str,
        typer.Option(envvar="GOLDENSPIKE_HOST", help="Address to listen on; 0.0.0.0 for all."),
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(envvar="GOLDENSPIKE_PORT", min=1, max=65535, help="Port to listen on.")
    ] = 8000,
    db: Db = None,
    workers: Annotated[
        int,
        typer.Option(
            envvar="GOLDENSPIKE_WORKERS", min=1, max=64, help="Processes; several need PostgreSQL."
        ),
    ] = 1,
    boards: Annotated[
        str | None,
        typer.Option(
            envvar="GOLDENSPIKE_BOARDS",
            metavar="FOLDER",
            help="Board files (*.toml) that everybody here can choose too.",
        ),
    ] = None,
    open_page: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the page in your browser.")
    ] = False,
    log: Annotated[
        str, typer.Option(envvar="GOLDENSPIKE_LOG", help="debug, info, warning or error.")
    ] = "info",
) -> None:
    """Serve tables to browsers: a family's or a club's.

    Everything else is set by environment variables: see docs/deployment.md.
    """
    from goldenspike.server.run import serve as run
    from goldenspike.server.settings import Settings

    run(Settings.from_environment(db=db, log=log, boards=boards), host, port, workers, open_page)


@server_packages()
def export(
    tables: Annotated[
        list[str] | None, typer.Argument(metavar="[TABLE]...", help="Tables; without: all.")
    ] = None,
    db: Db = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="File to write; without: standard output.")
    ] = None,
    accounts: Annotated[
        bool,
        typer.Option(
            "--accounts", help="Also the accounts' names and the hashes of their passwords."
        ),
    ] = False,
) -> None:
    """Write tables to a file, one JSON line each, to keep or to import elsewhere.

    The file has the seeds and hands of running games: keep it as safe as the database. People are
    exported as guests that nobody can log in as, or with --accounts as accounts. Tokens and ratings
    are not exported.
    """
    import asyncio

    from goldenspike.server.settings import Settings
    from goldenspike.server.storage.database import Database, StorageError
    from goldenspike.server.storage.transfer import export_tables

    async def work() -> int:
        database = Database(Settings.from_environment(db=db))
        count = 0
        try:
            await database.open(create=False)
            with _written(out) as stream:
                async for line in export_tables(database, tables or [], accounts):
                    stream.write(line)
                    count += 1
        except StorageError as error:
            raise InputError(f"The database cannot be read ({error}).") from None
        finally:
            await database.close()
        return count

    count = asyncio.run(work())
    typer.echo(f"{count} tables exported", err=True)


@contextlib.contextmanager
def _written(out: Path | None) -> Iterator[BinaryIO]:
    if out is None:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
    else:
        # Also a file that was there before gets this mode, and before anything is in it.
        with out.open("ab") as stream:
            if stream.seekable():
                out.chmod(0o600)
                stream.truncate(0)
            yield stream


@server_packages()
def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that `export` wrote.")],
    db: Db = None,
    accounts: Annotated[
        bool,
        typer.Option("--accounts", help="Also the accounts in it; without, they become guests."),
    ] = False,
) -> None:
    """Read exported tables into a database; those that are there already are left alone.

    The whole file is checked first, and every game in it replayed: if anything is wrong, nothing
    is written. With --accounts, whoever wrote the file can log in as the accounts in it.
    """
    import asyncio

    from goldenspike.cli.progress import progress_bar
    from goldenspike.server.people.names import account_key
    from goldenspike.server.settings import Settings
    from goldenspike.server.storage.database import Database, StorageError
    from goldenspike.server.storage.table_import import Imported, import_tables

    async def work() -> Imported:
        database = Database(Settings.from_environment(db=db))
        try:
            # Open the file first, so that a mistyped name does not create a database.
            with file.open("rb") as lines, progress_bar("Checking") as update:
                await database.open()
                size = file.stat().st_size
                return await import_tables(
                    database,
                    lines,
                    str(file),
                    account_key if accounts else None,
                    lambda done: update(done, size),
                )
        except StorageError as error:
            raise InputError(f"The database cannot be written ({error}).") from None
        finally:
            await database.close()

    done = asyncio.run(work())
    typer.echo(f"{done.tables} tables imported, {done.there_already} were there already", err=True)
    if done.accounts:
        typer.echo(f"{done.accounts} accounts imported", err=True)
    if done.made_guests:
        typer.echo(
            f"{done.made_guests} accounts became guests: --accounts imports them as accounts",
            err=True,
        )
