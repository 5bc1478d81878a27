"""The boards of stored games, found by the hash of what matters for play.

Every board that a server has ever played on stays in its database, as the text of its file. So a
game goes on, and is shown, on the board it began on, whatever the program's own boards are now.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncConnection

import goldenspike as gs
from goldenspike.boards.load import (
    board_files,
    board_names,
    earlier_board,
    load_board,
    read_once,
)
from goldenspike.boards.play_hash import current_hash
from goldenspike.boards.problems import BoardError
from goldenspike.boards.read import variant_with_hash
from goldenspike.boards.variants import join_name
from goldenspike.notation.records import REPLAYED
from goldenspike.server.log import log
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.storage import own_boards, schema
from goldenspike.server.storage.database import Database
from goldenspike.server.storage.schema import boards
from goldenspike.server.storage.table_rows import TableRow
from goldenspike.server.storage.times import milliseconds
from goldenspike.workshop.own_board import is_own_board, own_board_with_hash, read_own_board

MOST_READ = 256
"""Stored boards that stay in memory; the one used longest ago goes first."""
INSERT = text(
    "INSERT INTO boards (hash, board, file, stored) VALUES (:hash, :board, :file, :stored) "
    "ON CONFLICT DO NOTHING"
)


async def store_board(connection: AsyncConnection, name: str, board_hash: str, file: str) -> None:
    """Store a board, unless it is there."""
    await connection.execute(
        INSERT, {"hash": board_hash, "board": name, "file": file, "stored": milliseconds()}
    )


async def store_built_in(database: Database) -> None:
    """Store the program's own boards, for games that begin now and are continued by others."""
    files = {
        read_once(join_name(name, variant), data).play_hash: (name, data)
        for name, data in board_files()
        for variant in ("", *(variant.id for variant in read_once(name, data).variants))
    }
    async with database.read() as connection:
        found = await connection.execute(select(boards.c.hash).where(boards.c.hash.in_(files)))
        known = {row.hash for row in found}
    if known < files.keys():
        async with database.write() as connection:
            for board_hash, (name, data) in files.items():
                await store_board(connection, name, board_hash, data.decode())


class StoredBoards:
    """The boards of one database; those used last stay in memory."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._read: dict[tuple[str, str], gs.Board] = {}

    async def board_of(self, row: TableRow) -> gs.Board:
        """The board that a started game is played on; refuses a game that this program would play
        differently, because its board or the version of its rules is not known here.
        """
        if row.rules is not None and row.rules not in REPLAYED:
            raise Refusal("other_rules", rules=row.rules, plays=REPLAYED[-1])
        if row.board_hash is None and row.board in board_names():
            return load_board(row.board)
        board = await self.find(row.board, row.board_hash or "")
        if board is None:
            raise Refusal("other_board", board=row.board)
        return board

    async def check_playable(self, row: TableRow) -> None:
        """Refuse a game that has started and that `board_of` refuses."""
        if row.status != "waiting":
            await self.board_of(row)

    async def find(self, name: str, board_hash: str) -> gs.Board | None:
        """A board by its name and hash: one of the program's, or a stored one."""
        key = (name, current_hash(board_hash))
        board = earlier_board(*key)
        if board is not None:
            return board
        board = self._read.pop(key, None) or await self._from_database(*key)
        if board is not None:
            self._keep(key, board)
        return board

    def _keep(self, key: tuple[str, str], board: gs.Board) -> None:
        self._read[key] = board
        while len(self._read) > MOST_READ:
            del self._read[next(iter(self._read))]

    async def own_board(self, name: str, variant: str = "") -> gs.Board | None:
        """A board that somebody made, or a variant of it; its name says which, without a hash."""
        async with self._database.read() as connection:
            query = select(schema.own_boards.c.play_hash).where(schema.own_boards.c.id == name)
            board_hash: str | None = (await connection.execute(query)).scalar()
        board = None if board_hash is None else await self.find(name, board_hash)
        if not variant or board is None or variant not in {each.id for each in board.variants}:
            return board if not variant else None
        key = (join_name(name, variant), "")
        found = self._read.pop(key, None)
        if found is None:
            found = read_own_board(key[0], await self.file(name, board.play_hash) or "")
        self._keep(key, found)
        return found

    async def layout(self, name: str) -> dict[str, Any] | None:
        """The stored drawing of a board that somebody made."""
        async with self._database.read() as connection:
            return await own_boards.layout_of(connection, name)

    async def file(self, name: str, board_hash: str) -> str | None:
        """The text of a stored board's file."""
        if is_own_board(name):
            async with self._database.read() as connection:
                return await own_boards.file_of(connection, name)
        query = select(boards.c.file).where(boards.c.hash == board_hash, boards.c.board == name)
        async with self._database.read() as connection:
            found: str | None = (await connection.execute(query)).scalar()
        return found

    async def _from_database(self, name: str, board_hash: str) -> gs.Board | None:
        file = await self.file(name, board_hash)
        if file is None:
            return None
        try:
            board = (
                own_board_with_hash(name, file, board_hash)
                if is_own_board(name)
                else variant_with_hash(name, file.encode(), board_hash)
            )
        except BoardError as error:
            # Written by a newer version, or damaged: only the games on it are concerned.
            log.warning("board_unreadable", board=name, hash=board_hash, problems=str(error)[:500])
            return None
        if board is None:
            log.warning("board_unreadable", board=name, hash=board_hash, problems="another hash")
            return None
        return board
