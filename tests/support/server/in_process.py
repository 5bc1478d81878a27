"""A server without HTTP in the test's own process, and fake sockets."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, TypeVar

import msgspec

from goldenspike.server.app import Server
from goldenspike.server.http.connection import Connection
from goldenspike.server.http.sockets import table_socket
from goldenspike.server.people.accounts import PersonRow
from goldenspike.server.people.rate_limits import Bucket
from goldenspike.server.protocol.messages import Hello
from goldenspike.server.protocol.table_bodies import Join, NewTable, SeatWish
from goldenspike.server.settings import Settings
from goldenspike.server.storage.table_rows import TableRow
from goldenspike.server.tables import seating, table_creation
from goldenspike.server.tables.table import Table

T = TypeVar("T")

BOT = SeatWish("bot", "easy")


@contextlib.asynccontextmanager
async def opened(db: str, **settings: Any) -> AsyncIterator[Server]:
    """An open server that sweeps only when the test calls `sweep.run`."""
    server = Server(Settings(db=db, **settings))
    server.sweep.run_for_ever = _never  # type: ignore[method-assign]
    await server.open()
    try:
        yield server
    finally:
        await server.close()


async def _never() -> None:
    pass


async def new_guest(server: Server, name: str = "Ada") -> PersonRow:
    """A new guest."""
    admitted = await server.people.guest(name)
    return PersonRow(admitted.person.id, admitted.person.name, None)


async def people(server: Server, number: int) -> list[PersonRow]:
    """New guests."""
    return [await new_guest(server, f"Guest {i}") for i in range(number)]


async def waiting_table(server: Server, *people: PersonRow, **options: Any) -> TableRow:
    """A stored table with all its people seated, the first of them its owner."""
    wish = NewTable("usa", [SeatWish() for _ in range(max(2, len(people)))], **options)
    row = seating.new_table(wish, people[0])
    for person in people[1:]:
        seating.join(row, person, Join())
    await table_creation.create(server.store, row, server.settings.tables_per_person)
    return row


async def started(
    server: Server, players: list[PersonRow], bots: int = 0, **options: Any
) -> TableRow:
    """A stored table whose game has started: the people first, then bots."""
    wishes = [SeatWish()] * len(players) + [BOT] * bots
    wish = NewTable(**{"board": "usa", "seats": wishes, "first": 0, "pace": 0, **options})
    row = seating.new_table(wish, players[0])
    for person in players[1:]:
        seating.join(row, person, Join())
    seating.start(row, players[0])
    await table_creation.create(server.store, row, server.settings.tables_per_person)
    return row


class RecordedConnection:
    """A real `Connection` without a socket; keeps what it is sent."""

    def __init__(self) -> None:
        self.received: list[dict[str, Any]] = []
        self.closed_with: int | None = None
        self.connection = Connection(self._take, self._close, Bucket(1000, 1000))

    async def enter(
        self, table: Table, person: PersonRow, seat: int | None = None
    ) -> RecordedConnection:
        """Say hello at a table."""
        table.audience.sockets.add(self.connection)
        await table.enter(self.connection, person.id, Hello(token="proved elsewhere", seat=seat))
        return self

    def kinds(self) -> list[str]:
        return [message["type"] for message in self.received]

    async def _take(self, text: str) -> None:
        self.received.append(json.loads(text))

    async def _close(self, code: int, reason: str) -> None:
        self.closed_with = code


class FakeSubscriber:
    """A subscriber that keeps what it is sent, without a queue."""

    def __init__(self, person: str | None = None, seat: int | None = None) -> None:
        self.person, self.seat = person, seat
        self.watching = person is None
        self.token_id: str | None = None
        self.received: list[dict[str, Any]] = []
        self.closed_with: int | None = None

    def at(self, table: Any) -> None:
        """Be one of a table's sockets."""
        table.audience.sockets.add(self)
        table.audience.subscribers.add(self)

    def send(self, message: Any) -> None:
        self.send_text(msgspec.json.encode(message).decode())

    def send_text(self, text: str) -> None:
        self.received.append(json.loads(text))

    def last(self, kind: str) -> dict[str, Any]:
        """The newest message of a kind."""
        return next(m for m in reversed(self.received) if m["type"] == kind)

    def close(self, code: int, reason: str) -> None:
        self.closed_with = code

    async def drained(self) -> None:
        """Nothing is queued."""


class FakeWebSocket:
    """A WebSocket as the framework hands it to `table_socket`."""

    def __init__(self) -> None:
        self.received: list[dict[str, Any]] = []
        self.said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.scope: dict[str, Any] = {"client": None}

    async def converse(self, server: Server, table_id: str) -> None:
        """Run `table_socket` until the socket is closed."""
        parts = (server.relay, server.people, server.metrics, server.settings, server.limits)
        await table_socket.fn(self, table_id, *parts)

    async def accept(self) -> None:
        pass

    async def receive(self) -> dict[str, Any]:
        return await self.said.get()

    async def send_data(self, text: str) -> None:
        self.received.append(json.loads(text))

    async def close(self, code: int, reason: str) -> None:
        pass

    def kinds(self) -> list[str]:
        return [message["type"] for message in self.received]

    def say(self, message: Any) -> None:
        self.said.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    def hang_up(self) -> None:
        self.said.put_nowait({"type": "websocket.disconnect"})


async def in_time(work: Awaitable[T]) -> T:
    """What something that must not hang returns."""
    return await asyncio.wait_for(work, 10)


async def until(condition: Callable[[], Any], seconds: float = 20.0) -> None:
    """Wait for something that has to happen."""
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.01)
