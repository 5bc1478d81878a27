"""Games of other rules or boards than this program has are refused with a clear reason."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

import goldenspike as gs
from goldenspike.notation.records import RULES
from goldenspike.server.app import Server
from goldenspike.server.protocol.bodies import FinalScore
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.settings import Settings
from goldenspike.server.storage import table_rows
from goldenspike.server.storage.database import Database
from goldenspike.server.tables import seating
from goldenspike.server.views import replays
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
    assert (stored.rules, stored.board_hash) == (RULES, gs.load_board("usa").digest)


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
        for work in (server.replays.replay(row.id, None), server.replays.recorded_game(row.id)):
            if code is None:
                assert await work
            else:
                with pytest.raises(Refusal) as refusal:
                    await work
                assert refusal.value.code == code


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


async def test_a_database_from_before_is_brought_up_to_date(db: str):
    """Its games are taken to be by what is there."""
    async with opened(db) as server:
        row = await started(server)
        async with server.database.write() as connection:
            for change in ("DROP INDEX tables_next", "ALTER TABLE tables DROP COLUMN rules",
                           "ALTER TABLE tables DROP COLUMN board_hash",
                           "UPDATE alembic_version SET version_num = '0001'"):  # fmt: skip
                await connection.execute(text(change))
    async with opened(db) as server:
        assert (await server.tables.load(row.id)).game is not None
    database = Database(Settings(db=db))
    async with database.read() as connection:
        assert (await table_rows.read_one(connection, row.id)).rules is None
    await database.close()


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
