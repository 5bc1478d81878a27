"""The result of a game is stored once, whatever happened to its server, and rated."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest
from sqlalchemy import insert, select

import goldenspike as gs
from goldenspike.server.app import Server
from goldenspike.server.people.accounts import PersonRow
from goldenspike.server.storage import schema, table_rows
from goldenspike.server.storage.stored_games import new_game
from goldenspike.server.storage.table_rows import TableRow
from support.server.client import hasty
from support.server.in_process import opened, people, started, until
from support.server.postgres import Postgres


async def status(server: Server, table: str) -> str:
    async with server.database.read() as connection:
        return (await table_rows.read_one(connection, table)).status


async def played_out(server: Server, row: TableRow) -> None:
    """Every action of a whole game, stored as if the server had been killed after the last."""
    game, source, lines = new_game(row, gs.load_board(row.board)), random.Random(7), []
    while not game.over:
        seat, action = game.seat, hasty([str(a) for a in game.legal()], source)
        game.play(action)
        number = len(lines) + 1
        line = {"table_id": row.id, "number": number, "seat": seat, "action": action}
        turn = None if game.over else game.seat
        lines.append({**line, "by": "person", "at": number, "turn": turn})
    async with server.database.write() as connection:
        await connection.execute(insert(schema.actions), lines)


async def test_a_result_is_stored_although_the_server_died_before(db: str):
    async with opened(db) as server:
        row = await started(server, await people(server, 2), board="nordic")
        await played_out(server, row)
        await until(lambda: server.bus.connected)
        await server.sweep.run()
        async with asyncio.timeout(20):
            while await status(server, row.id) != "finished":
                await asyncio.sleep(0.02)


async def test_a_result_that_could_not_be_stored_is_stored_later(
    db: str, monkeypatch: pytest.MonkeyPatch
):
    async with opened(db) as server:
        row = await started(server, await people(server, 2), board="nordic")
        await played_out(server, row)
        fails = 2

        async def update(*_: Any) -> list[Any]:
            nonlocal fails
            fails -= 1
            if fails >= 0:
                raise RuntimeError
            return []

        monkeypatch.setattr("goldenspike.server.people.account_ratings.rate_game", update)
        table = await server.tables.load(row.id)
        await until(lambda: table.row.status == "finished")
        assert fails < 0


async def test_simultaneous_games_of_the_same_accounts_are_all_rated(postgres: Postgres):
    async with opened(postgres.fresh("rated_together")) as server:
        accounts = []
        for name in ("Ann", "Bob"):
            admitted = (await server.people.account(name, "long enough", None)).admitted.person
            accounts.append(PersonRow(admitted.id, admitted.name, admitted.account))
        tables = []
        for pair in (accounts, accounts[::-1], accounts):
            tables.append(await started(server, pair, board="nordic"))
            await played_out(server, tables[-1])
        await asyncio.gather(*(server.tables.load(row.id) for row in tables))
        await until(lambda: all(r.row.status == "finished" for r in server.tables.loaded.values()))
        async with server.database.read() as connection:
            counted = [line.games for line in await connection.execute(select(schema.ratings))]
        assert counted == [3, 3]
