"""Boards that people made, as stored: their files and drawings, and whose designs they are."""

from __future__ import annotations

import secrets
from typing import Any

import msgspec
from sqlalchemy import Row, delete, exists, func, insert, select, text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from goldenspike.server.protocol.board_bodies import Design, OwnBoard, OwnBoardFacts, ReportStatus
from goldenspike.server.protocol.board_bodies import Revision as ShownRevision
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.protocol.table_bodies import BoardSummary, BoardVariant
from goldenspike.server.storage.schema import (
    board_reports,
    designs,
    own_boards,
    people,
    revisions,
    tables,
)
from goldenspike.server.storage.times import MINUTE, milliseconds
from goldenspike.workshop.file_worker import CheckedFile, checked_file

REVISIONS = 40
"""Revisions of a design that are listed; the oldest go first."""

INSERT = text(
    "INSERT INTO own_boards (id, play_hash, file, facts, stored, drawing, kept) "
    "VALUES (:id, :play_hash, :file, :facts, :stored, 'waiting', :kept) ON CONFLICT DO NOTHING"
)


def facts_of(checked: CheckedFile) -> OwnBoardFacts:
    """What is said about a board without reading its file."""
    board: Any = checked.board
    return OwnBoardFacts(
        summary=BoardSummary(
            id=checked.name,
            name=board["name"],
            names=board["names"],
            min_players=board["players"]["fewest"],
            max_players=board["players"]["most"],
            player_colours=board["players"]["colours"],
            trains=board["players"]["trains"],
            digest=board["digest"],
            variants=msgspec.convert(board["variants"], list[BoardVariant]),
        ),
        places=len(board["places"]),
        tracks=len(board["tracks"]),
        tickets=len(board["tickets"]),
    )


async def store(
    connection: AsyncConnection, checked: CheckedFile, most: int = 10**9, kept: bool = False
) -> None:
    """Store a checked board, unless it is there; refuses if there are `most` already."""
    values = {
        "id": checked.name,
        "play_hash": checked.play_hash,
        "file": checked.file,
        "facts": msgspec.json.encode(facts_of(checked)).decode(),
        "stored": milliseconds(),
        "kept": kept,
    }
    there = (await connection.execute(_one(checked.name))).first()
    if there is not None:
        if there.file != checked.file:
            raise Refusal("conflict")
        if kept and not there.kept:
            await connection.execute(
                update(own_boards).where(own_boards.c.id == checked.name).values(kept=True)
            )
        return
    if not kept:
        count = select(func.count()).select_from(own_boards).where(~own_boards.c.kept)
        if ((await connection.execute(count)).scalar() or 0) >= most:
            raise Refusal("server_full")
    await connection.execute(INSERT, values)


async def store_file(connection: AsyncConnection, file: str) -> None:
    """Store the board of a file that was checked before, as an import does."""
    await store(connection, checked_file(file.encode()), kept=True)


async def find(connection: AsyncConnection, board: str) -> OwnBoard:
    """A board as everybody who has its link sees it; refuses one whose sharing was ended."""
    row = (await connection.execute(_one(board))).first()
    if row is None:
        raise Refusal("not_found", what="board", id=board)
    if row.removed is not None:
        raise Refusal("board_removed", board=board)
    return _shown(row)


async def require_playable(connection: AsyncConnection, board: str) -> OwnBoard:
    """A board for a new game; refuses one that is not drawn yet, or cannot be."""
    found = await find(connection, board)
    if found.drawing != "drawn":
        raise Refusal("board_not_drawn", board=found.facts.summary.name, why=found.why or "")
    return found


async def maker_of(connection: AsyncConnection, board: str) -> str:
    """Return who saved a board first; empty if they have deleted it since."""
    query = (
        select(designs.c.person)
        .join(revisions, revisions.c.design == designs.c.id)
        .where(revisions.c.board == board)
        .order_by(revisions.c.at)
        .limit(1)
    )
    return str((await connection.execute(query)).scalar() or "")


async def file_of(connection: AsyncConnection, board: str) -> str | None:
    """The text of a board's file, also of one that is not shared any more: games go on."""
    query = select(own_boards.c.file).where(own_boards.c.id == board)
    found: str | None = (await connection.execute(query)).scalar()
    return found


async def layout_of(connection: AsyncConnection, board: str) -> dict[str, Any] | None:
    """The drawing of a board; None if there is none."""
    query = select(own_boards.c.layout).where(own_boards.c.id == board)
    found: str | None = (await connection.execute(query)).scalar()
    return None if found is None else msgspec.json.decode(found)


async def waiting_for_drawing(connection: AsyncConnection, before: int, most: int) -> list[str]:
    """Boards stored before then whose drawings nobody has made, the oldest first."""
    query = (
        select(own_boards.c.id)
        .where(own_boards.c.drawing == "waiting", own_boards.c.stored <= before)
        .order_by(own_boards.c.stored)
        .limit(most)
    )
    return [row.id for row in await connection.execute(query)]


async def set_drawing(
    connection: AsyncConnection, board: str, layout: str | None, why: str | None
) -> None:
    """Store a drawing, or why there is none."""
    drawing = "failed" if layout is None else "drawn"
    values = {"drawing": drawing, "layout": layout, "why": why}
    await connection.execute(update(own_boards).where(own_boards.c.id == board).values(values))


async def set_removed(connection: AsyncConnection, board: str, removed: bool) -> None:
    """End or allow the sharing of a board."""
    done = await connection.execute(
        update(own_boards)
        .where(own_boards.c.id == board)
        .values(removed=milliseconds() if removed else None)
    )
    if not done.rowcount:
        raise Refusal("not_found", what="board", id=board)


# Designs ------------------------------------------------------------------------------------------


async def add_revision(
    connection: AsyncConnection, person: str, design: str | None, board: str, most: int
) -> str:
    """Make a board the newest revision of a design, or the first of a new one; returns its id."""
    # Nobody gets past the limit by sending two at the same moment.
    await connection.execute(
        select(people.c.id).where(people.c.id == person).with_for_update(key_share=True)
    )
    if design is None:
        count = select(func.count()).select_from(designs).where(designs.c.person == person)
        if ((await connection.execute(count)).scalar() or 0) >= most:
            raise Refusal("too_many_boards", limit=most)
        design = secrets.token_hex(6)
        await connection.execute(
            insert(designs).values(id=design, person=person, created=milliseconds())
        )
    else:
        await _require_mine(connection, person, design)
    newest = (
        await connection.execute(
            select(revisions.c.number, revisions.c.board)
            .where(revisions.c.design == design)
            .order_by(revisions.c.number.desc())
        )
    ).first()
    if newest is not None and newest.board == board:
        return design
    number = newest.number + 1 if newest is not None else 1
    await connection.execute(
        insert(revisions).values(design=design, number=number, board=board, at=milliseconds())
    )
    await connection.execute(
        delete(revisions).where(
            revisions.c.design == design, revisions.c.number <= number - REVISIONS
        )
    )
    return design


async def delete_design(connection: AsyncConnection, person: str, design: str) -> None:
    """Forget a design; boards that nobody needs go with it."""
    await _require_mine(connection, person, design)
    await connection.execute(delete(revisions).where(revisions.c.design == design))
    await connection.execute(delete(designs).where(designs.c.id == design))
    await remove_unneeded(connection)


async def remove_unneeded(connection: AsyncConnection, before: int | None = None) -> None:
    """Remove boards that no design and no table needs, and that were stored before then."""
    designed = exists().where(revisions.c.board == own_boards.c.id)
    played = exists().where(tables.c.board == own_boards.c.id)
    unneeded = ~own_boards.c.kept & own_boards.c.removed.is_(None) & ~designed & ~played
    if before is not None:
        unneeded &= own_boards.c.stored < before
    await connection.execute(delete(own_boards).where(unneeded))


async def designs_of(connection: AsyncConnection, person: str) -> list[Design]:
    """A person's designs with their revisions, the newest first."""
    query = (
        select(own_boards, revisions.c.design, revisions.c.number, revisions.c.at)
        .join(revisions, revisions.c.board == own_boards.c.id)
        .join(designs, designs.c.id == revisions.c.design)
        .where(designs.c.person == person)
        .order_by(revisions.c.number.desc())
    )
    found: dict[str, list[ShownRevision]] = {}
    for row in await connection.execute(query):
        revision = ShownRevision(row.number, row.at, _shown(row))
        found.setdefault(row.design, []).append(revision)
    shown = [Design(design, lines) for design, lines in found.items()]
    return sorted(shown, key=lambda design: -design.revisions[0].at)


# Reports ------------------------------------------------------------------------------------------

ACTIVE = ("waiting", "playing")
STALE = {"waiting": 30 * MINUTE, "playing": MINUTE}
"""A report of which nothing was heard for so long has lost its process."""
MOST_REPORTS = 2
"""Reports that one person may have asked for and that are not done."""


async def begin_report(connection: AsyncConnection, board: str, person: str) -> bool:
    """Begin a report unless there is one, or one is under way; whether it has begun."""
    query = select(board_reports).where(board_reports.c.board == board)
    row = (await connection.execute(query.with_for_update())).first()
    now = milliseconds()
    if row is not None:
        if row.state == "done" or _alive(row):
            return False
        await connection.execute(delete(board_reports).where(board_reports.c.board == board))
    mine = (board_reports.c.person == person) & board_reports.c.state.in_(ACTIVE)
    found = (await connection.execute(select(board_reports).where(mine))).all()
    if sum(map(_alive, found)) >= MOST_REPORTS:
        raise Refusal("rate_limited", retry_after=60)
    values = {"state": "waiting", "done": 0, "total": 0, "touched": now}
    try:
        await connection.execute(insert(board_reports).values(board=board, person=person, **values))
    except IntegrityError:
        # Somebody else asked at the same moment.
        raise Refusal("conflict") from None
    return True


async def set_progress(connection: AsyncConnection, board: str, done: int, total: int) -> bool:
    """Store how far a report is; False if it was stopped."""
    changed = await connection.execute(
        update(board_reports)
        .where(board_reports.c.board == board, board_reports.c.state.in_(ACTIVE))
        .values(state="playing", done=done, total=total, touched=milliseconds())
    )
    return bool(changed.rowcount)


async def end_report(connection: AsyncConnection, board: str, report: str | None) -> None:
    """Store a report, or that it failed, unless it was stopped."""
    await connection.execute(
        update(board_reports)
        .where(board_reports.c.board == board, board_reports.c.state.in_(ACTIVE))
        .values(state="failed" if report is None else "done", report=report)
    )


async def stop_report(connection: AsyncConnection, board: str, person: str) -> None:
    """Stop a report that this person has asked for."""
    await connection.execute(
        update(board_reports)
        .where(board_reports.c.board == board, board_reports.c.person == person)
        .where(board_reports.c.state.in_(ACTIVE))
        .values(state="stopped")
    )


async def report_of(connection: AsyncConnection, board: str) -> ReportStatus:
    """A board's report, or how far it is."""
    query = select(board_reports).where(board_reports.c.board == board.replace("\0", "?"))
    row = (await connection.execute(query)).first()
    if row is None:
        return ReportStatus("none", 0, 0, None)
    state: Any = "failed" if row.state in ACTIVE and not _alive(row) else row.state
    report = None if row.report is None else msgspec.json.decode(row.report)
    return ReportStatus(state, row.done, row.total, report)


def _alive(row: Row[Any]) -> bool:
    return row.state in ACTIVE and row.touched > milliseconds() - STALE[row.state]


async def newest(connection: AsyncConnection, limit: int = 50) -> list[OwnBoard]:
    """The boards stored last, for moderators."""
    query = select(own_boards).order_by(own_boards.c.stored.desc(), own_boards.c.id).limit(limit)
    return [_shown(row) for row in await connection.execute(query)]


async def pass_on(connection: AsyncConnection, person: str, other: str) -> None:
    """A guest's designs become those of the account that the guest logs in to."""
    await connection.execute(update(designs).where(designs.c.person == person).values(person=other))


async def _require_mine(connection: AsyncConnection, person: str, design: str) -> None:
    mine = select(designs.c.id).where(designs.c.id == design, designs.c.person == person)
    if "\0" in design or (await connection.execute(mine)).first() is None:
        raise Refusal("not_found", what="design", id=design)


def _one(board: str) -> Any:
    # PostgreSQL text cannot hold NUL, and no name has one.
    return select(own_boards).where(own_boards.c.id == board.replace("\0", "?"))


def _shown(row: Row[Any]) -> OwnBoard:
    return OwnBoard(
        facts=msgspec.json.decode(row.facts, type=OwnBoardFacts),
        drawing=row.drawing,
        why=row.why,
        stored=row.stored,
        removed=row.removed is not None,
    )
