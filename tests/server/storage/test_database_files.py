"""Databases: migrated once, exported and imported, refused when newer, one server for a file."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from goldenspike.server.settings import Settings
from goldenspike.server.storage.database import Database
from goldenspike.server.storage.migrate import NewerDatabaseError
from support.server.client import Api, Seat, new_table
from support.server.process import ServerProcess


async def test_servers_starting_together_migrate_once(tmp_path: Path):
    db = str(tmp_path / "games.sqlite")
    code = (
        "import asyncio, sys\n"
        "from goldenspike.server.storage.database import Database\n"
        "from goldenspike.server.settings import Settings\n"
        "asyncio.run(Database(Settings(db=sys.argv[1])).open())"
    )
    starts = [subprocess.Popen([sys.executable, "-c", code, db]) for _ in range(3)]
    assert [start.wait(60) for start in starts] == [0, 0, 0]
    with sqlite3.connect(db) as connection:
        assert connection.execute("SELECT count(*) FROM alembic_version").fetchone() == (1,)


async def test_a_database_of_a_newer_program_is_left_alone(tmp_path: Path):
    db = str(tmp_path / "games.sqlite")
    database = Database(Settings(db=db))
    await database.open()
    with sqlite3.connect(db) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(NewerDatabaseError, match="9999"):
        await database.open()
    await database.close()


async def test_tables_move_to_another_database(base: str, server: ServerProcess, tmp_path: Path):
    """Exported in the middle of a game, imported elsewhere, played on there."""
    table, people = await new_table(base, 2)
    seats = [await Seat(base, table, p.token, i).open() for i, p in enumerate(people)]
    for seat in seats:
        await seat.until("presence")
    mover = next(s for s in seats if s.to_act)
    assert mover.view is not None
    await mover.move(mover.view["legal"][0])
    await mover.until("ack")
    lines, db = tmp_path / "tables.jsonl", str(tmp_path / "other.sqlite")
    command = [sys.executable, "-c", "from goldenspike.cli import main; main()"]
    run = asyncio.create_subprocess_exec
    done = await run(*command, "export", table, "--db", server.db, "--out", str(lines))
    assert await done.wait() == 0
    for _ in range(2):
        done = await run(*command, "import", str(lines), "--db", db)
        assert await done.wait() == 0
    with ServerProcess(db, tmp_path) as other:
        shown = (await Api(other.base).get(f"/api/tables/{table}"))["table"]
        assert (shown["n"], shown["status"]) == (1, "running")
        watcher = await Seat(other.base, table, None, None).open()
        await watcher.until("snapshot")
        assert watcher.n == 1


@pytest.mark.parametrize("link", ["none", "symbolic", "hard"])
def test_a_sqlite_file_is_served_by_one_process(tmp_path: Path, link: str):
    """attack 27: two servers on one file, also under another name."""
    db = str(tmp_path / "games.sqlite")
    other = db if link == "none" else str(tmp_path / "link.sqlite")
    with ServerProcess(db, tmp_path) as first:
        if link == "symbolic":
            Path(other).symlink_to(db)
        elif link == "hard":
            Path(other).hardlink_to(db)
        second = ServerProcess(other, tmp_path)
        second.start(wait=False)
        assert second.process is not None
        assert second.process.wait(30) == 1
        said = "has a second name" if link == "hard" else "Another server has"
        assert said in second.log()
        assert "Traceback" not in second.log()
        first.kill()
    if link == "hard":
        Path(other).unlink()
    with ServerProcess(db, tmp_path):
        pass
