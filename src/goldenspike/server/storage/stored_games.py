"""The game of a stored table: its beginning, and its actions as stored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

import goldenspike as gs
from goldenspike.notation.deals import SCHEME, seed_of
from goldenspike.server.protocol.messages import By
from goldenspike.server.storage.schema import actions
from goldenspike.server.storage.table_rows import TableRow


@dataclass(frozen=True, slots=True)
class ActionRow:
    """One action as stored; the fields are the columns of the table, in their order."""

    table_id: str
    number: int
    seat: int
    action: str
    move_id: str | None
    by: By
    at: int
    turn: int | None
    """Seat to act after it; None once the game is over."""


def dealt_seed(row: TableRow) -> str | None:
    """The seed that the secret and the seats' numbers make; of version 0.1, the one drawn."""
    if row.secret is None:
        return row.seed
    return seed_of(row.secret, [seat.number for seat in row.seats])


def deal_of(row: TableRow) -> dict[str, Any]:
    """What a record says about the deal of a finished game."""
    if row.secret is None:
        return {"commitment": row.commitment}
    return {
        "scheme": SCHEME,
        "commitment": row.commitment,
        "secret": row.secret,
        "numbers": [seat.number for seat in row.seats],
    }


def new_game(row: TableRow, board: gs.Board) -> gs.Game:
    """The game at the start of a table, whose board is that of `StoredBoards.board_of`."""
    return game_from_seed(row, board, row.options.first)


def game_from_seed(row: TableRow, board: gs.Board, first: int | None) -> gs.Game:
    """A new game with the table's seats and seed, or from the position that it goes on from."""
    assert row.seed is not None
    if row.options.start is not None:
        return gs.Game.from_position(row.options.start, board=board)
    return gs.Game(board, players=len(row.seats), seed=int(row.seed, 16), first=first)


async def read_actions(
    connection: AsyncConnection, table_id: str, after: int = 0
) -> list[ActionRow]:
    """The stored actions of a table after a number, in order."""
    query = select(actions).where(actions.c.table_id == table_id, actions.c.number > after)
    found = await connection.execute(query.order_by(actions.c.number))
    return [ActionRow(*row) for row in found]


async def moves_by_person(connection: AsyncConnection, table_id: str) -> dict[int, int]:
    """How many actions of each seat were decided by its person, not by a bot."""
    query = (
        select(actions.c.seat, func.count().label("moves"))
        .where(actions.c.table_id == table_id, actions.c.by == "person")
        .group_by(actions.c.seat)
    )
    return {line.seat: line.moves for line in await connection.execute(query)}
