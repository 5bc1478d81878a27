"""Two things that happen at one table at the same moment: neither undoes the other."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from goldenspike.server.protocol.messages import Move
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.protocol.table_bodies import Clock
from goldenspike.server.storage import table_rows
from goldenspike.server.storage.database import StorageError
from goldenspike.server.storage.times import DAY, milliseconds
from goldenspike.server.tables import seating
from goldenspike.server.tables.automation import Automation
from goldenspike.server.tables.table import Table
from support.server.in_process import (
    FakeWebSocket,
    RecordedConnection,
    opened,
    people,
    started,
    until,
    waiting_table,
)


class Held:
    """The first call of an asynchronous function waits until it is let through."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> None:
        self.reached, self.let = asyncio.Event(), asyncio.Event()
        self._real = getattr(owner, name)
        monkeypatch.setattr(owner, name, self._hold)

    async def _hold(self, *arguments: Any, **named: Any) -> Any:
        if self.reached.is_set():
            return await self._real(*arguments, **named)
        self.reached.set()
        await self.let.wait()
        return await self._real(*arguments, **named)


class HeldAfter(Held):
    """The first call does its work, and its answer waits until it is let through."""

    async def _hold(self, *arguments: Any, **named: Any) -> Any:
        first, done = not self.reached.is_set(), await self._real(*arguments, **named)
        self.reached.set()
        if first:
            await self.let.wait()
        return done


def first_move(table: Table) -> str:
    return str(table.game.view(table.turn).legal()[0])


async def any_move(_level: str, view: Any, _table: str, _owner: str) -> str:
    return str(view.legal()[0])


async def past_first_tickets(table: Table) -> None:
    """Let every seat have chosen: from now on only the clock of the seat to act runs."""
    while table.game.phase == "keep":
        await table.play(table.turn, first_move(table), table.n, "bot")


def late(table: Table) -> None:
    """Let the clock of the seat to act have run out."""
    table.last_at = milliseconds() - 2 * DAY
    if table._first.round is not None:
        table._first.round.since = table.last_at


# Clocks ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("absent", ["wait", "bot", "bot_finishes"])
async def test_a_move_at_the_last_moment_leaves_the_next_clock_alone(
    db: str, absent: str, monkeypatch: pytest.MonkeyPatch
):
    """The clock runs out while the move is being stored: then there is nothing left to do."""
    async with opened(db) as server:
        pair = await people(server, 2)
        row = await started(server, pair, clock=Clock("days", 1), absent=absent)
        table = await server.tables.load(row.id)
        await until(lambda: server.bus.connected)
        monkeypatch.setattr(server.bots, "choose", any_move)
        sockets = [await RecordedConnection().enter(table, person) for person in pair]
        await past_first_tickets(table)
        storing = Held(monkeypatch, server.journal, "append")
        move = Move(id="1", on=2, action=first_move(table))
        moving = asyncio.create_task(table.move(sockets[0].connection, move))
        await storing.reached.wait()
        late(table)
        ringing = asyncio.create_task(server.automation.act(table))
        await asyncio.sleep(0.05)
        storing.let.set()
        assert await moving == 3
        await ringing
        assert table.n == 3
        assert [seat.stand_in for seat in table.row.seats] == ["no", "no"]


async def test_a_bot_takes_over_only_for_the_move_that_was_missed(
    db: str, monkeypatch: pytest.MonkeyPatch
):
    """attack 2: a move is stored between the end of the clock and the decision to replace them."""
    async with opened(db) as server:
        pair = await people(server, 2)
        row = await started(server, pair, clock=Clock("days", 1), absent="bot_finishes")
        table = await server.tables.load(row.id)
        await until(lambda: server.bus.connected)
        monkeypatch.setattr(server.bots, "choose", any_move)
        seat = await RecordedConnection().enter(table, pair[0])
        late(table)
        deciding = Held(monkeypatch, server.automation, "_takes_over")
        ringing = asyncio.create_task(server.automation.act(table))
        await deciding.reached.wait()
        storing = HeldAfter(monkeypatch, server.journal, "append")
        move = Move(id="1", on=0, action=first_move(table))
        moving = asyncio.create_task(table.move(seat.connection, move))
        await storing.reached.wait()
        deciding.let.set()
        await asyncio.sleep(0.05)
        storing.let.set()
        assert await moving == 1
        await ringing
        assert (await server.store.read(row.id)).seats[0].stand_in == "no"
        assert [line.by for line in await server.journal.read(row.id)][:1] == ["person"]


async def test_a_move_that_comes_after_the_decision_is_not_acknowledged(
    db: str, monkeypatch: pytest.MonkeyPatch
):
    """attack 2: whoever is acknowledged keeps the seat; who lost it is told so."""
    async with opened(db) as server:
        pair = await people(server, 2)
        row = await started(server, pair, clock=Clock("days", 1), absent="bot_finishes")
        table = await server.tables.load(row.id)
        await until(lambda: server.bus.connected)
        monkeypatch.setattr(server.bots, "choose", any_move)
        seat = await RecordedConnection().enter(table, pair[0])
        late(table)
        reading = Held(monkeypatch, table_rows, "read_one")
        ringing = asyncio.create_task(server.automation.act(table))
        await reading.reached.wait()
        move = Move(id="1", on=0, action=first_move(table))
        moving = asyncio.create_task(table.move(seat.connection, move))
        await asyncio.sleep(0.05)
        reading.let.set()
        await ringing
        with pytest.raises(Refusal):
            await moving
        assert "ack" not in seat.kinds()
        assert (await server.store.read(row.id)).seats[0].stand_in == "for_good"


# Tables loaded and forgotten -------------------------------------------------------------------


async def test_a_table_that_left_memory_does_not_act(file: str, monkeypatch: pytest.MonkeyPatch):
    """Its timer would give a seat to a bot although its person has moved."""
    asked = asyncio.Event()
    monkeypatch.setattr(Automation, "act", _noticed(asked))
    async with opened(file, idle=0) as server:
        pair = await people(server, 2)
        row = await started(server, pair, clock=Clock("days", 1), absent="bot_finishes")
        before = await server.tables.load(row.id)
        await asyncio.sleep(0.01)
        await server.sweep.run()
        assert row.id not in server.tables.loaded
        seat = await RecordedConnection().enter(await server.tables.load(row.id), pair[0])
        after = server.tables.loaded[row.id]
        await after.move(seat.connection, Move(id="1", on=0, action=first_move(after)))
        late(before)
        before.clock.schedule()
        await asyncio.sleep(0.2)
        assert not asked.is_set()
        assert after.row.seats[0].stand_in == "no"


def _noticed(asked: asyncio.Event) -> Any:
    async def act(_automation: Automation, _table: Table) -> float:
        asked.set()
        return 60.0

    return act


async def test_a_game_that_starts_while_its_table_is_loaded_is_played(
    db: str, monkeypatch: pytest.MonkeyPatch
):
    async with opened(db) as server:
        pair = await people(server, 2)
        row = await waiting_table(server, *pair)
        reading = HeldAfter(monkeypatch, table_rows, "read_one")
        loading = asyncio.create_task(server.tables.load(row.id))
        await reading.reached.wait()
        await server.store.change(row.id, lambda row: seating.start(row, pair[0]))
        reading.let.set()
        table = await loading
        seats = [await RecordedConnection().enter(table, person) for person in pair]
        assert table.turn is not None
        move = Move(id="1", on=0, action=first_move(table))
        assert await table.move(seats[table.turn].connection, move) == 1
        assert table.last_at > 0


async def test_a_table_that_could_not_be_loaded_keeps_no_socket(
    file: str, monkeypatch: pytest.MonkeyPatch
):
    """A socket that came meanwhile would get no events of the table that is loaded next."""
    async with opened(file) as server:
        pair = await people(server, 2)
        row = await started(server, pair)
        loading = Held(monkeypatch, Table, "ensure_loaded")
        first = asyncio.create_task(server.tables.load(row.id))
        await loading.reached.wait()
        second = FakeWebSocket()
        conversation = asyncio.create_task(second.converse(server, row.id))
        await until(lambda: server.tables.loaded[row.id].audience.sockets)
        (connection,) = server.tables.loaded[row.id].audience.sockets
        monkeypatch.setattr(loading, "_real", _fail)
        loading.let.set()
        with pytest.raises(StorageError):
            await first
        assert connection.closed
        second.hang_up()
        await conversation
        assert row.id not in server.tables.loaded


async def _fail() -> None:
    raise StorageError


# Coming back -----------------------------------------------------------------------------------


async def test_a_person_who_returns_while_a_bot_takes_over_plays_on(
    db: str, monkeypatch: pytest.MonkeyPatch
):
    async with opened(db) as server:
        pair = await people(server, 2)
        row = await started(server, pair, absent="bot", absent_after=5)
        table = await server.tables.load(row.id)
        await until(lambda: server.bus.connected)
        monkeypatch.setattr(server.bots, "choose", _never_asked)
        late(table)
        table.presence.offline_since[0] = 1
        storing = Held(monkeypatch, table_rows, "read_one")
        ringing = asyncio.create_task(server.automation.act(table))
        await storing.reached.wait()
        entering = asyncio.create_task(RecordedConnection().enter(table, pair[0]))
        await asyncio.sleep(0.05)
        storing.let.set()
        await entering
        with pytest.raises(AssertionError):
            await ringing
        table.clock.schedule()
        await until(lambda: table.row.seats[0].stand_in == "no")
        assert table.n == 0


async def _never_asked(_level: str, _view: Any, _table: str, _owner: str) -> str:
    raise AssertionError


async def test_a_move_is_not_refused_after_it_was_acknowledged(
    file: str, monkeypatch: pytest.MonkeyPatch
):
    """Also if storing that its player is back fails."""
    async with opened(file) as server:
        pair = [await server.people.guest(name) for name in ("Ada", "Bob")]
        players = [await server.people.by_token(admitted.token) for admitted in pair]
        row = await started(server, players, absent="bot")
        raw = FakeWebSocket()
        conversation = asyncio.create_task(raw.converse(server, row.id))
        raw.say({"type": "hello", "token": pair[0].token})
        await until(lambda: "presence" in raw.kinds())
        table = server.tables.loaded[row.id]

        async def out_of_space(*_: Any) -> None:
            raise StorageError

        table.row.seats[0].stand_in = "until_return"
        monkeypatch.setattr(server.store, "change", out_of_space)
        raw.say({"type": "move", "id": "1", "on": 0, "action": first_move(table)})
        raw.say({"type": "ping"})
        await until(lambda: "pong" in raw.kinds())
        assert [kind for kind in raw.kinds() if kind in ("ack", "refused")] == ["ack"]
        raw.hang_up()
        await conversation


async def test_a_move_that_is_cancelled_while_it_is_stored_is_stored_once(
    db: str, monkeypatch: pytest.MonkeyPatch
):
    async with opened(db) as server:
        pair = await people(server, 2)
        table = await server.tables.load((await started(server, pair)).id)
        await past_first_tickets(table)
        seat, n = table.turn, table.n
        connection = await RecordedConnection().enter(table, pair[seat])
        held = HeldAfter(monkeypatch, server.journal, "append")
        move = Move("once", n, "draw deck")
        moving = asyncio.ensure_future(table.move(connection.connection, move))
        await asyncio.wait_for(held.reached.wait(), 20)
        moving.cancel()
        await asyncio.gather(moving, return_exceptions=True)
        async with table.exclusive():
            assert (table.n, table.game.action_count) == (n + 1, n + 1)
        assert await table.move(connection.connection, move) == n + 1
        assert [row.number for row in await server.journal.read(table.row.id, n)] == [n + 1]
