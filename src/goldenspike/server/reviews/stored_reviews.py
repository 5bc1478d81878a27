"""Reviews as stored with their games: how far each is, its graph, and what it says."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Row, delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from goldenspike.review.model import FORMAT, REVISION
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.protocol.review_bodies import ReviewStatus
from goldenspike.server.storage.schema import reviews
from goldenspike.server.storage.times import MINUTE, milliseconds

SETTING = "quick"
VERSION = f"{FORMAT}.{REVISION} {SETTING}"
"""A stored review of another version counts as none."""
ACTIVE = ("waiting", "working")
STALE = {"waiting": 30 * MINUTE, "working": MINUTE}
"""A review of which nothing was heard for so long has lost its process."""
MOST_ASKED = 3
"""Reviews that one person may have asked for and that are not done."""


async def begin(connection: AsyncConnection, table_id: str, person: str) -> bool:
    """Begin a review unless there is one, or one is under way; whether it has begun."""
    query = select(reviews).where(reviews.c.table_id == table_id)
    row = (await connection.execute(query.with_for_update())).first()
    if row is not None:
        if row.version == VERSION and (row.state == "done" or _alive(row)):
            return False
        await connection.execute(delete(reviews).where(reviews.c.table_id == table_id))
    mine = (reviews.c.person == person) & reviews.c.state.in_(ACTIVE)
    found = (await connection.execute(select(reviews).where(mine))).all()
    if sum(map(_alive, found)) >= MOST_ASKED:
        raise Refusal("rate_limited", retry_after=30)
    values = {"state": "waiting", "done": 0, "total": 0, "touched": milliseconds()}
    try:
        await connection.execute(
            insert(reviews).values(table_id=table_id, person=person, version=VERSION, **values)
        )
    except IntegrityError:
        # Somebody else asked at the same moment.
        raise Refusal("conflict") from None
    return True


async def set_progress(
    connection: AsyncConnection, table_id: str, done: int, total: int, chances: str | None
) -> bool:
    """Store how far a review is; False if it was stopped, or its game is gone."""
    changed = await connection.execute(
        update(reviews)
        .where(reviews.c.table_id == table_id, reviews.c.state.in_(ACTIVE))
        .values(state="working", done=done, total=total, chances=chances, touched=milliseconds())
    )
    return bool(changed.rowcount)


async def end(connection: AsyncConnection, table_id: str, review: str | None) -> None:
    """Store a review, or that it failed, unless it was stopped; who asked is forgotten."""
    await connection.execute(
        update(reviews)
        .where(reviews.c.table_id == table_id, reviews.c.state.in_(ACTIVE))
        .values(state="failed" if review is None else "done", review=review, person="")
    )


async def stop(connection: AsyncConnection, table_id: str, person: str) -> None:
    """Stop a review that this person has asked for."""
    await connection.execute(
        update(reviews)
        .where(reviews.c.table_id == table_id, reviews.c.person == person)
        .where(reviews.c.state.in_(ACTIVE))
        .values(state="stopped", person="")
    )


async def status_of(
    connection: AsyncConnection, table_id: str, person: str | None = None
) -> ReviewStatus:
    """A game's review, or how far it is."""
    query = select(reviews).where(reviews.c.table_id == table_id)
    row = (await connection.execute(query)).first()
    if row is None or row.version != VERSION:
        return ReviewStatus("none", 0, 0, False, None, None)
    state: Any = "failed" if row.state in ACTIVE and not _alive(row) else row.state
    return ReviewStatus(
        state=state,
        done=row.done,
        total=row.total,
        yours=state in ACTIVE and row.person == person,
        chances=_read(row.chances),
        review=_read(row.review),
    )


def _read(text: str | None) -> dict[str, Any] | None:
    return None if text is None else msgspec.json.decode(text)


def _alive(row: Row[Any]) -> bool:
    return row.state in ACTIVE and row.touched > milliseconds() - STALE[row.state]
