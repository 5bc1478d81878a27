"""Finds running tables that need a process though nobody watches them."""

from __future__ import annotations

from sqlalchemy import BigInteger, Integer, case, cast, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from goldenspike.server.storage import table_rows
from goldenspike.server.storage.schema import actions, seats, tables
from goldenspike.server.storage.times import DAY, SECOND


async def tables_due(connection: AsyncConnection, before: int) -> list[str]:
    """Running tables that need a process though nobody watches, the longest untouched first.

    Either the game is over and its result not stored, or a bot is to act, or a clock runs out
    before this time, or a person may have been away for too long.
    """
    all_of_it = actions.alias()
    last = select(func.max(all_of_it.c.number)).where(all_of_it.c.table_id == tables.c.id)
    at_last = (actions.c.table_id == tables.c.id) & (
        actions.c.number == last.correlate(tables).scalar_subquery()
    )
    turn = func.coalesce(actions.c.turn, cast(table_rows.option(connection, "first_turn"), Integer))
    to_act = (seats.c.table_id == tables.c.id) & (seats.c.seat == turn)
    since = func.coalesce(actions.c.at, tables.c.started)
    kind = table_rows.option(connection, "clock", "kind")
    unit = case((kind == "days", DAY), else_=SECOND)
    limit = unit * cast(table_rows.option(connection, "clock", "amount"), BigInteger)
    query = (
        select(tables.c.id)
        .select_from(tables)
        .outerjoin(actions, at_last)
        .outerjoin(seats, to_act)
        .where(
            tables.c.status == "running",
            or_(
                actions.c.number.is_not(None) & actions.c.turn.is_(None),
                seats.c.kind == "bot",
                seats.c.stand_in != "no",
                (kind != "none") & (since + limit < before),
                (kind == "none") & (table_rows.option(connection, "absent") != "wait"),
            ),
        )
        .order_by(since, tables.c.id)
    )
    return [row.id for row in await connection.execute(query)]
