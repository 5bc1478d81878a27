"""A table and its seats as stored: reads and writes them, and says what of them is public."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, get_args

import msgspec
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from goldenspike.server.log import log
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.protocol.result_bodies import FinalScore, RatingChange
from goldenspike.server.protocol.table_bodies import (
    Absent,
    BoardSummary,
    BoardVariant,
    Clock,
    Origin,
    SeatInfo,
    SeatKind,
    StandIn,
    Status,
    TableInfo,
    You,
)
from goldenspike.server.storage.schema import actions, people, seats, tables
from goldenspike.server.storage.times import DAY, SECOND

COLUMNS = (
    "id", "code", "board", "status", "public", "options", "owner", "secret", "seed", "commitment",
    "rules",
    "board_hash", "version", "created", "started", "finished", "next", "scores", "ratings",
    "wake_at",
)  # fmt: skip
"""The columns of `tables` that a `TableRow` is made of."""


class Options(msgspec.Struct, frozen=True):
    """What was agreed when the table was made."""

    clock: Clock
    absent: Absent
    absent_after: int
    first: int | None
    pace: int
    first_turn: int | None = None
    """Seat that moved first; set when the game starts."""
    kicked: tuple[str, ...] = ()
    """People whom the owner has freed from their seats: they get none again."""
    lesson: str | None = None
    """The lesson whose prepared deal is played here (`tables.lessons`)."""
    own_board: BoardSummary | None = None
    """The board, if somebody made it."""
    variant: BoardVariant | None = None
    """The variant that is played."""
    origin: Origin | None = None
    """The moment of another game that this one goes on from."""
    start: dict[str, Any] | None = None
    """The position that it goes on from, with all that is hidden in it (`notation.positions`)."""

    def limit(self) -> int:
        """Milliseconds a decision may take; 0 if there is no limit."""
        return {"none": 0, "seconds": SECOND, "days": DAY}[self.clock.kind] * self.clock.amount

    def clock_columns(self) -> dict[str, Any]:
        """The options that queries need, which therefore have columns of their own."""
        return {
            "move_limit": self.limit(),
            "absent": self.absent,
            "first_turn": self.first_turn,
        }


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
    number: str | None = None
    """What it has given to the seed."""
    account: bool = False
    """Whether the person has an account (read from the people's table)."""

    def empty(self, kind: SeatKind, level: str | None = None) -> None:
        """Clear the seat, and make it one of this kind."""
        self.kind, self.level = kind, level
        self.person = self.name = self.colour = None
        self.stand_in, self.account, self.number = "no", False, None


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
    secret: str | None = None
    """Drawn when the table is made; None for games of version 0.1."""
    seed: str | None = None
    commitment: str | None = None
    rules: int | None = None
    board_hash: str | None = None
    started: int | None = None
    finished: int | None = None
    next: str | None = None
    scores: list[FinalScore] | None = None
    ratings: list[RatingChange] = field(default_factory=list)
    wake_at: int | None = None
    seats: list[SeatRow] = field(default_factory=list)

    def seats_of(self, person: str | None) -> list[int]:
        """Numbers of the seats that this person has taken; a reserved one is not taken yet."""
        return [
            s.seat
            for s in self.seats
            if person is not None and s.person == person and s.kind == "person"
        ]

    def require_shown(self, person: str | None, code: str | None = None) -> None:
        """Refuse a private table to those who have neither a seat nor its code."""
        known = person is not None and (
            person == self.owner or any(s.person == person for s in self.seats)
        )
        invited = code is not None and code.strip().upper() == self.code
        if not (self.public or known or invited):
            raise Refusal("invitation_needed")

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
            board_name=self.options.own_board.name if self.options.own_board else "",
            board_hash=self.board_hash,
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
                    contributed=s.number is not None,
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
            lesson=self.options.lesson,
            variant=self.options.variant,
            origin=self.options.origin,
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
            "secret": self.secret,
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
            **self.options.clock_columns(),
            "wake_at": self.wake_at,
        }


class UnreadableRow(Exception):
    """A row of a table or its seats that is not what this program writes; the text says why."""


def table_row(values: dict[str, Any], seat_values: list[dict[str, Any]]) -> TableRow:
    """A table from the values of its row and its seats' rows; raises `UnreadableRow`."""
    try:
        row = _table_row(values)
        row.seats = [msgspec.convert(seat, SeatRow) for seat in seat_values]
        if row.status not in get_args(Status):
            raise UnreadableRow(f"status: {row.status!r}")
        if [seat.seat for seat in row.seats] != list(range(max(1, len(row.seats)))):
            raise UnreadableRow("seats: not numbered from 0 on")
        if row.status != "waiting" and (row.seed is None or row.started is None):
            raise UnreadableRow("a started game without a seed or a time")
        if row.status == "finished" and row.scores is None:
            raise UnreadableRow("a finished game without scores")
    except (msgspec.MsgspecError, TypeError, ValueError, OverflowError) as error:
        raise UnreadableRow(str(error)) from None
    return row


def _table_row(given: dict[str, Any]) -> TableRow:
    values: dict[str, Any] = {name: given.get(name) for name in COLUMNS}
    values["options"] = msgspec.json.decode(values["options"], type=Options)
    if values["scores"] is not None:
        values["scores"] = msgspec.json.decode(values["scores"], type=list[FinalScore])
    values["ratings"] = msgspec.json.decode(values["ratings"] or "[]", type=list[RatingChange])
    return TableRow(**values)


async def read(connection: AsyncConnection, ids: list[str], lock: bool = False) -> list[TableRow]:
    """These tables, in this order; unknown and unreadable ones are left out."""
    # An id may be anything that was typed, and PostgreSQL text cannot hold NUL.
    ids = [table_id for table_id in ids if "\0" not in table_id]
    found = {}
    for table_id, (values, seat_values) in (await read_values(connection, ids, lock)).items():
        try:
            found[table_id] = table_row(values, seat_values)
        except UnreadableRow:
            # The others must not suffer. `bad_rows` says why it cannot be read.
            if table_id not in _reported:
                _reported.add(table_id)
                log.warning("row_unreadable", table=table_id)
    return [found[i] for i in ids if i in found]


_reported: set[str] = set()
"""Unreadable tables that have been logged by this process."""


Values = dict[str, tuple[dict[str, Any], list[dict[str, Any]]]]


async def read_values(connection: AsyncConnection, ids: list[str], lock: bool = False) -> Values:
    """The values of tables' rows and of their seats' rows, as they are stored."""
    query = select(tables).where(tables.c.id.in_(ids))
    if lock and connection.dialect.name == "postgresql":
        query = query.with_for_update()
    found: Values = {row.id: (dict(row._mapping), []) for row in await connection.execute(query)}
    if found:
        lines = await connection.execute(
            select(seats, people.c.account.is_not(None).label("account"))
            .outerjoin(people, people.c.id == seats.c.person)
            .where(seats.c.table_id.in_(list(found)))
            .order_by(seats.c.table_id, seats.c.seat)
        )
        for line in lines:
            # SQLAlchemy's names are a kind of text that msgspec does not take for keys.
            values = {str(name): value for name, value in line._mapping.items()}
            values["account"] = bool(values["account"])
            found[values.pop("table_id")][1].append(values)
    return found


async def read_one(connection: AsyncConnection, table_id: str, lock: bool = False) -> TableRow:
    """One table, or the refusal that says there is none."""
    found = await read(connection, [table_id], lock)
    if not found and table_id in _reported:
        raise Refusal("internal", incident=f"table {table_id}")
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


async def set_wake_at(connection: AsyncConnection, table_id: str, at: int) -> None:
    """Store when a table that leaves memory is to be loaded again."""
    await connection.execute(update(tables).where(tables.c.id == table_id).values(wake_at=at))


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
    names = ("seat", "kind", "person", "name", "colour", "level", "stand_in", "number")
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
