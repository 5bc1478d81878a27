"""The supervisor of several worker processes, while the database is down."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

import httpx
import pytest

from goldenspike.server.settings import Settings
from goldenspike.server.storage.database import Database
from support.server.postgres import Postgres
from support.server.process import ServerProcess


def workers_of(server: ServerProcess) -> set[int]:
    assert server.process is not None
    pid = server.process.pid
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return {
        int(child)
        for child in found
        if b"resource_tracker" not in Path(f"/proc/{child}/cmdline").read_bytes()
    }


@pytest.mark.wide
async def test_a_worker_that_restarts_without_a_database_stops_nobody(
    tmp_path: Path, postgres: Postgres
):
    """attack 6: PostgreSQL is down while one worker restarts; the other one goes on serving."""
    server = ServerProcess(postgres.fresh("supervised"), tmp_path, workers=2)
    with server:
        before = workers_of(server)
        assert len(before) == 2
        postgres.stop("fast")
        try:
            victim, other = sorted(before)
            os.kill(victim, signal.SIGKILL)
            async with asyncio.timeout(60):
                while workers_of(server) in (before, {other}) or "database_down" not in (
                    server.log()
                ):
                    await asyncio.sleep(0.05)
            assert server.process is not None
            assert server.process.poll() is None, "the supervisor stayed up"
            assert other in workers_of(server), "and so did the healthy worker"
        finally:
            postgres.start()
        async with asyncio.timeout(60), httpx.AsyncClient(base_url=server.base) as http:
            while True:
                answers = [await http.get("/health") for _ in range(4)]
                if all(answer.status_code == 200 for answer in answers):
                    break
                await asyncio.sleep(0.1)
        assert server.stop() == 0


async def test_a_server_waits_for_its_database(tmp_path: Path, postgres: Postgres):
    """attack 6: a database that comes up later than the server is waited for."""
    db = postgres.fresh("late")
    postgres.stop("fast")
    server = ServerProcess(db, tmp_path)
    try:
        server.start(wait=False)
        async with asyncio.timeout(60):
            while "database_down" not in server.log():
                await asyncio.sleep(0.05)
        postgres.start()
        await asyncio.to_thread(server.wait_until_up)
    finally:
        server.kill()


async def test_a_database_that_goes_away_while_a_process_starts_is_waited_for(postgres: Postgres):
    """attack 6: the process begins again when the database is back, whatever it was asking for."""
    database = Database(Settings(db=postgres.fresh("gone")))
    begun = 0

    async def prepare() -> None:
        nonlocal begun
        begun += 1
        own = await database.connect()
        if begun < 3:
            postgres.stop("fast")
            asyncio.get_running_loop().call_later(0.1, postgres.start)
        if begun == 1:
            await own.execute("SELECT 1")
        await database.ping()
        await own.close()

    async with asyncio.timeout(60):
        await database.open_when_up(prepare)
    await database.close()
    assert begun == 3
