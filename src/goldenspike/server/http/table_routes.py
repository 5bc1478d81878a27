"""HTTP routes for boards, tables, results, replays and ratings."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, get, post
from litestar.params import Parameter

from goldenspike.server.people import account_ratings
from goldenspike.server.people.accounts import PersonRow
from goldenspike.server.people.lobby import Lobby
from goldenspike.server.protocol.bodies import (
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
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.settings import Settings
from goldenspike.server.storage import table_rows, table_search
from goldenspike.server.storage.database import Database
from goldenspike.server.storage.table_rows import TableRow
from goldenspike.server.tables import seating, table_creation
from goldenspike.server.tables.table_store import TableStore
from goldenspike.server.views import board_catalogue
from goldenspike.server.views.board_catalogue import BoardCatalogue
from goldenspike.server.views.replays import Replays
from goldenspike.server.views.results import result_of


@get("/api/boards")
async def boards() -> BoardList:
    """Boards and bot levels."""
    return board_catalogue.summaries()


@get("/api/boards/{board:str}")
async def one_board(catalogue: BoardCatalogue, board: str) -> BoardDetail:
    """One board's data, names and layout."""
    return await catalogue.detail(board)


@get("/api/tables")
async def lobby(lobby: Lobby) -> TableList:
    """The lobby."""
    return TableList(await lobby.public_tables())


@post("/api/tables")
async def new_table(
    store: TableStore, settings: Settings, person: PersonRow, data: NewTable
) -> TableForYou:
    """Create a table."""
    row = seating.new_table(data, person)
    info = await table_creation.create(store, row, settings.tables_per_person)
    return TableForYou(info, row.you(person.id))


@get("/api/tables/{table:str}")
async def one_table(store: TableStore, table: str, maybe: PersonRow | None) -> TableForYou:
    """One table."""
    return await _for(store, await store.read(table), maybe)


@get("/api/codes/{code:str}")
async def by_code(store: TableStore, code: str, maybe: PersonRow | None) -> TableForYou:
    """The table with this short code."""
    async with store.database.read() as connection:
        table_id = await table_search.by_code(connection, code)
        if table_id is None:
            raise Refusal("not_found", what="table with the code", id=code)
        row = await table_rows.read_one(connection, table_id)
    return await _for(store, row, maybe)


@post("/api/tables/{table:str}/join", status_code=200)
async def join(store: TableStore, table: str, person: PersonRow, data: Join) -> Joined:
    """Take a seat."""
    row, seat = await store.change(table, lambda row: seating.join(row, person, data))
    return Joined(seat, await store.public_info(row), row.you(person.id))


@post("/api/tables/{table:str}/leave", status_code=200)
async def leave(store: TableStore, table: str, person: PersonRow, data: Leave) -> TableForYou:
    """Free your seat; in a running game a bot plays on for good; the last to leave ends it."""
    return await _for(store, await store.leave(table, person, data.seat), person)


@post("/api/tables/{table:str}/colour", status_code=200)
async def colour(
    store: TableStore, table: str, person: PersonRow, data: ChooseColour
) -> TableForYou:
    """Choose a colour."""
    row, _ = await store.change(table, lambda row: seating.choose_colour(row, person, data))
    return await _for(store, row, person)


@post("/api/tables/{table:str}/seat", status_code=200)
async def set_seat(store: TableStore, table: str, person: PersonRow, data: SetSeat) -> TableForYou:
    """Open or close a seat or give it to a bot (owner)."""
    row, _ = await store.change(table, lambda row: seating.set_seat(row, person, data))
    return await _for(store, row, person)


@post("/api/tables/{table:str}/start", status_code=200)
async def start(store: TableStore, table: str, person: PersonRow) -> TableForYou:
    """Start the game (owner)."""
    row, _ = await store.change(table, lambda row: seating.start(row, person))
    return await _for(store, row, person)


@post("/api/tables/{table:str}/rematch", status_code=200)
async def rematch(
    store: TableStore, settings: Settings, table: str, person: PersonRow
) -> TableForYou:
    """Your seat at a new table with the same people; theirs are reserved until they ask too."""
    again = await table_creation.rematch(store, table, person, settings.tables_per_person)
    return await _for(store, again, person)


@get("/api/tables/{table:str}/result")
async def result(database: Database, table: str) -> Result:
    """The scores of a finished game, its seed, and whether that is the one committed to."""
    async with database.read() as connection:
        row = await table_rows.read_one(connection, table)
        at = await table_rows.progress(connection, [table])
    return result_of(row, at.get(table, (0, None))[0])


@get("/api/tables/{table:str}/record", media_type="application/json")
async def record(replays: Replays, table: str) -> Response[dict[str, Any]]:
    """The record of a finished game as a file."""
    headers = {"Content-Disposition": f'attachment; filename="goldenspike-{table}.json"'}
    return _encoded(await replays.recorded_game(table), headers)


@get("/api/tables/{table:str}/replay")
async def replay(
    replays: Replays,
    table: str,
    seat: Annotated[
        int | None,
        Parameter(ge=0, le=7, description="As this seat saw it; without it everything is open."),
    ] = None,
) -> Response[Replay]:
    """A finished game step by step."""
    return _encoded(await replays.replay(table, seat))


@get("/api/leaderboard/{board:str}")
async def leaderboard(database: Database, board: str, maybe: PersonRow | None) -> Leaderboard:
    """Ratings of accounts on one board, and yours if you say who you are."""
    seating.load_board(board)
    async with database.read() as connection:
        return await account_ratings.leaderboard(connection, board, maybe.id if maybe else None)


def _encoded(body: bytes, headers: dict[str, str] | None = None) -> Response[Any]:
    """An answer that is JSON already."""
    return Response(body, media_type="application/json", headers=headers)


async def _for(store: TableStore, row: TableRow, person: PersonRow | None) -> TableForYou:
    return TableForYou(await store.public_info(row), row.you(person.id if person else None))


HANDLERS = (
    boards, one_board, lobby, new_table, one_table, by_code, join, leave, colour, set_seat,
    start, rematch, result, record, replay, leaderboard,
)  # fmt: skip
