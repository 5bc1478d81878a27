"""Running a series to its end: play what is missing, keep it, and say how far it is."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import goldenspike
from goldenspike.arena.playing import Outcome
from goldenspike.arena.ratings import Verdict
from goldenspike.arena.series import Series, Task
from goldenspike.arena.spread import play_here, play_on_cores, play_on_ray
from goldenspike.arena.standings import Standings, Tally
from goldenspike.arena.store import Store, seats_text
from goldenspike.errors import InputError

Progress = Callable[[int, int], None]
"""Called with games done and games in all."""


@cache
def code_version() -> str:
    """Of everything that decides how games go: results of other code are not mixed in."""
    digest = hashlib.sha256()
    house = Path(goldenspike.__file__).parent
    for room in ("rules", "bots"):
        for path in sorted((house / room).rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


class Tournament:
    """A series, the results it has, and the hands that play it."""

    def __init__(
        self,
        series: Series,
        *,
        results: Path | None = None,
        jobs: int = 1,
        ray: bool = False,
        ray_address: str | None = None,
    ) -> None:
        self.series = series
        self.store = Store(results, series, code_version())
        self._jobs = jobs
        self._ray = ray
        self._address = ray_address

    def play(self, games: int, progress: Progress | None = None) -> Standings:
        """Play until there are at least so many games, and return the tables."""
        deals = self.series.deals_for(games)
        self._play_deals(deals, progress)
        return self._tally(deals).standings()

    def play_until_sure(
        self, a: str, b: str, most: int, progress: Progress | None = None
    ) -> tuple[Standings, Verdict]:
        """Play on until it is sure which of two is better, but no more than `most` games."""
        for name in (a, b):
            if name not in self.series.bots:
                raise InputError(f"{name!r} is not among the bots: {', '.join(self.series.bots)}")
        step = max(8, self.series.deals_for(64))
        end = self.series.deals_for(most)
        deals = 0
        while True:
            deals = min(end, deals + step)
            self._play_deals(deals, progress, end)
            tally = self._tally(deals)
            verdict = tally.verdict(a, b)
            if verdict.better or deals >= end:
                return tally.standings(), verdict
            step = max(step, deals // 4)

    def _tally(self, deals: int) -> Tally:
        tally = Tally(self.series, deals)
        tally.add(self.store.outcomes(deals))
        return tally

    def _play_deals(self, deals: int, progress: Progress | None, of: int | None = None) -> None:
        seatings = len(self.series.seatings())
        total = (of or deals) * seatings
        done = self.store.has()
        there = [
            task
            for task in self.series.tasks(0, deals)
            if (seats_text(task), task.first_deal, task.games) in done
        ]
        missing = [
            task
            for task in self.series.tasks(0, deals)
            if (seats_text(task), task.first_deal, task.games) not in done
        ]
        games = sum(task.games for task in there)
        if progress:
            progress(games, total)
        waiting: list[Outcome] = []
        try:
            for outcome in self._spread(missing):
                waiting.append(outcome)
                games += outcome.task.games
                if len(waiting) >= 16 or outcome.seconds > 0.5:
                    self.store.add(waiting)
                    waiting = []
                if progress:
                    progress(games, total)
        finally:
            # Also when stopped half way: what has been played is kept.
            self.store.add(waiting)

    def _spread(self, tasks: list[Task]) -> Iterator[Outcome]:
        if self._ray:
            return play_on_ray(tasks, self._address, self._jobs)
        if self._jobs > 1 and len(tasks) > 1:
            return play_on_cores(tasks, self._jobs)
        return play_here(tasks)
