"""Finds tables: by their code, of a person, for the lobby, and those that need a process."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Integer,
    Select,
    case,
    cast,
    exists,
    func,
    or_,
    select,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.asyncio import AsyncConnection

from goldenspike.server.storage.schema import actions, seats, tables
from goldenspike.server.storage.times import DAY, SECOND


async def by_code(connection: AsyncConnection, code: str) -> str | None:
    """The table with this short code, however it was typed."""
    # PostgreSQL text cannot hold NUL, and no code has one.
    typed = code.replace("\0", "?").strip().upper()
    query = select(tables.c.id).where(tables.c.code == typed)
    found: str | None = (await connection.execute(query)).scalar()
    return found


async def public(connection: AsyncConnection, limit: int) -> list[str]:
    """Public tables that wait or are being played, the newest first."""
    query = (
        select(tables.c.id)
        .where(tables.c.public, tables.c.status.in_(("waiting", "running")))
        .order_by(tables.c.created.desc())
        .limit(limit)
    )
    return await _ids(connection, query)


async def of_person(connection: AsyncConnection, person: str, finished_limit: int) -> list[str]:
    """Tables that a person owns or sits at: all unfinished ones, then the newest finished ones."""
    query = (
        select(tables.c.id, tables.c.created)
        .outerjoin(seats, seats.c.table_id == tables.c.id)
        .where((seats.c.person == person) | (tables.c.owner == person))
        .distinct()
        .order_by(tables.c.created.desc())
    )
    over = tables.c.status == "finished"
    unfinished = await _ids(connection, query.where(~over))
    return unfinished + await _ids(connection, query.where(over).limit(finished_limit))


async def count_unfinished(connection: AsyncConnection, owner: str) -> int:
    """How many unfinished tables a person owns; not those where they have left all their seats
    to bots for good.
    """
    held = exists().where(seats.c.table_id == tables.c.id, seats.c.person == owner)
    left = held & ~held.where(seats.c.stand_in != "for_good")
    query = select(func.count()).where(
        tables.c.owner == owner, tables.c.status != "finished", ~left
    )
    return int((await connection.execute(query)).scalar_one())


async def lock_unstarted(connection: AsyncConnection, before: int) -> list[str]:
    """Tables created before this time that have not started, locked so that none starts now."""
    query = select(tables.c.id).where(tables.c.status == "waiting", tables.c.created < before)
    return await _ids(connection, query.with_for_update())


async def due(connection: AsyncConnection, before: int) -> list[str]:
    """Running tables that need a process though nobody watches, the longest untouched first.

    Either the game is over and its result not stored, or a bot is to act, or a clock runs out
    before this time, or a person may have been away for too long.
    """
    every_action = actions.alias()
    last = select(func.max(every_action.c.number)).where(every_action.c.table_id == tables.c.id)
    is_last = (actions.c.table_id == tables.c.id) & (
        actions.c.number == last.correlate(tables).scalar_subquery()
    )
    turn = func.coalesce(actions.c.turn, cast(_option(connection, "first_turn"), Integer))
    to_act = (seats.c.table_id == tables.c.id) & (seats.c.seat == turn)
    since = func.coalesce(actions.c.at, tables.c.started)
    kind = _option(connection, "clock", "kind")
    unit = case((kind == "days", DAY), else_=SECOND)
    limit = unit * cast(_option(connection, "clock", "amount"), BigInteger)
    query = (
        select(tables.c.id)
        .select_from(tables)
        .outerjoin(actions, is_last)
        .outerjoin(seats, to_act)
        .where(
            tables.c.status == "running",
            or_(
                actions.c.number.is_not(None) & actions.c.turn.is_(None),
                seats.c.kind == "bot",
                seats.c.stand_in != "no",
                (kind != "none") & (since + limit < before),
                (kind == "none") & (_option(connection, "absent") != "wait"),
            ),
        )
        .order_by(since, tables.c.id)
    )
    return await _ids(connection, query)


async def _ids(connection: AsyncConnection, query: Select[tuple[str]]) -> list[str]:
    return [row.id for row in await connection.execute(query)]


def _option(connection: AsyncConnection, *path: str) -> ColumnElement[str]:
    """One of a table's options as text, to be used in a query."""
    if connection.dialect.name == "postgresql":
        found: ColumnElement[str] = cast(tables.c.options, JSONB)[path].astext
    else:
        found = func.json_extract(tables.c.options, "$." + ".".join(path))
    return found
