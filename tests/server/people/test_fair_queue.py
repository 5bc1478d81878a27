"""Bot workers are shared fairly between the owners of tables."""

from __future__ import annotations

import asyncio

import pytest

import goldenspike as gs
from goldenspike.server.people.fair_queue import FairQueue, Share
from goldenspike.server.tables.bot_pool import BotPool, Worker

pytestmark = pytest.mark.quick


async def test_owners_take_turns_and_keep_their_order():
    turns = FairQueue(["a thing"])
    served = []

    async def have(owner: str, wish: int) -> None:
        thing = await turns.get(Share("here", owner))
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
    thing = await turns.get(Share("h", "holder"))
    gone = [asyncio.create_task(turns.get(Share(name, name))) for name in ("one", "two")]
    stays = asyncio.create_task(turns.get(Share("3", "three")))
    await asyncio.sleep(0)
    gone[0].cancel()
    await asyncio.sleep(0)
    turns.put(thing)
    # It is on its way to the second, who leaves in this very moment.
    gone[1].cancel()
    assert await asyncio.wait_for(stays, 5) == "a thing"
    turns.put("a thing")
    assert await asyncio.wait_for(turns.get(Share("a", "anyone")), 5) == "a thing"


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
            bench.choose("easy", game.view(game.seat), "a table", Share("here", owner))
            for game, owner in zip(games, owners, strict=True)
        )
    )
    # Seat 1 is the one to begin at the table that came last.
    assert asked.index(1) < len(asked) - 1


async def test_guests_of_one_address_share_what_one_address_gets():
    """attack 16: 18 guests of one address have a slow bot each, and one other has a quick one.

    The other waits for the one decision under way, not for those of all the guests.
    """
    workers = FairQueue(["worker"])
    served: list[str] = []

    async def decide(share: Share, seconds: float, times: int) -> None:
        for _ in range(times):
            worker = await workers.get(share)
            await asyncio.sleep(0)
            served.append(share.origin)
            workers.put(worker, share, seconds)

    crowd = [decide(Share("one address", f"guest {n}"), 1.0, 3) for n in range(18)]
    await asyncio.gather(*crowd, decide(Share("elsewhere", "honest"), 0.02, 10))
    first = served.index("elsewhere")
    assert first <= 2
    # Between two questions of its own, the one worker is free for one decision of another.
    assert served[first : first + 20].count("elsewhere") == 10


async def test_who_comes_late_has_saved_up_nothing():
    """An address that used nothing before gets its share from now on, and no more."""
    workers = FairQueue(["worker"])
    served: list[str] = []

    async def decide(origin: str) -> None:
        share = Share(origin, origin)
        worker = await workers.get(share)
        await asyncio.sleep(0)
        served.append(origin)
        workers.put(worker, share, 1.0)

    await asyncio.gather(*(decide("busy") for _ in range(50)))
    served.clear()
    await asyncio.gather(*(decide(name) for name in ["busy"] * 10 + ["late"] * 10))
    assert 4 <= served[:10].count("late") <= 6
