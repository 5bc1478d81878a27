"""A game that is over ends for good: whatever happened to its server, and with fair ratings."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest
from houses import opened, people, started, until
from player import hasty
from postgres import Postgres
from sqlalchemy import insert, select

from goldenspike.server import rows, schema
from goldenspike.server.house import House
from goldenspike.server.people import PersonRow
from goldenspike.server.rows import TableRow


async def status(house: House, table: str) -> str:
    async with house.database.read() as connection:
        return (await rows.read_one(connection, table)).status


async def played_out(house: House, row: TableRow) -> None:
    """Every action of a whole game, stored as if the server had been killed after the last."""
    game, source, lines = house.new_game(row), random.Random(7), []
    while not game.over:
        seat, action = game.seat, hasty([str(a) for a in game.legal()], source)
        game.play(action)
        number = len(lines) + 1
        line = {"table_id": row.id, "number": number, "seat": seat, "action": action}
        turn = None if game.over else game.seat
        lines.append({**line, "by": "person", "at": number, "turn": turn})
    async with house.database.write() as connection:
        await connection.execute(insert(schema.actions), lines)


async def test_a_game_whose_server_died_before_the_result_gets_it(db: str):
    async with opened(db) as house:
        row = await started(house, await people(house, 2), board="nordic")
        await played_out(house, row)
        await until(lambda: house.bus.connected)
        await house.driver.sweep()
        async with asyncio.timeout(20):
            while await status(house, row.id) != "finished":
                await asyncio.sleep(0.02)


async def test_a_result_that_could_not_be_stored_is_stored_later(
    db: str, monkeypatch: pytest.MonkeyPatch
):
    async with opened(db) as house:
        row = await started(house, await people(house, 2), board="nordic")
        await played_out(house, row)
        fails = 2

        async def update(*_: Any) -> list[Any]:
            nonlocal fails
            fails -= 1
            if fails >= 0:
                raise RuntimeError
            return []

        monkeypatch.setattr("goldenspike.server.ratings.update", update)
        room = await house.room(row.id)
        await until(lambda: room.row.status == "finished")
        assert fails < 0


async def test_games_of_the_same_accounts_that_end_together_all_count(postgres: Postgres):
    async with opened(postgres.fresh("rated_together")) as house:
        accounts = []
        for name in ("Ann", "Bob"):
            admitted = (await house.people.account(name, "long enough", None))[0].person
            accounts.append(PersonRow(admitted.id, admitted.name, admitted.account))
        tables = []
        for pair in (accounts, accounts[::-1], accounts):
            tables.append(await started(house, pair, board="nordic"))
            await played_out(house, tables[-1])
        await asyncio.gather(*(house.room(row.id) for row in tables))
        await until(lambda: all(r.row.status == "finished" for r in house.rooms.values()))
        async with house.database.read() as connection:
            counted = [line.games for line in await connection.execute(select(schema.ratings))]
        assert counted == [3, 3]
