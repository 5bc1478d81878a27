"""Erases a person, exports what is stored about one, and purges guests who do not come back."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import delete, exists, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from goldenspike.server.people import tokens as token_store
from goldenspike.server.people.moderation import BOARD
from goldenspike.server.storage.schema import (
    actions,
    chat,
    designs,
    own_boards,
    people,
    ratings,
    recovery_codes,
    reports,
    revisions,
    seats,
    subscriptions,
    tables,
    tokens,
)
from goldenspike.server.storage.times import milliseconds

ERASED = "—"
"""The name of somebody who has left for good."""


async def erase(connection: AsyncConnection, person: str) -> tuple[list[str], list[str]]:
    """Erase a person; returns the tables that changed and the tokens revoked.

    Bots take over the seats in running games. Finished games stay, without the name: they are the
    other players' games too.
    """
    mine = select(seats.c.table_id).where(seats.c.person == person)
    touched = await connection.execute(
        update(tables)
        .where(tables.c.id.in_(mine) | (tables.c.owner == person))
        .values(version=tables.c.version + 1)
        .returning(tables.c.id, tables.c.status, tables.c.scores)
    )
    found = list(touched)
    at = {status: [t.id for t in found if t.status == status] for status in ("waiting", "running")}
    for line in found:
        if line.scores is not None:
            await _forget_in_scores(connection, line.id, line.scores, person)
    own = seats.c.person == person
    await connection.execute(
        update(seats)
        .where(own, seats.c.table_id.in_(at["waiting"]))
        .values(kind="open", person=None, name=None, colour=None, stand_in="no")
    )
    await connection.execute(
        update(seats).where(own, seats.c.table_id.in_(at["running"])).values(stand_in="for_good")
    )
    await connection.execute(update(seats).where(own).values(name=ERASED))
    await _pass_on_tables(connection, person)
    await connection.execute(delete(chat).where(chat.c.person == person))
    about = (reports.c.person == person) & (reports.c.reason != BOARD)
    await connection.execute(update(reports).where(about).values(name=ERASED, chat="[]"))
    for other in (recovery_codes, subscriptions, ratings, designs):
        await connection.execute(delete(other).where(other.c.person == person))
    revoked = await token_store.revoke(connection, person)
    nothing = dict.fromkeys(
        ("account", "account_key", "password", "name_key", "origin", "role", "notices", "seen")
    )
    await connection.execute(
        update(people)
        .where(people.c.id == person)
        .values(name=ERASED, deleted=milliseconds(), **nothing)
    )
    return [line.id for line in found], revoked


async def _pass_on_tables(connection: AsyncConnection, person: str) -> None:
    """Somebody else who plays becomes the owner; a waiting table without people is removed."""
    owned = await connection.execute(
        select(tables.c.id, tables.c.status).where(
            tables.c.owner == person, tables.c.status != "finished"
        )
    )
    for line in list(owned):
        others = await connection.execute(
            select(seats.c.person)
            .where(seats.c.table_id == line.id, seats.c.kind == "person")
            .where(seats.c.person != person, seats.c.stand_in != "for_good")
            .order_by(seats.c.seat)
        )
        heir = others.scalars().first()
        this = tables.c.id == line.id
        if heir is not None:
            await connection.execute(update(tables).where(this).values(owner=heir))
        elif line.status == "waiting":
            await connection.execute(delete(tables).where(this))


async def _forget_in_scores(
    connection: AsyncConnection, table_id: str, stored: str, person: str
) -> None:
    query = select(seats.c.seat).filter_by(table_id=table_id, person=person)
    mine = set((await connection.execute(query)).scalars())
    scores = msgspec.json.decode(stored)
    for score in scores:
        if score["seat"] in mine:
            score["name"] = ERASED
    text = msgspec.json.encode(scores).decode()
    await connection.execute(update(tables).where(tables.c.id == table_id).values(scores=text))


async def export_person(connection: AsyncConnection, person: str) -> dict[str, Any]:
    """All that is stored about a person and no secret: no hash, and nothing of running games."""
    hidden = ("password", "account_key", "name_key", "origin")
    shown = [column for column in people.c if column.name not in hidden]
    row = (await connection.execute(select(*shown).where(people.c.id == person))).one()
    over = tables.c.status == "finished"
    lists = {
        "devices": select(tokens.c.created, tokens.c.expires).where(tokens.c.person == person),
        "notices": select(subscriptions.c.endpoint, subscriptions.c.created).where(
            subscriptions.c.person == person
        ),
        "ratings": select(ratings).where(ratings.c.person == person),
        "games": select(
            tables.c.id, tables.c.board, tables.c.status, tables.c.started, tables.c.finished,
            seats.c.seat, seats.c.name,
        ).join(seats, seats.c.table_id == tables.c.id).where(seats.c.person == person),
        "actions": select(actions.c.table_id, actions.c.number, actions.c.action, actions.c.at)
        .join(tables, tables.c.id == actions.c.table_id)
        .join(seats, (seats.c.table_id == tables.c.id) & (seats.c.seat == actions.c.seat))
        .where(seats.c.person == person, over, actions.c.by == "person")
        .order_by(actions.c.table_id, actions.c.number),
        "chat": select(chat.c.table_id, chat.c.text, chat.c.at).where(chat.c.person == person),
        "recovery_codes": select(recovery_codes.c.created).where(
            recovery_codes.c.person == person
        ),
        "boards": select(revisions.c.board, revisions.c.at, own_boards.c.file)
        .join(designs, designs.c.id == revisions.c.design)
        .join(own_boards, own_boards.c.id == revisions.c.board)
        .where(designs.c.person == person)
        .order_by(revisions.c.at),
        "reports_made": select(
            reports.c.at, reports.c.table_id, reports.c.name, reports.c.reason, reports.c.text
        ).where(reports.c.reporter == person),
    }  # fmt: skip
    document: dict[str, Any] = {"format": "goldenspike-person-1", "person": dict(row._mapping)}
    for name, query in lists.items():
        document[name] = [dict(line._mapping) for line in await connection.execute(query)]
    return document


async def purge_guests(connection: AsyncConnection, before: int) -> int:
    """Remove guests not seen since then who have no table, and expired tokens; returns how many."""
    await connection.execute(delete(tokens).where(tokens.c.expires < milliseconds()))
    sits = exists().where(seats.c.person == people.c.id)
    owns = exists().where(tables.c.owner == people.c.id)
    seen = people.c.seen.is_not(None) & (people.c.seen < before)
    never_seen = people.c.seen.is_(None) & (people.c.created < before)
    done = await connection.execute(
        delete(people).where(people.c.account.is_(None), seen | never_seen, ~sits, ~owns)
    )
    return done.rowcount


async def purge_games(connection: AsyncConnection, before: int) -> int:
    """Remove finished games that ended before then; returns how many."""
    old = (tables.c.status == "finished") & (tables.c.finished < before)
    gone = select(tables.c.id).where(old)
    await connection.execute(update(tables).where(tables.c.next.in_(gone)).values(next=None))
    return (await connection.execute(delete(tables).where(old))).rowcount
