"""Attacks as anybody could make them: a real server, and nothing but HTTP, sockets and signals."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from goldenspike.server.settings import Settings
from goldenspike.server.storage.database import Database
from support.server.client import Api, Seat, guest, new_table
from support.server.postgres import Postgres
from support.server.process import ServerProcess

BOT = {"kind": "bot", "level": "easy"}


async def table_of_bots(base: str) -> str:
    """A started table of two bots; returns its id."""
    owner = await guest(base)
    body = {"board": "usa", "seats": [BOT, BOT], "pace": 300, "public": True}
    table = str((await owner.post("/api/tables", body))["table"]["id"])
    await owner.post(f"/api/tables/{table}/start")
    return table


async def moves_at(base: str, table: str) -> int:
    return int((await Api(base).get(f"/api/tables/{table}"))["table"]["n"])


async def goes_on(base: str, table: str, seconds: float) -> None:
    """Wait for a new move."""
    before = await moves_at(base, table)
    async with asyncio.timeout(seconds):
        while await moves_at(base, table) == before:
            await asyncio.sleep(0.1)


@pytest.fixture
async def elsewhere(base: str) -> AsyncIterator[httpx.AsyncClient]:
    """Somebody at another address, without our cookies."""
    transport = httpx.AsyncHTTPTransport(local_address="127.0.0.9")
    async with httpx.AsyncClient(base_url=base, timeout=30, transport=transport) as client:
        yield client


async def test_who_is_acknowledged_at_the_last_moment_keeps_the_seat(base: str):
    """attack 2: moves are sent around the deadline, and around the end of what is allowed for the
    way.
    """

    async def race(offset: float) -> bool:
        clock = {"kind": "seconds", "amount": 5}
        table, people = await new_table(base, 2, clock=clock, first=0)
        seat = await Seat(base, table, people[0].token, 0).open()
        snapshot = await seat.until("snapshot")
        await seat.until("presence")
        shown = snapshot["clock"]
        due = time.monotonic() + (shown["deadline"] - shown["now"]) / 1000 + offset
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        move = await seat.move(snapshot["view"]["legal"][0])
        while move not in seat.acked and not seat.refusals:
            await seat.receive()
        await asyncio.sleep(0.3)
        sitting = (await people[0].get(f"/api/tables/{table}"))["table"]["seats"][0]
        await seat.close()
        assert move not in seat.acked or sitting["stand_in"] == "no", offset
        return move in seat.acked

    offsets = [edge + step / 100 for edge in (0.0, 0.5) for step in range(-8, 4)]
    acknowledged = await asyncio.gather(*map(race, offsets))
    assert any(acknowledged)


async def test_a_row_that_cannot_be_read_stops_no_bot(tmp_path: Path):
    """attack 4: one malformed row in `tables`."""
    db = str(tmp_path / "g.sqlite")
    with ServerProcess(db, tmp_path) as server:
        good, bad = await table_of_bots(server.base), await table_of_bots(server.base)
        server.kill()
        with sqlite3.connect(db) as connection:
            connection.execute("UPDATE tables SET options = '{' WHERE id = ?", (bad,))
        server.start()
        shown = await Api(server.base).get("/api/tables")
        assert [table["id"] for table in shown["tables"]] == [good]
        await goes_on(server.base, good, 30)


async def test_bots_of_a_suspended_process_play_on_in_another(postgres: Postgres, tmp_path: Path):
    """attacks 7 and 8: one of two servers is suspended; each driven table takes a lock."""
    db = postgres.fresh("suspended_bots")
    with ServerProcess(db, tmp_path) as first:
        table = await table_of_bots(first.base)
        await goes_on(first.base, table, 30)
        with ServerProcess(db, tmp_path) as second:
            assert first.process is not None
            os.kill(first.process.pid, signal.SIGSTOP)
            try:
                await asyncio.sleep(1)
                await goes_on(second.base, table, 20)
            finally:
                os.kill(first.process.pid, signal.SIGCONT)
            database = Database(Settings(db=db))
            query = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'"
            async with database.read() as connection:
                assert (await connection.execute(text(query))).scalar() == 0
            await database.close()


@pytest.mark.parametrize(
    "name",
    ["Ivy\u200d Mars", "Ivy Mars\ufe0f", "Ivy\u3164Mars", "\u0406vy Mars", "Ivy M\u0430rs",
     "\u3164", "\u2800\u2800"],
)  # fmt: skip
async def test_nobody_registers_a_name_that_looks_like_another(base: str, name: str):
    """attack 11: invisible characters, look-alikes, and blank names."""
    password = {"password": "long enough"}
    await Api(base).call("POST", "/api/accounts", {"name": "Ivy Mars", **password})
    answer = await Api(base).call("POST", "/api/accounts", {"name": name, **password})
    assert answer.status_code in (400, 409), answer.text


async def test_a_thief_of_a_guests_token_cannot_take_the_seats(
    base: str, elsewhere: httpx.AsyncClient
):
    """attack 12: a stolen token and `/login`."""
    account = {"name": f"Thief {base[-5:]}", "password": "long enough"}
    assert (await elsewhere.post("/api/accounts", json=account)).status_code == 201
    elsewhere.cookies.clear()
    table, people = await new_table(base, 2)
    stolen = {"Authorization": f"Bearer {people[0].token}"}
    thief = (await elsewhere.post("/api/login", json=account, headers=stolen)).json()
    assert (await people[0].get("/api/me"))["name"] == "Player 0"
    assert (await people[0].get(f"/api/tables/{table}"))["you"]["seats"] == [0]
    games = await Api(base, thief["token"]).get("/api/me/games")
    assert table not in str(games)


async def test_leaving_does_not_make_room_for_more_tables(tmp_path: Path):
    """attack 15: create, start, leave, again."""
    db = str(tmp_path / "g.sqlite")
    with ServerProcess(db, tmp_path, TABLES_PER_PERSON="3") as server:
        ada, bob = await guest(server.base), await guest(server.base, "Bob")
        made = []
        for _ in range(5):
            answer = await ada.call("POST", "/api/tables", {"board": "usa", "seats": [{}, {}]})
            made.append(answer.status_code)
            if answer.status_code == 201:
                shown = answer.json()["table"]
                path = f"/api/tables/{shown['id']}"
                await bob.call("POST", f"{path}/join?code={shown['code']}", {})
                await ada.call("POST", f"{path}/start")
                await ada.call("POST", f"{path}/leave", {})
        assert made == [201] * 3 + [429] * 2


async def test_leaving_at_once_changes_no_rating(base: str):
    """attack 26: a game between accounts in which both leave before a move."""
    names = [f"{word} {base[-5:]}" for word in ("Quitter", "Leaver")]
    people = []
    for name in names:
        api = Api(base)
        account = {"name": name, "password": "long enough"}
        api.token = (await api.post("/api/accounts", account))["token"]
        people.append(api)
    body = {"board": "nordic", "seats": [{}, {}], "public": True, "pace": 0}
    table = (await people[0].post("/api/tables", body))["table"]["id"]
    await people[1].post(f"/api/tables/{table}/join", {})
    await people[0].post(f"/api/tables/{table}/start")
    for person in people:
        await person.post(f"/api/tables/{table}/leave", {})
    async with asyncio.timeout(60):
        while (await people[0].get(f"/api/tables/{table}"))["table"]["status"] != "finished":
            await asyncio.sleep(0.1)
    board: dict[str, Any] = await Api(base).get("/api/leaderboard/nordic")
    assert not [name for name in names if name in str(board)]
