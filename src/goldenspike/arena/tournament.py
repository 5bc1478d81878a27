"""Playing a schedule: missing games are played and stored, with progress."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from goldenspike.arena.batch import Batch, Seats
from goldenspike.arena.outcome import Outcome
from goldenspike.arena.records.recorded_games import recorded_games
from goldenspike.arena.records.resuming import known_spans
from goldenspike.arena.schedule import Schedule, gaps
from goldenspike.arena.sequential import Verdict
from goldenspike.arena.standings import Comparison, Standings
from goldenspike.arena.store import Store
from goldenspike.arena.workers import Progress, Workers
from goldenspike.bots.fingerprint import code_version, fingerprint
from goldenspike.errors import InputError

if TYPE_CHECKING:
    from goldenspike.arena.records.known_games import RecordFile

STORED_AT_ONCE = 16
"""Outcomes that are stored in one transaction."""
STORED_AFTER = 0.5
"""An outcome that took more seconds than this is stored at once."""


class Tournament:
    """A schedule, its stored results, and the workers that play it.

    >>> import goldenspike as gs
    >>> from goldenspike.arena import Schedule, Tournament
    >>> schedule = Schedule(gs.load_board("usa"), 2, ("greedy", "random"))
    >>> standings = Tournament(schedule).play(games=20)
    >>> [(row.name, row.share) for row in standings.rows]
    [('greedy', 1.0), ('random', 0.0)]
    """

    def __init__(
        self,
        schedule: Schedule,
        *,
        results: Path | None = None,
        jobs: int = 1,
        ray: bool = False,
        ray_address: str | None = None,
        records: RecordFile | None = None,
    ) -> None:
        self.schedule = schedule
        fingerprints = {bot: fingerprint(bot, schedule.board) for bot in schedule.bots}
        self.store = Store(results, schedule, code_version(), fingerprints)
        self._workers = Workers(jobs, ray, ray_address)
        self._records = records

    def play(self, games: int, progress: Progress | None = None) -> Standings:
        """Play until there are at least `games` games, and return the standings."""
        deals = self.schedule.deals_for(games)
        self._play_deals(deals, progress)
        return self._compare(deals).standings()

    def play_until_sure(
        self, a: str, b: str, most: int, progress: Progress | None = None
    ) -> tuple[Standings, Verdict]:
        """Play until the sequential test decides which of two bots is better; at most `most` games.

        Returns the standings, and the state of the test.
        """
        if a == b:
            raise InputError(f"{a!r} can't be better than itself: name two different bots")
        for name in (a, b):
            if name not in self.schedule.bots:
                raise InputError(f"{name!r} is not among the bots: {', '.join(self.schedule.bots)}")
        step = max(8, self.schedule.deals_for(64))
        end = self.schedule.deals_for(most)
        deals = 0
        while True:
            deals = min(end, deals + step)
            self._play_deals(deals, progress, end)
            comparison = self._compare(deals)
            verdict = comparison.verdict(a, b)
            if verdict.better or deals >= end:
                return comparison.standings(), verdict
            step = max(step, deals // 4)

    def _compare(self, deals: int) -> Comparison:
        comparison = Comparison(self.schedule, deals)
        comparison.add(self.store.outcomes(deals))
        return comparison

    def _play_deals(self, deals: int, progress: Progress | None, of: int | None = None) -> None:
        seatings = len(self.schedule.seatings())
        total = (of or deals) * seatings
        missing = self.store.missing(deals)
        if self._records is not None:
            missing = self._not_recorded(deals, missing)
        games = deals * seatings - sum(len(span) for spans in missing.values() for span in spans)
        if progress:
            progress(games, total)
        waiting: list[Outcome] = []
        try:
            for outcome in self._workers.play(self._batches(missing)):
                if self._records is not None:
                    self._records.write(recorded_games(outcome))
                    # The actions are in the file, and no longer needed.
                    outcome.history = None
                waiting.append(outcome)
                games += outcome.batch.games
                if len(waiting) >= STORED_AT_ONCE or outcome.seconds > STORED_AFTER:
                    self.store.add(waiting)
                    waiting = []
                if progress:
                    progress(games, total)
        finally:
            # Also if it is interrupted: what has been played is stored.
            self.store.add(waiting)

    def _batches(self, missing: Mapping[Seats, Sequence[range]]) -> Iterator[Batch]:
        for batch in self.schedule.batches(missing):
            if self._records is None:
                yield batch
            else:
                yield from replace(batch, recorded=True).split()

    def _not_recorded(
        self, deals: int, missing: Mapping[Seats, list[range]]
    ) -> dict[Seats, list[range]]:
        """Return the deals that the results or the records do not have."""
        assert self._records is not None
        found = {}
        for seats, spans in missing.items():
            whole = self.schedule.batch(seats, range(deals))
            there = [span for known, span in known_spans(whole, self._records) if known]
            played = gaps(range(deals), spans)
            both = [
                range(max(a.start, b.start), min(a.stop, b.stop)) for a in there for b in played
            ]
            found[seats] = gaps(range(deals), [span for span in both if span])
        return found
