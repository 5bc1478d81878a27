"""HTTP routes for guests and accounts: entering, leaving, and a person's own games."""

from __future__ import annotations

import secrets
from typing import Annotated, Any

from litestar import Request, Response, get, patch, post
from litestar.datastructures import Cookie
from litestar.params import HeaderParameter

from goldenspike.server.http.addresses import address_of
from goldenspike.server.http.revocation import Revocation
from goldenspike.server.people.accounts import Entered, People, PersonRow
from goldenspike.server.people.tokens import Client, TokenRow, token_id
from goldenspike.server.protocol.bodies import Done
from goldenspike.server.protocol.person_bodies import (
    Admitted,
    Credentials,
    NewGuest,
    Person,
    Recovery,
    Rename,
)
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.protocol.table_bodies import MyGame, MyGames, Waiting
from goldenspike.server.storage import table_rows, table_search
from goldenspike.server.storage.database import Database
from goldenspike.server.tables.table_store import TableStore

Bearer = Annotated[
    str | None,
    HeaderParameter(name="Authorization", description="Bearer and your token.", required=False),
]
AnyRequest = Request[Any, Any, Any]
FINISHED_LIMIT = 200
"""Finished games listed at most; waiting and running games are all listed."""
DEVICE_COOKIE = "goldenspike_device"
"""Proves that a guest's token is used on the device it was given to; scripts can't read it."""


def token_of(authorization: str | None) -> str | None:
    """The token of an Authorization header."""
    if authorization is None:
        return None
    kind, _, token = authorization.partition(" ")
    if kind.lower() != "bearer" or not token.strip():
        raise Refusal("token_unknown")
    return token.strip()


async def maybe_token(people: People, authorization: Bearer = None) -> TokenRow | None:
    """The token that the request carries, if it carries one."""
    token = token_of(authorization)
    return None if token is None else await people.token_row(token)


async def maybe_person(mine: TokenRow | None) -> PersonRow | None:
    """The person whose token the request carries, if it carries one."""
    return None if mine is None else PersonRow(mine.person, mine.name, mine.account, mine.role)


async def known_person(maybe: PersonRow | None) -> PersonRow:
    """The person whose token the request carries; refuses requests without one."""
    if maybe is None:
        raise Refusal("token_needed")
    return maybe


async def client_of(request: AnyRequest, people: People) -> Client:
    """Where the request comes from; a device without a cookie gets one with the answer."""
    device = request.cookies.get(DEVICE_COOKIE)
    if device is None or not 20 <= len(device) <= 100 or not device.isascii():
        device = secrets.token_urlsafe(24)
    return Client(people.origin(address_of(request.scope).narrow), device)


def admit(admitted: Admitted, client: Client, request: AnyRequest, status: int) -> Response[Any]:
    """The answer to somebody who gets a token."""
    cookie = Cookie(
        key=DEVICE_COOKIE,
        value=client.device,
        max_age=400 * 24 * 3600,
        path="/api",
        httponly=True,
        secure=request.scope["scheme"] == "https",
        samesite="strict",
    )
    return Response(admitted, status_code=status, cookies=[cookie])


@post("/api/guests")
async def new_guest(
    people: People, data: NewGuest, client: Client, request: AnyRequest
) -> Response[Admitted]:
    """A nickname gets a token."""
    return admit(await people.guest(data.name, client), client, request, 201)


@post("/api/accounts")
async def new_account(
    people: People,
    revocation: Revocation,
    data: Credentials,
    mine: TokenRow | None,
    client: Client,
    request: AnyRequest,
) -> Response[Admitted]:
    """Make an account; with a guest's token, the guest becomes it and keeps everything."""
    entered = await people.account(data.name, data.password, mine, client)
    await revocation.tell(entered)
    return admit(entered.admitted, client, request, 201)


@post("/api/login", status_code=200)
async def login(
    people: People,
    revocation: Revocation,
    data: Credentials,
    mine: TokenRow | None,
    client: Client,
    request: AnyRequest,
) -> Response[Admitted]:
    """Log in; with a token of a guest of this device, the account takes over the guest's seats."""
    entered = await people.login(data.name, data.password, mine, client)
    await revocation.tell(entered)
    return admit(entered.admitted, client, request, 200)


@post("/api/recover", status_code=200)
async def recover(
    people: People, revocation: Revocation, data: Recovery, client: Client, request: AnyRequest
) -> Response[Admitted]:
    """Replace a forgotten password with a recovery code; every device is logged out."""
    entered: Entered = await people.recover(data.name, data.code, data.password, client)
    await revocation.tell(entered)
    return admit(entered.admitted, client, request, 200)


@post("/api/logout", status_code=200)
async def logout(
    people: People, revocation: Revocation, person: PersonRow, authorization: Bearer = None
) -> Done:
    """Forget this token; sockets opened with it are closed."""
    token = token_of(authorization) or ""
    await people.logout(token)
    await revocation.revoked([token_id(token)])
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
        ends = [(score.rank, score.total) for score in row.scores or () if score.seat in mine]
        rank, points = min(ends, default=(None, None))
        mine_to_move = info.turn in mine and row.seats[info.turn].stand_in != "for_good"
        game = MyGame(info, mine, mine_to_move, rank, points)
        getattr(games, row.status).append(game)
    return games


@get("/api/me/waiting")
async def waiting(store: TableStore, person: PersonRow) -> Waiting:
    """How many of my games wait for a move of mine."""
    async with store.database.read() as connection:
        return Waiting(await table_search.count_waiting_for(connection, person.id))


HANDLERS = (
    new_guest, new_account, login, recover, logout, me, rename, my_games, waiting,
)  # fmt: skip
