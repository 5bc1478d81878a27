"""A table and its seats as stored: reads and writes them, and says what of them is public."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import msgspec
from sqlalchemy import Row, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from goldenspike.server.protocol.bodies import (
    Absent,
    Clock,
    FinalScore,
    RatingChange,
    SeatInfo,
    SeatKind,
    StandIn,
    Status,
    TableInfo,
    You,
)
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.storage.schema import actions, people, seats, tables


class Options(msgspec.Struct, frozen=True):
    """What was agreed when the table was made."""

    clock: Clock
    absent: Absent
    absent_after: int
    first: int | None
    pace: int
    first_turn: int | None = None
    """Seat that moved first; set when the game starts."""


@dataclass(slots=True)
class SeatRow:
    """One seat."""

    seat: int
    kind: SeatKind
    person: str | None = None
    """Who sits there; of an open seat, for whom it is reserved."""
    name: str | None = None
    colour: str | None = None
    level: str | None = None
    stand_in: StandIn = "no"
    account: bool = False
    """Whether the person has an account (read from the people's table)."""

    def empty(self, kind: SeatKind, level: str | None = None) -> None:
        """Clear the seat, and make it one of this kind."""
        self.kind, self.level = kind, level
        self.person = self.name = self.colour = None
        self.stand_in, self.account = "no", False


@dataclass(slots=True)
class TableRow:
    """One table with its seats."""

    id: str
    code: str
    board: str
    status: Status
    public: bool
    options: Options
    owner: str
    version: int
    created: int
    seed: str | None = None
    commitment: str | None = None
    rules: int | None = None
    board_hash: str | None = None
    started: int | None = None
    finished: int | None = None
    next: str | None = None
    scores: list[FinalScore] | None = None
    ratings: list[RatingChange] = field(default_factory=list)
    seats: list[SeatRow] = field(default_factory=list)

    def seats_of(self, person: str | None) -> list[int]:
        """Numbers of the seats that this person has taken; a reserved one is not taken yet."""
        return [
            s.seat
            for s in self.seats
            if person is not None and s.person == person and s.kind == "person"
        ]

    def require_finished(self) -> None:
        """Refuse unless the game is over."""
        if self.status != "finished":
            raise Refusal("table_running" if self.status == "running" else "table_waiting")

    def you(self, person: str | None) -> You:
        """This person's part in the table."""
        return You(self.seats_of(person), person is not None and person == self.owner)

    def to_public(self, n: int, turn: int | None) -> TableInfo:
        """The table as everyone sees it: no seed, and no person's id but the owner's."""
        return TableInfo(
            id=self.id,
            code=self.code,
            board=self.board,
            status=self.status,
            public=self.public,
            seats=[
                SeatInfo(
                    seat=s.seat,
                    kind=s.kind,
                    name=s.name,
                    colour=s.colour,
                    level=s.level,
                    account=s.account,
                    stand_in=s.stand_in,
                )
                for s in self.seats
            ],
            clock=self.options.clock,
            absent=self.options.absent,
            absent_after=self.options.absent_after,
            first=self.options.first,
            pace=self.options.pace,
            owner=self.owner,
            created=self.created,
            started=self.started,
            finished=self.finished,
            commitment=self.commitment,
            n=n,
            turn=turn if self.status == "running" else None,
            next=self.next,
        )

    def columns(self) -> dict[str, Any]:
        """The values of its row."""
        return {
            "id": self.id,
            "code": self.code,
            "board": self.board,
            "status": self.status,
            "public": self.public,
            "options": msgspec.json.encode(self.options).decode(),
            "owner": self.owner,
            "seed": self.seed,
            "commitment": self.commitment,
            "rules": self.rules,
            "board_hash": self.board_hash,
            "version": self.version,
            "created": self.created,
            "started": self.started,
            "finished": self.finished,
            "next": self.next,
            "scores": None if self.scores is None else msgspec.json.encode(self.scores).decode(),
            "ratings": msgspec.json.encode(self.ratings).decode(),
        }


def _table_row(row: Row[Any]) -> TableRow:
    values = dict(row._mapping)
    values["options"] = msgspec.json.decode(values["options"], type=Options)
    if values["scores"] is not None:
        values["scores"] = msgspec.json.decode(values["scores"], type=list[FinalScore])
    values["ratings"] = msgspec.json.decode(values["ratings"] or "[]", type=list[RatingChange])
    return TableRow(**values)


async def read(connection: AsyncConnection, ids: list[str], lock: bool = False) -> list[TableRow]:
    """These tables, in this order; unknown ids are left out."""
    # An id may be anything that was typed, and PostgreSQL text cannot hold NUL.
    ids = [table_id for table_id in ids if "\0" not in table_id]
    query = select(tables).where(tables.c.id.in_(ids))
    if lock and connection.dialect.name == "postgresql":
        query = query.with_for_update()
    found = {row.id: _table_row(row) for row in await connection.execute(query)}
    if found:
        lines = await connection.execute(
            select(seats, people.c.account.label("account_name"))
            .outerjoin(people, people.c.id == seats.c.person)
            .where(seats.c.table_id.in_(list(found)))
            .order_by(seats.c.table_id, seats.c.seat)
        )
        for line in lines:
            values = dict(line._mapping)
            table_id = values.pop("table_id")
            account = values.pop("account_name") is not None
            found[table_id].seats.append(SeatRow(account=account, **values))
    return [found[i] for i in ids if i in found]


async def read_one(connection: AsyncConnection, table_id: str, lock: bool = False) -> TableRow:
    """One table, or the refusal that says there is none."""
    found = await read(connection, [table_id], lock)
    if not found:
        raise Refusal("not_found", what="table", id=table_id)
    return found[0]


async def create(connection: AsyncConnection, row: TableRow) -> None:
    """Store a new table."""
    await _lock_people(connection, row)
    try:
        await connection.execute(insert(tables).values(**row.columns()))
    except IntegrityError:
        # Another process took this short code at the same moment.
        raise Refusal("conflict") from None
    await _write_seats(connection, row)


async def save(connection: AsyncConnection, row: TableRow) -> None:
    """Store a changed table, if nobody changed it since it was read."""
    await _lock_people(connection, row)
    before, row.version = row.version, row.version + 1
    result = await connection.execute(
        update(tables)
        .where(tables.c.id == row.id, tables.c.version == before)
        .values(**row.columns())
    )
    if result.rowcount != 1:
        raise Refusal("conflict")
    await connection.execute(delete(seats).where(seats.c.table_id == row.id))
    await _write_seats(connection, row)


async def remove(connection: AsyncConnection, ids: list[str]) -> list[str]:
    """Remove tables with their seats, actions and chat; returns those whose rematch they were."""
    leading = await connection.execute(select(tables.c.id).where(tables.c.next.in_(ids)))
    touched = [line.id for line in leading]
    await connection.execute(
        update(tables)
        .where(tables.c.id.in_(touched))
        .values(next=None, version=tables.c.version + 1)
    )
    await connection.execute(delete(tables).where(tables.c.id.in_(ids)))
    return touched


async def _lock_people(connection: AsyncConnection, row: TableRow) -> None:
    """Lock the people of a table; refuses if one is gone (logging in can remove a guest)."""
    wanted = {row.owner, *(s.person for s in row.seats if s.person is not None)}
    query = select(people.c.id).where(people.c.id.in_(wanted))
    found = await connection.execute(query.with_for_update(read=True, key_share=True))
    if len(found.all()) < len(wanted):
        raise Refusal("token_unknown")


async def _write_seats(connection: AsyncConnection, row: TableRow) -> None:
    names = ("seat", "kind", "person", "name", "colour", "level", "stand_in")
    await connection.execute(
        insert(seats),
        [{"table_id": row.id, **{n: getattr(s, n) for n in names}} for s in row.seats],
    )


async def progress(
    connection: AsyncConnection, ids: list[str]
) -> dict[str, tuple[int, int | None]]:
    """For each of these tables with actions: the last one's number and whose turn it is then."""
    last = (
        select(actions.c.table_id, func.max(actions.c.number).label("number"))
        .where(actions.c.table_id.in_(ids))
        .group_by(actions.c.table_id)
        .subquery()
    )
    query = select(actions.c.table_id, actions.c.number, actions.c.turn).join(
        last, (last.c.table_id == actions.c.table_id) & (last.c.number == actions.c.number)
    )
    return {row.table_id: (row.number, row.turn) for row in await connection.execute(query)}


async def to_public(connection: AsyncConnection, found: list[TableRow]) -> list[TableInfo]:
    """Tables as everyone sees them, with their progress."""
    at = await progress(connection, [row.id for row in found])
    return [row.to_public(*at.get(row.id, (0, row.options.first_turn))) for row in found]
