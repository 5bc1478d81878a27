"""Exports tables, as one JSON line each; `table_import` reads them.

A line holds the seed and every action, also of running games: protect such a file like the
database. People are exported as guests without tokens, or on request as accounts with the hashes
of their passwords. Ratings are not exported.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import msgspec
from sqlalchemy import Table, select

from goldenspike.errors import InputError
from goldenspike.server.storage.database import Database
from goldenspike.server.storage.exported_table import (
    FORMAT,
    Account,
    Action,
    BoardFile,
    ChatLine,
    Person,
    Seat,
    TableValues,
)
from goldenspike.server.storage.schema import (
    actions,
    boards,
    chat,
    own_boards,
    people,
    seats,
    tables,
)
from goldenspike.workshop.own_board import is_own_board


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
            query = _columns(tables, TableValues).where(tables.c.id == table_id)
            row = (await connection.execute(query)).one()
            document["table"] = dict(row._mapping)
            parts = (("seats", seats, Seat), ("actions", actions, Action), ("chat", chat, ChatLine))
            for name, source, kind in parts:
                lines = await connection.execute(
                    _columns(source, kind)
                    .where(source.c.table_id == table_id)
                    .order_by(source.c[1])
                )
                document[name] = [dict(line._mapping) for line in lines]
            ids = {row.owner} | {s["person"] for s in document["seats"] if s["person"]}
            found = await connection.execute(
                _columns(people, Account if accounts else Person).where(people.c.id.in_(ids))
            )
            document["people"] = sorted((dict(p._mapping) for p in found), key=lambda p: p["id"])
            if is_own_board(row.board):
                mine = own_boards.c
                board = await connection.execute(
                    select(mine.play_hash.label("hash"), mine.id.label("board"), mine.file).where(
                        mine.id == row.board
                    )
                )
            else:
                board = await connection.execute(
                    _columns(boards, BoardFile).where(boards.c.hash == row.board_hash)
                )
            document["board"] = next((dict(line._mapping) for line in board), None)
        yield msgspec.json.encode(document) + b"\n"


def _columns(source: Table, kind: type[msgspec.Struct]) -> Any:
    return select(*(source.c[name] for name in kind.__struct_fields__))
