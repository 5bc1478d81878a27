"""Open-loop load: every table's moves are due at fixed times, and timed from then on.

A server that falls behind makes the next move of a table late, and that waiting counts: it is what
a player would see. No table is skipped because it is busy. While a table has no game, no move of it
is due: who starts the next one knows that it takes a while.
"""

from __future__ import annotations

import asyncio
import math
import time
from dataclasses import dataclass, field
from typing import Protocol


class Table(Protocol):
    """A table under load."""

    async def next_game(self) -> bool:
        """Start another game if the last one is over; returns whether it was."""

    async def move(self) -> bool:
        """Make the next move; returns when it is acknowledged, whether it was."""


@dataclass
class Figures:
    """The results."""

    seconds: float = 0.0
    due: int = 0
    refused: int = 0
    latencies: list[float] = field(default_factory=list, repr=False)

    def at(self, share: float) -> float:
        """Return the quantile of latencies, in milliseconds."""
        if not self.latencies:
            return math.nan
        return sorted(self.latencies)[
            min(len(self.latencies) - 1, int(len(self.latencies) * share))
        ]

    def line(self) -> dict[str, float]:
        return {
            "seconds": round(self.seconds, 1),
            "moves_per_second": round(len(self.latencies) / self.seconds, 1),
            "due": self.due,
            "acknowledged": len(self.latencies),
            "refused": self.refused,
            "p50_ms": round(self.at(0.5), 2),
            "p90_ms": round(self.at(0.9), 2),
            "p99_ms": round(self.at(0.99), 2),
            "max_ms": round(self.at(1.0), 2),
        }


async def run(tables: list[Table], rate: float, seconds: float) -> Figures:
    """Have `rate` moves a second due in all, spread evenly over the tables."""
    figures = Figures()
    start = time.perf_counter()
    between = len(tables) / rate

    async def play(table: Table, number: int) -> None:
        due = start + number / rate
        while due < start + seconds:
            wait = due - time.perf_counter()
            if wait > 0:
                await asyncio.sleep(wait)
            if await table.next_game():
                due = time.perf_counter()
            figures.due += 1
            if await table.move():
                figures.latencies.append((time.perf_counter() - due) * 1000)
            else:
                figures.refused += 1
            due += between

    async with asyncio.TaskGroup() as group:
        for number, table in enumerate(tables):
            group.create_task(play(table, number))
    figures.seconds = time.perf_counter() - start
    return figures
