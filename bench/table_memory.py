"""Memory of a running table: its game, views and log at a move in the middle of a game.

    python bench/table_memory.py                 # 20 tables of four on each board, at move 150
    python bench/table_memory.py --tables 200

The tables are played in this process, with the real database and four subscribers each that keep
nothing. What Python has allocated is counted by `tracemalloc`; sockets are not part of it
(`python bench/load/run.py --idle 10000` measures those).
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import random
import sys
import tempfile
import tracemalloc
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parents[1] / "tests")]

from goldenspike.server.tables.table import Table  # noqa: E402
from support.server.in_process import FakeSubscriber, opened, people, started  # noqa: E402

SEATS = {"usa": 4, "germany": 4, "nordic": 3}


class Listener(FakeSubscriber):
    """A subscriber that forgets what it is sent."""

    def send_text(self, text: str) -> None:
        """Forget it."""


async def play(table: Table, moves: int, seed: int) -> None:
    """Play at random, claims half of the time, until so many moves are made."""
    source = random.Random(seed)
    while table.n < moves and not table.started_game.over:
        seat = table.deciding[0]
        legal = [str(action) for action in table.decision_view(seat).legal()]
        claims = [action for action in legal if action.startswith("claim")]
        draws = [action for action in legal if action.startswith("draw")]
        chosen = claims if claims and source.random() < 0.3 else draws or legal
        await table.play(seat, source.choice(chosen), table.n, "person")


async def measure(server: Any, board: str, tables: int, moves: int) -> float:
    """Return the KiB of one table."""
    guests = await people(server, SEATS[board])

    async def one(seed: int) -> Table:
        row = await started(server, guests, board=board)
        table = await server.tables.load(row.id)
        async with table.exclusive():
            for seat, guest in enumerate(guests):
                listener = Listener(guest.id, seat)
                listener.at(table)
                table._send_position(listener, None)
        await play(table, moves, seed)
        return table

    await one(0)
    gc.collect()
    before = tracemalloc.get_traced_memory()[0]
    kept = await asyncio.gather(*(one(seed) for seed in range(1, tables + 1)))
    gc.collect()
    used = tracemalloc.get_traced_memory()[0] - before
    assert all(table.game is not None for table in kept)
    return used / 1024 / tables


async def run(options: Any) -> None:
    with tempfile.TemporaryDirectory(prefix="goldenspike-memory-") as folder:
        tracemalloc.start()
        async with opened(f"{folder}/games.sqlite", tables_per_person=100_000) as server:
            for board, seats in SEATS.items():
                kib = await measure(server, board, options.tables, options.moves)
                print(f"{board:<10}{seats} seats, move {options.moves}: {kib:6.1f} KiB a table")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--moves", type=int, default=150)
    asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
