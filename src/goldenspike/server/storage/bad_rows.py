"""Lists what in a database cannot be read: tables, seats, boards and games that do not replay.

Such rows are skipped wherever they occur, so that they harm nothing else; an operator looks them up
here. Reasons name no card and no ticket.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

from msgspec import Struct
from sqlalchemy import select

import goldenspike as gs
from goldenspike.boards.problems import BoardError
from goldenspike.boards.read import variant_with_hash
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.storage import table_rows
from goldenspike.server.storage.database import Database
from goldenspike.server.storage.schema import boards, tables
from goldenspike.server.storage.stored_boards import StoredBoards
from goldenspike.server.storage.stored_games import new_game, read_actions
from goldenspike.server.storage.table_rows import TableRow, UnreadableRow

PAGE = 200


class BadRow(Struct, frozen=True):
    """Something stored that cannot be read."""

    kind: str
    """table, board or game."""
    id: str
    """A table's id, or a board's hash."""
    why: str


async def bad_rows(database: Database, replay: bool = False) -> AsyncIterator[BadRow]:
    """Every table and board that cannot be read; with `replay`, also games that do not replay."""
    found_boards = StoredBoards(database)
    async with database.read() as connection:
        for row in (await connection.execute(select(boards))).all():
            try:
                found = variant_with_hash(row.board, row.file.encode(), row.hash)
                why = "its hash is another" if found is None else ""
            except BoardError as error:
                why = str(error)
            if why:
                yield BadRow("board", row.hash, why)
        ids = [row.id for row in await connection.execute(select(tables.c.id).order_by("id"))]
    for start in range(0, len(ids), PAGE):
        async with database.read() as connection:
            page = await table_rows.read_values(connection, ids[start : start + PAGE])
        for table_id, (values, seat_values) in page.items():
            try:
                read = table_rows.table_row(values, seat_values)
            except UnreadableRow as error:
                yield BadRow("table", table_id, str(error))
                continue
            if read.status != "waiting":
                why = await _why_not_played(database, found_boards, read, replay)
                if why:
                    yield BadRow("game", table_id, why)


async def _why_not_played(
    database: Database, found_boards: StoredBoards, row: TableRow, replay: bool
) -> str:
    try:
        game = new_game(row, await found_boards.board_of(row))
    except (Refusal, gs.InputError, ValueError) as error:
        return str(error)
    if not replay:
        return ""
    async with database.read() as connection:
        stored = await read_actions(connection, row.id)
    for number, line in enumerate(stored, 1):
        try:
            if line.number != number or line.seat != game.seat:
                raise gs.InputError("another number or seat")
            game.play(line.action)
        except gs.InputError:
            return f"action {number} cannot be played"
    if row.status == "finished" and not game.over:
        return "finished, but its actions do not lead to the end"
    return ""
