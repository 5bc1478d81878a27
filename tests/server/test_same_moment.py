"""Two things at the same moment at one table: neither undoes or hides the other."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from houses import Listener, RawSocket, opened, people, started, until, waiting_table

from goldenspike.server import rows, seating
from goldenspike.server.bodies import Clock
from goldenspike.server.database import StorageError, milliseconds
from goldenspike.server.messages import Move
from goldenspike.server.room import Room
from goldenspike.server.sockets import table_socket
from goldenspike.server.timing import DAY


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


def first_move(room: Room) -> str:
    return str(room.game.view(room.turn).legal()[0])


async def any_move(_level: str, view: Any, _table: str, _owner: str) -> str:
    return str(view.legal()[0])


def late(room: Room) -> None:
    """Let the clock of the seat to act have run out."""
    room.last_at = milliseconds() - 2 * DAY


# Clocks ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("absent", ["wait", "bot", "bot_finishes"])
async def test_a_move_at_the_last_moment_costs_the_next_player_nothing(
    db: str, absent: str, monkeypatch: pytest.MonkeyPatch
):
    """The clock rings while the move is being stored: what it rang for is done already."""
    async with opened(db) as house:
        pair = await people(house, 2)
        row = await started(house, pair, clock=Clock("days", 1), absent=absent)
        room = await house.room(row.id)
        await until(lambda: house.bus.connected)
        monkeypatch.setattr(house.bots, "choose", any_move)
        sockets = [await Listener().enter(room, person) for person in pair]
        storing = Held(monkeypatch, house.journal, "append")
        move = Move(id="1", on=0, action=first_move(room))
        moving = asyncio.create_task(room.move(sockets[0].connection, move))
        await storing.reached.wait()
        late(room)
        ringing = asyncio.create_task(house.driver.act(room))
        await asyncio.sleep(0.05)
        storing.let.set()
        assert await moving == 1
        await ringing
        assert room.n == 1
        assert [seat.stand_in for seat in room.row.seats] == ["no", "no"]


async def test_a_seat_is_given_up_only_for_the_move_that_was_missed(
    db: str, monkeypatch: pytest.MonkeyPatch
):
    async with opened(db) as house:
        pair = await people(house, 2)
        row = await started(house, pair, clock=Clock("days", 1), absent="bot_finishes")
        room = await house.room(row.id)
        await until(lambda: house.bus.connected)
        seat = await Listener().enter(room, pair[0])
        late(room)
        reading = Held(monkeypatch, rows, "read_one")
        ringing = asyncio.create_task(house.driver.act(room))
        await reading.reached.wait()
        monkeypatch.setattr(house.journal, "append", _stored)
        await room.move(seat.connection, Move(id="1", on=0, action=first_move(room)))
        reading.let.set()
        await ringing
        assert room.row.seats[0].stand_in == "no"


async def _stored(_row: Any) -> bool:
    return True


# Tables loaded and forgotten -------------------------------------------------------------------


async def test_a_table_that_left_memory_does_nothing_there(file: str):
    """Its timer would give the seat of someone to a bot who has long moved."""
    async with opened(file, idle=0) as house:
        pair = await people(house, 2)
        row = await started(house, pair, clock=Clock("days", 1), absent="bot_finishes")
        before = await house.room(row.id)
        await asyncio.sleep(0.01)
        await house.driver.sweep()
        assert row.id not in house.rooms
        seat = await Listener().enter(await house.room(row.id), pair[0])
        after = house.rooms[row.id]
        await after.move(seat.connection, Move(id="1", on=0, action=first_move(after)))
        late(before)
        before.timing.schedule()
        asked = asyncio.Event()
        house.driver.act = _noticed(asked)  # type: ignore[method-assign]
        await asyncio.sleep(0.2)
        assert not asked.is_set()
        assert after.row.seats[0].stand_in == "no"


def _noticed(asked: asyncio.Event) -> Any:
    async def act(_room: Room) -> float:
        asked.set()
        return 60.0

    return act


async def test_a_game_that_starts_while_its_table_is_loaded_is_played(
    db: str, monkeypatch: pytest.MonkeyPatch
):
    async with opened(db) as house:
        pair = await people(house, 2)
        row = await waiting_table(house, *pair)
        reading = HeldAfter(monkeypatch, rows, "read_one")
        loading = asyncio.create_task(house.room(row.id))
        await reading.reached.wait()
        await house.change(row.id, lambda row: seating.start(row, pair[0]))
        reading.let.set()
        room = await loading
        seats = [await Listener().enter(room, person) for person in pair]
        assert room.turn is not None
        move = Move(id="1", on=0, action=first_move(room))
        assert await room.move(seats[room.turn].connection, move) == 1
        assert room.last_at > 0


async def test_a_table_that_could_not_be_loaded_keeps_no_socket(
    file: str, monkeypatch: pytest.MonkeyPatch
):
    """One that came meanwhile would never hear of what happens in the room loaded next."""
    async with opened(file) as house:
        pair = await people(house, 2)
        row = await started(house, pair)
        loading = Held(monkeypatch, Room, "ready")
        first = asyncio.create_task(house.room(row.id))
        await loading.reached.wait()
        second = RawSocket(house)
        conversation = asyncio.create_task(table_socket.fn(second, row.id))
        await until(lambda: house.rooms[row.id].sockets)
        (connection,) = house.rooms[row.id].sockets
        monkeypatch.setattr(loading, "_real", _fail)
        loading.let.set()
        with pytest.raises(StorageError):
            await first
        assert connection.closed
        second.hang_up()
        await conversation
        assert row.id not in house.rooms


async def _fail() -> None:
    raise StorageError


# Coming back -----------------------------------------------------------------------------------


async def test_who_comes_back_while_a_bot_takes_over_plays_on(
    db: str, monkeypatch: pytest.MonkeyPatch
):
    async with opened(db) as house:
        pair = await people(house, 2)
        row = await started(house, pair, absent="bot", absent_after=5)
        room = await house.room(row.id)
        await until(lambda: house.bus.connected)
        monkeypatch.setattr("goldenspike.server.peers.ANSWER_SECONDS", 0.1)
        monkeypatch.setattr(house.bots, "choose", _never_asked)
        room.offline_since[0], room.last_at = 1, 1
        storing = Held(monkeypatch, rows, "read_one")
        ringing = asyncio.create_task(house.driver.act(room))
        await storing.reached.wait()
        back = await Listener().enter(room, pair[0])
        await house.driver.returned(room, back.connection.seat)
        storing.let.set()
        with pytest.raises(AssertionError):
            await ringing
        assert room.row.seats[0].stand_in == "until_return"
        room.timing.schedule()
        await until(lambda: room.row.seats[0].stand_in == "no")
        assert room.n == 0


async def _never_asked(_level: str, _view: Any, _table: str, _owner: str) -> str:
    raise AssertionError


async def test_a_move_is_not_refused_after_it_was_acknowledged(
    file: str, monkeypatch: pytest.MonkeyPatch
):
    """Also where it cannot be stored that its player is back."""
    async with opened(file) as house:
        pair = [await house.people.guest(name) for name in ("Ada", "Bob")]
        players = [await house.people.by_token(admitted.token) for admitted in pair]
        row = await started(house, players, absent="bot")
        raw = RawSocket(house)
        conversation = asyncio.create_task(table_socket.fn(raw, row.id))
        raw.say({"type": "hello", "token": pair[0].token})
        await until(lambda: "presence" in raw.kinds())
        room = house.rooms[row.id]

        async def out_of_space(*_: Any) -> None:
            raise StorageError

        room.row.seats[0].stand_in = "until_return"
        monkeypatch.setattr(house, "change", out_of_space)
        raw.say({"type": "move", "id": "1", "on": 0, "action": first_move(room)})
        raw.say({"type": "ping"})
        await until(lambda: "pong" in raw.kinds())
        assert [kind for kind in raw.kinds() if kind in ("ack", "refused")] == ["ack"]
        raw.hang_up()
        await conversation
