"""Bots, clocks and absent people: a table never hangs, and clocks survive a restart."""

from __future__ import annotations

import asyncio
import signal
import time
from itertools import pairwise
from pathlib import Path

from goldenspike.server.storage.uptime import GRACE
from support.server.client import Api, Seat, guest, new_table
from support.server.process import ServerProcess
from support.server.stored_moves import stored_actions


async def test_bots_play_a_whole_game_by_themselves(base: str):
    owner = await guest(base)
    seats = [{"kind": "bot", "level": "easy"}, {"kind": "bot", "level": "normal"}]
    body = {"board": "nordic", "seats": seats, "pace": 0, "public": True}
    table = (await owner.post("/api/tables", body))["table"]["id"]
    await owner.post(f"/api/tables/{table}/start")
    watcher = await Seat(base, table, None, None).open()
    while watcher.result is None:
        message = await watcher.receive(timeout=90)
        assert message["type"] != "event" or message["by"] == "bot"
    assert (await owner.get(f"/api/tables/{table}/result"))["commitment_holds"]


async def test_a_bot_waits_before_it_moves(server: ServerProcess, base: str):
    """At least the table's pace after the last move, by the stored times; first tickets apart."""
    owner = await guest(base)
    body = {"board": "usa", "seats": [{}, {"kind": "bot", "level": "easy"}], "pace": 300}
    table = (await owner.post("/api/tables", body))["table"]["id"]
    await owner.post(f"/api/tables/{table}/start")
    me = await Seat(base, table, owner.token, 0).open()
    await me.until("presence")
    moved = 0
    while moved < 3:
        if me.to_act and not me.waiting:
            assert me.view is not None
            await me.move(me.view["legal"][0])
        message = await me.receive(timeout=60)
        moved += message["type"] == "event" and message["by"] == "bot"
    rows = (await stored_actions(server.db))[table]
    waits = [row.at - last.at for last, row in pairwise(rows[1:]) if row.by == "bot"]
    assert len(waits) >= 2
    assert min(waits) >= 300


async def test_when_the_clock_runs_out_a_bot_makes_that_move(base: str):
    clock = {"kind": "seconds", "amount": 5}
    table, people = await new_table(base, 2, clock=clock)
    seat = await Seat(base, table, people[0].token, 0).open()
    shown = await seat.until("snapshot")
    assert shown["clock"]["limit"] == 5000
    assert 0 < shown["clock"]["deadline"] - shown["clock"]["now"] <= 5000
    event = await seat.until("event", timeout=30)
    assert event["by"] == "stand_in"
    assert event["clock"]["deadline"] == shown["clock"]["deadline"], "first tickets: from the start"
    seats = (await people[0].get(f"/api/tables/{table}"))["table"]["seats"]
    assert all(s["stand_in"] == "no" for s in seats), "with `wait` it was one move only"


async def test_a_bot_stands_in_until_the_person_returns(base: str):
    table, people = await new_table(base, 2, absent="bot", absent_after=5, pace=0, first=1)
    here = await Seat(base, table, people[0].token, 0).open()
    await here.until("presence")
    event = await here.until("event", timeout=30)
    assert (event["event"]["seat"], event["by"]) == (1, "stand_in")
    info = (await people[0].get(f"/api/tables/{table}"))["table"]
    assert info["seats"][1]["stand_in"] == "until_return"
    back = await Seat(base, table, people[1].token, 1).open()
    while back.table is None or back.table["seats"][1]["stand_in"] != "no":
        await back.receive()


async def test_a_person_who_leaves_a_running_game_is_replaced_for_good(base: str):
    table, people = await new_table(base, 2, pace=0, first=1)
    here = await Seat(base, table, people[0].token, 0).open()
    await here.until("presence")
    await people[1].post(f"/api/tables/{table}/leave", {"seat": 1})
    event = await here.until("event", timeout=60)
    assert event["by"] == "stand_in"
    await Seat(base, table, people[1].token, 1).open()
    info = (await people[0].get(f"/api/tables/{table}"))["table"]
    assert info["seats"][1]["stand_in"] == "for_good"


async def test_a_broken_bot_is_replaced_by_a_simpler_one(tmp_path: Path):
    """No bot answers within a budget of nothing: the table goes on all the same."""
    settings = {"BOT_BUDGET": "0.000001"}
    with ServerProcess(str(tmp_path / "g.sqlite"), tmp_path, **settings) as server:
        owner = await guest(server.base)
        body = {"board": "usa", "seats": [{}, {"kind": "bot", "level": "expert"}], "pace": 0}
        table = (await owner.post("/api/tables", {**body, "first": 1}))["table"]["id"]
        await owner.post(f"/api/tables/{table}/start")
        me = await Seat(server.base, table, owner.token, 0).open()
        event = await me.until("event", timeout=120)
        assert event["by"] == "bot"
        metrics = (await owner.call("GET", "/metrics")).text
        failures = [line for line in metrics.splitlines() if "bot_failures " in line]
        assert float(failures[-1].split()[1]) >= 1
        assert "bot_failed" in server.log()


async def test_a_restart_is_nobodys_thinking_time(tmp_path: Path):
    """attack 3: a clock that runs out while the server is down, and a grace after it."""
    db = str(tmp_path / "g.sqlite")
    clock = {"kind": "seconds", "amount": 6}
    with ServerProcess(db, tmp_path) as server:
        table, people = await new_table(server.base, 2, clock=clock)
        seat = await Seat(server.base, table, people[0].token, 0).open()
        deadline = (await seat.until("snapshot"))["clock"]["deadline"]
    down = time.time_ns() // 1_000_000
    with ServerProcess(db, tmp_path) as server:
        seat = await Seat(server.base, table, people[0].token, 0).open()
        again = await seat.until("snapshot")
        assert again["n"] == 0
        clock = again["clock"]
        assert clock["deadline"] - deadline >= clock["now"] - down
        assert clock["deadline"] >= down + GRACE
        assert (await seat.until("event", timeout=60))["by"] == "stand_in"


async def test_after_a_restart_bots_go_on_without_anyone_watching(tmp_path: Path):
    db = str(tmp_path / "g.sqlite")
    with ServerProcess(db, tmp_path) as server:
        owner = await guest(server.base)
        seats = [{"kind": "bot", "level": "easy"}] * 2
        body = {"board": "usa", "seats": seats, "pace": 100, "public": True}
        table = (await owner.post("/api/tables", body))["table"]["id"]
        await owner.post(f"/api/tables/{table}/start")
        server.kill()
        server.start()
        api = Api(server.base)
        before = (await api.get(f"/api/tables/{table}"))["table"]["n"]
        for _ in range(300):
            await asyncio.sleep(0.1)
            if (await api.get(f"/api/tables/{table}"))["table"]["n"] > before + 1:
                break
        else:
            raise AssertionError("the bots stopped playing")


async def test_a_graceful_stop_tells_everyone(tmp_path: Path):
    server = ServerProcess(str(tmp_path / "g.sqlite"), tmp_path)
    with server:
        table, people = await new_table(server.base, 2)
        seat = await Seat(server.base, table, people[0].token, 0).open()
        await seat.until("presence")
        stopping = asyncio.create_task(asyncio.to_thread(server.stop))
        await seat.until("closing")
        assert seat.socket is not None
        await seat.socket.wait_closed()
        assert seat.socket.close_code in (1001, 1012)
        assert await stopping in (0, -signal.SIGTERM), "it ended by itself"


async def test_ctrl_c_stops_bots_silently(tmp_path: Path):
    server = ServerProcess(str(tmp_path / "games.sqlite"), tmp_path).start()
    try:
        person = await guest(server.base)
        bots = [{"kind": "bot", "level": level} for level in ("normal", "expert")]
        body = {"board": "usa", "seats": bots, "sit": False, "pace": 0}
        table = (await person.post("/api/tables", body))["table"]["id"]
        await person.post(f"/api/tables/{table}/start")
        while (await person.get(f"/api/tables/{table}"))["table"]["n"] < 3:
            await asyncio.sleep(0.05)
        server.interrupt()
        assert '"closed"' in server.log()
        assert "Traceback" not in server.log()
        assert "failed" not in server.log()
    finally:
        server.kill()


async def test_the_next_weaker_bot_plays_until_the_strongest_is_compiled(monkeypatch, tmp_path):
    """Building takes longer than a decision may: it is neither waited for nor begun anew."""
    import goldenspike as gs
    from goldenspike.server.people.fair_queue import Share
    from goldenspike.server.tables import bot_pool

    monkeypatch.setenv("GOLDENSPIKE_CACHE", str(tmp_path))
    monkeypatch.setattr(bot_pool, "PREPARED_SECONDS", 0.1)
    pool = bot_pool.BotPool(1, 0.2, 30.0)
    game = gs.Game("usa", players=2, seed=4)
    try:
        for _ in range(3):
            view = game.view(game.seat)
            game.play(await pool.choose("expert", view, "a table", Share("here", "me")))
        assert pool.failures == 0
        building = pool._preparing
        assert building is not None
        assert building.returncode is None
    finally:
        pool.stop()
    await building.wait()
