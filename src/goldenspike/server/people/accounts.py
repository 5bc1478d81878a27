"""Guests and accounts: how one becomes one, logs in, and gets back in."""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass
from hashlib import sha256

from sqlalchemy import ColumnElement, Row, delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from goldenspike.server.people import tokens as token_store
from goldenspike.server.people.names import (
    account_key,
    clean_name,
    folded,
    friendly_name,
    look,
)
from goldenspike.server.people.passwords import Passwords
from goldenspike.server.people.rate_limits import Buckets
from goldenspike.server.people.tokens import NOWHERE, Client, TokenRow, hash_secret, token_id
from goldenspike.server.protocol.person_bodies import Admitted, Person
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.storage import own_boards, server_values
from goldenspike.server.storage.database import Database
from goldenspike.server.storage.schema import chat, people, recovery_codes, seats, tables
from goldenspike.server.storage.schema import tokens as tokens_table
from goldenspike.server.storage.times import milliseconds

RECOVERY_CODES = 10
CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""No letters that are mistaken for digits when a code is written down."""


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A person as stored."""

    id: str
    name: str
    account: str | None
    role: str | None = None

    def to_public(self) -> Person:
        """For an answer to that person."""
        return Person(self.id, self.name, self.account, self.role == "moderator")


@dataclass(frozen=True, slots=True)
class Entered:
    """Somebody who has got a token, and what has to be told to others."""

    admitted: Admitted
    tables: list[str]
    """Tables at which seats are shown differently now."""
    revoked: list[str]
    """Ids of tokens that are no longer valid."""


class People:
    """Guests and accounts, and their tokens."""

    def __init__(self, database: Database, token_days: int, account_limit: Buckets) -> None:
        self._database = database
        self._passwords = Passwords()
        self._days = token_days
        self._account_limit = account_limit
        """Log-ins by account, from where it is not known."""
        self._known_limit = Buckets(account_limit.rate, account_limit.burst)
        """Log-ins by account and origin, from where it is known."""
        self._key = b""
        self._origins: dict[str, str] = {}
        """Person -> origin, of those asked for lately."""

    async def open(self) -> None:
        """Read the key with which addresses are hashed."""
        key = await server_values.get_or_create(self._database, "origin_key", secrets.token_hex)
        self._key = key.encode()

    def origin(self, address: str) -> str:
        """A keyed hash of an address: tells addresses apart without storing them."""
        return hmac.new(self._key, address.encode(), sha256).hexdigest()[:32]

    async def origin_of(self, person: str) -> str:
        """Where a person came from when they began here; their own id if that is not known."""
        known = self._origins.get(person)
        if known is None:
            async with self._database.read() as connection:
                query = select(people.c.origin).where(people.c.id == person)
                known = (await connection.execute(query)).scalar() or person
            if len(self._origins) >= 10_000:
                self._origins.clear()
            self._origins[person] = known
        return known

    # Entering ---------------------------------------------------------------------------------

    async def guest(self, name: str | None, client: Client = NOWHERE) -> Admitted:
        """Create a guest, who has a token, and a name that is not an account's or looks like it."""
        wanted = clean_name(name) if name is not None else friendly_name()
        async with self._database.write() as connection:
            if await _account_alike(connection, wanted) is not None:
                raise Refusal("name_taken", name=wanted)
            person = PersonRow(secrets.token_hex(8), wanted, None)
            now = milliseconds()
            await connection.execute(
                insert(people).values(
                    id=person.id, name=person.name, name_key=look(person.name), created=now,
                    seen=now, origin=client.origin,
                )
            )  # fmt: skip
            token = await token_store.new_token(connection, person.id, client, self._days)
            return Admitted(token, person.to_public())

    async def account(
        self, name: str, password: str, guest: TokenRow | None, client: Client = NOWHERE
    ) -> Entered:
        """Create an account, or make a guest one, whose tokens until now are revoked.

        Refuses where the guest's token is used from elsewhere: it may have been stolen.
        """
        name = clean_name(name)
        if guest is not None and guest.account is not None:
            raise Refusal("account_already")
        if guest is not None and not guest.came_from(client):
            raise Refusal("other_device")
        values = {
            "name": name,
            "name_key": look(name),
            "account": name,
            "account_key": account_key(name),
            "password": await self._passwords.hash(password),
        }
        seated: list[str] = []
        revoked: list[str] = []
        try:
            async with self._database.write() as connection:
                if await _account_alike(connection, name) is not None:
                    raise Refusal("name_taken", name=name)
                if guest is None:
                    person_id, now = secrets.token_hex(8), milliseconds()
                    await connection.execute(
                        insert(people).values(
                            id=person_id, created=now, origin=client.origin, **values
                        )
                    )
                else:
                    person_id = guest.person
                    seated = await _touch_tables(connection, seats.c.person == person_id)
                    there = await connection.execute(
                        update(people).where(people.c.id == person_id).values(**values)
                    )
                    if there.rowcount != 1:
                        raise Refusal("token_unknown")
                    revoked = await token_store.revoke(connection, person_id)
                token = await token_store.new_token(connection, person_id, client, self._days)
        except IntegrityError:
            raise Refusal("name_taken", name=name) from None
        admitted = Admitted(token, PersonRow(person_id, name, name).to_public())
        return Entered(admitted, seated, revoked)

    async def login(
        self, name: str, password: str, guest: TokenRow | None, client: Client = NOWHERE
    ) -> Entered:
        """Log in; the account takes over a guest's seats if it is the guest's own device."""
        name = clean_name(name)
        async with self._database.read() as connection:
            row = await _account_named(connection, name)
            known = None if row is None else await token_store.known_as(connection, row.id, client)
        key = account_key(name)
        if known is not None:
            # Others who guess at the account's password do not lock its owner out.
            self._known_limit.check(f"{key} {known}")
        else:
            self._account_limit.check(key)
        # An unknown name takes as long as a wrong password, so that names cannot be probed.
        right = await self._passwords.verify(None if row is None else row.password, password)
        if row is None or not right:
            raise Refusal("login_wrong")
        if row.banned is not None and row.banned > milliseconds():
            raise Refusal("banned", until=row.banned)
        moved: list[str] = []
        revoked: list[str] = []
        async with self._database.write() as connection:
            if guest is not None and guest.account is None and guest.came_from(client):
                moved, revoked = await _take_over(connection, guest.person, row.id)
            token = await token_store.new_token(connection, row.id, client, self._days)
        person = PersonRow(row.id, row.name, row.account, row.role).to_public()
        return Entered(Admitted(token, person), moved, revoked)

    async def by_token(self, token: str) -> PersonRow:
        """Whose token this is."""
        row = await self.token_row(token)
        return PersonRow(row.person, row.name, row.account, row.role)

    async def token_row(self, token: str) -> TokenRow:
        """The token as stored; using it lets it expire later."""
        async with self._database.read() as connection:
            row = await token_store.find_token(connection, token)
        if token_store.is_old(row, self._days):
            async with self._database.write() as connection:
                await token_store.prolong(connection, row, self._days)
        return row

    async def valid_tokens(self, ids: list[str]) -> set[str]:
        """Those of these tokens that are still valid."""
        async with self._database.read() as connection:
            return await token_store.valid_ids(connection, ids)

    # Leaving and coming back ------------------------------------------------------------------

    async def logout(self, token: str) -> None:
        """Revoke a token."""
        async with self._database.write() as connection:
            await connection.execute(
                delete(tokens_table).where(tokens_table.c.id == token_id(token))
            )

    async def logout_everywhere(self, person: PersonRow) -> list[str]:
        """Revoke every token of a person; returns their ids."""
        async with self._database.write() as connection:
            return await token_store.revoke(connection, person.id)

    async def change_password(
        self, person: PersonRow, old: str, new: str, client: Client = NOWHERE
    ) -> Entered:
        """Replace the password; every token is revoked, and a new one given."""
        await self.check_password(person, old)
        return await self._replace_password(person, await self._passwords.hash(new), client)

    async def check_password(self, person: PersonRow, password: str) -> None:
        """Refuse unless it is the account's password; guesses are limited."""
        if person.account is None:
            raise Refusal("account_needed")
        self._known_limit.check(f"{person.id} password")
        async with self._database.read() as connection:
            query = select(people.c.password).where(people.c.id == person.id)
            hashed = (await connection.execute(query)).scalar()
        if not await self._passwords.verify(hashed, password):
            raise Refusal("login_wrong")

    async def new_recovery_codes(self, person: PersonRow, password: str) -> list[str]:
        """Codes that replace the password, each once; those given out before are void."""
        await self.check_password(person, password)
        codes = [_new_code() for _ in range(RECOVERY_CODES)]
        async with self._database.write() as connection:
            await connection.execute(
                delete(recovery_codes).where(recovery_codes.c.person == person.id)
            )
            now = milliseconds()
            lines = [
                {"hash": hash_secret(_typed(code)), "person": person.id, "created": now}
                for code in codes
            ]
            await connection.execute(insert(recovery_codes), lines)
        return codes

    async def recover(
        self, name: str, code: str, password: str, client: Client = NOWHERE
    ) -> Entered:
        """Replace a forgotten password with a recovery code, which is used up."""
        # By address as well: nobody guesses 80 bits, and nobody locks the owner out.
        self._account_limit.check(f"recover {account_key(clean_name(name))} {client.origin}")
        hashed = await self._passwords.hash(password)
        async with self._database.write() as connection:
            row = await _account_named(connection, clean_name(name))
            used = await connection.execute(
                delete(recovery_codes).where(
                    recovery_codes.c.hash == hash_secret(_typed(code)),
                    recovery_codes.c.person == (row.id if row is not None else ""),
                )
            )
        if row is None or not used.rowcount:
            raise Refusal("recovery_wrong")
        person = PersonRow(row.id, row.name, row.account, row.role)
        return await self._replace_password(person, hashed, client)

    async def _replace_password(self, person: PersonRow, hashed: str, client: Client) -> Entered:
        async with self._database.write() as connection:
            await connection.execute(
                update(people).where(people.c.id == person.id).values(password=hashed)
            )
            revoked = await token_store.revoke(connection, person.id)
            token = await token_store.new_token(connection, person.id, client, self._days)
        return Entered(Admitted(token, person.to_public()), [], revoked)

    async def rename(self, person: PersonRow, name: str) -> PersonRow:
        """Change the nickname; an account's log-in name stays."""
        name = clean_name(name)
        async with self._database.write() as connection:
            alike = await _account_alike(connection, name)
            if alike is not None and alike.id != person.id:
                raise Refusal("name_taken", name=name)
            await connection.execute(
                update(people)
                .where(people.c.id == person.id)
                .values(name=name, name_key=look(name))
            )
        return PersonRow(person.id, name, person.account, person.role)


def _new_code() -> str:
    """80 bits or so, in four groups that can be written down."""
    letters = "".join(secrets.choice(CODE_LETTERS) for _ in range(16))
    return "-".join(letters[i : i + 4] for i in range(0, 16, 4))


def _typed(code: str) -> str:
    """A code without what a person may type differently."""
    return "".join(c for c in code.lower() if c.isalnum())


async def _account_named(connection: AsyncConnection, name: str) -> Row[tuple[str]] | None:
    """The account that logs in by this name; accounts of earlier versions have another key."""
    keys = (account_key(name), folded(name))
    found = list(await connection.execute(select(people).where(people.c.account_key.in_(keys))))
    found.sort(key=lambda row: folded(row.account or "") != folded(name))
    return found[0] if found else None


async def _account_alike(connection: AsyncConnection, name: str) -> Row[tuple[str]] | None:
    """An account that this name could be mistaken for."""
    keys = (account_key(name), folded(name))
    same = people.c.account_key.in_(keys) | (
        (people.c.name_key == look(name)) & people.c.account.is_not(None)
    )
    return (await connection.execute(select(people.c.id).where(same))).first()


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


async def _take_over(
    connection: AsyncConnection, guest: str, account: str
) -> tuple[list[str], list[str]]:
    """Give the account what the guest has; returns changed tables and revoked tokens."""
    # Locked, so that the guest takes no other seat meanwhile.
    query = select(people.c.id).where(people.c.id == guest).with_for_update()
    if guest == account or (await connection.execute(query)).first() is None:
        return [], []
    held = (seats.c.person == guest) | (tables.c.owner == guest)
    moved = await _touch_tables(connection, held)
    await connection.execute(update(seats).where(seats.c.person == guest).values(person=account))
    await connection.execute(update(tables).where(tables.c.owner == guest).values(owner=account))
    await connection.execute(update(chat).where(chat.c.person == guest).values(person=account))
    await own_boards.pass_on(connection, guest, account)
    revoked = await token_store.revoke(connection, guest)
    await connection.execute(delete(people).where(people.c.id == guest))
    return moved, revoked
