"""The deal of a table: committed to before the seats give their numbers, checked after the game."""

from __future__ import annotations

import asyncio
import json
import random

import pytest

import goldenspike as gs
from goldenspike.notation.deals import check_deal, commitment_of, seed_of
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.protocol.table_bodies import Contribute
from goldenspike.server.tables import seating
from support.server.client import Seat, guest, hasty
from support.server.in_process import opened, people, waiting_table


async def test_a_whole_game_whose_deal_is_checked(base: str):
    ada, bob = await guest(base), await guest(base, "Bob")
    body = {"board": "usa", "seats": [{"kind": "open"}] * 2, "public": True}
    made = (await ada.post("/api/tables", body))["table"]
    table, commitment = made["id"], made["commitment"]
    assert commitment, "known before anybody has given a number"
    numbers = ["0a" * 32, "0b" * 32]
    await ada.post(f"/api/tables/{table}/number", {"seat": 0, "number": numbers[0]})
    await bob.post(f"/api/tables/{table}/join", {})
    shown = await bob.post(f"/api/tables/{table}/number", {"seat": 1, "number": numbers[1]})
    assert [seat["contributed"] for seat in shown["table"]["seats"]] == [True, True]
    assert numbers[0] not in json.dumps(shown), "numbers are shown after the game"
    await ada.post(f"/api/tables/{table}/start")
    seats = [await Seat(base, table, p.token, i).open() for i, p in enumerate((ada, bob))]
    source = random.Random(3)
    await asyncio.gather(*(seat.play_on(source, choose=hasty) for seat in seats))
    result = await ada.get(f"/api/tables/{table}/result")
    assert result["commitment"] == commitment
    assert result["commitment_holds"]
    assert result["numbers"] == numbers
    assert commitment_of(result["secret"]) == commitment
    assert seed_of(result["secret"], numbers) == result["seed"]
    for seat in seats:
        running = [text for text in seat.received if '"finished"' not in text]
        assert not any(result["secret"] in text or result["seed"] in text for text in running)
    record = await ada.get(f"/api/tables/{table}/record")
    check = check_deal(record, commitment, dict(enumerate(numbers)))
    assert (check.dealt_by, check.numbers, check.problems) == ("all", 2, [])
    assert gs.replay(record).over


async def test_a_number_is_given_for_ones_own_seat_before_the_start(db: str):
    async with opened(db) as server:
        ada, bob = await people(server, 2)
        row = await waiting_table(server, ada, bob)
        store, wish = server.store, Contribute(1, "0c" * 32)
        with pytest.raises(Refusal, match="not yours"):
            await store.change(row.id, lambda row: seating.contribute(row, ada, wish))
        await store.change(row.id, lambda row: seating.contribute(row, bob, wish))
        secret = row.secret
        row, _ = await store.change(row.id, lambda row: seating.start(row, ada))
        assert secret is not None
        assert row.secret == secret
        assert row.seed == seed_of(secret, [None, "0c" * 32])
        with pytest.raises(Refusal, match="has started"):
            await store.change(row.id, lambda row: seating.contribute(row, bob, wish))


async def test_a_number_leaves_with_its_person(db: str):
    async with opened(db) as server:
        ada, bob = await people(server, 2)
        row = await waiting_table(server, ada, bob)
        wish = Contribute(1, "0c" * 32)
        await server.store.change(row.id, lambda row: seating.contribute(row, bob, wish))
        row = await server.store.leave(row.id, bob, 1)
        assert row.seats[1].number is None
