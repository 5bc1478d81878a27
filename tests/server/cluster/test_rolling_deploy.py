"""Processes of two versions side by side, while servers are upgraded one after the other.

The newer one is this program with other rules, another schema and other notifications.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import text
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from goldenspike.notation.records import RULES
from goldenspike.server.settings import Settings
from goldenspike.server.storage.database import Database
from support.server.cluster import Games
from support.server.next_version import NEXT_HEAD, next_version
from support.server.postgres import Postgres
from support.server.process import ServerProcess


class Deployment(Games):
    """A process of this version and one of the next."""

    def __init__(self, db: str, folder: Path, bus: str) -> None:
        super().__init__(db)
        settings = {"BUS": bus} if bus else {}
        self.older = ServerProcess(db, folder, **settings)
        self.newer = ServerProcess(db, folder, **settings)
        self.newer.modules = next_version(folder / "next")

    async def start(self, server: ServerProcess) -> None:
        await asyncio.to_thread(server.start)

    async def close(self) -> None:
        await super().close()
        for server in (self.older, self.newer):
            server.kill()

    async def holder(self, table: str) -> str | None:
        """The process that is home to a table and alive."""
        query = """
            SELECT l.holder FROM leases l JOIN processes p ON p.process = l.holder
            WHERE l.table_id = :table
              AND p.expires > extract(epoch FROM clock_timestamp()) * 1000"""
        return await self._one(query, table=table)

    async def rules_of(self, table: str) -> int:
        return int(await self._one("SELECT rules FROM tables WHERE id = :table", table=table) or 0)

    async def _one(self, query: str, **values: str) -> str | None:
        database = Database(Settings(db=self.db))
        try:
            async with database.read() as connection:
                found: str | None = (await connection.execute(text(query), values)).scalar()
            return found
        finally:
            await database.close()


@pytest.fixture
async def deployment(postgres: Postgres, tmp_path: Path, bus: str) -> AsyncIterator[Deployment]:
    name = "rolling_" + ("redis" if bus else "postgres")
    made = Deployment(postgres.fresh(name), tmp_path, bus)
    try:
        yield made
    finally:
        await made.close()


async def refusal_at(server: ServerProcess, table: str) -> tuple[str, int]:
    """Why a socket is not let in, and how it is closed."""
    async with connect(server.base.replace("http", "ws", 1) + f"/ws/tables/{table}") as socket:
        code = json.loads(await socket.recv())["error"]["code"]
        with pytest.raises(ConnectionClosed) as closed:
            await socket.recv()
    assert closed.value.rcvd is not None
    return code, closed.value.rcvd.code


@pytest.mark.wide
@pytest.mark.parametrize("bus", ["postgres", "redis"], indirect=True)
async def test_games_go_on_while_servers_are_upgraded_one_after_the_other(deployment: Deployment):
    older, newer = deployment.older, deployment.newer
    await deployment.start(older)
    both = [older.base, newer.base]
    former = await deployment.add([older.base, older.base, newer.base])
    deployment.play()
    await deployment.all_move_on(60)
    # The newer one migrates the database; the older one plays on.
    await deployment.start(newer)
    await deployment.all_move_on(30)
    # A game by newer rules is played by the newer one, also for people at the older one.
    latter = await deployment.add(both[::-1])
    assert [await deployment.rules_of(table) for table in (former, latter)] == [RULES, RULES + 1]
    deployment.play()
    await deployment.all_move_on(30)
    assert "bus_gap" not in older.log(), "what only newer processes know is skipped"
    # Without the newer one, the older one does not take that game over.
    newer.kill()
    async with asyncio.timeout(30):
        while await deployment.holder(latter) is not None:
            await asyncio.sleep(0.1)
    assert await refusal_at(older, latter) == ("other_rules", 1013), "try again, there or elsewhere"
    assert await deployment.holder(latter) is None
    await deployment.all_move_on(30, but=(latter,))
    # Back again, it is told of the game by the older one.
    await deployment.start(newer)
    await deployment.all_move_on(30)
    # The older one is stopped: its games go on at the newer one.
    home = await deployment.holder(latter)
    await asyncio.to_thread(older.stop)
    await deployment.all_move_on(30)
    assert await deployment.holder(former) == await deployment.holder(latter) == home
    await deployment.stop()
    await deployment.check()
    # And it cannot come back by mistake.
    older.start(wait=False)
    assert older.process is not None
    assert await asyncio.to_thread(older.process.wait, 60) != 0
    assert f"The database is at version {NEXT_HEAD}" in older.log()
