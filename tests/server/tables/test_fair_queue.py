"""Bot workers are shared fairly between the owners of tables."""

from __future__ import annotations

import asyncio

import pytest

import goldenspike as gs
from goldenspike.server.tables.bot_pool import BotPool, Worker
from goldenspike.server.tables.fair_queue import FairQueue

pytestmark = pytest.mark.quick


async def test_owners_take_turns_and_keep_their_order():
    turns = FairQueue(["a thing"])
    served = []

    async def have(owner: str, wish: int) -> None:
        thing = await turns.get(owner)
        await asyncio.sleep(0)
        served.append((owner, wish))
        turns.put(thing)

    wishes = [("greedy", n) for n in range(4)] + [("modest", 0), ("late", 0), ("modest", 1)]
    await asyncio.gather(*(have(*wish) for wish in wishes))
    # The first wish finds the thing free; from then on one of each.
    first_of_each = [("greedy", 0), ("greedy", 1), ("modest", 0), ("late", 0)]
    assert served == [*first_of_each, ("greedy", 2), ("modest", 1), ("greedy", 3)]


async def test_an_item_of_a_cancelled_request_goes_to_the_next():
    turns = FairQueue(["a thing"])
    thing = await turns.get("holder")
    gone = [asyncio.create_task(turns.get(name)) for name in ("one", "two")]
    stays = asyncio.create_task(turns.get("three"))
    await asyncio.sleep(0)
    gone[0].cancel()
    await asyncio.sleep(0)
    turns.put(thing)
    # It is on its way to the second, who leaves in this very moment.
    gone[1].cancel()
    assert await asyncio.wait_for(stays, 5) == "a thing"
    turns.put("a thing")
    assert await asyncio.wait_for(turns.get("anyone"), 5) == "a thing"


async def test_many_bots_of_one_owner_do_not_delay_those_of_others(
    monkeypatch: pytest.MonkeyPatch,
):
    asked = []

    async def ask(_self: Worker, _level: str, view: gs.View, _budget: float) -> str:
        asked.append(view.seat)
        await asyncio.sleep(0)
        return str(view.legal()[0])

    monkeypatch.setattr(Worker, "ask", ask)
    bench = BotPool(1, 0.2, 30.0)
    games = [gs.Game("usa", 3, seed=1, first=first) for first in (0, 0, 0, 1)]
    owners = ["many tables"] * 3 + ["one table"]
    await asyncio.gather(
        *(
            bench.choose("easy", game.view(game.seat), "a table", owner)
            for game, owner in zip(games, owners, strict=True)
        )
    )
    # Seat 1 is the one to begin at the table that came last.
    assert asked.index(1) < len(asked) - 1
