"""Imports exported tables: the whole file is checked before anything is written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

import msgspec
from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from goldenspike.errors import InputError
from goldenspike.server.storage import own_boards
from goldenspike.server.storage.database import Database
from goldenspike.server.storage.exported_table import LINE_LIMIT, ExportedTable, Person
from goldenspike.server.storage.schema import actions, chat, people, seats, tables
from goldenspike.server.storage.stored_boards import store_board
from goldenspike.server.storage.table_rows import Options
from goldenspike.workshop.own_board import is_own_board

FILE_LIMIT = 4_000_000_000
"""Bytes of one file."""

DECODER = msgspec.json.Decoder(ExportedTable)


@dataclass(slots=True)
class Imported:
    """What an import did."""

    tables: int = 0
    there_already: int = 0
    accounts: int = 0
    made_guests: int = 0
    """Accounts that were imported as guests."""


async def import_tables(
    database: Database,
    file: BinaryIO,
    name: str,
    account_key: Callable[[str], str] | None = None,
    progress: Callable[[int], None] = lambda size: None,
) -> Imported:
    """Store the tables of a file, all in one transaction; those that are there are left alone.

    People become guests, unless `account_key`, which makes the key of an account's name, is given.
    `progress` is called with the number of bytes checked.
    """
    ids: set[str] = set()
    read = 0
    for where, size, table in _tables(file, name):
        if table.table.id in ids:
            raise InputError(f"{where}: table {table.table.id} is in the file twice")
        ids.add(table.table.id)
        try:
            table.check()
        except InputError as error:
            raise InputError(f"{where}: table {table.table.id}: {error}") from None
        read += size
        progress(read)
    done = Imported()
    file.seek(0)
    async with database.write() as connection:
        for where, _, table in _tables(file, name):
            try:
                await _store(connection, table, account_key, done)
            except IntegrityError:
                raise InputError(
                    f"{where}: table {table.table.id} cannot be stored here: its code or the name "
                    "of an account is taken. Nothing was imported."
                ) from None
    return done


def _tables(file: BinaryIO, name: str) -> Iterator[tuple[str, int, ExportedTable]]:
    total = number = 0
    while line := file.readline(LINE_LIMIT + 1):
        number += 1
        where, total = f"{name}, line {number}", total + len(line)
        if len(line) > LINE_LIMIT or total > FILE_LIMIT:
            raise InputError(
                f"{where}: larger than an export may be "
                f"({LINE_LIMIT} bytes a line, {FILE_LIMIT} a file)"
            )
        if line.strip():
            try:
                yield where, len(line), DECODER.decode(line)
            except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
                raise InputError(f"{where}: not an exported table ({error})") from None


async def _store(
    connection: AsyncConnection,
    table: ExportedTable,
    account_key: Callable[[str], str] | None,
    done: Imported,
) -> None:
    there = select(tables.c.id).where(tables.c.id == table.table.id)
    if (await connection.execute(there)).first() is not None:
        done.there_already += 1
        return
    for person in table.people:
        known = select(people.c.id).where(people.c.id == person.id)
        if (await connection.execute(known)).first() is None:
            values = {field: getattr(person, field) for field in Person.__struct_fields__}
            if person.account is not None and account_key is not None:
                values |= {
                    "account": person.account,
                    "account_key": account_key(person.account),
                    "password": person.password,
                }
                done.accounts += 1
            elif person.account is not None:
                done.made_guests += 1
            await connection.execute(insert(people).values(**values))
    if table.board is not None and is_own_board(table.table.board):
        await own_boards.store_file(connection, table.board.file)
    elif table.board is not None:
        await store_board(connection, table.board.board, table.board.hash, table.board.file)
    values = msgspec.structs.asdict(table.table)
    options = msgspec.json.decode(table.table.options, type=Options)
    await connection.execute(insert(tables).values(**values, **options.clock_columns()))
    parts: tuple[tuple[Any, list[Any]], ...] = (
        (seats, table.seats), (actions, table.actions), (chat, table.chat)
    )  # fmt: skip
    for target, lines in parts:
        if lines:
            await connection.execute(insert(target), [msgspec.structs.asdict(x) for x in lines])
    done.tables += 1
