"""The server's small parts, each by itself."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from player import Api, Seat, guest, new_table
from process import ServerProcess
from sqlalchemy import insert

from goldenspike.server import merge_patch, ratings, rows, schema, seating
from goldenspike.server.bodies import FinalScore, Join, NewTable, SeatWish, SetSeat
from goldenspike.server.database import Database
from goldenspike.server.errors import CODES, Refusal
from goldenspike.server.gate import who_asks
from goldenspike.server.limits import Bucket, Buckets
from goldenspike.server.log import JsonLines
from goldenspike.server.people import PersonRow, clean_name
from goldenspike.server.settings import Settings

VALUES = st.recursive(
    st.booleans() | st.integers() | st.text(max_size=4) | st.lists(st.none() | st.integers()),
    lambda inner: st.dictionaries(st.sampled_from("abcd"), inner, max_size=4),
    max_leaves=10,
)
OBJECTS = st.dictionaries(st.sampled_from("abcdef"), VALUES, max_size=5)


@given(old=OBJECTS, new=OBJECTS)
def test_a_patch_turns_the_old_view_into_the_new_one(old: dict[str, Any], new: dict[str, Any]):
    patch = merge_patch.diff(old, new)
    assert _typed(merge_patch.apply(old, patch)) == _typed(new)
    assert (patch == {}) == (_typed(old) == _typed(new))


def _typed(value: Any) -> Any:
    """Python holds True equal to 1; JSON does not."""
    if isinstance(value, dict):
        return {k: _typed(v) for k, v in value.items()}
    return (type(value).__name__, value)


@given(
    old=st.dictionaries(st.sampled_from("ab"), st.none() | st.integers(0, 3)),
    new=st.dictionaries(st.sampled_from("ab"), st.none() | st.integers(0, 3)),
)
def test_a_null_is_a_missing_key(old: dict[str, Any], new: dict[str, Any]):
    after = merge_patch.apply(old, merge_patch.diff(old, new))
    assert {k: v for k, v in after.items() if v is not None} == {
        k: v for k, v in new.items() if v is not None
    }


def test_a_bucket_lets_a_burst_through_and_then_tells_how_long_to_wait():
    bucket = Bucket(rate=10, burst=3)
    assert [bucket.take() for _ in range(3)] == [0, 0, 0]
    assert 0 < bucket.take() <= 0.1
    time.sleep(0.15)
    assert bucket.take() == 0


def test_what_takes_long_costs_more():
    bucket = Bucket(rate=0.001, burst=10)
    assert bucket.take(8) == 0
    assert bucket.take(3) > 0
    assert bucket.take(2) == 0
    assert Bucket(rate=1, burst=5).take(10) == 0, "no more than there ever is"


def test_buckets_forget_the_oldest_key():
    buckets = Buckets(rate=0.001, burst=1, most=2)
    for key in ("a", "b", "c"):
        buckets.check(key)
    buckets.check("a")
    with pytest.raises(Refusal) as refusal:
        buckets.check("a")
    assert refusal.value.code == "rate_limited"


def test_the_addresses_of_one_ipv6_network_share_a_limit():
    assert who_asks("2001:db8:0:1::1") == who_asks("2001:db8:0:1:ffff::2%eth0")
    assert who_asks("2001:db8:0:1::1") != who_asks("2001:db8:0:2::1")
    assert who_asks("::ffff:192.0.2.1") == "192.0.2.1"
    assert who_asks("192.0.2.1") != who_asks("192.0.2.2")


def test_what_a_library_says_about_a_forgotten_error_is_not_logged():
    """asyncio writes the error's text into the lines below its message."""
    said = "Task exception was never retrieved\nfuture: <Task exception=Refusal('You have 2 red')>"
    line = JsonLines().format(logging.LogRecord("asyncio", 40, "", 0, said, None, None))
    assert "never retrieved" in line
    assert "red'" not in line


@pytest.mark.parametrize("code", CODES)
def test_every_refusal_has_words_and_a_status(code: str):
    status, text = CODES[code]
    assert 400 <= status < 600
    assert text[0].isupper() or text.startswith("{")
    assert text.endswith((".", "}"))


@given(name=st.text(max_size=60))
def test_names_are_clean_or_refused(name: str):
    try:
        cleaned = clean_name(name)
    except Refusal:
        return
    assert cleaned == clean_name(cleaned)
    assert 1 <= len(cleaned) <= 40
    assert "\0" not in cleaned
    assert "\n" not in cleaned


def _table(seats: int = 3, **options: Any) -> Any:
    owner = PersonRow("o", "Owner", None)
    return owner, seating.new_table(NewTable("usa", [SeatWish()] * seats, **options), owner)


def test_bots_give_way_to_people_who_want_their_colour():
    owner, row = _table()
    seating.set_seat(row, owner, SetSeat(1, "bot", "easy"))
    wanted = row.seats[1].colour
    seating.join(row, PersonRow("p", "P", None), Join(colour=wanted))
    assert row.seats[2].colour == wanted
    colours = [s.colour for s in row.seats]
    assert len(set(colours)) == 3
    assert None not in colours


def test_the_owner_leaving_passes_the_table_on():
    owner, row = _table()
    guest_row = PersonRow("p", "P", None)
    seating.join(row, guest_row, Join())
    seating.leave(row, owner, 0)
    assert row.owner == "p"
    assert row.seats[0].kind == "open"


def test_who_leaves_a_running_game_passes_the_table_to_someone_who_plays():
    owner, row = _table()
    left, plays = PersonRow("l", "L", None), PersonRow("p", "P", None)
    seating.join(row, left, Join())
    seating.join(row, plays, Join())
    seating.start(row, owner)
    seating.leave(row, left, 1)
    assert row.owner == "o"
    seating.leave(row, owner, 0)
    assert row.owner == "p"
    seating.leave(row, plays, None)
    assert row.owner == "p", "there is nobody left to have it"
    assert [s.stand_in for s in row.seats] == ["for_good"] * 3


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        (NewTable("atlantis", [SeatWish()] * 2), "board_unknown"),
        (NewTable("usa", [SeatWish()] * 6), "seats_number"),
        (NewTable("nordic", [SeatWish()] * 4), "seats_number"),
        (NewTable("usa", [SeatWish("bot", "godlike")] * 2), "bot_unknown"),
        (NewTable("usa", [SeatWish()] * 2, first=2), "first_bad"),
        (NewTable("usa", [SeatWish()] * 2, colour="pink"), "colour_unknown"),
    ],
)
def test_tables_that_cannot_be(wish: NewTable, code: str):
    with pytest.raises(Refusal) as refusal:
        seating.new_table(wish, PersonRow("o", "Owner", None))
    assert refusal.value.code == code


def test_a_tables_id_can_be_typed_after_a_command():
    ids = {seating.new_id() for _ in range(500)}
    assert len(ids) == 500
    assert all(name.isalnum() for name in ids)


def test_the_commitment_is_the_hash_of_the_seeds_digits():
    import hashlib

    owner, row = _table(2)
    seating.set_seat(row, owner, SetSeat(1, "bot"))
    seating.start(row, owner)
    assert len(row.seed) == 64
    assert row.commitment == hashlib.sha256(row.seed.encode()).hexdigest()


def test_settings_come_from_flags_then_the_environment():
    environment = {"GOLDENSPIKE_DB": "a.sqlite", "GOLDENSPIKE_CHAT_BURST": "3"}
    assert Settings.from_environment(environment).chat_burst == 3
    assert Settings.from_environment(environment, db="b.sqlite").url.endswith("/b.sqlite")
    assert Settings(db="postgres://u:p@h/d").url == "postgresql+asyncpg://u:p@h/d"
    assert "p" not in Settings(db="postgres://u:secret@h/d").shown_url.replace("PostgreSQL", "")
    with pytest.raises(ValueError, match="CHAT_BURST='x'"):
        Settings.from_environment({"GOLDENSPIKE_CHAT_BURST": "x"})
    with pytest.raises(ValueError, match="SQLite file or a postgresql"):
        _ = Settings(db="mysql://x").url
    again = Settings.from_environment(Settings(db="c", chat_rate=0.25).as_environment())
    assert (again.db, again.chat_rate) == ("c", 0.25)


async def test_servers_starting_together_migrate_once(tmp_path: Path):
    db = str(tmp_path / "games.sqlite")
    code = (
        "import asyncio, sys\n"
        "from goldenspike.server.database import Database\n"
        "from goldenspike.server.settings import Settings\n"
        "asyncio.run(Database(Settings(db=sys.argv[1])).open())"
    )
    starts = [subprocess.Popen([sys.executable, "-c", code, db]) for _ in range(3)]
    assert [start.wait(60) for start in starts] == [0, 0, 0]
    with sqlite3.connect(db) as connection:
        assert connection.execute("SELECT count(*) FROM alembic_version").fetchone() == (1,)


async def test_a_database_of_a_newer_program_is_left_alone(tmp_path: Path):
    from goldenspike.server.database import Database
    from goldenspike.server.migrate import NewerDatabaseError

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


async def test_ratings_of_a_game_between_accounts(base: str):
    people = [await guest(base, f"R{i}") for i in range(2)]
    body = {"board": "nordic", "seats": [{}, {}]}
    table = (await people[0].post("/api/tables", body))["table"]["id"]
    await people[1].post(f"/api/tables/{table}/join", {})
    for i, person in enumerate(people):
        account = {"name": f"{table} {i}", "password": "long enough"}
        person.token = (await person.post("/api/accounts", account))["token"]
    await people[0].post(f"/api/tables/{table}/start")
    seats = [await Seat(base, table, p.token, i).open() for i, p in enumerate(people)]
    import random

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


async def test_a_win_is_the_first_place_and_not_the_best_account(tmp_path: Path):
    """A bot or a guest may have won."""
    database = Database(Settings(db=str(tmp_path / "games.sqlite")))
    await database.open()
    _, row = _table(4)
    for seat, (kind, rank) in enumerate([("bot", 1), ("person", 2), ("person", 3)]):
        row.seats[seat] = rows.SeatRow(seat, kind, f"p{seat}", account=kind == "person")
        score = FinalScore(seat, None, 0, 0, 0, 0, [], 0, {}, 0, 0, rank)
        row.scores = [*(row.scores or []), score]
    row.seats = row.seats[:3]
    try:
        async with database.write() as connection:
            for seat in (1, 2):
                person = {"id": f"p{seat}", "name": f"P{seat}", "created": 0}
                await connection.execute(insert(schema.people).values(**person))
            changes = await ratings.update(connection, row)
            assert changes[0].after > changes[1].after
            shown = (await ratings.leaderboard(connection, "usa")).people
            assert [(p.name, p.games, p.wins) for p in shown] == [("P1", 1, 0), ("P2", 1, 0)]
    finally:
        await database.close()


async def test_the_own_place_is_told_also_below_those_shown(
    db: str, monkeypatch: pytest.MonkeyPatch
):
    """Whoever is not among the best still learns where they stand."""
    monkeypatch.setattr(ratings, "SHOWN", 2)
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
            seen = await ratings.leaderboard(connection, "usa", "p0")
            assert [(p.place, p.name) for p in seen.people] == [(1, "P1"), (2, "P2")]
            assert seen.you is not None
            assert (seen.you.place, seen.you.name, seen.you.rating) == (4, "P0", 19.0)
            assert (await ratings.leaderboard(connection, "usa", "nobody")).you is None
            assert (await ratings.leaderboard(connection, "nordic", "p0")).people == []
    finally:
        await database.close()


def test_the_first_page_comes_soon_and_without_compiling(tmp_path: Path):
    """The server process does not import the compiler at all."""
    code = (
        "import sys\n"
        "from goldenspike.server.app import create_app\n"
        "from goldenspike.server.settings import Settings\n"
        "create_app(Settings(db=sys.argv[1]))\n"
        "import goldenspike as gs\n"
        "game = gs.Game('usa', players=2, seed=1)\n"
        "game.play(str(game.legal()[0]))\n"
        "print('numba' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "g.sqlite")], capture_output=True, check=True
    )
    assert done.stdout.decode().strip() == "False"


def test_a_file_has_one_server(tmp_path: Path):
    db = str(tmp_path / "games.sqlite")
    with ServerProcess(db, tmp_path) as first:
        second = ServerProcess(db, tmp_path)
        second.start(wait=False)
        assert second.process is not None
        assert second.process.wait(30) == 1
        assert "Another server has" in second.log()
        assert "Traceback" not in second.log()
        first.kill()
    with ServerProcess(db, tmp_path):
        pass
