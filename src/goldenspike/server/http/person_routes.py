"""HTTP routes for guests, accounts, and a person's own games."""

from __future__ import annotations

from typing import Annotated

from litestar import get, patch, post
from litestar.params import HeaderParameter

from goldenspike.server.cluster.bus import Bus
from goldenspike.server.cluster.notifications import LoggedOut
from goldenspike.server.people.accounts import People, PersonRow, token_id
from goldenspike.server.protocol.bodies import (
    Admitted,
    Credentials,
    Done,
    MyGame,
    MyGames,
    NewGuest,
    Person,
    Rename,
)
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.storage import table_rows, table_search
from goldenspike.server.storage.database import Database
from goldenspike.server.tables.table_server import TableServer
from goldenspike.server.tables.table_store import TableStore

Bearer = Annotated[
    str | None,
    HeaderParameter(name="Authorization", description="Bearer and your token.", required=False),
]
FINISHED_LIMIT = 200
"""Finished games listed at most; waiting and running games are all listed."""


def token_of(authorization: str | None) -> str | None:
    """The token of an Authorization header."""
    if authorization is None:
        return None
    kind, _, token = authorization.partition(" ")
    if kind.lower() != "bearer" or not token.strip():
        raise Refusal("token_unknown")
    return token.strip()


async def maybe_person(people: People, authorization: Bearer = None) -> PersonRow | None:
    """The person whose token the request carries, if it carries one."""
    token = token_of(authorization)
    return None if token is None else await people.by_token(token)


async def known_person(maybe: PersonRow | None) -> PersonRow:
    """The person whose token the request carries; refuses requests without one."""
    if maybe is None:
        raise Refusal("token_needed")
    return maybe


@post("/api/guests")
async def new_guest(people: People, data: NewGuest) -> Admitted:
    """A nickname gets a token."""
    return await people.guest(data.name)


@post("/api/accounts")
async def new_account(
    people: People, store: TableStore, data: Credentials, maybe: PersonRow | None
) -> Admitted:
    """Make an account; with a guest's token, the guest becomes it and keeps everything."""
    admitted, touched = await people.account(data.name, data.password, maybe)
    await store.changed_elsewhere(touched)
    return admitted


@post("/api/login", status_code=200)
async def login(
    people: People, store: TableStore, data: Credentials, maybe: PersonRow | None
) -> Admitted:
    """Log in; with a guest's token, the account takes over the guest's seats."""
    admitted, moved = await people.login(data.name, data.password, maybe)
    await store.changed_elsewhere(moved)
    return admitted


@post("/api/logout", status_code=200)
async def logout(
    people: People,
    tables: TableServer,
    bus: Bus,
    person: PersonRow,
    authorization: Bearer = None,
) -> Done:
    """Forget this token; sockets opened with it are closed."""
    token = token_of(authorization) or ""
    await people.logout(token)
    tables.close_sockets_of(token_id(token))
    await bus.publish_now(LoggedOut(token_id(token)))
    return Done()


@get("/api/me")
async def me(person: PersonRow) -> Person:
    """Who am I."""
    return person.to_public()


@patch("/api/me")
async def rename(people: People, person: PersonRow, data: Rename) -> Person:
    """Change the nickname."""
    return (await people.rename(person, data.name)).to_public()


@get("/api/me/games")
async def my_games(database: Database, person: PersonRow) -> MyGames:
    """My waiting, running and finished games, the newest first."""
    games = MyGames([], [], [])
    async with database.read() as connection:
        ids = await table_search.of_person(connection, person.id, FINISHED_LIMIT)
        found = await table_rows.read(connection, ids)
        shown = await table_rows.to_public(connection, found)
    for row, info in zip(found, shown, strict=True):
        mine = row.seats_of(person.id)
        ranks = [score.rank for score in row.scores or () if score.seat in mine]
        mine_to_move = info.turn in mine and row.seats[info.turn].stand_in != "for_good"
        game = MyGame(info, mine, mine_to_move, min(ranks, default=None))
        getattr(games, row.status).append(game)
    return games


HANDLERS = (new_guest, new_account, login, logout, me, rename, my_games)
