"""A server's inside without its outside: a house in the test's own process, and fake sockets."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable
from types import SimpleNamespace
from typing import Any

import msgspec

from goldenspike.server import making, seating
from goldenspike.server.bodies import Join, NewTable, SeatWish
from goldenspike.server.connection import Connection
from goldenspike.server.house import House
from goldenspike.server.limits import Bucket
from goldenspike.server.messages import Hello
from goldenspike.server.people import PersonRow
from goldenspike.server.room import Room
from goldenspike.server.rows import TableRow
from goldenspike.server.settings import Settings

BOT = SeatWish("bot", "easy")


@contextlib.asynccontextmanager
async def opened(db: str, **settings: Any) -> AsyncIterator[House]:
    """A house at work; it sweeps when the test says so."""
    house = House(Settings(db=db, warm=0, **settings))
    house.driver.sweep_for_ever = _never  # type: ignore[method-assign]
    await house.open()
    try:
        yield house
    finally:
        await house.close()


async def _never() -> None:
    pass


async def newcomer(house: House, name: str = "Ada") -> PersonRow:
    """A new guest."""
    admitted = await house.people.guest(name)
    return PersonRow(admitted.person.id, name, None)


async def people(house: House, number: int) -> list[PersonRow]:
    """So many new guests."""
    return [await newcomer(house, f"Guest {i}") for i in range(number)]


async def waiting_table(house: House, *people: PersonRow, **options: Any) -> TableRow:
    """A stored table with all its people seated, the first of them its owner."""
    wish = NewTable("usa", [SeatWish() for _ in range(max(2, len(people)))], **options)
    row = seating.new_table(wish, people[0])
    for person in people[1:]:
        seating.join(row, person, Join())
    await making.create(house, row)
    return row


async def started(
    house: House, players: list[PersonRow], bots: int = 0, **options: Any
) -> TableRow:
    """A stored table at which the game has begun: the people first, then bots."""
    wishes = [SeatWish()] * len(players) + [BOT] * bots
    wish = NewTable(**{"board": "usa", "seats": wishes, "first": 0, "pace": 0, **options})
    row = seating.new_table(wish, players[0])
    for person in players[1:]:
        seating.join(row, person, Join())
    seating.start(row, players[0])
    await making.create(house, row)
    return row


class Listener:
    """A socket's server side with nothing behind it; keeps what it is sent."""

    def __init__(self) -> None:
        self.heard: list[dict[str, Any]] = []
        self.closed_with: int | None = None
        self.connection = Connection(self._take, self._close, Bucket(1000, 1000))

    async def enter(self, room: Room, person: PersonRow, seat: int | None = None) -> Listener:
        """Say hello at a table."""
        room.sockets.add(self.connection)
        await room.enter(self.connection, person.id, Hello(token="proved elsewhere", seat=seat))
        return self

    def kinds(self) -> list[str]:
        return [message["type"] for message in self.heard]

    async def _take(self, text: str) -> None:
        self.heard.append(json.loads(text))

    async def _close(self, code: int, reason: str) -> None:
        self.closed_with = code


class Ear:
    """Stands for an open socket where it only matters what it is sent and how it is closed."""

    def __init__(self, person: str | None = None, seat: int | None = None) -> None:
        self.person, self.seat = person, seat
        self.watching = person is None
        self.token_id: str | None = None
        self.heard: list[dict[str, Any]] = []
        self.closed_with: int | None = None

    def at(self, room: Any) -> None:
        """Be one of a table's sockets."""
        room.sockets.add(self)
        room.connections.add(self)

    def send(self, message: Any) -> None:
        self.send_text(msgspec.json.encode(message).decode())

    def send_text(self, text: str) -> None:
        self.heard.append(json.loads(text))

    def last(self, kind: str) -> dict[str, Any]:
        """The newest message of a kind."""
        return next(m for m in reversed(self.heard) if m["type"] == kind)

    def close(self, code: int, reason: str) -> None:
        self.closed_with = code

    async def drained(self) -> None:
        """Everything is out at once."""


class RawSocket:
    """A WebSocket as the framework would hand it in, before anything is said."""

    def __init__(self, house: House) -> None:
        self.app = SimpleNamespace(state=SimpleNamespace(house=house))
        self.heard: list[dict[str, Any]] = []
        self.said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def accept(self) -> None:
        pass

    async def receive(self) -> dict[str, Any]:
        return await self.said.get()

    async def send_data(self, text: str) -> None:
        self.heard.append(json.loads(text))

    async def close(self, code: int, reason: str) -> None:
        pass

    def kinds(self) -> list[str]:
        return [message["type"] for message in self.heard]

    def say(self, message: Any) -> None:
        self.said.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    def hang_up(self) -> None:
        self.said.put_nowait({"type": "websocket.disconnect"})


async def until(condition: Callable[[], Any], seconds: float = 20.0) -> None:
    """Wait for something that has to happen."""
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.01)
