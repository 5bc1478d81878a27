"""Results on disk: an SQLite file that is only ever added to.

What has been played is never played again; a run that was stopped goes on where it was. A row is a
run of deals in one seating, of whatever length it was played in, and no deal is in two of them: so
a series may grow, shrink, or gain a bot, and takes out of the rows just the deals it wants.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np

from goldenspike.arena.outcome import Outcome
from goldenspike.arena.series import Series, gaps
from goldenspike.boards.limits import MAX_TRACKS
from goldenspike.bots.thinking.series import ACTIONS
from goldenspike.errors import InputError
from goldenspike.rules.codes import SCORE_PARTS

Seats = tuple[str, ...]

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
    """The results of a series, in memory or in a file.

    `prints` says what each bot was when it played (`bots.fingerprint`): a bot that has changed
    since is another bot.
    """

    def __init__(
        self, path: Path | None, series: Series, code: str, prints: Mapping[str, str]
    ) -> None:
        self._series = series
        self._prints = prints
        try:
            self._base = sqlite3.connect(path or ":memory:")
            self._base.execute("PRAGMA journal_mode=WAL")
            self._base.executescript(SCHEMA)
            key = (series.key(code),)
            self._base.execute("INSERT OR IGNORE INTO series (key) VALUES (?)", key)
            row = self._base.execute("SELECT id FROM series WHERE key = ?", key).fetchone()
        except sqlite3.Error as error:
            raise InputError(f"{path}: {error}; results are kept in an SQLite file") from None
        self._id = int(row[0])
        self._base.commit()

    def missing(self, deals: int) -> dict[Seats, list[range]]:
        """The deals, out of the first so many, that each seating has not played yet."""
        return {seats: gaps(range(deals), self._spans(seats)) for seats in self._series.seatings()}

    def add(self, outcomes: list[Outcome]) -> None:
        """Keep outcomes; they are on disk when this returns.

        Deals that are there already stay as they are: another run may have played them meanwhile.
        """
        with self._base:
            # Nobody else may write between looking at what is there and adding to it.
            self._base.execute("BEGIN IMMEDIATE")
            for whole in outcomes:
                seats, first = whole.task.seats, whole.task.first_deal
                for deals in gaps(range(first, first + whole.task.games), self._spans(seats)):
                    self._insert(whole.part(deals))

    def outcomes(self, deals: int) -> Iterator[Outcome]:
        """Everything of the series' seatings within the first deals."""
        n = self._series.players
        for seats in self._series.seatings():
            rows = self._base.execute(
                "SELECT first_deal, games, sheets, tally, tracks, seconds, troubles FROM played "
                "WHERE series = ? AND seats = ? AND first_deal < ? ORDER BY first_deal",
                (self._id, self._seats_text(seats), deals),
            )
            for first, games, sheets, tally, tracks, seconds, troubles in rows:
                whole = Outcome(
                    self._series.task(seats, range(first, first + games)),
                    np.frombuffer(sheets, "<i2").reshape(games, n, SCORE_PARTS),
                    np.frombuffer(tally, "<i2").reshape(games, n, len(ACTIONS)),
                    np.frombuffer(tracks, np.uint8).reshape(games, n + 1, MAX_TRACKS // 8),
                    seconds,
                    {int(deal): what for deal, what in json.loads(troubles).items()},
                )
                yield whole.part(range(first, min(first + games, deals)))

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

    def _insert(self, o: Outcome) -> None:
        self._base.execute(
            "INSERT INTO played VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                self._id,
                self._seats_text(o.task.seats),
                o.task.first_deal,
                o.task.games,
                o.sheets.astype("<i2").tobytes(),
                o.tally.astype("<i2").tobytes(),
                o.tracks.tobytes(),
                o.seconds,
                json.dumps(o.troubles_by_deal),
            ),
        )

    def _seats_text(self, seats: Seats) -> str:
        """A seating as it is stored: who sat there, and what they were then."""
        return json.dumps([[name, self._prints[name]] for name in seats])
