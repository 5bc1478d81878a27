"""HTTP: tables, from making one to what is left of it after the game."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, get, post
from litestar.params import Parameter
from sqlalchemy import select

from . import board_pages, making, ratings, rows, seating
from .bodies import (
    BoardDetail,
    BoardList,
    ChooseColour,
    Join,
    Joined,
    Leaderboard,
    Leave,
    NewTable,
    Replay,
    Result,
    SetSeat,
    TableForYou,
    TableList,
)
from .errors import Refusal
from .house import House
from .people import PersonRow
from .rows import TableRow
from .schema import tables


@get("/api/boards")
async def boards() -> BoardList:
    """Boards and bot levels."""
    return board_pages.summaries()


@get("/api/boards/{board:str}")
async def one_board(house: House, board: str) -> BoardDetail:
    """One board's data, names and layout."""
    return await house.boards.detail(board)


@get("/api/tables")
async def lobby(house: House) -> TableList:
    """The lobby."""
    return TableList(await house.lobby.public_tables())


@post("/api/tables")
async def new_table(house: House, person: PersonRow, data: NewTable) -> TableForYou:
    """Create a table."""
    row = seating.new_table(data, person)
    return TableForYou(await making.create(house, row), row.you(person.id))


@get("/api/tables/{table:str}")
async def one_table(house: House, table: str, maybe: PersonRow | None) -> TableForYou:
    """One table."""
    async with house.database.read() as connection:
        row = await rows.read_one(connection, table)
    return await _for(house, row, maybe)


@get("/api/codes/{code:str}")
async def by_code(house: House, code: str, maybe: PersonRow | None) -> TableForYou:
    """The table with this short code."""
    async with house.database.read() as connection:
        # PostgreSQL has no place for this character, and no code has it.
        query = select(tables.c.id).where(tables.c.code == code.replace("\0", "?").strip().upper())
        table_id = (await connection.execute(query)).scalar()
        if table_id is None:
            raise Refusal("not_found", what="table with the code", id=code)
        row = await rows.read_one(connection, table_id)
    return await _for(house, row, maybe)


@post("/api/tables/{table:str}/join", status_code=200)
async def join(house: House, table: str, person: PersonRow, data: Join) -> Joined:
    """Take a seat."""
    row, seat = await house.change(table, lambda row: seating.join(row, person, data))
    return Joined(seat, await house.info(row), row.you(person.id))


@post("/api/tables/{table:str}/leave", status_code=200)
async def leave(house: House, table: str, person: PersonRow, data: Leave) -> TableForYou:
    """Free your seat; in a running game a bot plays on for good; the last to leave ends it."""
    return await _for(house, await house.leave(table, person, data.seat), person)


@post("/api/tables/{table:str}/colour", status_code=200)
async def colour(house: House, table: str, person: PersonRow, data: ChooseColour) -> TableForYou:
    """Choose a colour."""
    row, _ = await house.change(table, lambda row: seating.choose_colour(row, person, data))
    return await _for(house, row, person)


@post("/api/tables/{table:str}/seat", status_code=200)
async def set_seat(house: House, table: str, person: PersonRow, data: SetSeat) -> TableForYou:
    """Open or close a seat or give it to a bot (owner)."""
    row, _ = await house.change(table, lambda row: seating.set_seat(row, person, data))
    return await _for(house, row, person)


@post("/api/tables/{table:str}/start", status_code=200)
async def start(house: House, table: str, person: PersonRow) -> TableForYou:
    """Start the game (owner)."""
    row, _ = await house.change(table, lambda row: seating.start(row, person))
    return await _for(house, row, person)


@post("/api/tables/{table:str}/rematch", status_code=200)
async def rematch(house: House, table: str, person: PersonRow) -> TableForYou:
    """Your seat at a new table with the same people; theirs are kept for them until they ask."""
    return await _for(house, await making.rematch(house, table, person), person)


@get("/api/tables/{table:str}/result")
async def result(house: House, table: str) -> Result:
    """Scores, seed and its check of a finished game."""
    async with house.database.read() as connection:
        row = await rows.read_one(connection, table)
        at = await rows.progress(connection, [table])
    return house.result(row, at.get(table, (0, None))[0])


@get("/api/tables/{table:str}/record", media_type="application/json")
async def record(house: House, table: str) -> Response[dict[str, Any]]:
    """The record of a finished game as a file."""
    headers = {"Content-Disposition": f'attachment; filename="goldenspike-{table}.json"'}
    return _encoded(await house.replays.record(table), headers)


@get("/api/tables/{table:str}/replay")
async def replay(
    house: House,
    table: str,
    seat: Annotated[
        int | None, Parameter(ge=0, le=7, description="A seat's eyes; without it all is open.")
    ] = None,
) -> Response[Replay]:
    """A finished game step by step."""
    return _encoded(await house.replays.replay(table, seat))


@get("/api/leaderboard/{board:str}")
async def leaderboard(house: House, board: str, maybe: PersonRow | None) -> Leaderboard:
    """Ratings of accounts on one board, and yours if you say who you are."""
    seating.load_board(board)
    async with house.database.read() as connection:
        return await ratings.leaderboard(connection, board, maybe.id if maybe else None)


def _encoded(body: bytes, headers: dict[str, str] | None = None) -> Response[Any]:
    """An answer that is JSON already."""
    return Response(body, media_type="application/json", headers=headers)


async def _for(house: House, row: TableRow, person: PersonRow | None) -> TableForYou:
    return TableForYou(await house.info(row), row.you(person.id if person else None))


HANDLERS = (
    boards, one_board, lobby, new_table, one_table, by_code, join, leave, colour, set_seat,
    start, rematch, result, record, replay, leaderboard,
)  # fmt: skip
