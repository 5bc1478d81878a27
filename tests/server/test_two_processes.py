"""Processes at one PostgreSQL know who is connected at the others."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from houses import Listener, opened, people, started, until
from postgres import Postgres

from goldenspike.server import peers
from goldenspike.server.database import milliseconds
from goldenspike.server.house import House


@pytest.fixture
async def pair(postgres: Postgres, request: pytest.FixtureRequest) -> AsyncIterator[list[House]]:
    db = postgres.fresh(request.node.name)
    async with opened(db) as first, opened(db) as second:
        await until(lambda: first.bus.connected and second.bus.connected)
        yield [first, second]


async def test_who_is_connected_elsewhere_is_not_away(pair: list[House]):
    """A process without sockets looks after the table: it asks the others before it counts."""
    caretaker, there = pair
    players = await people(there, 2)
    row = await started(there, players, absent="bot_finishes", absent_after=3600)
    room = await there.room(row.id)
    for person in players:
        await Listener().enter(room, person)
    await asyncio.sleep(0.2)
    await caretaker.driver.sweep()
    cared_for = caretaker.rooms[row.id]
    await until(lambda: cared_for.connected(0) and cared_for.connected(1))
    assert cared_for.timing.due() is None


async def test_before_a_bot_stands_in_the_others_are_asked_again(
    pair: list[House], monkeypatch: pytest.MonkeyPatch
):
    async def choose(_level: str, view: Any, _table: str, _owner: str) -> str:
        return str(view.legal()[0])

    monkeypatch.setattr(peers, "ANSWER_SECONDS", 1.0)
    caretaker, there = pair
    monkeypatch.setattr(caretaker.bots, "choose", choose)
    players = await people(there, 2)
    row = await started(there, players, absent="bot_finishes", absent_after=5)
    room = await there.room(row.id)
    listener = await Listener().enter(room, players[0])
    await caretaker.driver.sweep()
    cared_for = caretaker.rooms[row.id]
    await until(lambda: cared_for.connected(0))
    # As if the answer had been lost, and the time were up.
    cared_for.elsewhere.clear()
    cared_for.offline_since[0] = cared_for.last_at = milliseconds() - 60_000
    await caretaker.driver.act(cared_for)
    assert cared_for.row.seats[0].stand_in == "no"
    # And now nobody is there.
    room.leave(listener.connection)
    await until(lambda: not cared_for.connected(0))
    cared_for.offline_since[0] = cared_for.last_at = milliseconds() - 60_000
    await caretaker.driver.act(cared_for)
    assert cared_for.row.seats[0].stand_in == "for_good"
    assert cared_for.n == 1


async def test_after_the_line_was_down_who_left_meanwhile_is_away(
    pair: list[House], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(peers, "ANSWER_SECONDS", 0.5)
    here, there = pair
    players = await people(there, 2)
    row = await started(there, players)
    room = await here.room(row.id)
    # As it was told before they left, which was not heard.
    room.elsewhere[there.process] = ({0: 1, 1: 1}, 0)
    await here.peers.line_restored()
    await until(lambda: not room.connected(0) and not room.connected(1))


async def test_the_last_word_about_who_is_connected_is_the_newest(
    pair: list[House], monkeypatch: pytest.MonkeyPatch
):
    """Though each is told on its own, and the first takes longer."""
    here, there = pair
    players = await people(there, 2)
    row = await started(there, players)
    room, other = await here.room(row.id), await there.room(row.id)
    tell_now, told = there.bus.tell_now, 0

    async def at_its_own_speed(**news: Any) -> None:
        nonlocal told
        told += 1
        await asyncio.sleep(0.3 if told == 1 else 0)
        await tell_now(**news)

    monkeypatch.setattr(there.bus, "tell_now", at_its_own_speed)
    listener = await Listener().enter(other, players[0])
    await until(lambda: told)
    other.leave(listener.connection)
    await until(lambda: there.process in room.elsewhere)
    await asyncio.sleep(0.5)
    assert not room.connected(0)
