"""Connections that are opened and not used as they should: each is ended, and others get in."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from goldenspike.server.http.request_limits import WIDE, ConnectionLimits
from goldenspike.server.settings import Settings
from support.server.client import Api, guest
from support.server.in_process import in_time
from support.server.process import ServerProcess


@contextlib.asynccontextmanager
async def half_sent(port: int, number: int, source: str) -> AsyncIterator[list[socket.socket]]:
    """Connections from an address of this machine that begin a request and do not end it."""
    opened: list[socket.socket] = []
    try:
        for _ in range(number):
            connection = socket.socket()
            connection.bind((source, 0))
            connection.settimeout(5)
            connection.connect(("127.0.0.1", port))
            connection.sendall(b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Le")
            opened.append(connection)
        yield opened
    finally:
        for connection in opened:
            connection.close()


def ended(connection: socket.socket) -> bool:
    """Whether the server closes a connection before the timeout."""
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True


async def test_half_sent_requests_lock_nobody_out(tmp_path: Path):
    """attack 19: many requests that are never completed, from one address."""
    settings = {"CONNECTIONS_PER_ADDRESS": "20", "CONNECTIONS": "200", "READ_SECONDS": "1"}
    with ServerProcess(str(tmp_path / "g.sqlite"), tmp_path, **settings) as server:
        async with half_sent(server.port, 60, "127.0.0.3") as connections:
            assert (await Api(server.base).call("GET", "/health")).status_code == 200
            over = await asyncio.to_thread(lambda: [ended(c) for c in connections])
            assert all(over), "those over the limit at once, the others when their time is up"
            assert (await guest(server.base, "Honest")).token
        assert "connections_refused" in server.log()


async def test_a_byte_now_and_then_does_not_prolong_a_request(tmp_path: Path):
    """attack 19: a request that is sent slowly, byte by byte."""
    with ServerProcess(str(tmp_path / "g.sqlite"), tmp_path, READ_SECONDS="0.5") as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)

        async def trickle() -> None:
            writer.write(b"POST /api/guests HTTP/1.1\r\nContent-Length: 1000\r\n\r\n")
            while True:
                writer.write(b"x")
                await writer.drain()
                await asyncio.sleep(0.05)

        sending = asyncio.create_task(trickle())
        with contextlib.suppress(ConnectionResetError):
            await in_time(reader.read())
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)
        writer.close()


async def test_answers_that_nobody_reads_lock_nobody_out(tmp_path: Path):
    """attack 19: requests are complete, and their answers are left in the server."""
    settings = {"CONNECTIONS_PER_ADDRESS": "5", "CONNECTIONS": "10", "WRITE_SECONDS": "2"}
    request = b"GET /api/boards/usa HTTP/1.1\r\nHost: x\r\n\r\n"
    with ServerProcess(str(tmp_path / "g.sqlite"), tmp_path, **settings) as server:
        deaf: list[socket.socket] = []
        try:
            for number in range(10):
                connection = socket.socket()
                # A small window, so that little is kept on the way.
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                connection.bind((f"127.0.0.{3 + number // 5}", 0))
                connection.connect(("127.0.0.1", server.port))
                connection.sendall(request * 60)
                deaf.append(connection)
            async with asyncio.timeout(60):
                while "answers_not_read" not in server.log():
                    await asyncio.sleep(0.1)
            assert (await guest(server.base, "Honest")).token
        finally:
            for connection in deaf:
                connection.close()


@pytest.mark.quick
def test_connections_of_one_network_are_limited():
    """attacks 19 and 24: half-sent requests from many addresses of one IPv6 network."""
    limits = ConnectionLimits(Settings(connections_per_address=4, connections=50))
    opened = [f"2001:db8:1:2::{n:x}" for n in range(1, 6)]
    assert [limits.open(address) for address in opened] == [True] * 4 + [False]
    around = [f"2001:db8:1:{n:x}::1" for n in range(3, 40)]
    assert [limits.open(address) for address in around].count(True) == 4 * WIDE - 4
    assert limits.open("2001:db8:2::1")
    limits.close(opened[0])
    assert limits.open("2001:db8:1:2::7")
