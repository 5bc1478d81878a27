"""Tables and people that come and go while something else happens to them."""

from __future__ import annotations

import asyncio
import sqlite3
from typing import Any

import pytest
from sqlalchemy import delete, select

from goldenspike.server.app import Server
from goldenspike.server.cluster.notifications import LoggedOut
from goldenspike.server.people.accounts import PersonRow
from goldenspike.server.protocol.bodies import Join
from goldenspike.server.protocol.messages import Chat
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.storage import schema
from goldenspike.server.storage.database import StorageError
from goldenspike.server.storage.stored_games import ActionRow
from goldenspike.server.storage.table_rows import TableRow
from goldenspike.server.storage.times import milliseconds
from goldenspike.server.tables import seating, table_creation
from support.server.client import guest
from support.server.in_process import Ear, newcomer, opened, waiting_table


async def rematch(server: Server, table_id: str, person: PersonRow) -> TableRow:
    limit = server.settings.tables_per_person
    return await table_creation.rematch(server.store, table_id, person, limit)


async def in_time(work: Any) -> Any:
    return await asyncio.wait_for(work, 10)


async def forget(server: Server, person: PersonRow) -> None:
    """What logging in to an account does to the guest it takes over."""
    async with server.database.write() as connection:
        await connection.execute(delete(schema.people).where(schema.people.c.id == person.id))


async def finish(server: Server, row: TableRow) -> None:
    def end(row: TableRow) -> None:
        row.status, row.scores, row.finished = "finished", [], milliseconds()

    await server.store.change(row.id, end)


async def played(server: Server, *people: PersonRow, **options: Any) -> TableRow:
    row = await waiting_table(server, *people, **options)
    await server.store.change(row.id, lambda row: seating.start(row, people[0]))
    await finish(server, row)
    return row


async def test_talk_at_a_table_that_is_gone_is_refused(db: str):
    async with opened(db) as server:
        ada = await newcomer(server)
        row = await waiting_table(server, ada)
        table = await server.tables.load(row.id)
        async with server.database.write() as connection:
            await connection.execute(delete(schema.tables))
        speaker: Any = Ear(ada.id, 0)
        with pytest.raises(Refusal) as refusal:
            await in_time(table.say(speaker, Chat("1", "anyone?")))
        assert refusal.value.code == "not_found"


async def test_lines_said_at_once_in_two_processes_both_count(postgres: Any):
    db = postgres.fresh("both_speak")
    async with opened(db) as here, opened(db) as there:
        ada, bob = await newcomer(here), await newcomer(here, "Bob")
        row = await waiting_table(here, ada, bob)
        says = []
        for number, (server, person) in enumerate([(here, ada), (there, bob)] * 4):
            speaker: Any = Ear(person.id, number % 2)
            table = await server.tables.load(row.id)
            says.append(table.say(speaker, Chat(str(number), f"line {number}")))
        assert sorted(await in_time(asyncio.gather(*says))) == list(range(1, 9))


async def test_a_line_sent_twice_at_once_is_said_once(postgres: Any):
    """By two tabs, or again after a lost connection, also in another process."""
    db = postgres.fresh("said_once")
    async with opened(db) as here, opened(db) as there:
        ada = await newcomer(here)
        row = await waiting_table(here, ada)
        both = [await server.tables.load(row.id) for server in (here, there)]
        speaker: Any = Ear(ada.id, 0)
        says = [table.say(speaker, Chat("1", "hello")) for table in both for _ in range(3)]
        assert await in_time(asyncio.gather(*says)) == [1] * 6


async def test_a_move_that_cannot_be_stored_takes_no_other_with_it(db: str):
    async with opened(db) as server:
        ada = await newcomer(server)
        ids = []
        for _ in range(3):
            row = await waiting_table(server, ada, await newcomer(server, "Bob"))
            await server.store.change(row.id, lambda row: seating.start(row, ada))
            ids.append(row.id)

        def move(table_id: str) -> ActionRow:
            return ActionRow(table_id, 1, 0, "draw deck", "1", "person", milliseconds(), 1)

        rows = [move(ids[0]), move("no table"), move(ids[1]), move(ids[2])]
        ended = await in_time(
            asyncio.gather(*(server.journal.append(row) for row in rows), return_exceptions=True)
        )
        assert [ended[0], ended[2], ended[3]] == [True, True, True]
        assert isinstance(ended[1], StorageError)
        assert await in_time(server.journal.append(rows[0])) is False


async def test_whoever_is_gone_makes_and_joins_no_table(db: str):
    async with opened(db) as server:
        ada, gone = await newcomer(server), await newcomer(server, "Gone")
        row = await waiting_table(server, ada)
        await forget(server, gone)
        with pytest.raises(Refusal) as refusal:
            await in_time(waiting_table(server, gone))
        assert refusal.value.code == "token_unknown"
        with pytest.raises(Refusal) as refusal:
            await in_time(server.store.change(row.id, lambda row: seating.join(row, gone, Join())))
        assert refusal.value.code == "token_unknown"
        with pytest.raises(Refusal) as refusal:
            await in_time(server.people.account("Gone", "long enough", gone))
        assert refusal.value.code == "token_unknown"


async def test_a_short_code_that_is_taken_is_not_given_out_again(
    db: str, monkeypatch: pytest.MonkeyPatch
):
    codes = iter(["SAME22", "SAME22", "OTHER2"])
    monkeypatch.setattr(seating, "new_code", lambda: next(codes))
    async with opened(db) as server:
        ada = await newcomer(server)
        made = [(await in_time(waiting_table(server, ada))).code for _ in range(2)]
    assert made == ["SAME22", "OTHER2"]


async def test_a_forgotten_table_closes_its_sockets_and_leaves_the_lobby(db: str):
    async with opened(db) as server:
        ada = await newcomer(server)
        row = await waiting_table(server, ada, public=True)
        kept = await waiting_table(server, ada, public=True)
        waiting: Any = Ear(ada.id, 0)
        waiting.at(await server.tables.load(row.id))
        onlooker: Any = Ear()
        await server.lobby.enter(onlooker)
        async with server.database.write() as connection:
            old = schema.tables.update().where(schema.tables.c.id == row.id).values(created=5)
            await connection.execute(old)
        await table_creation.remove_unstarted(server.store, 10)
        assert waiting.closed_with == 4404
        assert onlooker.heard[-1] == {"type": "lobbygone", "id": row.id}
        assert list(server.tables.loaded) == []
        async with server.database.read() as connection:
            left = [line.id for line in await connection.execute(select(schema.tables.c.id))]
        assert left == [kept.id]


async def test_the_lobby_never_hears_of_private_tables(db: str):
    async with opened(db) as server:
        ada = await newcomer(server)
        onlooker: Any = Ear()
        await server.lobby.enter(onlooker)
        for public in (False, True):
            row = await waiting_table(server, ada, public=public)
            await server.store.leave(row.id, ada, 0)
        shown = [message["type"] for message in onlooker.heard]
        assert shown == ["lobbytables", "lobbytable", "lobbygone"]
        assert onlooker.heard[-1]["id"] == row.id


async def test_what_happens_while_the_lobby_is_read_is_told(
    db: str, monkeypatch: pytest.MonkeyPatch
):
    async with opened(db) as server:
        ada = await newcomer(server)
        gone, private = [await waiting_table(server, ada, public=p) for p in (True, False)]
        read, shown = asyncio.Event(), asyncio.Event()
        real = server.lobby.public_tables

        async def slowly() -> Any:
            found = await real()
            read.set()
            await shown.wait()
            return found

        monkeypatch.setattr(server.lobby, "public_tables", slowly)
        onlooker: Any = Ear()
        entering = asyncio.create_task(server.lobby.enter(onlooker))
        await in_time(read.wait())
        new = await waiting_table(server, ada, public=True)
        for row in (gone, private):
            await server.store.leave(row.id, ada, 0)
        shown.set()
        await in_time(entering)
        listed = {info["id"] for info in onlooker.heard[0]["tables"]}
        for news in onlooker.heard[1:]:
            if news["type"] == "lobbytable":
                listed.add(news["table"]["id"])
            else:
                listed.remove(news["id"])
        assert listed == {new.id}
        assert private.id not in str(onlooker.heard)


async def test_a_guest_who_becomes_an_account_is_shown_as_one(db: str):
    async with opened(db) as server:
        ada, bob = await newcomer(server), await newcomer(server, "Bob")
        row = await waiting_table(server, ada, bob)
        watching: Any = Ear(ada.id, 0)
        watching.at(await server.tables.load(row.id))
        _, touched = await server.people.account("Bob", "long enough", bob)
        assert touched == [row.id]
        await server.tables.refresh(touched)
        shown = watching.last("table")["table"]["seats"]
        assert [seat["account"] for seat in shown] == [False, True]


async def test_logging_out_is_heard_by_other_processes(postgres: Any):
    db = postgres.fresh("logged_out")
    async with opened(db) as here, opened(db) as there:
        ada = await newcomer(here)
        row = await waiting_table(here, ada)
        waiting: Any = Ear(ada.id, 0)
        waiting.token_id = "known half"
        waiting.at(await there.tables.load(row.id))
        while waiting.closed_with is None:
            await in_time(here.bus.publish_now(LoggedOut("known half")))
            await asyncio.sleep(0.05)
        assert waiting.closed_with == 4401


async def test_of_my_games_none_that_goes_on_is_left_out(server: Any, base: str):
    """However many newer ones are over."""
    person = await guest(base)
    body = {"board": "usa", "seats": [{}, {}]}
    made = [(await person.post("/api/tables", body))["table"]["id"] for _ in range(3)]
    with sqlite3.connect(server.db, timeout=20) as connection:
        copied = "id || '-' || value, code || value, board, 'finished', public, options, owner, "
        connection.execute(
            "INSERT INTO tables"
            " (id, code, board, status, public, options, owner, version, created)"
            " WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n LIMIT 210)"
            f" SELECT {copied} version, created + 1000 FROM tables, n WHERE id = ?",
            (made[0],),
        )
    games = await person.get("/api/me/games")
    assert {game["table"]["id"] for game in games["waiting"]} == set(made)
    assert len(games["finished"]) == 200


async def test_a_rematch_that_was_left_can_be_asked_for_again(db: str):
    async with opened(db) as server:
        ada, bob = await newcomer(server), await newcomer(server, "Bob")
        row = await played(server, ada, bob)
        watching: Any = Ear(ada.id, 0)
        watching.at(await server.tables.load(row.id))
        first = await rematch(server, row.id, ada)
        assert watching.last("table")["table"]["next"] == first.id
        await server.store.leave(first.id, ada, 0)
        assert watching.last("table")["table"]["next"] is None
        second = await rematch(server, row.id, bob)
        assert second.id != first.id
        assert watching.last("table")["table"]["next"] == second.id


async def test_asked_for_at_once_a_rematch_is_one_table(db: str):
    async with opened(db) as server:
        ada, bob = await newcomer(server), await newcomer(server, "Bob")
        row = await played(server, ada, bob)
        asked = [rematch(server, row.id, person) for person in (ada, bob, ada, bob)]
        made = {again.id for again in await asyncio.gather(*asked)}
        async with server.database.read() as connection:
            stored = [line.id for line in await connection.execute(select(schema.tables.c.id))]
    assert len(made) == 1
    assert sorted(stored) == sorted([row.id, *made])


async def test_a_rematch_keeps_seats_for_those_who_played_and_waits_for_them(db: str):
    async with opened(db) as server:
        ada, bob, cai = [await newcomer(server, name) for name in ("Ada", "Bob", "Cai")]
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
        dee = await newcomer(server, "Dee")
        with pytest.raises(Refusal) as refusal:
            await server.store.change(again.id, lambda row: seating.join(row, dee, Join(seat=1)))
        assert refusal.value.code == "seat_taken"
        _, seat = await server.store.change(again.id, lambda row: seating.join(row, dee, Join()))
        assert seat == 2, "the one that is kept for nobody"
        there = await rematch(server, row.id, bob)
        assert (there.id, there.seats_of(bob.id)) == (again.id, [1])
        assert there.seats[1].colour == row.seats[1].colour
        await server.store.change(again.id, lambda row: seating.start(row, ada))


async def test_a_first_seat_by_lot_stays_by_lot(db: str):
    async with opened(db) as server:
        ada, bob = await newcomer(server), await newcomer(server, "Bob")
        row = await played(server, ada, bob)
        assert (await rematch(server, row.id, ada)).options.first is None
