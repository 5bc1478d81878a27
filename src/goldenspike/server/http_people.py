"""HTTP: guests, accounts, and what is mine."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, get, patch, post
from litestar.params import Parameter
from sqlalchemy import select

from . import rows
from .bodies import Admitted, Credentials, Done, MyGame, MyGames, NewGuest, Person, Rename
from .errors import Refusal
from .house import House
from .people import PersonRow, token_id
from .schema import seats, tables

AnyRequest = Request[Any, Any, Any]
Bearer = Annotated[
    str | None,
    Parameter(header="Authorization", description="Bearer and your token.", required=False),
]
FINISHED_LIMIT = 200
"""Finished games shown; of those that go on, none is left out."""


def token_of(authorization: str | None) -> str | None:
    """The token of an Authorization header."""
    if authorization is None:
        return None
    kind, _, token = authorization.partition(" ")
    if kind.lower() != "bearer" or not token.strip():
        raise Refusal("token_unknown")
    return token.strip()


async def maybe_person(house: House, authorization: Bearer = None) -> PersonRow | None:
    """Whoever asks, if they said so."""
    token = token_of(authorization)
    return None if token is None else await house.people.by_token(token)


async def known_person(maybe: PersonRow | None) -> PersonRow:
    """Whoever asks; refuses those who did not say."""
    if maybe is None:
        raise Refusal("token_needed")
    return maybe


@post("/api/guests")
async def new_guest(house: House, data: NewGuest) -> Admitted:
    """A nickname gets a token."""
    return await house.people.guest(data.name)


@post("/api/accounts")
async def new_account(house: House, data: Credentials, maybe: PersonRow | None) -> Admitted:
    """Make an account; with a guest's token, the guest becomes it and keeps everything."""
    admitted, touched = await house.people.account(data.name, data.password, maybe)
    await _tell(house, touched)
    return admitted


@post("/api/login", status_code=200)
async def login(house: House, data: Credentials, maybe: PersonRow | None) -> Admitted:
    """Log in; with a guest's token, the account takes over the guest's seats."""
    admitted, moved = await house.people.login(data.name, data.password, maybe)
    await _tell(house, moved)
    return admitted


@post("/api/logout", status_code=200)
async def logout(house: House, person: PersonRow, authorization: Bearer = None) -> Done:
    """Forget this token; sockets opened with it are closed."""
    token = token_of(authorization) or ""
    await house.people.logout(token)
    house.logged_out(token_id(token))
    await house.bus.tell_now(logged_out=token_id(token))
    return Done()


@get("/api/me")
async def me(person: PersonRow) -> Person:
    """Who am I."""
    return person.shown()


@patch("/api/me")
async def rename(house: House, person: PersonRow, data: Rename) -> Person:
    """Change the nickname."""
    return (await house.people.rename(person, data.name)).shown()


@get("/api/me/games")
async def my_games(house: House, person: PersonRow) -> MyGames:
    """My waiting, running and finished games, the newest first."""
    games = MyGames([], [], [])
    async with house.database.read() as connection:
        query = (
            select(tables.c.id, tables.c.created)
            .outerjoin(seats, seats.c.table_id == tables.c.id)
            .where((seats.c.person == person.id) | (tables.c.owner == person.id))
            .distinct()
            .order_by(tables.c.created.desc())
        )
        over = tables.c.status == "finished"
        ids = [
            line.id
            for part in (query.where(~over), query.where(over).limit(FINISHED_LIMIT))
            for line in await connection.execute(part)
        ]
        found = await rows.read(connection, ids)
        shown = await rows.shown(connection, found)
    for row, info in zip(found, shown, strict=True):
        mine = row.seats_of(person.id)
        ranks = [score.rank for score in row.scores or () if score.seat in mine]
        mine_to_move = info.turn in mine and row.seats[info.turn].stand_in != "for_good"
        game = MyGame(info, mine, mine_to_move, min(ranks, default=None))
        getattr(games, row.status).append(game)
    return games


async def _tell(house: House, tables_changed: list[str]) -> None:
    """Let everyone at these tables know that someone there is somebody else now."""
    for table_id in tables_changed:
        await house.bus.tell_now(table=table_id, version=0)
    await house.look_again(tables_changed)


HANDLERS = (new_guest, new_account, login, logout, me, rename, my_games)
