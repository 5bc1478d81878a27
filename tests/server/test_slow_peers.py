"""Peers that do not read, or that ask for the same repeatedly, cost little."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from typing import Any

import pytest

from goldenspike.server.http.connection import QUEUE_SIZE, Connection
from goldenspike.server.people.rate_limits import Bucket
from goldenspike.server.protocol.messages import Hello
from goldenspike.server.views.past_events import PastEvents
from support.server.client import Seat, new_table
from support.server.in_process import RecordedConnection, opened, people, started, until
from support.server.process import ServerProcess

PING = 0x89


class DeafSocket:
    """A WebSocket that never reads what it is sent."""

    def __init__(self, port: int, path: str) -> None:
        self._socket = socket.socket()
        # A small window, so that little is kept on the way.
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self._socket.settimeout(0.5)
        self._socket.connect(("127.0.0.1", port))
        self._socket.sendall(
            f"GET {path} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        assert self._socket.recv(12) == b"HTTP/1.1 101"

    def send(self, kind: int, data: bytes, times: int = 1) -> bool:
        """Whether the other side still takes it; it may also just be waiting."""
        try:
            self._socket.sendall((bytes([kind, 0x80 | len(data), 0, 0, 0, 0]) + data) * times)
        except TimeoutError:
            return True
        except OSError:
            return False
        return True

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def deaf(server: ServerProcess) -> Iterator[DeafSocket]:
    made = DeafSocket(server.port, "/ws/lobby")
    yield made
    made.close()


async def test_a_flood_of_pings_closes_the_connection(deaf: DeafSocket):
    async with asyncio.timeout(20):
        while await asyncio.to_thread(deaf.send, PING, b"x" * 125, 500):
            pass


async def test_a_few_pings_are_answered(base: str):
    table, people = await new_table(base, 2)
    seat = await Seat(base, table, people[0].token, 0).open()
    await seat.until("presence")
    assert seat.socket is not None
    for _ in range(10):
        await asyncio.wait_for(await seat.socket.ping(), 10)


async def test_the_send_queue_is_limited_by_its_size():
    closed = asyncio.Event()

    async def stuck(_text: str) -> None:
        await asyncio.Event().wait()

    async def close(code: int, _reason: str) -> None:
        assert code == 1008
        closed.set()

    connection = Connection(stuck, close, Bucket(1, 1))
    await asyncio.sleep(0)
    for _ in range(3):
        connection.send_text("x" * (QUEUE_SIZE // 2))
        await asyncio.sleep(0)
    assert not connection.closed, "the first is under way and two wait"
    connection.send_text("one more")
    await asyncio.wait_for(closed.wait(), 5)
    await connection.finish()


async def test_repeated_hellos_send_nothing_to_others(file: str):
    async with opened(file) as server:
        pair = await people(server, 2)
        table = await server.tables.load((await started(server, pair)).id)
        calm, loud = [await RecordedConnection().enter(table, person) for person in pair]
        await until(lambda: calm.kinds().count("presence") == 2)
        for _ in range(5):
            await table.enter(loud.connection, pair[1].id, Hello(token="proved elsewhere"))
        await until(lambda: loud.kinds().count("presence") == 6)
        assert calm.kinds().count("presence") == 2


async def test_logs_are_computed_once_for_each_number(file: str, monkeypatch: pytest.MonkeyPatch):
    made: list[Any] = []
    real = PastEvents.log
    monkeypatch.setattr(PastEvents, "log", lambda past, seat: made.append(seat) or real(past, seat))
    async with opened(file) as server:
        pair = await people(server, 2)
        table = await server.tables.load((await started(server, pair)).id)
        seats = [await RecordedConnection().enter(table, person) for person in pair]
        for _ in range(2):
            await table.resync(seats[1].connection)
        assert made == [0, 1]
        await table.play(0, str(table.game.view(0).legal()[0]), 0, "person")
        for _ in range(2):
            await table.resync(seats[1].connection)
        assert made == [0, 1, 1]
        await until(lambda: seats[1].kinds().count("log") == 5)
        logs = [len(m["events"]) for m in seats[1].received if m["type"] == "log"]
        assert logs == [0, 0, 0, 1, 1]
