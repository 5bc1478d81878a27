"""Finds tables: by their code, of a person, for the lobby, and those that need a process."""

from __future__ import annotations

from sqlalchemy import Select, case, exists, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from goldenspike.server.storage.schema import actions, choices, people, seats, tables

LESSON = tables.c.options.contains('"lesson":"', autoescape=True)
"""Tables with a prepared deal, for one learner."""
FIRST_CHOICES = 16
"""No game has more decisions about first tickets: two for each of at most eight seats."""


async def by_code(connection: AsyncConnection, code: str) -> str | None:
    """The table with this short code, however it was typed."""
    # PostgreSQL text cannot hold NUL, and no code has one.
    typed = code.replace("\0", "?").strip().upper()
    query = select(tables.c.id).where(tables.c.code == typed)
    found: str | None = (await connection.execute(query)).scalar()
    return found


async def public(connection: AsyncConnection, limit: int, offset: int = 0) -> tuple[list[str], int]:
    """A page of the public tables that wait or are being played, and how many there are.

    The newest table from each address comes first, then everybody's second, and so on, so that
    nobody can fill the first page alone, also not as many guests; those of one address take turns.
    """
    listed = tables.c.public & tables.c.status.in_(("waiting", "running"))
    among_own = func.row_number().over(
        partition_by=tables.c.owner, order_by=tables.c.created.desc()
    )
    each = (
        select(tables.c.id, tables.c.created, among_own.label("among_own"),
               func.coalesce(people.c.origin, tables.c.owner).label("origin"))
        .outerjoin(people, people.c.id == tables.c.owner)
        .where(listed)
        .subquery()
    )  # fmt: skip
    newest = each.c.created.desc()
    place = func.row_number().over(partition_by=each.c.origin, order_by=(each.c.among_own, newest))
    query = select(each.c.id).order_by(place, newest, each.c.id).limit(limit).offset(offset)
    total = (await connection.execute(select(func.count()).where(listed))).scalar_one()
    return await _ids(connection, query), int(total)


async def of_person(connection: AsyncConnection, person: str, finished_limit: int) -> list[str]:
    """Tables that a person owns or sits at: all unfinished ones, then the newest finished ones.

    Lessons are not among them.
    """
    query = (
        select(tables.c.id, tables.c.created)
        .outerjoin(seats, seats.c.table_id == tables.c.id)
        .where((seats.c.person == person) | (tables.c.owner == person), ~LESSON)
        .distinct()
        .order_by(tables.c.created.desc())
    )
    over = tables.c.status == "finished"
    unfinished = await _ids(connection, query.where(~over))
    return unfinished + await _ids(connection, query.where(over).limit(finished_limit))


async def count_unfinished(connection: AsyncConnection, owner: str) -> int:
    """How many unfinished tables a person owns, or has left to bots that still play there."""
    left = exists().where(
        seats.c.table_id == tables.c.id, seats.c.person == owner, seats.c.stand_in == "for_good"
    )
    query = select(func.count()).where(
        tables.c.status != "finished", (tables.c.owner == owner) | left
    )
    return int((await connection.execute(query)).scalar_one())


async def count_all_unfinished(connection: AsyncConnection) -> int:
    """How many unfinished tables there are."""
    query = select(func.count()).where(tables.c.status.in_(("waiting", "running")))
    return int((await connection.execute(query)).scalar_one())


async def count_waiting_seats(connection: AsyncConnection, person: str) -> int:
    """How many seats a person holds at waiting tables of others; locks the person."""
    mine = select(people.c.id).where(people.c.id == person)
    await connection.execute(mine.with_for_update(key_share=True))
    query = (
        select(func.count())
        .select_from(seats)
        .join(tables, tables.c.id == seats.c.table_id)
        .where(seats.c.person == person, seats.c.kind == "person")
        .where(tables.c.status == "waiting", tables.c.owner != person)
    )
    return int((await connection.execute(query)).scalar_one())


async def count_waiting_for(connection: AsyncConnection, person: str) -> int:
    """How many running games wait for a move of this person; lessons do not."""
    every_action = actions.alias()
    last = select(func.max(every_action.c.number)).where(every_action.c.table_id == tables.c.id)
    is_last = (actions.c.table_id == tables.c.id) & (
        actions.c.number == last.correlate(tables).scalar_subquery()
    )
    started = actions.c.number.is_not(None)
    turn = case((started, actions.c.turn), else_=tables.c.first_turn)
    query = (
        select(func.count(tables.c.id.distinct()))
        .select_from(tables)
        .join(seats, (seats.c.table_id == tables.c.id) & (seats.c.person == person))
        .outerjoin(actions, is_last)
        .where(tables.c.status == "running", seats.c.seat == turn, ~LESSON)
        .where(seats.c.kind == "person", seats.c.stand_in != "for_good")
    )
    return int((await connection.execute(query)).scalar_one())


async def lock_lessons(connection: AsyncConnection, owner: str) -> list[str]:
    """A person's lessons that are not finished, locked."""
    mine = (tables.c.owner == owner) & (tables.c.status != "finished") & LESSON
    return await _ids(connection, select(tables.c.id).where(mine).with_for_update())


async def lock_unstarted(connection: AsyncConnection, before: int) -> list[str]:
    """Tables created before this time that have not started, locked so that none starts now."""
    query = select(tables.c.id).where(tables.c.status == "waiting", tables.c.created < before)
    return await _ids(connection, query.with_for_update())


async def due(connection: AsyncConnection, before: int) -> list[str]:
    """Running tables that need a process though nobody watches, the longest untouched first.

    Either the game is over and its result not stored, or a bot is to act, or a clock runs out
    before this time, or a person may have been away for too long, or first tickets that were chosen
    before their turn can be played now.
    """
    every_action = actions.alias()
    last = select(func.max(every_action.c.number)).where(every_action.c.table_id == tables.c.id)
    is_last = (actions.c.table_id == tables.c.id) & (
        actions.c.number == last.correlate(tables).scalar_subquery()
    )
    turn = func.coalesce(actions.c.turn, tables.c.first_turn)
    to_act = (seats.c.table_id == tables.c.id) & (seats.c.seat == turn)
    at = func.coalesce(actions.c.at, tables.c.started)
    # First tickets are chosen by all seats at the same time: their clocks run from the start on.
    since = case((actions.c.number < FIRST_CHOICES, tables.c.started), else_=at)
    timed = tables.c.move_limit > 0
    chosen = exists().where(
        choices.c.table_id == tables.c.id,
        choices.c.number == func.coalesce(actions.c.number, 0) + 1,
    )
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
                timed & (since + tables.c.move_limit < before),
                ~timed
                & (tables.c.absent != "wait")
                & (func.coalesce(tables.c.wake_at, 0) < before),
                chosen,
            ),
        )
        .order_by(at, tables.c.id)
    )
    return await _ids(connection, query)


async def _ids(connection: AsyncConnection, query: Select[tuple[str]]) -> list[str]:
    return [row.id for row in await connection.execute(query)]
