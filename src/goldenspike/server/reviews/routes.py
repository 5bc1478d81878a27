"""HTTP routes of reviews, and of games that go on from one."""

from __future__ import annotations

from litestar import delete, get, post

from goldenspike.server.people.accounts import PersonRow
from goldenspike.server.people.invitations import Invitation
from goldenspike.server.people.tokens import Client
from goldenspike.server.protocol.review_bodies import ReviewStatus, WhatIf
from goldenspike.server.protocol.table_bodies import TableForYou
from goldenspike.server.reviews import stored_reviews
from goldenspike.server.reviews.review_queue import ReviewQueue
from goldenspike.server.reviews.what_if import what_if_table
from goldenspike.server.settings import Settings
from goldenspike.server.storage import own_boards, table_rows
from goldenspike.server.storage.database import Database
from goldenspike.server.storage.table_rows import TableRow
from goldenspike.server.tables import table_creation
from goldenspike.server.tables.table_store import TableStore
from goldenspike.server.views.replays import Replays


@post("/api/tables/{table:str}/review", status_code=200)
async def ask(
    database: Database,
    review_queue: ReviewQueue,
    table: str,
    person: PersonRow,
    client: Client,
    code: Invitation = None,
) -> ReviewStatus:
    """Review a finished game in the background, if that was not done yet."""
    await _require_shown(database, table, person.id, code)
    return await review_queue.ask(table, person.id, client.origin)


@get("/api/tables/{table:str}/review")
async def review(
    database: Database,
    review_queue: ReviewQueue,
    table: str,
    maybe: PersonRow | None,
    code: Invitation = None,
) -> ReviewStatus:
    """The review of a finished game, or how far it is."""
    person = maybe.id if maybe else None
    await _require_shown(database, table, person, code)
    async with database.read() as connection:
        status = await stored_reviews.status_of(connection, table, person)
    if status.state == "none" and person is not None:
        # The page that explains reviews is open: one is likely to be asked for soon.
        review_queue.warm()
    return status


@delete("/api/tables/{table:str}/review", status_code=200)
async def stop(
    database: Database, table: str, person: PersonRow, code: Invitation = None
) -> ReviewStatus:
    """Stop the review of a game, if you have asked for it."""
    await _require_shown(database, table, person.id, code)
    async with database.write() as connection:
        await stored_reviews.stop(connection, table, person.id)
        return await stored_reviews.status_of(connection, table, person.id)


@post("/api/tables/{table:str}/what-if")
async def what_if(
    store: TableStore,
    replays: Replays,
    settings: Settings,
    table: str,
    person: PersonRow,
    data: WhatIf,
    code: Invitation = None,
) -> TableForYou:
    """A running table of yours that goes on from a moment of a finished game."""
    row = await _require_shown(store.database, table, person.id, code)
    if row.options.own_board is not None:
        async with store.database.read() as connection:
            await own_boards.require_playable(connection, row.board)
    made = what_if_table(row, await replays.game_at(row, data.step), data, person)
    info = await table_creation.create(store, made, settings.tables_per_person, settings.tables)
    return TableForYou(info, made.you(person.id))


async def _require_shown(
    database: Database, table: str, person: str | None, code: str | None
) -> TableRow:
    """The table; refuses who may not see the replay, and nobody may before the end of the game."""
    async with database.read() as connection:
        row = await table_rows.read_one(connection, table)
    row.require_shown(person, code)
    row.require_finished()
    return row


HANDLERS = (ask, review, stop, what_if)
