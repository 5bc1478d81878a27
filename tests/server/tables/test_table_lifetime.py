"""Tables in memory: sockets change seats, tables are loaded and dropped, bots act once."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import pytest
from sqlalchemy import insert, select, update
from websockets.exceptions import ConnectionClosed

from goldenspike.server.app import Server
from goldenspike.server.protocol.messages import Hello, Move
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.protocol.table_bodies import Clock
from goldenspike.server.storage import schema, table_search
from goldenspike.server.storage.times import DAY, milliseconds
from goldenspike.server.tables import seating
from support.server.client import Api, Seat, guest
from support.server.in_process import (
    FakeWebSocket,
    RecordedConnection,
    new_guest,
    opened,
    people,
    started,
    until,
    waiting_table,
)


def first_move(table: Any) -> str:
    return str(table.game.view(table.turn).legal()[0])


# Sockets change seats --------------------------------------------------------------------------


async def test_a_table_goes_on_when_a_guest_logs_in_beside_it(base: str):
    """The account takes the guest's seat over; the guest's token ends, and with it its socket."""
    name = f"Zoe {id(base)}"
    await Api(base).post("/api/accounts", {"name": name, "password": "long enough"})
    first, second = await guest(base, "First"), await guest(base, "Second")
    seats: list[Any] = [{}, {}, {"kind": "bot", "level": "easy"}]
    body = {"board": "usa", "seats": seats, "first": 1, "pace": 0, "public": True}
    table = (await first.post("/api/tables", body))["table"]["id"]
    await second.post(f"/api/tables/{table}/join", {})
    await first.post(f"/api/tables/{table}/start")
    old = await Seat(base, table, first.token, 0).open()
    other = await Seat(base, table, second.token, 1).open()
    for seat in (old, other):
        await seat.until("presence")
    assert old.view is not None
    assert other.view is not None
    await first.post("/api/login", {"name": name, "password": "long enough"})
    with pytest.raises(ConnectionClosed) as closed:
        await old.until("event")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4401
    await other.move(other.view["legal"][0])
    while other.n != 2:
        message = await other.receive(60)
    assert (message["type"], message["by"]) == ("event", "bot")
    assert not other.refusals
    assert other.acked


async def test_a_socket_changes_its_seat_only_while_no_move_is_under_way(file: str):
    async with opened(file) as server:
        (person,) = await people(server, 1)
        row = await started(server, [person, person])
        table = await server.tables.load(row.id)
        device = await RecordedConnection().enter(table, person, 0)
        async with table.lock:
            hello = Hello(token="proved elsewhere", seat=1)
            again = asyncio.create_task(table.enter(device.connection, person.id, hello))
            await asyncio.sleep(0.01)
            assert device.connection.seat == 0
        await again
        assert device.connection.seat == 1
        await table.play(0, first_move(table), 0, "person")
        await until(lambda: "event" in device.kinds())


async def test_a_move_is_stored_in_its_canonical_form(file: str):
    async with opened(file) as server:
        players = await people(server, 2)
        row = await started(server, players)
        table = await server.tables.load(row.id)
        move = first_move(table)
        await table.play(0, f"  {move.replace(' ', '   ')} ", 0, "person")
        async with server.database.read() as database:
            stored = (await database.execute(select(schema.actions.c.action))).scalar_one()
        assert stored == move


async def test_a_move_is_acknowledged_before_its_event(file: str):
    async with opened(file) as server:
        pair = await people(server, 2)
        table = await server.tables.load((await started(server, pair)).id)
        mover = await RecordedConnection().enter(table, pair[0])
        move = Move(id="1", on=0, action=first_move(table))
        for _ in range(2):
            assert await table.move(mover.connection, move) == 1
        await until(lambda: mover.kinds().count("ack") == 2)
        assert [kind for kind in mover.kinds() if kind in ("ack", "event")] == [
            "ack",
            "event",
            "ack",
        ]


@pytest.mark.parametrize("failing", [0, 2])
async def test_a_failing_socket_does_not_keep_events_from_others(
    file: str, monkeypatch: pytest.MonkeyPatch, failing: int
):
    """Neither another one nor that of the mover."""

    def fail(_text: str) -> None:
        raise RuntimeError

    async with opened(file) as server:
        pair = await people(server, 2)
        table = await server.tables.load((await started(server, pair)).id)
        listeners = [await RecordedConnection().enter(table, person) for person in pair * 2]
        monkeypatch.setattr(listeners[failing].connection, "send_text", fail)
        move = Move(id="1", on=0, action=first_move(table))
        with contextlib.suppress(RuntimeError):
            await table.move(listeners[2].connection, move)
        assert table.n == 1
        for well in set(listeners) - {listeners[failing]}:
            await until(lambda well=well: "event" in well.kinds())
        await until(lambda: listeners[failing].closed_with == 1011)


# Tables loaded and forgotten -------------------------------------------------------------------


async def test_a_socket_before_its_hello_keeps_its_table_in_memory(file: str):
    async with opened(file, idle=0) as server:
        pair = await people(server, 2)
        table_id = (await started(server, pair, public=True)).id
        raw = FakeWebSocket()
        conversation = asyncio.create_task(raw.converse(server, table_id))
        await until(lambda: table_id in server.tables.loaded)
        table = server.tables.loaded[table_id]
        await asyncio.sleep(0.01)
        await server.sweep.run()
        assert server.tables.loaded.get(table_id) is table
        raw.say({"type": "hello"})
        await until(lambda: table.audience.subscribers)
        raw.hang_up()
        await conversation
        await asyncio.sleep(0.01)
        await server.sweep.run()
        assert table_id not in server.tables.loaded


async def test_a_table_that_waits_for_a_person_leaves_memory(file: str):
    """Against bots too, and before a clock of days has run out."""
    async with opened(file, idle=0) as server:
        (person,) = await people(server, 1)
        days = Clock("days", 2)
        server.bots.choose = _first_option  # type: ignore[method-assign]
        for options in ({}, {"clock": days}):
            row = await started(server, [person], bots=1, **options)
            table = await server.tables.load(row.id)
            await until(lambda table=table: table.deciding == [0] and not table.clock.acting)
            await server.sweep.run()
            assert row.id not in server.tables.loaded
        away = await started(server, [person], bots=1, absent="bot")
        await server.tables.load(away.id)
        await asyncio.sleep(0.01)
        await server.sweep.run()
        assert away.id not in server.tables.loaded
        assert (await server.store.read(away.id)).wake_at is not None, "a bot stands in later"


async def _first_option(_level: str, view: Any, _table: str, _owner: str) -> str:
    return str(view.legal()[0])


async def test_due_tables_are_found_in_the_database(db: str):
    async with opened(db) as server:
        pair = await people(server, 2)
        now = milliseconds()
        day = Clock("days", 1)

        async def table(ago: int, **options: Any) -> str:
            row = await started(server, pair, bots=1, **options)
            async with server.database.write() as connection:
                change = update(schema.tables).where(schema.tables.c.id == row.id)
                await connection.execute(change.values(started=now - ago))
            return row.id

        async def acted(table_id: str, turn: int | None) -> None:
            values = {"table_id": table_id, "number": 1, "seat": 0, "action": "", "by": "person"}
            async with server.database.write() as connection:
                line = insert(schema.actions).values(**values, at=now - 50, turn=turn)
                await connection.execute(line)

        bot_begins = await table(100, first=2)
        away = await table(400, absent="bot_finishes")
        ran_out = await table(DAY + 100, clock=day)
        bot_next, over, person_next = [await table(300) for _ in range(3)]
        await acted(bot_next, 2)
        await acted(over, None)
        await acted(person_next, 1)
        left = await table(200)
        await server.store.leave(left, pair[0], 0)
        await table(100, clock=day)
        await table(100)
        async with server.database.read() as connection:
            due = await table_search.due(connection, now)
        assert due[:4] == [ran_out, away, left, bot_begins]
        assert set(due[4:]) == {bot_next, over}


# Bots ------------------------------------------------------------------------------------------


async def test_a_bot_is_asked_once_whatever_else_happens_at_the_table(
    file: str, monkeypatch: pytest.MonkeyPatch
):
    async with opened(file) as server:
        (person,) = await people(server, 1)
        thought, decided = 0, asyncio.Event()

        async def slowly(_level: str, view: Any, _table: str, _owner: str) -> str:
            nonlocal thought
            thought += 1
            await decided.wait()
            return str(view.legal()[0])

        monkeypatch.setattr(server.bots, "choose", slowly)
        table = await server.tables.load((await started(server, [person], bots=1, first=1)).id)
        await until(lambda: thought)
        for _ in range(10):
            table.audience.presence_changed()
            await asyncio.sleep(0.005)
        assert thought == 1
        decided.set()
        await until(lambda: table.n == 1)


async def test_a_bot_that_could_not_act_is_asked_again(file: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("goldenspike.server.tables.clock.RETRY_SECONDS", 0.01)
    async with opened(file) as server:
        (person,) = await people(server, 1)
        failures = 2

        async def choose(_level: str, view: Any, _table: str, _owner: str) -> str:
            nonlocal failures
            failures -= 1
            if failures >= 0:
                raise RuntimeError
            return str(view.legal()[0])

        monkeypatch.setattr(server.bots, "choose", choose)
        table = await server.tables.load((await started(server, [person], bots=1, first=1)).id)
        await until(lambda: table.n == 1)


# Leaving ---------------------------------------------------------------------------------------


async def test_a_person_who_left_for_good_cannot_move(file: str, monkeypatch: pytest.MonkeyPatch):
    async with opened(file) as server:
        pair = await people(server, 2)

        async def never(_level: str, _view: Any, _table: str, _owner: str) -> str:
            await asyncio.Event().wait()
            raise AssertionError

        monkeypatch.setattr(server.bots, "choose", never)
        table = await server.tables.load((await started(server, pair)).id)
        gone = await RecordedConnection().enter(table, pair[0])
        await server.store.leave(table.row.id, pair[0], 0)
        with pytest.raises(Refusal) as refusal:
            await table.move(gone.connection, Move(id="1", on=0, action=first_move(table)))
        assert refusal.value.code == "seat_given_up"
        assert table.row.owner == pair[1].id


async def test_tables_that_were_left_to_bots_count_against_the_limit(db: str):
    """attack 15: create, start, leave, again."""
    async with opened(db, tables_per_person=1) as server:
        pair = await people(server, 2)
        alone = await started(server, pair[:1], bots=1)
        await _refused(server, pair, "too_many_tables")
        await server.store.leave(alone.id, pair[0], 0)
        await _refused(server, pair, "too_many_tables")


async def _refused(server: Server, players: list[Any], code: str) -> None:
    with pytest.raises(Refusal) as refusal:
        await started(server, players)
    assert refusal.value.code == code


async def test_an_owner_without_a_seat_can_leave(base: str):
    owner, other = await guest(base), await guest(base, "Bob")
    body = {"board": "usa", "seats": [{}, {}], "sit": False, "public": True}
    empty, taken = [(await owner.post("/api/tables", body))["table"]["id"] for _ in range(2)]
    await other.post(f"/api/tables/{taken}/join", {})
    stranger = await other.call("POST", f"/api/tables/{empty}/leave", {})
    assert stranger.json()["error"]["code"] == "not_owner"
    await owner.post(f"/api/tables/{empty}/leave", {})
    assert (await owner.call("GET", f"/api/tables/{empty}")).status_code == 404
    await owner.post(f"/api/tables/{taken}/leave", {})
    assert (await other.get(f"/api/tables/{taken}"))["you"]["owner"]


async def test_a_short_code_that_is_taken_is_not_given_out_again(
    db: str, monkeypatch: pytest.MonkeyPatch
):
    codes = iter(["SAME22", "SAME22", "OTHER2"])
    monkeypatch.setattr(seating, "new_code", lambda: next(codes))
    async with opened(db) as server:
        ada = await new_guest(server)
        made = [(await waiting_table(server, ada)).code for _ in range(2)]
    assert made == ["SAME22", "OTHER2"]
