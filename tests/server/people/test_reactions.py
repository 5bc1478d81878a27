"""Reactions: shown to the table for a moment, and not stored."""

from __future__ import annotations

from typing import Any

from sqlalchemy import func, select, update

from goldenspike.server.protocol.messages import React
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.storage import schema
from goldenspike.server.storage.times import milliseconds
from support.server.client import Seat, new_table
from support.server.in_process import FakeSubscriber, in_time, new_guest, opened, waiting_table


async def _seats(base: str) -> tuple[list[Seat], Seat]:
    """Two players and a spectator at a public table."""
    table, people = await new_table(base, 2, public=True)
    players = [await Seat(base, table, p.token, i).open() for i, p in enumerate(people)]
    watcher = await Seat(base, table, None, None).open()
    for seat in (*players, watcher):
        await seat.until("presence")
    return players, watcher


async def test_everyone_at_a_public_table_sees_a_reaction(base: str):
    (ada, bob), watcher = await _seats(base)
    await bob.send({"type": "react", "id": "r", "reaction": "well_played"})
    for seat in (ada, bob, watcher):
        shown = await seat.until("reacted")
        assert shown == {"type": "reacted", "seat": 1, "reaction": "well_played"}
    assert (await bob.until("ack"))["id"] == "r"


async def test_spectators_have_no_reactions_and_there_are_only_ours(base: str):
    (ada, _), watcher = await _seats(base)
    await watcher.send({"type": "react", "id": "r", "reaction": "wow"})
    assert (await watcher.until("refused"))["error"]["code"] == "spectator"
    for nonsense in ("boo", "", None, ["wow"], 7):
        await ada.send({"type": "react", "id": "r", "reaction": nonsense})
        assert (await ada.until("refused"))["error"]["code"] == "malformed"
    await ada.send({"type": "react", "reaction": "wow"})
    assert (await ada.until("refused"))["error"]["code"] == "malformed"


async def _refused(table: Any, subscriber: FakeSubscriber) -> str | None:
    someone: Any = subscriber
    try:
        await in_time(table.react(someone, React("1", "wow")))
    except Refusal as refusal:
        return refusal.code
    return None


async def test_muted_people_and_too_many_reactions_are_refused(db: str):
    async with opened(db, chat_burst=3, chat_rate=0.001) as server:
        ada, bob = await new_guest(server), await new_guest(server, "Bob")
        row = await waiting_table(server, ada, bob)
        table = await server.tables.load(row.id)
        first, second, watcher = (
            FakeSubscriber(ada.id, 0),
            FakeSubscriber(bob.id, 1),
            FakeSubscriber(),
        )
        for socket in (first, second, watcher):
            socket.at(table)
        async with server.database.write() as connection:
            mute = update(schema.people).where(schema.people.c.id == ada.id)
            await connection.execute(mute.values(muted=milliseconds() + 60_000))
        assert await _refused(table, first) == "muted"
        assert second.received == []
        assert [await _refused(table, second) for _ in range(4)] == [
            None,
            None,
            None,
            "rate_limited",
        ]
        assert [m["reaction"] for m in first.received] == ["wow"] * 3
        assert watcher.received == [], "at a private table they are for those who sit at it"
        async with server.database.read() as connection:
            stored = await connection.execute(select(func.count()).select_from(schema.chat))
            assert stored.scalar() == 0
