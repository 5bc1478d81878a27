"""Whoever has many bots thinking does not keep those of others waiting."""

from __future__ import annotations

import asyncio

from goldenspike.server.fair_turns import FairTurns


async def test_owners_take_turns_and_keep_their_order():
    turns = FairTurns(["a thing"])
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


async def test_what_is_not_wanted_any_more_goes_to_the_next():
    turns = FairTurns(["a thing"])
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
