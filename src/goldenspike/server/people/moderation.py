"""Bans, mutes, reports and the audit log."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Row, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from goldenspike.server.people import tokens as token_store
from goldenspike.server.people.names import account_key, look
from goldenspike.server.protocol.person_bodies import ModeratedReport, ReportReason
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.storage.schema import audit, chat, people, reports
from goldenspike.server.storage.table_rows import TableRow
from goldenspike.server.storage.times import DAY, milliseconds

KEPT_LINES = 20
"""Chat lines kept with a report."""
BOARD = "board"
"""The reason of a complaint about a board: its `table_id` is the board's id without `OWN`."""
OWN = "own_"
OPEN_REPORTS = 20
"""Open reports that one person may have made."""


async def note(
    connection: AsyncConnection, actor: str, action: str, subject: str, detail: str = ""
) -> None:
    """Write a line of the audit log."""
    await connection.execute(
        insert(audit).values(
            at=milliseconds(), actor=actor, action=action, subject=subject, detail=detail
        )
    )


async def find_person(connection: AsyncConnection, wanted: str) -> Row[Any]:
    """A person by id, account name or shown name; refuses if there is none, or are several."""
    # PostgreSQL text cannot hold NUL, and no id or name has one.
    wanted = wanted.replace("\0", "?")
    by_id = (await connection.execute(select(people).where(people.c.id == wanted))).first()
    if by_id is not None:
        return by_id
    key = account_key(wanted)
    account = (await connection.execute(select(people).where(people.c.account_key == key))).first()
    if account is not None:
        return account
    query = select(people).where(people.c.name == wanted).limit(2)
    named = list(await connection.execute(query))
    if not named:
        raise Refusal("not_found", what="person", id=wanted)
    if len(named) > 1:
        raise Refusal("malformed", why=f"several people are called {wanted}: give the id of one")
    return named[0]


async def search(connection: AsyncConnection, text: str, limit: int = 100) -> list[Row[Any]]:
    """People whose id, account or name has this text, or looks like it."""
    like = f"%{text}%"
    query = (
        select(people)
        .where(
            people.c.deleted.is_(None),
            or_(
                people.c.id == text,
                people.c.name.like(like),
                people.c.account.like(like),
                people.c.name_key == look(text),
            ),
        )
        .order_by(people.c.created.desc())
        .limit(limit)
    )
    return list(await connection.execute(query))


async def restrict(
    connection: AsyncConnection, actor: str, person: str, what: str, days: float
) -> list[str]:
    """Ban or mute for so many days, or with 0 no longer; returns tokens revoked by a ban."""
    until = milliseconds() + int(days * DAY) if days else None
    await connection.execute(
        update(people).where(people.c.id == person).values(**{_COLUMNS[what]: until})
    )
    action = what if days else f"un{what}"
    await note(connection, actor, action, person, f"{days:g} days" if days else "")
    return await token_store.revoke(connection, person) if what == "ban" and days else []


_COLUMNS = {"ban": "banned", "mute": "muted"}


async def report(
    connection: AsyncConnection, row: TableRow, reporter: str, seat: int, reason: ReportReason,
    text: str,
) -> None:  # fmt: skip
    """Store a player's complaint about another at the same table."""
    if not row.seats_of(reporter):
        raise Refusal("spectator")
    if not 0 <= seat < len(row.seats) or row.seats[seat].person in (None, reporter):
        raise Refusal("seat_unknown", seat=seat)
    await _limit(connection, reporter)
    person = str(row.seats[seat].person)
    said = (
        select(chat.c.number, chat.c.text, chat.c.at)
        .where(chat.c.table_id == row.id, chat.c.person == person)
        .order_by(chat.c.number.desc())
        .limit(KEPT_LINES)
    )
    lines = [dict(line._mapping) for line in await connection.execute(said)]
    await connection.execute(
        insert(reports).values(
            at=milliseconds(), reporter=reporter, person=person, table_id=row.id,
            name=row.seats[seat].name or "", reason=reason, text=text.replace("\0", ""),
            chat=msgspec.json.encode(lines[::-1]).decode(),
        )
    )  # fmt: skip


async def report_board(
    connection: AsyncConnection, board: str, name: str, maker: str, reporter: str, text: str
) -> None:
    """Store a complaint about a board that somebody made; the same one from somebody only once."""
    await _limit(connection, reporter)
    about = board.removeprefix(OWN)
    mine = select(reports.c.id).where(
        reports.c.reporter == reporter,
        reports.c.reason == BOARD,
        reports.c.table_id == about,
        reports.c.closed.is_(None),
    )
    if (await connection.execute(mine)).first() is not None:
        return
    await connection.execute(
        insert(reports).values(
            at=milliseconds(), reporter=reporter, person=maker, table_id=about, name=name,
            reason=BOARD, text=text.replace("\0", ""), chat="[]",
        )
    )  # fmt: skip


async def _limit(connection: AsyncConnection, reporter: str) -> None:
    made = select(func.count()).where(reports.c.reporter == reporter, reports.c.closed.is_(None))
    if int((await connection.execute(made)).scalar_one()) >= OPEN_REPORTS:
        raise Refusal("rate_limited", retry_after=DAY // 1000)


async def open_reports(connection: AsyncConnection, limit: int = 200) -> list[ModeratedReport]:
    """Reports that nobody has dealt with, the oldest first."""
    query = (
        select(reports, people.c.banned, people.c.muted)
        .outerjoin(people, people.c.id == reports.c.person)
        .where(reports.c.closed.is_(None))
        .order_by(reports.c.id)
        .limit(limit)
    )
    return [
        ModeratedReport(
            id=line.id,
            at=line.at,
            table="" if line.reason == BOARD else line.table_id,
            board=f"{OWN}{line.table_id}" if line.reason == BOARD else None,
            person=line.person,
            name=line.name,
            reason=line.reason,
            text=line.text,
            chat=[said["text"] for said in msgspec.json.decode(line.chat)],
            banned=line.banned,
            muted=line.muted,
        )
        for line in await connection.execute(query)
    ]


async def close_report(connection: AsyncConnection, actor: str, number: int) -> None:
    """A report is dealt with."""
    if not 0 <= number < 2**31:
        raise Refusal("not_found", what="open report", id=number)
    done = await connection.execute(
        update(reports)
        .where(reports.c.id == number, reports.c.closed.is_(None))
        .values(closed=milliseconds(), closed_by=actor)
    )
    if not done.rowcount:
        raise Refusal("not_found", what="open report", id=number)
    await note(connection, actor, "close_report", str(number))


async def delete_chat(
    connection: AsyncConnection, actor: str, table: str, number: int | None, person: str | None
) -> int:
    """Delete a line, or all lines of a person, at a table; returns how many."""
    which = chat.c.table_id == table
    which &= chat.c.number == number if number is not None else chat.c.person == person
    done = await connection.execute(delete(chat).where(which))
    await note(connection, actor, "delete_chat", table, f"{done.rowcount} lines")
    return done.rowcount
