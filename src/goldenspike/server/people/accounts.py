"""Guests, accounts and their tokens."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
import unicodedata
from dataclasses import dataclass

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import ColumnElement, delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from goldenspike.server.protocol.bodies import (
    NAME_LIMIT,
    PASSWORD_LEAST,
    PASSWORD_LIMIT,
    Admitted,
    Person,
)
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.storage.database import Database
from goldenspike.server.storage.schema import chat, people, seats, tables, tokens
from goldenspike.server.storage.times import milliseconds

JOINER = "\u200d"
"""Zero-width joiner, part of many emoji: the only invisible character allowed in names."""


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A person as stored."""

    id: str
    name: str
    account: str | None

    def to_public(self) -> Person:
        """For an answer to that person."""
        return Person(id=self.id, name=self.name, account=self.account)


def clean_name(name: str) -> str:
    """A name with normalised spaces; refuses empty, long and invisible ones."""
    name = " ".join(unicodedata.normalize("NFC", name).split())
    hidden = any(unicodedata.category(c)[0] == "C" and c != JOINER for c in name)
    if not 1 <= len(name) <= NAME_LIMIT or hidden or not name.strip(JOINER):
        raise Refusal("name_bad", limit=NAME_LIMIT)
    return name


def account_key(name: str) -> str:
    """The name without case and look-alike spellings; unique among accounts."""
    return unicodedata.normalize("NFKC", name).casefold()


def hash_secret(secret: str) -> str:
    """The stored hash of a token's secret half; it is random, so one round of SHA-256 is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()


def token_id(token: str) -> str:
    """The public half of a token, its id; the other half is the secret."""
    return token.partition(".")[0]


class People:
    """Guests and accounts, and their tokens."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._hasher = PasswordHasher()
        # Hashing takes tens of megabytes and milliseconds on purpose: two at a time, in threads.
        self._hashing = asyncio.Semaphore(2)
        self._dummy_hash: str | None = None
        """Verified where there is no account, so that this takes as long as with one."""

    async def guest(self, name: str) -> Admitted:
        """Create a guest, who has a nickname and a token."""
        person = PersonRow(secrets.token_hex(8), clean_name(name), None)
        async with self._database.write() as connection:
            await connection.execute(
                insert(people).values(id=person.id, name=person.name, created=milliseconds())
            )
            return Admitted(await _new_token(connection, person.id), person.to_public())

    async def account(
        self, name: str, password: str, guest: PersonRow | None
    ) -> tuple[Admitted, list[str]]:
        """Create an account, or make a guest one; also returns the tables the guest sits at."""
        name = clean_name(name)
        if not PASSWORD_LEAST <= len(password) <= PASSWORD_LIMIT:
            raise Refusal("password_short", least=PASSWORD_LEAST, limit=PASSWORD_LIMIT)
        if guest is not None and guest.account is not None:
            raise Refusal("account_already")
        async with self._hashing:
            hashed = await asyncio.to_thread(self._hasher.hash, password)
        values = {
            "name": name,
            "account": name,
            "account_key": account_key(name),
            "password": hashed,
        }
        seated: list[str] = []
        try:
            async with self._database.write() as connection:
                if guest is None:
                    person_id = secrets.token_hex(8)
                    await connection.execute(
                        insert(people).values(id=person_id, created=milliseconds(), **values)
                    )
                else:
                    person_id = guest.id
                    seated = await _touch_tables(connection, seats.c.person == person_id)
                    there = await connection.execute(
                        update(people).where(people.c.id == person_id).values(**values)
                    )
                    if there.rowcount != 1:
                        raise Refusal("token_unknown")
                token = await _new_token(connection, person_id)
        except IntegrityError:
            raise Refusal("name_taken", name=name) from None
        return Admitted(token, PersonRow(person_id, name, name).to_public()), seated

    async def login(
        self, name: str, password: str, guest: PersonRow | None
    ) -> tuple[Admitted, list[str]]:
        """Log in; also returns the tables at which the account took over a guest's seats."""
        key = account_key(clean_name(name))
        async with self._database.read() as connection:
            query = select(people).where(people.c.account_key == key)
            row = (await connection.execute(query)).first()
        # An unknown name takes as long as a wrong password, so that names cannot be probed.
        async with self._hashing:
            if self._dummy_hash is None:
                self._dummy_hash = await asyncio.to_thread(self._hasher.hash, secrets.token_hex())
            hashed = row.password if row is not None else self._dummy_hash
            right = await asyncio.to_thread(self._verify, hashed, password[: PASSWORD_LIMIT + 1])
        if row is None or not right:
            raise Refusal("login_wrong")
        moved: list[str] = []
        async with self._database.write() as connection:
            if guest is not None and guest.account is None and guest.id != row.id:
                moved = await _take_over(connection, guest.id, row.id)
            token = await _new_token(connection, row.id)
        return Admitted(token, PersonRow(row.id, row.name, row.account).to_public()), moved

    async def logout(self, token: str) -> None:
        """Revoke a token."""
        async with self._database.write() as connection:
            await connection.execute(delete(tokens).where(tokens.c.id == token_id(token)))

    async def rename(self, person: PersonRow, name: str) -> PersonRow:
        """Change the nickname; an account's log-in name stays."""
        name = clean_name(name)
        async with self._database.write() as connection:
            await connection.execute(
                update(people).where(people.c.id == person.id).values(name=name)
            )
        return PersonRow(person.id, name, person.account)

    async def by_token(self, token: str) -> PersonRow:
        """Whose token this is."""
        known, _, secret = token.partition(".")
        if not token.isascii() or not token.isprintable() or not known or len(token) > 200:
            raise Refusal("token_unknown")
        async with self._database.read() as connection:
            query = (
                select(tokens.c.hash, people.c.id, people.c.name, people.c.account)
                .join(people, people.c.id == tokens.c.person)
                .where(tokens.c.id == known)
            )
            row = (await connection.execute(query)).first()
        expected = row.hash if row is not None else hash_secret("")
        if not hmac.compare_digest(expected, hash_secret(secret)) or row is None:
            raise Refusal("token_unknown")
        return PersonRow(row.id, row.name, row.account)

    def _verify(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except (VerificationError, InvalidHashError):
            return False


async def _new_token(connection: AsyncConnection, person: str) -> str:
    known, secret = secrets.token_hex(8), secrets.token_urlsafe(32)
    await connection.execute(
        insert(tokens).values(
            id=known, hash=hash_secret(secret), person=person, created=milliseconds()
        )
    )
    return f"{known}.{secret}"


async def _touch_tables(connection: AsyncConnection, which: ColumnElement[bool]) -> list[str]:
    """Lock these tables and increment their versions, before their seats are changed.

    Every change locks in this order, so that none waits for another in a circle.
    """
    found = select(tables.c.id).outerjoin(seats, seats.c.table_id == tables.c.id).where(which)
    renewed = await connection.execute(
        update(tables)
        .where(tables.c.id.in_(found))
        .values(version=tables.c.version + 1)
        .returning(tables.c.id)
    )
    return [line.id for line in renewed]


async def _take_over(connection: AsyncConnection, guest: str, account: str) -> list[str]:
    # Locked, so that the guest takes no other seat meanwhile.
    query = select(people.c.id).where(people.c.id == guest).with_for_update()
    if (await connection.execute(query)).first() is None:
        return []
    held = (seats.c.person == guest) | (tables.c.owner == guest)
    moved = await _touch_tables(connection, held)
    await connection.execute(update(seats).where(seats.c.person == guest).values(person=account))
    await connection.execute(update(tables).where(tables.c.owner == guest).values(owner=account))
    await connection.execute(update(chat).where(chat.c.person == guest).values(person=account))
    await connection.execute(delete(tokens).where(tokens.c.person == guest))
    await connection.execute(delete(people).where(people.c.id == guest))
    return moved
