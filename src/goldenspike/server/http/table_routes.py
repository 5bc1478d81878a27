"""HTTP routes for boards, tables, results, replays and ratings."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, get, post
from litestar.params import Parameter
from sqlalchemy.ext.asyncio import AsyncConnection

from goldenspike.server.http.relay import Relay
from goldenspike.server.people import account_ratings
from goldenspike.server.people.accounts import PersonRow
from goldenspike.server.people.invitations import Invitation
from goldenspike.server.people.lobby import Lobby
from goldenspike.server.people.notices import NoticeService
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.protocol.result_bodies import Leaderboard, Replay, Result
from goldenspike.server.protocol.table_bodies import (
    BoardDetail,
    BoardList,
    ChooseColour,
    Contribute,
    Join,
    Joined,
    Leave,
    NewTable,
    SetSeat,
    TableForYou,
    TableList,
    You,
)
from goldenspike.server.settings import Settings
from goldenspike.server.storage import own_boards, table_rows, table_search
from goldenspike.server.storage.database import Database
from goldenspike.server.storage.stored_boards import StoredBoards
from goldenspike.server.storage.table_rows import TableRow
from goldenspike.server.tables import seating, table_creation
from goldenspike.server.tables.table_server import TableServer
from goldenspike.server.tables.table_store import TableStore
from goldenspike.server.views import board_catalogue
from goldenspike.server.views.board_catalogue import BoardCatalogue
from goldenspike.server.views.replays import Replays
from goldenspike.server.views.results import result_of
from goldenspike.server.workshop.club_boards import ClubBoards
from goldenspike.workshop.own_board import is_own_board


@get("/api/boards")
async def boards(club_boards: ClubBoards) -> BoardList:
    """Boards and bot levels."""
    return board_catalogue.summaries(club_boards.summaries)


@get("/api/boards/{board:str}")
async def one_board(
    catalogue: BoardCatalogue,
    database: Database,
    board: str,
    board_hash: Annotated[
        str | None,
        Parameter(query="hash", max_length=64, description="A table's `board_hash`: its board."),
    ] = None,
) -> BoardDetail:
    """One board's data, names and layout: as it is now, or as a game is played on it."""
    if is_own_board(board) and board_hash is None:
        async with database.read() as connection:
            await own_boards.find(connection, board)
    return await catalogue.detail(board, board_hash)


@get("/api/tables")
async def lobby(
    lobby: Lobby,
    page: Annotated[
        int, Parameter(ge=0, le=1000, description="Of 100 tables; 0 is the first.")
    ] = 0,
) -> TableList:
    """The lobby, page by page."""
    return await (lobby.public_tables(page) if page else lobby.first_page())


@post("/api/tables")
async def new_table(
    store: TableStore, settings: Settings, person: PersonRow, data: NewTable
) -> TableForYou:
    """Create a table."""
    own_board = None
    if is_own_board(data.board):
        async with store.database.read() as connection:
            found = await own_boards.require_playable(connection, data.board)
            own_board = found.facts.summary
    row = seating.new_table(data, person, own_board)
    limit = settings.tables_per_person
    info = await table_creation.create(store, row, limit, settings.tables)
    return TableForYou(info, row.you(person.id))


@post("/api/lessons/{lesson:str}")
async def new_lesson(
    store: TableStore, settings: Settings, person: PersonRow, lesson: str
) -> TableForYou:
    """A running table with a prepared deal, for you and a bot."""
    info = await table_creation.create_lesson(
        store, lesson, person, settings.tables_per_person, settings.tables
    )
    return TableForYou(info, You([0], owner=True))


@get("/api/tables/{table:str}")
async def one_table(
    store: TableStore, table: str, maybe: PersonRow | None, code: Invitation = None
) -> TableForYou:
    """One table."""
    row = await store.read(table)
    row.require_shown(maybe.id if maybe else None, code)
    return await _for(store, row, maybe)


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
async def join(
    store: TableStore,
    settings: Settings,
    table: str,
    person: PersonRow,
    data: Join,
    code: Invitation = None,
) -> Joined:
    """Take a seat."""

    def sit(row: TableRow) -> int:
        row.require_shown(person.id, code)
        return seating.join(row, person, data)

    async def check(connection: AsyncConnection, row: TableRow) -> None:
        held = await table_search.count_waiting_seats(connection, person.id)
        if row.owner != person.id and held >= settings.seats_per_person:
            raise Refusal("too_many_seats", limit=settings.seats_per_person)

    row, seat = await store.change(table, sit, check)
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


@post("/api/tables/{table:str}/number", status_code=200)
async def contribute(
    store: TableStore, table: str, person: PersonRow, data: Contribute
) -> TableForYou:
    """Give your seat's number to the deal."""
    row, _ = await store.change(table, lambda row: seating.contribute(row, person, data))
    return await _for(store, row, person)


@post("/api/tables/{table:str}/start", status_code=200)
async def start(
    store: TableStore,
    stored_boards: StoredBoards,
    tables: TableServer,
    relay: Relay,
    notices: NoticeService,
    table: str,
    person: PersonRow,
) -> TableForYou:
    """Start the game (owner); whoever is to act and is away is told."""
    waiting = await store.read(table)
    board = await _require_shared(store, waiting.board)
    variant = waiting.options.variant
    own_board = (
        await stored_boards.own_board(board, variant.id if variant else "")
        if board is not None
        else None
    )
    row, to_act = await store.change(table, lambda row: seating.start(row, person, own_board))
    # Where another process is the table's home, it knows who is there, and tells the others.
    here = tables.has(row.id) or await relay.is_cold(row.id)
    for seat in to_act if here else ():
        # Whoever starts it is looking at it, and `turn` looks for the others.
        if seat.person not in (None, person.id):
            notices.turn(row.id, 0, str(seat.person))
    return await _for(store, row, person)


@post("/api/tables/{table:str}/rematch", status_code=200)
async def rematch(
    store: TableStore, settings: Settings, table: str, person: PersonRow
) -> TableForYou:
    """Your seat at a new table with the same people; theirs are reserved until they ask too."""
    await _require_shared(store, (await store.read(table)).board)
    again = await table_creation.rematch(
        store, table, person, settings.tables_per_person, settings.tables
    )
    return await _for(store, again, person)


@get("/api/tables/{table:str}/result")
async def result(
    database: Database, table: str, maybe: PersonRow | None, code: Invitation = None
) -> Result:
    """The scores of a finished game, its seed, and whether that is the one committed to."""
    async with database.read() as connection:
        row = await table_rows.read_one(connection, table)
        row.require_shown(maybe.id if maybe else None, code)
        at = await table_rows.progress(connection, [table])
    return result_of(row, at.get(table, (0, None))[0])


@get("/api/tables/{table:str}/record", media_type="application/json")
async def record(
    store: TableStore,
    replays: Replays,
    table: str,
    maybe: PersonRow | None,
    code: Invitation = None,
) -> Response[dict[str, Any]]:
    """The record of a finished game as a file."""
    (await store.read(table)).require_shown(maybe.id if maybe else None, code)
    headers = {"Content-Disposition": f'attachment; filename="goldenspike-{table}.json"'}
    return _encoded(await replays.recorded_game(table), headers)


@get("/api/tables/{table:str}/replay")
async def replay(
    store: TableStore,
    replays: Replays,
    table: str,
    maybe: PersonRow | None,
    code: Invitation = None,
    seat: Annotated[
        int | None,
        Parameter(ge=0, le=7, description="As this seat saw it; without it everything is open."),
    ] = None,
) -> Response[Replay]:
    """A finished game step by step."""
    (await store.read(table)).require_shown(maybe.id if maybe else None, code)
    return _encoded(await replays.replay(table, seat))


@get("/api/leaderboard/{board:str}")
async def leaderboard(database: Database, board: str, maybe: PersonRow | None) -> Leaderboard:
    """Ratings of accounts on one board, and yours if you say who you are."""
    seating.load_board(board)
    async with database.read() as connection:
        return await account_ratings.leaderboard(connection, board, maybe.id if maybe else None)


async def _require_shared(store: TableStore, board: str) -> str | None:
    """The board of a new game if somebody made it; refuses one that may not be shared any more."""
    if not is_own_board(board):
        return None
    async with store.database.read() as connection:
        await own_boards.require_playable(connection, board)
    return board


def _encoded(body: bytes, headers: dict[str, str] | None = None) -> Response[Any]:
    """An answer that is JSON already."""
    return Response(body, media_type="application/json", headers=headers)


async def _for(store: TableStore, row: TableRow, person: PersonRow | None) -> TableForYou:
    return TableForYou(await store.public_info(row), row.you(person.id if person else None))


HANDLERS = (
    boards, one_board, lobby, new_table, new_lesson, one_table, by_code, join, leave, colour,
    set_seat, contribute, start, rematch, result, record, replay, leaderboard,
)  # fmt: skip
