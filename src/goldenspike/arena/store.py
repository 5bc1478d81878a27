"""Results on disk: an SQLite file that is only ever added to.

What has been played is never played again; a run that was stopped goes on where it was. A row is a
run of deals in one seating, of whatever length it was played in, and no deal is in two of them: so
a schedule may grow, shrink, or gain a bot, and takes out of the rows just the deals it wants.

Results are kept under the version of the sources that played them (`bots.fingerprint`). Those of
another version stay in the file, but are not mixed with new ones.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np

from goldenspike.arena.batch import Seats
from goldenspike.arena.outcome import Activity, Outcome
from goldenspike.arena.schedule import Schedule, gaps
from goldenspike.boards.limits import MAX_TRACKS
from goldenspike.errors import InputError
from goldenspike.rules.codes import ACTION_KINDS, SCORE_PARTS

SCHEMA = """
CREATE TABLE IF NOT EXISTS series (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE
);
CREATE TABLE IF NOT EXISTS played (
    series INTEGER NOT NULL REFERENCES series,
    seats TEXT NOT NULL,
    first_deal INTEGER NOT NULL,
    games INTEGER NOT NULL,
    sheets BLOB NOT NULL,
    tally BLOB NOT NULL,
    tracks BLOB NOT NULL,
    seconds REAL NOT NULL,
    troubles TEXT NOT NULL,
    PRIMARY KEY (series, seats, first_deal)
);
"""


class Store:
    """The results of a schedule, in memory or in a file.

    `fingerprints` says what each bot is now (`bots.fingerprint`): one that has changed since it
    played is another bot.
    """

    def __init__(
        self, path: Path | None, schedule: Schedule, code: str, fingerprints: Mapping[str, str]
    ) -> None:
        self._schedule = schedule
        self._fingerprints = fingerprints
        try:
            self._base = sqlite3.connect(path or ":memory:")
            self._base.execute("PRAGMA journal_mode=WAL")
            self._base.executescript(SCHEMA)
            key = (schedule.key(code),)
            self._base.execute("INSERT OR IGNORE INTO series (key) VALUES (?)", key)
            row = self._base.execute("SELECT id FROM series WHERE key = ?", key).fetchone()
        except sqlite3.Error as error:
            raise InputError(f"{path}: {error}; results are kept in an SQLite file") from None
        self._id = int(row[0])
        self.games_of_other_versions = self._count_other_versions(schedule.key(""))
        self._base.commit()

    def missing(self, deals: int) -> dict[Seats, list[range]]:
        """Those of the first `deals` deals that each seating has not played yet."""
        return {
            seats: gaps(range(deals), self._spans(seats)) for seats in self._schedule.seatings()
        }

    def add(self, outcomes: list[Outcome]) -> None:
        """Keep outcomes; they are on disk when this returns.

        Deals that are there already stay as they are: another run may have played them meanwhile.
        """
        with self._base:
            # Nobody else may write between looking at what is there and adding to it.
            self._base.execute("BEGIN IMMEDIATE")
            for whole in outcomes:
                for deals in gaps(whole.batch.deals, self._spans(whole.batch.seats)):
                    self._insert(whole.with_deals(deals))

    def outcomes(self, deals: int) -> Iterator[Outcome]:
        """Everything of the schedule's seatings within the first `deals` deals."""
        n = self._schedule.players
        for seats in self._schedule.seatings():
            rows = self._base.execute(
                "SELECT first_deal, games, sheets, tally, tracks, seconds, troubles FROM played "
                "WHERE series = ? AND seats = ? AND first_deal < ? ORDER BY first_deal",
                (self._id, self._seats_text(seats), deals),
            )
            for first, games, sheets, tally, tracks, seconds, troubles in rows:
                activity = Activity(
                    np.frombuffer(tally, "<i2").reshape(games, n, len(ACTION_KINDS)),
                    np.frombuffer(tracks, np.uint8).reshape(games, n + 1, MAX_TRACKS // 8),
                )
                whole = Outcome(
                    self._schedule.batch(seats, range(first, first + games)),
                    np.frombuffer(sheets, "<i2").reshape(games, n, SCORE_PARTS),
                    activity.decisions(),
                    seconds,
                    activity,
                    {int(deal): what for deal, what in json.loads(troubles).items()},
                )
                yield whole.with_deals(range(first, min(first + games, deals)))

    def close(self) -> None:
        """Done with the file."""
        self._base.close()

    def _spans(self, seats: Seats) -> list[range]:
        """The runs of deals that a seating has played."""
        rows = self._base.execute(
            "SELECT first_deal, games FROM played WHERE series = ? AND seats = ?",
            (self._id, self._seats_text(seats)),
        )
        return [range(first, first + games) for first, games in rows]

    def _count_other_versions(self, key: str) -> int:
        """Games of the same schedule that another version of the program has played."""
        about = {**json.loads(key), "code": None}
        rows = self._base.execute(
            "SELECT key, SUM(games) FROM series JOIN played ON series = id WHERE id != ? "
            "GROUP BY id",
            (self._id,),
        )
        return sum(games for other, games in rows if {**json.loads(other), "code": None} == about)

    def _insert(self, o: Outcome) -> None:
        if o.activity is None:
            raise ValueError("playouts are not stored")
        self._base.execute(
            "INSERT INTO played VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                self._id,
                self._seats_text(o.batch.seats),
                o.batch.first_deal,
                o.batch.games,
                o.sheets.astype("<i2").tobytes(),
                o.activity.action_counts.astype("<i2").tobytes(),
                o.activity.tracks.tobytes(),
                o.seconds,
                json.dumps(o.troubles_by_deal),
            ),
        )

    def _seats_text(self, seats: Seats) -> str:
        """A seating as it is stored: who sat there, and what they were then."""
        return json.dumps([[name, self._fingerprints[name]] for name in seats])
