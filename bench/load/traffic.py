"""Open-loop load: moves are sent at a fixed rate, and timed until they are acknowledged.

If the server falls behind, a move waits only for the previous one of its own table; the report says
how many could not be sent in time.
"""

from __future__ import annotations

import asyncio
import math
import time
from dataclasses import dataclass, field
from typing import Protocol


class Table(Protocol):
    """A table under load; `ready` says whether a move can be sent."""

    ready: bool

    async def move(self) -> None:
        """Send one move; `Traffic.done` is called when it is acknowledged."""


@dataclass
class Figures:
    """The results."""

    seconds: float
    sent: int
    acknowledged: int
    refused: int
    missed: int
    latencies: list[float] = field(repr=False)

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
            "moves_per_second": round(self.acknowledged / self.seconds, 1),
            "acknowledged": self.acknowledged,
            "refused": self.refused,
            "not_sent_in_time": self.missed,
            "p50_ms": round(self.at(0.5), 2),
            "p90_ms": round(self.at(0.9), 2),
            "p99_ms": round(self.at(0.99), 2),
            "max_ms": round(self.at(1.0), 2),
        }


class Traffic:
    """Sends moves to many tables in turn."""

    def __init__(self) -> None:
        self.sent = 0
        self.refused = 0
        self.latencies: list[float] = []

    def done(self, began: float) -> None:
        self.latencies.append((time.perf_counter() - began) * 1000)

    async def run(self, tables: list[Table], rate: float, seconds: float) -> Figures:
        """Send `rate` moves per second, for so many seconds."""
        self.sent, self.refused, self.latencies = 0, 0, []
        missed, turn = 0, 0
        start = time.perf_counter()
        ticks = int(rate * seconds)
        for tick in range(ticks):
            wait = start + tick / rate - time.perf_counter()
            if wait > 0:
                await asyncio.sleep(wait)
            for _ in range(len(tables)):
                turn = (turn + 1) % len(tables)
                if tables[turn].ready:
                    await tables[turn].move()
                    self.sent += 1
                    break
            else:
                missed += 1
        elapsed = time.perf_counter() - start
        within = len(self.latencies)
        for _ in range(100):
            if len(self.latencies) + self.refused >= self.sent:
                break
            await asyncio.sleep(0.1)
        return Figures(elapsed, self.sent, within, self.refused, missed, self.latencies)
