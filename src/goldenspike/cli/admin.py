"""`goldenspike admin`: look after the people and tables of a server's database.

The commands work on the database itself, whether servers run or not. Running servers notice within
ten seconds: sockets of people who are banned or deleted are closed.
"""

from __future__ import annotations

import datetime
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from goldenspike.cli.output import AsJson, print_json
from goldenspike.cli.serve import Db, server_packages
from goldenspike.errors import InputError

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

T = TypeVar("T")

app = typer.Typer(
    help="Look after a server: people, reports, old data, and tables that cannot be read.",
    no_args_is_help=True,
)
ACTOR = "admin"
"""How the audit log names whoever has access to the database."""

Person = Annotated[str, typer.Argument(metavar="PERSON", help="An id, an account or a name.")]
FOR_EVER = 36_500
"""Days of a ban that does not end."""
Days = Annotated[
    float, typer.Option(min=0.001, max=FOR_EVER, help="For how long; without it, for ever.")
]
Yes = Annotated[bool, typer.Option("--yes", help="Do it: it cannot be undone.")]


def _run(db: str | None, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
    """Do something in one transaction."""
    import asyncio

    from goldenspike.server.protocol.refusals import Refusal
    from goldenspike.server.settings import Settings
    from goldenspike.server.storage.database import Database, StorageError

    async def run() -> T:
        database = Database(Settings.from_environment(db=db))
        try:
            await database.open(create=False)
            async with database.write() as connection:
                return await work(connection)
        except StorageError as error:
            raise InputError(f"The database cannot be used ({error}).") from None
        except Refusal as refusal:
            raise InputError(refusal.body.text) from None
        finally:
            await database.close()

    return asyncio.run(run())


def _show(lines: list[dict[str, Any]], as_json: bool, *columns: str) -> None:
    if as_json:
        print_json(lines)
        return
    if not lines:
        typer.echo("None.")
        return
    from rich.table import Table

    from goldenspike.cli.output import console

    table = Table(*columns)
    for line in lines:
        table.add_row(*(_text(name, line.get(name)) for name in columns))
    console().print(table)


def _text(name: str, value: Any) -> str:
    if value is None:
        return ""
    if name in ("at", "created", "seen", "banned", "muted", "until") and isinstance(value, int):
        at = datetime.datetime.fromtimestamp(value / 1000, datetime.UTC)
        return at.isoformat(sep=" ", timespec="minutes")
    if isinstance(value, list):
        value = " | ".join(map(str, value))
    # What players wrote must not command the operator's terminal.
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in str(value))


@app.command()
@server_packages()
def people(
    text: Annotated[str, typer.Argument(help="A part of a name or account, or an id.")] = "",
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """List people, the newest first."""
    from goldenspike.server.people import moderation

    async def work(connection: AsyncConnection) -> list[dict[str, Any]]:
        names = ("id", "name", "account", "role", "created", "seen", "banned", "muted")
        found = await moderation.search(connection, text)
        return [{name: row._mapping[name] for name in names} for row in found]

    columns = ("id", "name", "account", "role", "seen", "banned", "muted")
    _show(_run(db, work), as_json, *columns)


STATES = {"ban": "banned", "mute": "muted"}


def _restrict(db: str | None, person: str, what: str, days: float, as_json: bool) -> None:
    from goldenspike.server.people import moderation

    async def work(connection: AsyncConnection) -> dict[str, Any]:
        row = await moderation.find_person(connection, person)
        revoked = await moderation.restrict(connection, ACTOR, row.id, what, days)
        return {"person": row.id, "name": row.name, "days": days, "devices": len(revoked)}

    how_long = "for ever" if days >= FOR_EVER else f"for {days:g} days"
    is_so = f"is {STATES[what]} {how_long}" if days else f"is no longer {STATES[what]}"
    _done(_run(db, work), as_json, f"{{name}} ({{person}}) {is_so}")


def _done(result: dict[str, Any], as_json: bool, sentence: str) -> None:
    if as_json:
        print_json(result)
    else:
        typer.echo(sentence.format(**result))


@app.command()
@server_packages()
def ban(person: Person, days: Days = FOR_EVER, db: Db = None, as_json: AsJson = False) -> None:
    """Keep somebody out: every device is logged out, and logging in is refused."""
    _restrict(db, person, "ban", days, as_json)


@app.command()
@server_packages()
def unban(person: Person, db: Db = None, as_json: AsJson = False) -> None:
    """Let somebody in again."""
    _restrict(db, person, "ban", 0, as_json)


@app.command()
@server_packages()
def mute(person: Person, days: Days = FOR_EVER, db: Db = None, as_json: AsJson = False) -> None:
    """Let somebody play, but not write."""
    _restrict(db, person, "mute", days, as_json)


@app.command()
@server_packages()
def unmute(person: Person, db: Db = None, as_json: AsJson = False) -> None:
    """Let somebody write again."""
    _restrict(db, person, "mute", 0, as_json)


@app.command()
@server_packages()
def moderator(
    account: Annotated[str, typer.Argument(help="The account's name.")],
    remove: Annotated[bool, typer.Option("--remove", help="No longer.")] = False,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Let an account read reports and ban and mute people, on the page /moderation."""
    from sqlalchemy import update

    from goldenspike.server.people import moderation
    from goldenspike.server.storage import schema

    async def work(connection: AsyncConnection) -> dict[str, Any]:
        row = await moderation.find_person(connection, account)
        if row.account is None:
            raise InputError(f"{row.name} is a guest: only accounts can be moderators.")
        role = None if remove else "moderator"
        this = schema.people.c.id == row.id
        await connection.execute(update(schema.people).where(this).values(role=role))
        await moderation.note(connection, ACTOR, "role", row.id, role or "none")
        return {"person": row.id, "name": row.name, "role": role}

    is_so = "is no longer a moderator" if remove else "is a moderator"
    _done(_run(db, work), as_json, f"{{name}} ({{person}}) {is_so}")


@app.command()
@server_packages()
def delete(person: Person, yes: Yes = False, db: Db = None, as_json: AsJson = False) -> None:
    """Erase a person: bots take over their seats; name, chat, ratings and log-in are erased."""
    from goldenspike.server.people import erasure, moderation

    async def work(connection: AsyncConnection) -> dict[str, Any]:
        row = await moderation.find_person(connection, person)
        if not yes:
            raise InputError(f"This erases {row.name} ({row.id}) for good: add --yes to do it.")
        touched, _ = await erasure.erase(connection, row.id)
        await moderation.note(connection, ACTOR, "delete", row.id)
        return {"person": row.id, "tables": touched}

    _done(_run(db, work), as_json, "{person} is erased")


@app.command("delete-chat")
@server_packages()
def delete_chat(
    table: Annotated[str, typer.Argument(help="The table's id.")],
    number: Annotated[int | None, typer.Option(help="The line's number.")] = None,
    person: Annotated[str | None, typer.Option(help="All lines of this person's id.")] = None,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Delete a chat line, or all lines of a person, at a table."""
    from goldenspike.server.people import moderation

    if (number is None) == (person is None):
        raise InputError("Which lines? Give either --number or --person.")

    async def work(connection: AsyncConnection) -> dict[str, Any]:
        gone = await moderation.delete_chat(connection, ACTOR, table, number, person)
        return {"table": table, "lines": gone}

    _done(_run(db, work), as_json, "{lines} lines deleted")


@app.command("export-person")
@server_packages()
def export_person(person: Person, db: Db = None) -> None:
    """Print all that is stored about a person as JSON: no password, nothing of running games."""
    from goldenspike.server.people import erasure, moderation

    async def work(connection: AsyncConnection) -> dict[str, Any]:
        row = await moderation.find_person(connection, person)
        await moderation.note(connection, ACTOR, "export", row.id)
        return await erasure.export_person(connection, row.id)

    print_json(_run(db, work))


@app.command()
@server_packages()
def purge(
    guests: Annotated[
        int | None, typer.Option(min=1, help="Guests without tables, not seen for so many days.")
    ] = None,
    games: Annotated[
        int | None, typer.Option(min=1, help="Games that ended so many days ago.")
    ] = None,
    yes: Yes = False,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Remove old data: guests who do not come back, finished games, expired tokens."""
    from goldenspike.server.people import erasure, moderation
    from goldenspike.server.storage.times import DAY, milliseconds

    if not yes:
        raise InputError("This removes data for good: add --yes to do it.")
    if guests is None and games is None:
        raise InputError("What is old? Give --guests DAYS, --games DAYS or both.")

    async def work(connection: AsyncConnection) -> dict[str, Any]:
        now, gone = milliseconds(), {"games": 0, "guests": 0}
        if games is not None:
            gone["games"] = await erasure.purge_games(connection, now - games * DAY)
        if guests is not None:
            gone["guests"] = await erasure.purge_guests(connection, now - guests * DAY)
        detail = f"{gone['guests']} guests, {gone['games']} games"
        await moderation.note(connection, ACTOR, "purge", "", detail)
        return gone

    _done(_run(db, work), as_json, "{guests} guests and {games} games removed")


@app.command()
@server_packages()
def reports(db: Db = None, as_json: AsJson = False) -> None:
    """List open reports of players, the oldest first."""
    import msgspec

    from goldenspike.server.people import moderation

    async def work(connection: AsyncConnection) -> list[dict[str, Any]]:
        found = await moderation.open_reports(connection)
        return [msgspec.to_builtins(report) for report in found]

    _show(_run(db, work), as_json, "id", "at", "person", "name", "reason", "text", "chat")


@app.command("close-report")
@server_packages()
def close_report(
    number: Annotated[int, typer.Argument(help="The report's id.")],
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Mark a report as dealt with."""
    from goldenspike.server.people import moderation

    async def work(connection: AsyncConnection) -> dict[str, Any]:
        await moderation.close_report(connection, ACTOR, number)
        return {"report": number}

    _done(_run(db, work), as_json, "report {report} is closed")


@app.command("remove-board")
@server_packages()
def remove_board(
    board: Annotated[str, typer.Argument(help="The board's id: own_ and what follows.")],
    undo: Annotated[bool, typer.Option("--undo", help="Allow it to be shared again.")] = False,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """End the sharing of a board that somebody made; running games go on."""
    from goldenspike.server.people import moderation
    from goldenspike.server.storage import own_boards

    async def work(connection: AsyncConnection) -> dict[str, Any]:
        await own_boards.set_removed(connection, board, not undo)
        action = "allow_board" if undo else "remove_board"
        await moderation.note(connection, ACTOR, action, board)
        return {"board": board, "removed": not undo}

    said = "{board} may be shared again" if undo else "{board} is not shared any more"
    _done(_run(db, work), as_json, said)


@app.command()
@server_packages()
def audit(
    limit: Annotated[int, typer.Option(min=1, help="Lines, the newest first.")] = 100,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """List what operators and moderators did."""
    from sqlalchemy import select

    from goldenspike.server.storage import schema

    async def work(connection: AsyncConnection) -> list[dict[str, Any]]:
        query = select(schema.audit).order_by(schema.audit.c.id.desc()).limit(limit)
        return [dict(line._mapping) for line in await connection.execute(query)]

    _show(_run(db, work), as_json, "at", "actor", "action", "subject", "detail")


@app.command("bad-rows")
@server_packages()
def bad_rows(
    replay: Annotated[
        bool, typer.Option("--replay", help="Also games that do not replay; that takes long.")
    ] = False,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """List what is stored and cannot be read, and why; exit code 1 if there is any."""
    import asyncio

    import msgspec

    from goldenspike.server.settings import Settings
    from goldenspike.server.storage import bad_rows as stored
    from goldenspike.server.storage.database import Database, StorageError

    async def work() -> list[dict[str, Any]]:
        database = Database(Settings.from_environment(db=db))
        try:
            await database.open(create=False)
            rows = stored.bad_rows(database, replay)
            return [msgspec.structs.asdict(row) async for row in rows]
        except StorageError as error:
            raise InputError(f"The database cannot be used ({error}).") from None
        finally:
            await database.close()

    found = asyncio.run(work())
    _show(found, as_json, "kind", "id", "why")
    if found:
        raise typer.Exit(1)


@app.command()
@server_packages()
def tables(
    running: Annotated[bool, typer.Option("--running", help="Only running games.")] = False,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """List unfinished tables, and which process holds which."""
    from goldenspike.server.storage import integrity

    async def work(connection: AsyncConnection) -> list[dict[str, Any]]:
        return await integrity.unfinished_tables(connection, running)

    _show(_run(db, work), as_json, "id", "board", "status", "owner", "created", "holder")
