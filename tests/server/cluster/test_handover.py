"""Workers of one machine give each socket to the home of its table."""

from __future__ import annotations

import asyncio
import random
import socket
from pathlib import Path

import pytest

from goldenspike.server.cluster import handover as handover_module
from goldenspike.server.cluster.handover import Handover
from goldenspike.server.tables.background import Background
from support.server.client import Seat, new_table
from support.server.postgres import Postgres
from support.server.process import ServerProcess


async def test_all_sockets_of_a_table_come_to_its_home(tmp_path: Path, postgres: Postgres):
    with ServerProcess(postgres.fresh("handover"), tmp_path, workers=2) as server:
        table, people = await new_table(server.base, 3)
        seats = [Seat(server.base, table, p.token, i) for i, p in enumerate(people)]
        source = random.Random(3)
        for _ in range(4):
            # Of twelve connections, all would be accepted by the home with a chance of 1 in 4096.
            for seat in seats:
                await seat.open()
                await seat.until("presence")
                await seat.close()
        await asyncio.gather(*(seat.play_through_crashes(source) for seat in seats))
        assert all(seat.result is not None for seat in seats)
        assert "connection_given" in server.log()
        assert "connection_not_taken" not in server.log()


async def given_to(folder: Path, answers: bool) -> tuple[bool, bytes]:
    """Give one end of a connection to another process; returns what came of it, and was read."""
    background, taken = Background(), list[bytes]()
    one, other = (Handover(str(folder), name, background.spawn) for name in ("one", "other"))

    async def take(connection: socket.socket, request: bytes) -> None:
        if not answers:
            await asyncio.sleep(60)
        taken.append(request)
        connection.send(b"hello")
        connection.close()

    other.listen(take)
    here, client = socket.socketpair()
    with here, client:
        client.settimeout(5)
        given = await one.give("other", here, b"GET " + b"x" * 100_000)
        here.close()
        said = await asyncio.to_thread(client.recv, 100)
    other.close()
    await background.stop()
    assert taken == ([b"GET " + b"x" * 100_000] if answers else [])
    return given, said


async def test_a_connection_goes_on_in_the_process_that_took_it(tmp_path: Path):
    assert await given_to(tmp_path, answers=True) == (True, b"hello")


async def test_a_connection_that_is_not_taken_in_time_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Its client connects again; nobody answers it twice."""
    monkeypatch.setattr(handover_module, "ANSWER_SECONDS", 0.3)
    assert await given_to(tmp_path, answers=False) == (True, b"")


async def test_a_connection_to_a_process_that_is_gone_is_kept(tmp_path: Path):
    one = Handover(str(tmp_path), "one", Background().spawn)
    gone = Handover(str(tmp_path), "gone", Background().spawn)
    gone.listen(lambda _connection, _request: asyncio.sleep(0))
    (tmp_path / "gone.socket").rename(tmp_path / "kept")
    gone.close()
    (tmp_path / "kept").rename(tmp_path / "gone.socket")
    here, client = socket.socketpair()
    with here, client:
        assert one.reaches("gone")
        assert not await one.give("gone", here, b"GET /")
    assert not one.reaches("never")
    assert not Handover("", "alone", Background().spawn).any_other()
