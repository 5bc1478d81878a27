"""The lobby: watchers are told of every change of public tables, and of nothing else."""

from __future__ import annotations

import asyncio
import sqlite3
from typing import Any

import pytest
from sqlalchemy import select

from goldenspike.server.storage import schema
from goldenspike.server.tables import table_creation
from support.server.client import guest
from support.server.in_process import FakeSubscriber, in_time, new_guest, opened, waiting_table


async def test_a_removed_table_closes_its_sockets_and_leaves_the_lobby(db: str):
    async with opened(db) as server:
        ada = await new_guest(server)
        row = await waiting_table(server, ada, public=True)
        kept = await waiting_table(server, ada, public=True)
        waiting: Any = FakeSubscriber(ada.id, 0)
        waiting.at(await server.tables.load(row.id))
        server.lobby.flush()
        onlooker: Any = FakeSubscriber()
        await server.lobby.enter(onlooker)
        async with server.database.write() as connection:
            old = schema.tables.update().where(schema.tables.c.id == row.id).values(created=5)
            await connection.execute(old)
        await table_creation.remove_unstarted(server.store, 10)
        assert waiting.closed_with == 4404
        server.lobby.flush()
        assert onlooker.received[-1] == {"type": "lobbychanges", "tables": [], "gone": [row.id]}
        assert list(server.tables.loaded) == []
        async with server.database.read() as connection:
            left = [line.id for line in await connection.execute(select(schema.tables.c.id))]
        assert left == [kept.id]


async def test_private_tables_are_not_in_the_lobby(db: str):
    async with opened(db) as server:
        ada = await new_guest(server)
        onlooker: Any = FakeSubscriber()
        await server.lobby.enter(onlooker)
        for public in (False, True):
            row = await waiting_table(server, ada, public=public)
            server.lobby.flush()
            await server.store.leave(row.id, ada, 0)
            server.lobby.flush()
        shown = [message["type"] for message in onlooker.received]
        assert shown == ["lobbytables", "lobbychanges", "lobbychanges"]
        assert [info["id"] for info in onlooker.received[1]["tables"]] == [row.id]
        assert onlooker.received[2]["gone"] == [row.id]


async def test_changes_while_the_lobby_is_read_are_sent(db: str, monkeypatch: pytest.MonkeyPatch):
    async with opened(db) as server:
        ada = await new_guest(server)
        gone, private = [await waiting_table(server, ada, public=p) for p in (True, False)]
        read, shown = asyncio.Event(), asyncio.Event()
        real = server.lobby.public_tables

        async def slowly() -> Any:
            found = await real()
            read.set()
            await shown.wait()
            return found

        monkeypatch.setattr(server.lobby, "public_tables", slowly)
        onlooker: Any = FakeSubscriber()
        entering = asyncio.create_task(server.lobby.enter(onlooker))
        await in_time(read.wait())
        new = await waiting_table(server, ada, public=True)
        for row in (gone, private):
            await server.store.leave(row.id, ada, 0)
        shown.set()
        await in_time(entering)
        server.lobby.flush()
        listed: set[str] = set()
        for news in onlooker.received:
            if news["type"] == "lobbytables":
                listed = {info["id"] for info in news["tables"]}
            else:
                listed |= {info["id"] for info in news["tables"]}
                listed -= set(news["gone"])
        assert listed == {new.id}
        assert private.id not in str(onlooker.received)


async def test_my_games_lists_every_unfinished_game(server: Any, base: str):
    """However many newer ones are over."""
    person = await guest(base)
    body = {"board": "usa", "seats": [{}, {}]}
    made = [(await person.post("/api/tables", body))["table"]["id"] for _ in range(3)]
    with sqlite3.connect(server.db, timeout=20) as connection:
        copied = "id || '-' || value, code || value, board, 'finished', public, options, owner, "
        connection.execute(
            "INSERT INTO tables"
            " (id, code, board, status, public, options, owner, version, created, seed, started,"
            " scores)"
            " WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n LIMIT 210)"
            f" SELECT {copied} version, created + 1000, '00', 1, '[]' FROM tables, n WHERE id = ?",
            (made[0],),
        )
        connection.execute(
            "INSERT INTO seats (table_id, seat, kind, stand_in)"
            " SELECT id, 0, 'closed', 'no' FROM tables WHERE id LIKE ?",
            (made[0] + "-%",),
        )
    games = await person.get("/api/me/games")
    assert {game["table"]["id"] for game in games["waiting"]} == set(made)
    assert len(games["finished"]) == 200
