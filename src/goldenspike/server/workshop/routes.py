"""HTTP routes of the workshop: checking, saving, listing and sharing boards."""

from __future__ import annotations

from litestar import Response, delete, get, post

import goldenspike as gs
from goldenspike.boards.load import board_files
from goldenspike.server.people import moderation
from goldenspike.server.people.accounts import PersonRow
from goldenspike.server.people.tokens import Client
from goldenspike.server.protocol.board_bodies import (
    BoardCheck,
    BoardFile,
    BoardText,
    EarthFrame,
    EarthOutlines,
    MyBoards,
    OwnBoard,
    OwnBoardList,
    RandomBoard,
    ReportStatus,
    SaveBoard,
    SavedBoard,
    Sharing,
)
from goldenspike.server.protocol.bodies import Done
from goldenspike.server.protocol.person_bodies import ReportBoard
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.settings import Settings
from goldenspike.server.storage import own_boards
from goldenspike.server.storage.database import Database
from goldenspike.server.workshop.reports import Reports
from goldenspike.server.workshop.workbench import Workbench
from goldenspike.workshop.own_board import is_own_board


@post("/api/workshop/check", status_code=200)
async def check(
    workbench: Workbench, person: PersonRow, client: Client, data: BoardText
) -> BoardCheck:
    """Everything that is wrong with a board file, or the board in it; nothing is stored."""
    return await workbench.check(data.file, person.id, client.origin)


@post("/api/workshop/random", status_code=200)
async def random(
    workbench: Workbench, person: PersonRow, client: Client, data: RandomBoard
) -> BoardFile:
    """A random board to go on from; nothing is stored."""
    return await workbench.random(data, person.id, client.origin)


@post("/api/workshop/outlines", status_code=200)
async def earth(
    workbench: Workbench, person: PersonRow, client: Client, data: EarthFrame
) -> EarthOutlines:
    """Land and water of a piece of the earth, as a board with that `[map]` is drawn."""
    return await workbench.outlines(data, person.id, client.origin)


@post("/api/workshop/boards")
async def save(
    workbench: Workbench, person: PersonRow, client: Client, data: SaveBoard
) -> SavedBoard:
    """Save a board; it is drawn in the background."""
    return await workbench.save(data, person.id, client.origin)


@get("/api/workshop/boards")
async def my_boards(database: Database, settings: Settings, person: PersonRow) -> MyBoards:
    """My designs with their revisions."""
    async with database.read() as connection:
        found = await own_boards.designs_of(connection, person.id)
    return MyBoards(found, settings.boards_per_person)


@delete("/api/workshop/designs/{design:str}", status_code=200)
async def forget(database: Database, person: PersonRow, design: str) -> Done:
    """Delete a design of mine; games on its boards go on."""
    async with database.write() as connection:
        await own_boards.delete_design(connection, person.id, design)
    return Done()


@get("/api/workshop/boards/{board:str}")
async def one_board(database: Database, board: str) -> OwnBoard:
    """A shared board: what it is, and whether it is drawn."""
    async with database.read() as connection:
        return await own_boards.find(connection, board)


@post("/api/workshop/boards/{board:str}/report", status_code=200)
async def measure(reports: Reports, person: PersonRow, client: Client, board: str) -> ReportStatus:
    """Measure how balanced a board is, in the background."""
    return await reports.ask(board, person.id, client.origin)


@get("/api/workshop/boards/{board:str}/report")
async def report(database: Database, board: str) -> ReportStatus:
    """How balanced a board is, or how far measuring that has come."""
    async with database.read() as connection:
        await own_boards.find(connection, board)
        return await own_boards.report_of(connection, board)


@delete("/api/workshop/boards/{board:str}/report", status_code=200)
async def stop(database: Database, person: PersonRow, board: str) -> ReportStatus:
    """Stop measuring a board, if you have asked for it."""
    async with database.write() as connection:
        await own_boards.find(connection, board)
        await own_boards.stop_report(connection, board, person.id)
        return await own_boards.report_of(connection, board)


@post("/api/workshop/boards/{board:str}/complaint", status_code=200)
async def complain(database: Database, person: PersonRow, board: str, data: ReportBoard) -> Done:
    """Report a board to the moderators."""
    async with database.write() as connection:
        found = await own_boards.find(connection, board)
        maker = await own_boards.maker_of(connection, board)
        name = found.facts.summary.name
        await moderation.report_board(connection, board, name, maker, person.id, data.text)
    return Done()


@get("/api/boards/{board:str}/file", media_type="application/toml")
async def file(database: Database, board: str) -> Response[str]:
    """The file of a board, to start another one from."""
    text: str | None = None
    if board in gs.board_names():
        text = dict(board_files())[board].decode()
    elif is_own_board(board):
        async with database.read() as connection:
            await own_boards.find(connection, board)
            text = await own_boards.file_of(connection, board)
    if text is None:
        raise Refusal("not_found", what="board", id=board)
    headers = {"Content-Disposition": f'attachment; filename="{board}.toml"'}
    return Response(text, media_type="application/toml; charset=utf-8", headers=headers)


@get("/api/moderation/boards")
async def newest(database: Database, moderator: PersonRow) -> OwnBoardList:
    """The boards that people saved last (moderators)."""
    async with database.read() as connection:
        return OwnBoardList(await own_boards.newest(connection))


@post("/api/moderation/boards/{board:str}", status_code=200)
async def share(database: Database, moderator: PersonRow, board: str, data: Sharing) -> Done:
    """End the sharing of a board, or allow it again; running games go on (moderators)."""
    async with database.write() as connection:
        await own_boards.set_removed(connection, board.replace("\0", "?"), data.removed)
        action = "remove_board" if data.removed else "allow_board"
        await moderation.note(connection, moderator.id, action, board)
    return Done()


HANDLERS = (
    check, random, earth, save, my_boards, forget, one_board, measure, report, stop, file, newest,
    share, complain,
)  # fmt: skip
