"""Results on disk: an append-only SQLite file.

What has been played is never played again; a tournament that was stopped can be resumed. A row has
consecutive deals in one seating, as many as a batch had, and no deal is in two rows. So a schedule
may grow, shrink, or get another bot, and reads the deals it needs.

Results are stored with the version of the sources that played them (`bots.fingerprint`). Those of
other versions stay in the file, but are not read.
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
    forfeits TEXT NOT NULL DEFAULT '{}',
    luck BLOB,
    PRIMARY KEY (series, seats, first_deal)
);
"""
LATER_COLUMNS = {"forfeits": "TEXT NOT NULL DEFAULT '{}'", "luck": "BLOB"}
"""Columns that files of earlier versions lack."""


class Store:
    """The results of a schedule, in memory or in a file.

    `fingerprints` are the current ones of the bots (`bots.fingerprint`): a bot that has changed
    since it played counts as another one.
    """

    def __init__(
        self, path: Path | None, schedule: Schedule, code: str, fingerprints: Mapping[str, str]
    ) -> None:
        self._schedule = schedule
        self._fingerprints = fingerprints
        try:
            self._connection = sqlite3.connect(path or ":memory:")
            self._connection.execute("PRAGMA journal_mode=WAL")
            self._connection.executescript(SCHEMA)
            present = {row[1] for row in self._connection.execute("PRAGMA table_info(played)")}
            for column, kind in LATER_COLUMNS.items():
                if column not in present:
                    self._connection.execute(f"ALTER TABLE played ADD COLUMN {column} {kind}")
            key = (schedule.key(code),)
            self._connection.execute("INSERT OR IGNORE INTO series (key) VALUES (?)", key)
            row = self._connection.execute("SELECT id FROM series WHERE key = ?", key).fetchone()
        except sqlite3.Error as error:
            raise InputError(f"{path}: {error}; results are kept in an SQLite file") from None
        self._id = int(row[0])
        self.games_of_other_versions = self._count_other_versions(schedule.key(""))
        self._connection.commit()

    def missing(self, deals: int) -> dict[Seats, list[range]]:
        """Return which of the first `deals` deals each seating has not played yet."""
        return {
            seats: gaps(range(deals), self._spans(seats)) for seats in self._schedule.seatings()
        }

    def add(self, outcomes: list[Outcome]) -> None:
        """Store outcomes; they are on disk when this returns.

        Deals that another process has stored meanwhile are left as they are.
        """
        with self._connection:
            # No other process may write between reading which deals are there and inserting.
            self._connection.execute("BEGIN IMMEDIATE")
            for outcome in outcomes:
                for deals in gaps(outcome.batch.deals, self._spans(outcome.batch.seats)):
                    self._insert(outcome.with_deals(deals))

    def outcomes(self, deals: int) -> Iterator[Outcome]:
        """Yield the stored outcomes of the first `deals` deals in all seatings."""
        n = self._schedule.players
        for seats in self._schedule.seatings():
            rows = self._connection.execute(
                "SELECT first_deal, games, sheets, tally, tracks, seconds, troubles, "
                "forfeits, luck FROM played WHERE series = ? AND seats = ? AND first_deal < ? "
                "ORDER BY first_deal",
                (self._id, self._seats_text(seats), deals),
            )
            for first, games, sheets, tally, tracks, seconds, troubles, forfeits, luck in rows:
                activity = Activity(
                    np.frombuffer(tally, "<i2").reshape(games, n, len(ACTION_KINDS)),
                    np.frombuffer(tracks, np.uint8).reshape(games, n + 1, MAX_TRACKS // 8),
                )
                outcome = Outcome(
                    self._schedule.batch(seats, range(first, first + games)),
                    np.frombuffer(sheets, "<i2").reshape(games, n, SCORE_PARTS),
                    activity.decisions(),
                    seconds,
                    activity,
                    {int(deal): what for deal, what in json.loads(troubles).items()},
                    {int(deal): tuple(lost) for deal, lost in json.loads(forfeits).items()},
                    None if luck is None else np.frombuffer(luck, "<f8").reshape(games, n),
                )
                yield outcome.with_deals(range(first, min(first + games, deals)))

    def count_games(self) -> int:
        """Count the games of this schedule, in its present version, of the bots in it."""
        wanted = {self._seats_text(seats) for seats in self._schedule.seatings()}
        rows = self._connection.execute(
            "SELECT seats, SUM(games) FROM played WHERE series = ? GROUP BY seats", (self._id,)
        )
        return sum(games for seats, games in rows if seats in wanted)

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def _spans(self, seats: Seats) -> list[range]:
        """Return the ranges of deals that a seating has played."""
        rows = self._connection.execute(
            "SELECT first_deal, games FROM played WHERE series = ? AND seats = ?",
            (self._id, self._seats_text(seats)),
        )
        return [range(first, first + games) for first, games in rows]

    def _count_other_versions(self, key: str) -> int:
        """Count the games of the same schedule that other versions have played."""
        before = {"fallback": False}  # what keys of earlier versions lack

        def about(text: str) -> dict[str, object]:
            return {**before, **json.loads(text), "code": None}

        rows = self._connection.execute(
            "SELECT key, SUM(games) FROM series JOIN played ON series = id WHERE id != ? "
            "GROUP BY id",
            (self._id,),
        )
        return sum(games for other, games in rows if about(other) == about(key))

    def _insert(self, o: Outcome) -> None:
        if o.activity is None:
            raise ValueError("playouts are not stored")
        self._connection.execute(
            "INSERT INTO played (series, seats, first_deal, games, sheets, tally, tracks, seconds, "
            "troubles, forfeits, luck) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
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
                json.dumps(o.forfeits_by_deal),
                None if o.luck is None else o.luck.astype("<f8").tobytes(),
            ),
        )

    def _seats_text(self, seats: Seats) -> str:
        """Return a seating as it is stored: the bots with their fingerprints."""
        return json.dumps([[name, self._fingerprints[name]] for name in seats])
