"""Rematches: one new table, with seats reserved for those who played."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from sqlalchemy import select

from goldenspike.server.app import Server
from goldenspike.server.people.accounts import PersonRow
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.protocol.table_bodies import Join
from goldenspike.server.storage import schema
from goldenspike.server.storage.table_rows import TableRow
from goldenspike.server.storage.times import milliseconds
from goldenspike.server.tables import seating, table_creation
from support.server.in_process import FakeSubscriber, new_guest, opened, waiting_table


async def rematch(server: Server, table_id: str, person: PersonRow) -> TableRow:
    limit = server.settings.tables_per_person
    return await table_creation.rematch(server.store, table_id, person, limit)


async def finish(server: Server, row: TableRow) -> None:
    def end(row: TableRow) -> None:
        row.status, row.scores, row.finished = "finished", [], milliseconds()

    await server.store.change(row.id, end)


async def played(server: Server, *people: PersonRow, **options: Any) -> TableRow:
    row = await waiting_table(server, *people, **options)
    await server.store.change(row.id, lambda row: seating.start(row, people[0]))
    await finish(server, row)
    return row


async def test_a_rematch_that_everyone_left_can_be_asked_for_again(db: str):
    async with opened(db) as server:
        ada, bob = await new_guest(server), await new_guest(server, "Bob")
        row = await played(server, ada, bob)
        watching: Any = FakeSubscriber(ada.id, 0)
        watching.at(await server.tables.load(row.id))
        first = await rematch(server, row.id, ada)
        assert watching.last("table")["table"]["next"] == first.id
        await server.store.leave(first.id, ada, 0)
        assert watching.last("table")["table"]["next"] is None
        second = await rematch(server, row.id, bob)
        assert second.id != first.id
        assert watching.last("table")["table"]["next"] == second.id


async def test_simultaneous_requests_for_a_rematch_get_one_table(db: str):
    async with opened(db) as server:
        ada, bob = await new_guest(server), await new_guest(server, "Bob")
        row = await played(server, ada, bob)
        asked = [rematch(server, row.id, person) for person in (ada, bob, ada, bob)]
        made = {again.id for again in await asyncio.gather(*asked)}
        async with server.database.read() as connection:
            stored = [line.id for line in await connection.execute(select(schema.tables.c.id))]
    assert len(made) == 1
    assert sorted(stored) == sorted([row.id, *made])


async def test_a_rematch_reserves_the_seats_of_those_who_played(db: str):
    async with opened(db) as server:
        ada, bob, cai = [await new_guest(server, name) for name in ("Ada", "Bob", "Cai")]
        row = await played(server, ada, bob, cai, first=2)

        def left(row: TableRow) -> None:
            row.seats[2].stand_in = "for_good"

        await server.store.change(row.id, left)
        again = await rematch(server, row.id, ada)
        assert again.options.first == 0, "2 moved on by one, at a table of three"
        shown = [(s.kind, s.person, s.name) for s in again.seats]
        assert shown == [
            ("person", ada.id, "Ada"), ("open", bob.id, "Bob"), ("open", None, None),
        ]  # fmt: skip
        assert again.seats_of(bob.id) == []
        with pytest.raises(Refusal) as refusal:
            await server.store.change(again.id, lambda row: seating.start(row, ada))
        assert refusal.value.code == "seats_open"
        dee = await new_guest(server, "Dee")
        with pytest.raises(Refusal) as refusal:
            await server.store.change(again.id, lambda row: seating.join(row, dee, Join(seat=1)))
        assert refusal.value.code == "seat_taken"
        _, seat = await server.store.change(again.id, lambda row: seating.join(row, dee, Join()))
        assert seat == 2, "the one that is kept for nobody"
        there = await rematch(server, row.id, bob)
        assert (there.id, there.seats_of(bob.id)) == (again.id, [1])
        assert there.seats[1].colour == row.seats[1].colour
        await server.store.change(again.id, lambda row: seating.start(row, ada))


async def test_a_random_first_seat_stays_random_in_a_rematch(db: str):
    async with opened(db) as server:
        ada, bob = await new_guest(server), await new_guest(server, "Bob")
        row = await played(server, ada, bob)
        assert (await rematch(server, row.id, ada)).options.first is None
