"""Tokens: what proves who somebody is, until it expires or is revoked."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass

from sqlalchemy import delete, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.storage.schema import people, tokens
from goldenspike.server.storage.times import DAY, milliseconds


@dataclass(frozen=True, slots=True)
class Client:
    """Where a request comes from, as far as it is remembered."""

    origin: str | None = None
    """A keyed hash of its address."""
    device: str | None = None
    """The secret of its cookie."""


NOWHERE = Client()
"""A client of which nothing is known."""


@dataclass(frozen=True, slots=True)
class TokenRow:
    """A token and its person, as stored."""

    id: str
    person: str
    name: str
    account: str | None
    role: str | None
    muted: int | None
    expires: int | None
    origin: str | None
    device: str | None

    def came_from(self, client: Client) -> bool:
        """Whether the client has the device or the address that the token was given to.

        Tokens of earlier versions have neither, and are taken at their word.
        """
        if self.origin is None and self.device is None:
            return True
        same = client.device is not None and hash_secret(client.device) == self.device
        return same or (client.origin is not None and client.origin == self.origin)


def hash_secret(secret: str) -> str:
    """The stored hash of something random, for which one round of SHA-256 is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()


def token_id(token: str) -> str:
    """The public half of a token, its id; the other half is the secret."""
    return token.partition(".")[0]


async def new_token(
    connection: AsyncConnection, person: str, client: Client, days: int = 180
) -> str:
    """A new token of this person, which expires when it is not used for so many days."""
    known, secret = secrets.token_hex(8), secrets.token_urlsafe(32)
    now = milliseconds()
    await connection.execute(
        insert(tokens).values(
            id=known,
            hash=hash_secret(secret),
            person=person,
            created=now,
            expires=now + days * DAY,
            origin=client.origin,
            device=None if client.device is None else hash_secret(client.device),
        )
    )
    await connection.execute(update(people).where(people.c.id == person).values(seen=now))
    return f"{known}.{secret}"


async def find_token(connection: AsyncConnection, token: str) -> TokenRow:
    """The token with its person; refuses unknown and expired ones, and people who are banned."""
    known, _, secret = token.partition(".")
    if not token.isascii() or not token.isprintable() or not known or len(token) > 200:
        raise Refusal("token_unknown")
    query = (
        select(tokens, people.c.name, people.c.account, people.c.role, people.c.banned,
               people.c.muted)
        .join(people, people.c.id == tokens.c.person)
        .where(tokens.c.id == known)
    )  # fmt: skip
    row = (await connection.execute(query)).first()
    expected = row.hash if row is not None else hash_secret("")
    if not hmac.compare_digest(expected, hash_secret(secret)) or row is None:
        raise Refusal("token_unknown")
    now = milliseconds()
    if row.expires is not None and row.expires < now:
        raise Refusal("token_unknown")
    if row.banned is not None and row.banned > now:
        raise Refusal("banned", until=row.banned)
    return TokenRow(
        row.id, row.person, row.name, row.account, row.role, row.muted, row.expires, row.origin,
        row.device,
    )  # fmt: skip


async def prolong(connection: AsyncConnection, token: TokenRow, days: int) -> None:
    """Let a token that is in use expire later, and remember that its person was here."""
    now = milliseconds()
    await connection.execute(
        update(tokens).where(tokens.c.id == token.id).values(expires=now + days * DAY)
    )
    await connection.execute(update(people).where(people.c.id == token.person).values(seen=now))


def is_old(token: TokenRow, days: int) -> bool:
    """Whether a tenth of its time has passed: often enough to prolong it."""
    return token.expires is None or token.expires < milliseconds() + days * DAY * 9 // 10


async def revoke(connection: AsyncConnection, person: str, but: str | None = None) -> list[str]:
    """Revoke all tokens of a person, or all but one; returns their ids."""
    which = (tokens.c.person == person) & (tokens.c.id != (but or ""))
    gone = await connection.execute(delete(tokens).where(which).returning(tokens.c.id))
    return [line.id for line in gone]


async def valid_ids(connection: AsyncConnection, ids: list[str]) -> set[str]:
    """Those of these tokens that are still valid."""
    now = milliseconds()
    query = (
        select(tokens.c.id)
        .join(people, people.c.id == tokens.c.person)
        .where(
            tokens.c.id.in_(ids),
            or_(tokens.c.expires.is_(None), tokens.c.expires >= now),
            or_(people.c.banned.is_(None), people.c.banned <= now),
        )
    )
    return {line.id for line in await connection.execute(query)}


async def known_as(connection: AsyncConnection, person: str, client: Client) -> str | None:
    """The device, or else the address, by which this person is known there; None: by neither.

    They are those to which tokens were given: a cookie that somebody makes up is no device.
    """
    device = None if client.device is None else hash_secret(client.device)
    same = (("device", tokens.c.device, device), ("origin", tokens.c.origin, client.origin))
    for name, column, value in same:
        query = select(tokens.c.id).where(tokens.c.person == person, column == value).limit(1)
        if value is not None and (await connection.execute(query)).first() is not None:
            return f"{name} {value}"
    return None
