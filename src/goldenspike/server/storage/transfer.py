"""Exports and imports tables, as one JSON line each.

A line holds the seed and every action, also of running games: protect such a file like the
database. People are exported as guests without tokens, or on request as accounts with the hashes
of their passwords. Ratings are not exported.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import msgspec
from sqlalchemy import insert, select

from goldenspike.errors import InputError
from goldenspike.server.storage.database import Database, StorageError
from goldenspike.server.storage.schema import actions, chat, people, seats, tables

FORMAT = "goldenspike-table-1"


ACCOUNT = ("account", "account_key", "password")
"""What makes a guest an account."""


async def export_tables(
    database: Database, wanted: list[str], accounts: bool = False
) -> AsyncIterator[bytes]:
    """Lines for these tables, or for all of them."""
    async with database.read() as connection:
        query = select(tables.c.id).order_by(tables.c.created, tables.c.id)
        known = [row.id for row in await connection.execute(query)]
    missing = set(wanted) - set(known)
    if missing:
        raise InputError(f"There is no table {', '.join(sorted(missing))} in this database.")
    for table_id in wanted or known:
        async with database.read() as connection:
            document: dict[str, Any] = {"format": FORMAT}
            row = (await connection.execute(select(tables).where(tables.c.id == table_id))).one()
            document["table"] = dict(row._mapping)
            for name, source in (("seats", seats), ("actions", actions), ("chat", chat)):
                lines = await connection.execute(
                    select(source).where(source.c.table_id == table_id).order_by(source.c[1])
                )
                document[name] = [dict(line._mapping) for line in lines]
            ids = {row.owner} | {s["person"] for s in document["seats"] if s["person"]}
            columns = [c for c in people.c if accounts or c.name not in ACCOUNT]
            found = await connection.execute(select(*columns).where(people.c.id.in_(sorted(ids))))
            document["people"] = sorted((dict(p._mapping) for p in found), key=lambda p: p["id"])
        yield msgspec.json.encode(document) + b"\n"


async def import_table(database: Database, line: bytes, where: str) -> bool:
    """Store one exported table, in one transaction; False if it is there already."""
    try:
        document = msgspec.json.decode(line)
        if document["format"] != FORMAT:
            raise InputError(f"{where}: format {document['format']!r}, expected {FORMAT!r}")
        table_id = document["table"]["id"]
    except (msgspec.DecodeError, KeyError, TypeError) as error:
        raise InputError(f"{where}: not an exported table ({error})") from None
    try:
        async with database.write() as connection:
            there = select(tables.c.id).where(tables.c.id == table_id)
            if (await connection.execute(there)).first() is not None:
                return False
            for person in document["people"]:
                known = select(people.c.id).where(people.c.id == person["id"])
                if (await connection.execute(known)).first() is None:
                    await connection.execute(insert(people).values(**person))
            await connection.execute(insert(tables).values(**document["table"]))
            for name, target in (("seats", seats), ("actions", actions), ("chat", chat)):
                if document[name]:
                    await connection.execute(insert(target), document[name])
    except (StorageError, OSError):
        raise
    except Exception as error:
        raise InputError(
            f"{where}: table {table_id} cannot be stored here ({type(error).__name__})"
        ) from None
    return True
