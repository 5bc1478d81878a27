"""Two processes, and one part after the other killed, suspended or cut off during many games.

No acknowledged move is lost or counted twice, no table stands still once the fault is over, and
none needs a process that is in trouble.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from support.server.cluster import PROCESSES, Cluster
from support.server.postgres import Postgres

STILL_SECONDS = 10.0
"""How long a table may stand still after a fault has ended."""
REPLACED_SECONDS = 25.0
"""How long it may stand still after one process got into trouble: a lease's five seconds, and two
times five until a client takes a connection for dead that is silent."""
FAULT_SECONDS = 8.0
"""How long a fault lasts: longer than a lease."""
SUSPENDED_SECONDS = 60.0
"""Longer than every timeout too."""

CELLS = [
    *((victim, how) for victim in (*PROCESSES, "database", "broker")
      for how in ("killed", "suspended", "cut off")),
    *((victim, "unheard") for victim in PROCESSES),
]  # fmt: skip


@pytest.fixture
async def cluster(
    tmp_path: Path, postgres: Postgres, bus: str, request: pytest.FixtureRequest
) -> AsyncIterator[Cluster]:
    broker = request.getfixturevalue("redis") if bus else None
    name = "".join(c if c.isalnum() else "_" for c in request.node.name)[-60:]
    made = Cluster(tmp_path, postgres, name.lower(), broker)
    try:
        yield made
    finally:
        await made.close()


async def survive(cluster: Cluster, victim: str, how: str, tables: int, seconds: float) -> None:
    await cluster.open(tables)
    cluster.play()
    await cluster.all_move_on(60)
    async with cluster.fault(victim, how):
        began = time.monotonic()
        if victim in PROCESSES:
            await cluster.all_move_on(REPLACED_SECONDS)
        await asyncio.sleep(max(0.0, began + seconds - time.monotonic()))
    await cluster.all_move_on(STILL_SECONDS)
    await cluster.check()
    await cluster.stop()
    await cluster.check()


@pytest.mark.parametrize("bus", ["redis"], indirect=True)
async def test_play_goes_on_when_the_broker_was_killed(cluster: Cluster):
    """Whatever was on its way is lost; nothing that counts is."""
    await survive(cluster, "broker", "killed", tables=2, seconds=1)


@pytest.mark.wide
@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    ("bus", "victim", "how"),
    # PostgreSQL's bus has no broker but the database.
    [(bus, *cell) for bus in ("postgres", "redis") for cell in CELLS
     if (bus, cell[0]) != ("postgres", "broker")],
    indirect=["bus"],
)  # fmt: skip
async def test_nothing_is_lost_and_no_table_stands_still(cluster: Cluster, victim: str, how: str):
    """attack 7: every part of a cluster is killed, suspended and cut off in turn."""
    seconds = SUSPENDED_SECONDS if how == "suspended" else FAULT_SECONDS
    await survive(cluster, victim, how, tables=6, seconds=seconds)
