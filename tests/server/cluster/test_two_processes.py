"""Processes on one PostgreSQL know who is connected to the others."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from goldenspike.server.app import Server
from goldenspike.server.cluster import peers
from goldenspike.server.cluster.notifications import Notification
from goldenspike.server.cluster.presence import Counts
from goldenspike.server.storage.times import milliseconds
from support.server.in_process import RecordedConnection, opened, people, started, until
from support.server.postgres import Postgres


@pytest.fixture
async def pair(postgres: Postgres, request: pytest.FixtureRequest) -> AsyncIterator[list[Server]]:
    db = postgres.fresh(request.node.name)
    async with opened(db) as first, opened(db) as second:
        await until(lambda: first.bus.connected and second.bus.connected)
        yield [first, second]


async def test_a_person_connected_to_another_process_is_not_away(pair: list[Server]):
    """A process without sockets looks after the table: it asks the others before it counts."""
    caretaker, there = pair
    players = await people(there, 2)
    row = await started(there, players, absent="bot_finishes", absent_after=3600)
    table = await there.tables.load(row.id)
    for person in players:
        await RecordedConnection().enter(table, person)
    await asyncio.sleep(0.2)
    await caretaker.sweep.run()
    cared_for = caretaker.tables.loaded[row.id]
    await until(lambda: cared_for.presence.connected(0) and cared_for.presence.connected(1))
    assert cared_for.clock.due() is None


async def test_other_processes_are_asked_again_before_a_bot_stands_in(
    pair: list[Server], monkeypatch: pytest.MonkeyPatch
):
    async def choose(_level: str, view: Any, _table: str, _owner: str) -> str:
        return str(view.legal()[0])

    monkeypatch.setattr(peers, "ANSWER_SECONDS", 1.0)
    caretaker, there = pair
    monkeypatch.setattr(caretaker.bots, "choose", choose)
    players = await people(there, 2)
    row = await started(there, players, absent="bot_finishes", absent_after=5)
    table = await there.tables.load(row.id)
    listener = await RecordedConnection().enter(table, players[0])
    await caretaker.sweep.run()
    cared_for = caretaker.tables.loaded[row.id]
    await until(lambda: cared_for.presence.connected(0))
    # As if the answer had been lost, and the time were up.
    cared_for.presence.elsewhere.clear()
    cared_for.presence.offline_since[0] = cared_for.last_at = milliseconds() - 60_000
    await caretaker.automation.act(cared_for)
    assert cared_for.row.seats[0].stand_in == "no"
    # And now nobody is there.
    table.leave(listener.connection)
    await until(lambda: not cared_for.presence.connected(0))
    cared_for.presence.offline_since[0] = cared_for.last_at = milliseconds() - 60_000
    await caretaker.automation.act(cared_for)
    assert cared_for.row.seats[0].stand_in == "for_good"
    assert cared_for.n == 1


async def test_people_who_left_while_the_bus_was_down_are_away(
    pair: list[Server], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(peers, "ANSWER_SECONDS", 0.5)
    here, there = pair
    players = await people(there, 2)
    row = await started(there, players)
    table = await here.tables.load(row.id)
    # As it was told before they left, which was not heard.
    table.presence.elsewhere[there.bus.process] = Counts({0: 1, 1: 1}, 0)
    await here.tables.connection_restored()
    await until(lambda: not table.presence.connected(0) and not table.presence.connected(1))


async def test_presence_reports_arrive_in_order(
    pair: list[Server], monkeypatch: pytest.MonkeyPatch
):
    """Though each is told on its own, and the first takes longer."""
    here, there = pair
    players = await people(there, 2)
    row = await started(there, players)
    table, other = await here.tables.load(row.id), await there.tables.load(row.id)
    publish_now, told = there.bus.publish_now, 0

    async def at_its_own_speed(notification: Notification) -> None:
        nonlocal told
        told += 1
        await asyncio.sleep(0.3 if told == 1 else 0)
        await publish_now(notification)

    monkeypatch.setattr(there.bus, "publish_now", at_its_own_speed)
    listener = await RecordedConnection().enter(other, players[0])
    await until(lambda: told)
    other.leave(listener.connection)
    await until(lambda: there.bus.process in table.presence.elsewhere)
    await asyncio.sleep(0.5)
    assert not table.presence.connected(0)
