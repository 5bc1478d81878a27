"""Games keep their own board and rules; those that are unknown here are refused with a reason."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

import goldenspike as gs
from goldenspike.boards import load
from goldenspike.boards.drawing.layout_files import stored_layout
from goldenspike.boards.load import board_files
from goldenspike.boards.read import read_board
from goldenspike.notation.records import RULES
from goldenspike.server.app import Server
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.protocol.result_bodies import FinalScore
from goldenspike.server.settings import Settings
from goldenspike.server.storage import migrate, table_rows
from goldenspike.server.storage.database import Database
from goldenspike.server.storage.schema import tables
from goldenspike.server.storage.stored_boards import store_board
from goldenspike.server.storage.times import DAY
from goldenspike.server.tables import seating
from goldenspike.server.views import board_catalogue, replays
from support.server.client import Seat, new_table
from support.server.in_process import new_guest, opened, waiting_table
from support.server.process import ServerProcess


async def started(server: Server) -> table_rows.TableRow:
    ada, bob = await new_guest(server), await new_guest(server, "Bob")
    row = await waiting_table(server, ada, bob)
    row, _ = await server.store.change(row.id, lambda row: seating.start(row, ada))
    return row


def finish(row: table_rows.TableRow) -> None:
    no = FinalScore(0, None, 0, 0, 0, 0, [], 0, {}, 0, 0, 1)
    row.status, row.scores = "finished", [no]


async def test_a_started_game_says_what_it_is_played_by(db: str):
    async with opened(db) as server:
        row = await started(server)
        async with server.database.read() as connection:
            stored = await table_rows.read_one(connection, row.id)
    assert (stored.rules, stored.board_hash) == (RULES, gs.load_board("usa").play_hash)


@pytest.mark.parametrize(
    ("change", "code"),
    [({"rules": RULES + 1}, "other_rules"), ({"board_hash": "0" * 64}, "other_board"),
     ({"board": "atlantis"}, "other_board"), ({"rules": None, "board_hash": None}, None)],
)  # fmt: skip
async def test_outdated_games_are_not_shown(
    tmp_path: Path, change: dict[str, Any], code: str | None
):
    async with opened(str(tmp_path / "games.sqlite")) as server:
        row = await started(server)

        def alter(row: table_rows.TableRow) -> None:
            finish(row)
            for name, value in change.items():
                setattr(row, name, value)

        await server.store.change(row.id, alter)
        if code is None:
            assert await server.replays.replay(row.id, None)
        else:
            with pytest.raises(Refusal) as refusal:
                await server.replays.replay(row.id, None)
            assert refusal.value.code == code
        record = json.loads(await server.replays.recorded_game(row.id))
        assert record["players"] == 2, "attack 1: what is stored can always be downloaded"
        assert record["rules"] == (change.get("rules") or RULES)


async def test_a_running_game_of_other_rules_says_why_it_cannot_go_on(tmp_path: Path):
    db = tmp_path / "games.sqlite"
    with ServerProcess(str(db), tmp_path) as server:
        table, _ = await new_table(server.base, 2, absent="bot", absent_after=5)
        server.stop()
        with sqlite3.connect(db) as connection:
            connection.execute("UPDATE tables SET rules = 99")
        server.start()
        seat = Seat(server.base, table, None, None)
        seat.socket = await connect(seat.url)
        error = (await seat.until("refused"))["error"]
        assert error["code"] == "other_rules"
        assert error["params"] == {"rules": 99, "plays": RULES}
        with pytest.raises(ConnectionClosed) as closed:
            await seat.receive()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4409
        assert "task_refused" not in server.log(), "nobody tries to drive it"


OLD_GAME = """
INSERT INTO people (id, name, created) VALUES ('ada', 'Ada', 1);
INSERT INTO tables (id, code, board, status, public, options, owner, seed, commitment, rules,
                    board_hash, version, created, started)
VALUES ('game', 'CODE22', 'usa', 'running', false, '{options}', 'ada', '{seed}', '{seed}', {rules},
        {board_hash}, 1, 1, 1);
INSERT INTO seats (table_id, seat, kind, person, stand_in)
VALUES ('game', 0, 'person', 'ada', 'no'), ('game', 1, 'person', 'ada', 'no')
"""
"""A running game as version 0.1 stored it."""

OF_FILE = "651154ed29b83dbfd689aa649970255402daf502de6502e795abd0c77e517aae"


@pytest.mark.parametrize(("rules", "board_hash"), [("NULL", "NULL"), ("1", f"'{OF_FILE}'")])
async def test_a_database_of_version_0_1_is_brought_up_to_date(
    db: str, rules: str, board_hash: str, monkeypatch: pytest.MonkeyPatch
):
    """attack 1: its games go on."""
    options = (
        '{"clock": {"kind": "days", "amount": 2}, "absent": "bot", "absent_after": 60, '
        '"first": 0, "pace": 0, "first_turn": 0}'
    )
    database = Database(Settings(db=db))
    with monkeypatch.context() as before:
        before.setattr(migrate, "TARGET", "0002")
        await database.open()
    async with database.write() as connection:
        filled = OLD_GAME.replace("{options}", options).replace("{seed}", "5e" * 32)
        filled = filled.replace("{rules}", rules).replace("{board_hash}", board_hash)
        for statement in filled.split(";"):
            await connection.exec_driver_sql(statement)
    await database.close()
    async with opened(db) as server:
        assert (await server.tables.load("game")).game is not None
        stored = await server.store.read("game")
        assert (stored.rules, stored.board_hash) == (1, gs.load_board("usa").play_hash)
        async with server.database.read() as connection:
            query = select(tables.c.move_limit, tables.c.absent, tables.c.first_turn)
            assert tuple((await connection.execute(query)).one()) == (2 * DAY, "bot", 0)


OTHER_FILE = re.sub(
    r"^trains = 45$", "trains = 44", dict(board_files())["usa"].decode(), flags=re.M
)
"""The file of a board that plays differently, as an earlier version of the program had it."""


async def on_another_board(server: Server, row: table_rows.TableRow, file: str = OTHER_FILE) -> str:
    """Let a game have started on another version of its board; returns that board's hash."""
    other = read_board("usa", OTHER_FILE.encode()).play_hash

    def alter(row: table_rows.TableRow) -> None:
        row.board_hash = other

    async with server.database.write() as connection:
        await store_board(connection, "usa", other, file)
    await server.store.change(row.id, alter)
    return other


@pytest.fixture
def commented(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """A function that puts a comment into every built-in board's file."""

    def change() -> None:
        read = load._file
        monkeypatch.setattr(load, "_file", lambda name: b"# A comment.\n" + read(name))
        load._built_in.cache_clear()

    yield change
    monkeypatch.undo()
    load._built_in.cache_clear()


async def test_a_comment_in_a_boards_file_ends_no_game(db: str, commented: Callable[[], None]):
    """attack 1: a comment added to `usa.toml`, server restarted."""
    async with opened(db) as server:
        row = await started(server)
        over = await started(server)
        await server.store.change(over.id, finish)
        digest = gs.load_board("usa").digest
    commented()
    assert gs.load_board("usa").digest != digest
    async with opened(db) as server:
        table = await server.tables.load(row.id)
        game = table.started_game
        assert await table.play(game.seat, str(game.legal()[0]), 0, "bot") == 1
        assert await server.replays.replay(over.id, None)
        record = json.loads(await server.replays.recorded_game(over.id))
        assert gs.replay(record | {"scores": None}).actions == []


async def test_a_game_goes_on_on_the_board_it_began_on(db: str, monkeypatch: pytest.MonkeyPatch):
    """attack 1: what is played on a board changes with an upgrade."""
    drawn = []

    async def draw(path: str) -> Any:
        drawn.append(gs.load_board(path).trains)
        return stored_layout(gs.load_board("usa"))

    monkeypatch.setattr(board_catalogue, "compute_layout_in_worker", draw)
    async with opened(db) as server:
        row = await started(server)
        other = await on_another_board(server, row)
        server.tables.forget(row.id)
        table = await server.tables.load(row.id)
        assert table.started_game.board.trains == 44
        game = table.started_game
        number = await table.play(game.seat, str(game.legal()[0]), 0, "bot")
        assert number == 1
        await server.sweep.run()
        detail = await server.catalogue.detail("usa", other)
        assert detail.board["players"]["trains"] == 44
        assert detail.layout is not None
        assert drawn == [44], "it has a drawing of its own"
        assert (await server.catalogue.detail("usa")).board["players"]["trains"] == 45
        await server.store.change(row.id, finish)
        assert await server.replays.replay(row.id, 0)
        record = json.loads(await server.replays.recorded_game(row.id))
    assert record["board_hash"] == other
    assert gs.replay(record, board=read_board("usa", OTHER_FILE.encode())).board.trains == 44


async def test_a_stored_board_that_cannot_be_read_harms_only_its_own_games(db: str):
    """attack 4: bad data stays where it is."""
    async with opened(db) as server:
        good, bad = await started(server), await started(server)
        await on_another_board(server, bad, "not a board")
        server.tables.forget(bad.id)
        with pytest.raises(Refusal, match="another version of the board"):
            await server.tables.load(bad.id)
        assert (await server.tables.load(good.id)).game is not None
        await server.sweep.run()


async def test_a_new_board_is_known_to_processes_of_the_former_version(db: str):
    """While a deployment is under way, both versions find what the other has begun."""
    async with opened(db) as newer, opened(db) as older:
        row = await started(newer)
        await on_another_board(newer, row)
        stored = await older.store.read(row.id)
        assert (await older.stored_boards.board_of(stored)).trains == 44


async def test_a_replay_is_computed_once_for_each_version_of_its_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    made = []
    steps = replays._steps

    async def counted(*given: Any) -> Any:
        made.append(given)
        return await steps(*given)

    monkeypatch.setattr(replays, "_steps", counted)
    async with opened(str(tmp_path / "games.sqlite")) as server:
        row = await started(server)
        await server.store.change(row.id, finish)
        first = await server.replays.replay(row.id, 0)
        assert await server.replays.replay(row.id, 0) == first
        assert len(made) == 1
        await server.replays.replay(row.id, 1)
        assert len(made) == 2, "another seat sees another game"

        def link(row: table_rows.TableRow) -> None:
            row.next = "elsewhere"

        await server.store.change(row.id, link)
        assert b"elsewhere" in await server.replays.replay(row.id, 0)
        monkeypatch.setattr(replays, "CACHE_BYTES", 1)
        await server.replays.recorded_game(row.id)
        await server.replays.replay(row.id, 0)
        assert len(made) == 4, "only so much is kept"
