"""Each table has one home; a home that stops is replaced, and what it writes late is refused."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from sqlalchemy import text

from goldenspike.server.app import Server
from goldenspike.server.cluster import leases
from goldenspike.server.cluster.leases import LeaseLost
from goldenspike.server.protocol.messages import Move
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.storage.stored_games import ActionRow
from goldenspike.server.storage.times import milliseconds
from goldenspike.server.tables.table_server import HeldElsewhere
from support.server.in_process import RecordedConnection, opened, people, started, until
from support.server.postgres import Postgres


@pytest.fixture
def db(postgres: Postgres, request: pytest.FixtureRequest) -> str:
    return postgres.fresh(request.node.name)


async def expire(server: Server) -> None:
    """As if a process had not renewed its leases in time, because it is suspended or cut off."""
    await server.background.stop()
    query = "UPDATE processes SET expires = 1 WHERE process = :process"
    async with server.database.write() as connection:
        await connection.execute(text(query), {"process": server.bus.process})


def first_move(table: Any) -> str:
    return str(table.game.view(table.turn).legal()[0])


async def test_a_table_has_one_home(db: str):
    async with opened(db) as first, opened(db) as second:
        row = await started(first, await people(first, 2))
        await first.tables.load(row.id)
        with pytest.raises(HeldElsewhere) as elsewhere:
            await second.tables.load(row.id)
        assert elsewhere.value.process == first.bus.process


async def test_of_many_that_want_a_table_at_once_one_gets_it(db: str):
    async with opened(db) as first, opened(db) as second:
        row = await started(first, await people(first, 2))
        found = await asyncio.gather(
            *(server.leases.locate(row.id) for server in (first, second) * 4)
        )
        assert len({(lease.holder, lease.fence) for lease in found}) == 1


async def test_a_suspended_home_is_replaced_and_its_late_writes_are_refused(db: str):
    """attack 7: one of two servers is suspended; its tables went on nowhere."""
    async with opened(db) as frozen, opened(db) as other:
        pair = await people(frozen, 2)
        row = await started(frozen, pair)
        table = await frozen.tables.load(row.id)
        seat = await RecordedConnection().enter(table, pair[0])
        first, fence = first_move(table), frozen.leases.fence(row.id)
        await expire(frozen)
        taken = await other.tables.load(row.id)
        assert other.leases.fence(row.id) == fence + 1
        # It wakes up and goes on as if nothing had happened: a move, a chat line, a stand-in, the
        # end of the game.
        late = ActionRow(row.id, 1, 0, first, "late", "person", milliseconds(), 1)
        assert await frozen.journal.append(late) is False
        with pytest.raises(LeaseLost):
            await frozen.automation.stand_in(table, 0, "for_good")
        with pytest.raises(LeaseLost):
            await frozen.store.finish(row.id, [])
        with pytest.raises(Refusal) as refusal:
            await table.move(seat.connection, Move(id="1", on=0, action=first))
        assert refusal.value.code == "storage"
        await until(lambda: seat.closed_with == 1013)
        assert row.id not in frozen.tables.loaded
        # The new home plays on from what was stored.
        again = await RecordedConnection().enter(taken, pair[0])
        assert await taken.move(again.connection, Move(id="1", on=0, action=first)) == 1


async def test_a_home_that_renews_too_late_keeps_what_nobody_has_taken(db: str):
    """A database that was away for a minute costs no table its home."""
    async with opened(db) as home, opened(db) as other:
        pair = await people(home, 2)
        kept, lost = [await started(home, pair) for _ in range(2)]
        for row in (kept, lost):
            await home.tables.load(row.id)
        await expire(home)
        await other.tables.load(lost.id)
        home.tables.leases_lost(await home.leases.renew())
        assert set(home.tables.loaded) == {kept.id}
        with pytest.raises(HeldElsewhere):
            await other.tables.load(kept.id)


async def test_the_leases_of_a_stopped_process_are_free_at_once(db: str):
    async with opened(db) as other:
        async with opened(db) as home:
            row = await started(home, await people(home, 2))
            await home.tables.load(row.id)
        assert (await other.leases.locate(row.id)).holder == other.bus.process


async def test_tables_of_a_process_that_died_are_driven_by_another(
    db: str, monkeypatch: pytest.MonkeyPatch
):
    """attack 7: without anybody looking, bots and clocks go on within seconds."""
    monkeypatch.setattr(leases, "LEASE_SECONDS", 1.0)
    monkeypatch.setattr(leases, "RENEW_SECONDS", 0.1)

    async def choose(_level: str, view: Any, _table: str, _owner: str) -> str:
        return str(view.legal()[0])

    async def never(*_: Any) -> str:
        await asyncio.Event().wait()
        raise AssertionError

    async with opened(db) as doomed, opened(db) as other:
        monkeypatch.setattr(doomed.bots, "choose", never)
        monkeypatch.setattr(other.bots, "choose", choose)
        row = await started(doomed, await people(doomed, 1), bots=1, first=1)
        await doomed.tables.load(row.id)
        await until(lambda: doomed.bus.process in other.leases.alive)
        monkeypatch.setattr(doomed.leases, "renew", never)
        await until(lambda: row.id in other.tables.loaded and other.tables.loaded[row.id].n == 1)


async def test_thousands_of_leases_take_no_locks(db: str):
    """attack 8: an advisory lock a table filled PostgreSQL's lock table at 23,184."""
    async with opened(db) as server:
        row = await started(server, await people(server, 2))
        await server.tables.load(row.id)
        query = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'"
        async with server.database.read() as connection:
            assert (await connection.execute(text(query))).scalar() == 0
        await server.tables.give_up(row.id)
        held = "SELECT holder, fence FROM leases"
        async with server.database.read() as connection:
            assert tuple((await connection.execute(text(held))).one()) == (None, 1)
        await server.leases.locate(row.id)
        assert server.leases.fence(row.id) == 2
