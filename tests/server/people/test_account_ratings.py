"""Ratings of accounts, and the leaderboard."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest
from sqlalchemy import insert

from goldenspike.server.people import account_ratings
from goldenspike.server.people.accounts import PersonRow
from goldenspike.server.protocol.result_bodies import FinalScore
from goldenspike.server.protocol.table_bodies import NewTable, SeatWish
from goldenspike.server.settings import Settings
from goldenspike.server.storage import schema, table_rows
from goldenspike.server.storage.database import Database
from goldenspike.server.tables import seating
from support.server.client import Seat, guest


async def test_ratings_of_a_game_between_accounts(base: str):
    people = [await guest(base, f"R{i}") for i in range(2)]
    body = {"board": "nordic", "seats": [{}, {}]}
    made = (await people[0].post("/api/tables", body))["table"]
    table = made["id"]
    await people[1].post(f"/api/tables/{table}/join?code={made['code']}", {})
    for i, person in enumerate(people):
        account = {"name": f"{table} {i}", "password": "long enough"}
        person.token = (await person.post("/api/accounts", account))["token"]
    await people[0].post(f"/api/tables/{table}/start")
    seats = [await Seat(base, table, p.token, i).open() for i, p in enumerate(people)]
    source = random.Random(3)
    await asyncio.gather(*(seat.play_on(source) for seat in seats))
    result = await people[0].get(f"/api/tables/{table}/result")
    assert [r["seat"] for r in result["ratings"]] == [0, 1]
    gains = [r["after"] - r["before"] for r in result["ratings"]]
    ranks = [s["rank"] for s in result["scores"]]
    if ranks[0] != ranks[1]:
        assert (gains[0] > gains[1]) == (ranks[0] < ranks[1])
    board = await people[0].get("/api/leaderboard/nordic")
    mine = [p for p in board["people"] if p["name"].startswith(table)]
    assert len(mine) == 2
    assert all(p["games"] == 1 for p in mine)
    shown = [p["rating"] for p in board["people"]]
    assert shown == sorted(shown, reverse=True)
    assert board["you"]["name"] == f"{table} 0"
    stranger = await guest(base, "Stranger")
    assert (await stranger.get("/api/leaderboard/nordic"))["you"] is None


async def test_a_win_is_a_first_place_and_not_the_best_place_of_an_account(tmp_path: Path):
    """A bot or a guest may have won."""
    database = Database(Settings(db=str(tmp_path / "games.sqlite")))
    await database.open()
    owner = PersonRow("o", "Owner", None)
    row = seating.new_table(NewTable("usa", [SeatWish()] * 4), owner)
    for seat, (kind, rank) in enumerate([("bot", 1), ("person", 2), ("person", 3)]):
        row.seats[seat] = table_rows.SeatRow(seat, kind, f"p{seat}", account=kind == "person")
        score = FinalScore(seat, None, 0, 0, 0, 0, [], 0, {}, 0, 0, rank)
        row.scores = [*(row.scores or []), score]
    row.seats = row.seats[:3]
    try:
        async with database.write() as connection:
            for seat in (1, 2):
                person = {"id": f"p{seat}", "name": f"P{seat}", "created": 0}
                await connection.execute(insert(schema.people).values(**person))
            changes = await account_ratings.rate_game(connection, row, {1: 9, 2: 9})
            assert changes[0].after > changes[1].after
            shown = (await account_ratings.leaderboard(connection, "usa")).people
            assert [(p.name, p.games, p.wins) for p in shown] == [("P1", 1, 0), ("P2", 1, 0)]
    finally:
        await database.close()


async def test_the_leaderboard_has_your_own_place_also_below_those_shown(
    db: str, monkeypatch: pytest.MonkeyPatch
):
    """Whoever is not among the best still learns where they stand."""
    monkeypatch.setattr(account_ratings, "LEADERBOARD_SIZE", 2)
    database = Database(Settings(db=db))
    await database.open()
    try:
        async with database.write() as connection:
            for i, mu in enumerate([25.0, 31.0, 28.0, 28.0]):
                person = {"id": f"p{i}", "name": f"P{i}", "created": 0}
                await connection.execute(insert(schema.people).values(**person))
                rated = {"person": f"p{i}", "board": "usa", "mu": mu, "sigma": 2.0}
                await connection.execute(insert(schema.ratings).values(**rated, games=3, wins=1))
        async with database.read() as connection:
            seen = await account_ratings.leaderboard(connection, "usa", "p0")
            assert [(p.place, p.name) for p in seen.people] == [(1, "P1"), (2, "P2")]
            assert seen.you is not None
            assert (seen.you.place, seen.you.name, seen.you.rating) == (4, "P0", 1500)
            assert (await account_ratings.leaderboard(connection, "usa", "nobody")).you is None
            assert (await account_ratings.leaderboard(connection, "nordic", "p0")).people == []
    finally:
        await database.close()
