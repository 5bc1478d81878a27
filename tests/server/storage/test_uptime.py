"""Downtime is on nobody's clock."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import update

from goldenspike.server.protocol.table_bodies import Clock
from goldenspike.server.settings import Settings
from goldenspike.server.storage import uptime
from goldenspike.server.storage.database import Database
from goldenspike.server.storage.schema import heartbeat, tables
from goldenspike.server.storage.times import SECOND, milliseconds
from goldenspike.server.storage.uptime import GRACE, SILENCE, Uptime
from support.server.in_process import opened, people, started

times = st.integers(0, 200)


@given(st.lists(st.tuples(times, times)), times, st.integers(1, 50))
def test_a_deadline_has_the_limit_of_time_in_which_we_were_there(
    spans: list[tuple[int, int]], since: int, limit: int
):
    known = Uptime(Database(Settings(db="unused.sqlite")))
    ordered = sorted((min(span), max(span)) for span in spans)
    known._down = uptime._merged(ordered)
    deadline = known.deadline(since, limit)
    there = [
        moment
        for moment in range(since, deadline)
        if not any(began <= moment < ended for began, ended in ordered)
    ]
    assert len(there) == limit


async def test_a_clock_does_not_run_out_while_the_server_is_down(db: str):
    """attack 3: the server is down for longer than the clock has."""
    async with opened(db) as server:
        row = await started(server, await people(server, 2), clock=Clock("seconds", 10),
                            absent="bot_finishes")  # fmt: skip
    began = milliseconds() - 60 * SECOND
    database = Database(Settings(db=db))
    async with database.write() as connection:
        # It started a minute ago, and one second later the server was killed.
        await connection.execute(update(tables).values(started=began))
        await connection.execute(update(heartbeat).values(at=began + SECOND))
    await database.close()
    async with opened(db) as server:
        table = await server.tables.load(row.id)
        clock = table.clock.state()
        assert clock is not None
        assert clock.deadline >= milliseconds() + GRACE + 9 * SECOND - 5 * SECOND
        assert table.clock.due_seat() is None
        await server.sweep.run()
        assert all(seat.stand_in == "no" for seat in table.row.seats)
        assert table.n == 0


async def test_time_in_which_the_server_is_there_counts(db: str):
    async with opened(db) as server:
        row = await started(server, await people(server, 2), clock=Clock("seconds", 10))
        table = await server.tables.load(row.id)
        clock = table.clock.state()
        assert clock is not None
        assert row.started is not None
        assert clock.deadline == row.started + 10 * SECOND


async def test_a_suspended_process_holds_its_own_absence_against_nobody(
    db: str, monkeypatch: pytest.MonkeyPatch
):
    """attack 3: the process was stopped and goes on."""
    async with opened(db) as server:
        row = await started(server, await people(server, 2), clock=Clock("seconds", 10),
                            absent="bot_finishes")  # fmt: skip
        table = await server.tables.load(row.id)
        past = milliseconds() - 30 * SECOND
        async with server.database.write() as connection:
            await connection.execute(update(heartbeat).values(at=past))
        server.uptime._beat_at = past
        assert table._first.round is not None
        table._first.round.since = past - SECOND
        table.row.started = past - SECOND
        assert table.clock.due_seat() is not None, "by the clock on the wall it is late"
        assert past + SILENCE < milliseconds()
        await server.automation.act(table)
        assert table.clock.due_seat() is None
        assert all(seat.stand_in == "no" for seat in table.row.seats)
        assert table.n == 0


async def test_processes_share_what_they_know(db: str):
    async with opened(db) as one:
        past = milliseconds() - 60 * SECOND
        async with one.database.write() as connection:
            await connection.execute(update(heartbeat).values(at=past))
        async with opened(db) as two:
            await one.uptime._beat()
            assert one.uptime.deadline(past, SECOND) == two.uptime.deadline(past, SECOND)
            assert one.uptime.deadline(past, SECOND) > milliseconds()
