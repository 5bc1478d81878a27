"""Running a series to its end: play what is missing, keep it, and say how far it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from goldenspike.arena.outcome import Outcome
from goldenspike.arena.sequential import Verdict
from goldenspike.arena.series import Series, Task
from goldenspike.arena.spread import play_here, play_on_cores, play_on_ray
from goldenspike.arena.standings import Standings, Tally
from goldenspike.arena.store import Store
from goldenspike.bots.fingerprint import code_version, fingerprint
from goldenspike.errors import InputError

Progress = Callable[[int, int], None]
"""Called with games done and games in all."""


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
        prints = {bot: fingerprint(bot) for bot in series.bots}
        self.store = Store(results, series, code_version(), prints)
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
        if a == b:
            raise InputError(f"{a!r} can't be better than itself: name two different bots")
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
        missing = self.store.missing(deals)
        games = deals * seatings - sum(len(span) for spans in missing.values() for span in spans)
        if progress:
            progress(games, total)
        waiting: list[Outcome] = []
        try:
            for outcome in self._spread(self.series.tasks(missing)):
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
