"""The game of a stored table: its beginning, and its actions as stored."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

import goldenspike as gs
from goldenspike.notation.records import RULES
from goldenspike.server.protocol.messages import By
from goldenspike.server.protocol.refusals import Refusal
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


def commitment(seed: str) -> str:
    """The hash of a seed (64 hex digits) that is published at the start."""
    return hashlib.sha256(seed.encode("ascii")).hexdigest()


def out_of_date(row: TableRow) -> Refusal | None:
    """Why a started game cannot be continued or shown here: other rules, or another board."""
    if row.board not in gs.board_names():
        return Refusal("other_board", board=row.board)
    if row.rules is not None and row.rules != RULES:
        return Refusal("other_rules", rules=row.rules, plays=RULES)
    if row.board_hash is not None and row.board_hash != gs.load_board(row.board).digest:
        return Refusal("other_board", board=row.board)
    return None


def new_game(row: TableRow) -> gs.Game:
    """The game at the start of a table; refuses one that this program would play differently."""
    outdated = out_of_date(row)
    if outdated is not None:
        raise outdated
    return game_from_seed(row, row.options.first)


def game_from_seed(row: TableRow, first: int | None) -> gs.Game:
    """A new game on the table's board with its seats and seed."""
    assert row.seed is not None
    return gs.Game(row.board, players=len(row.seats), seed=int(row.seed, 16), first=first)


async def read_actions(
    connection: AsyncConnection, table_id: str, after: int = 0
) -> list[ActionRow]:
    """The stored actions of a table after a number, in order."""
    query = select(actions).where(actions.c.table_id == table_id, actions.c.number > after)
    found = await connection.execute(query.order_by(actions.c.number))
    return [ActionRow(*row) for row in found]
