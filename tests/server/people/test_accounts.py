"""Guests and accounts that change or go away while they sit at tables."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from sqlalchemy import delete

from goldenspike.server.app import Server
from goldenspike.server.cluster.notifications import LoggedOut
from goldenspike.server.people.accounts import PersonRow
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.protocol.table_bodies import Join
from goldenspike.server.storage import schema
from goldenspike.server.tables import seating
from support.server.in_process import FakeSubscriber, in_time, new_guest, opened, waiting_table


async def forget(server: Server, person: PersonRow) -> None:
    """What logging in to an account does to the guest it takes over."""
    async with server.database.write() as connection:
        await connection.execute(delete(schema.people).where(schema.people.c.id == person.id))


async def test_a_removed_guest_cannot_create_or_join_a_table(db: str):
    async with opened(db) as server:
        ada = await new_guest(server)
        token = (await server.people.guest("Gone")).token
        gone = await server.people.by_token(token)
        row = await waiting_table(server, ada)
        stale = await server.people.token_row(token)
        await forget(server, gone)
        with pytest.raises(Refusal) as refusal:
            await in_time(waiting_table(server, gone))
        assert refusal.value.code == "token_unknown"
        with pytest.raises(Refusal) as refusal:
            await in_time(server.store.change(row.id, lambda row: seating.join(row, gone, Join())))
        assert refusal.value.code == "token_unknown"
        with pytest.raises(Refusal) as refusal:
            await in_time(server.people.account("Gone", "long enough", stale))
        assert refusal.value.code == "token_unknown"


async def test_a_guest_who_becomes_an_account_is_shown_as_one(db: str):
    async with opened(db) as server:
        ada = await new_guest(server)
        mine = await server.people.token_row((await server.people.guest("Bob")).token)
        row = await waiting_table(server, ada, PersonRow(mine.person, mine.name, None))
        watching: Any = FakeSubscriber(ada.id, 0)
        watching.at(await server.tables.load(row.id))
        entered = await server.people.account("Bob", "long enough", mine)
        assert entered.tables == [row.id]
        await server.tables.refresh(entered.tables)
        shown = watching.last("table")["table"]["seats"]
        assert [seat["account"] for seat in shown] == [False, True]


async def test_logging_out_closes_sockets_in_other_processes(postgres: Any):
    db = postgres.fresh("logged_out")
    async with opened(db) as here, opened(db) as there:
        ada = await new_guest(here)
        row = await waiting_table(here, ada)
        waiting: Any = FakeSubscriber(ada.id, 0)
        waiting.token_id = "known half"
        there.tables.sockets.add(waiting)
        waiting.at(await there.tables.load(row.id))
        while waiting.closed_with is None:
            await in_time(here.bus.publish_now(LoggedOut("known half")))
            await asyncio.sleep(0.05)
        assert waiting.closed_with == 4401
