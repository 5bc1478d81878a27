"""Results on disk: an SQLite file that is only ever added to.

What has been played is never played again; a run that was stopped goes on where it was.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from goldenspike.arena.playing import Outcome
from goldenspike.arena.series import Series, Task
from goldenspike.boards.limits import MAX_TRACKS
from goldenspike.bots.thinking.series import ACTIONS
from goldenspike.errors import InputError
from goldenspike.rules.codes import SCORE_PARTS

SCHEMA = """
CREATE TABLE IF NOT EXISTS series (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE
);
CREATE TABLE IF NOT EXISTS outcomes (
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
    """The results of a series, in memory or in a file."""

    def __init__(self, path: Path | None, series: Series, code: str) -> None:
        self._series = series
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

    def has(self) -> set[tuple[str, int, int]]:
        """What has been played: seats, first deal, games."""
        rows = self._base.execute(
            "SELECT seats, first_deal, games FROM outcomes WHERE series = ?", (self._id,)
        )
        return {(str(seats), int(first), int(games)) for seats, first, games in rows}

    def add(self, outcomes: list[Outcome]) -> None:
        """Keep outcomes; they are on disk when this returns."""
        with self._base:
            self._base.executemany(
                "INSERT OR REPLACE INTO outcomes VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    (
                        self._id,
                        seats_text(o.task),
                        o.task.first_deal,
                        o.task.games,
                        o.sheets.astype("<i2").tobytes(),
                        o.tally.astype("<i8").tobytes(),
                        o.tracks.astype("<i4").tobytes(),
                        o.seconds,
                        json.dumps(o.troubles),
                    )
                    for o in outcomes
                ],
            )

    def outcomes(self, deals: int) -> Iterator[Outcome]:
        """Everything of the series' bots within the first deals, in order of deal and seating."""
        series = self._series
        wanted = {json.dumps(list(seats)) for seats in series.seatings()}
        rows = self._base.execute(
            "SELECT seats, first_deal, games, sheets, tally, tracks, seconds, troubles "
            "FROM outcomes WHERE series = ? AND first_deal + games <= ? ORDER BY first_deal, seats",
            (self._id, deals),
        )
        for seats, first, games, sheets, tally, tracks, seconds, troubles in rows:
            if seats not in wanted:
                continue
            n = series.players
            task = Task(
                series.board.source, n, tuple(json.loads(seats)), series.seed, first, games,
                series.seconds,
            )  # fmt: skip
            yield Outcome(
                task,
                np.frombuffer(sheets, "<i2").reshape(games, n, SCORE_PARTS),
                np.frombuffer(tally, "<i8").reshape(n, len(ACTIONS)),
                np.frombuffer(tracks, "<i4").reshape(n + 1, MAX_TRACKS).astype(np.int64),
                seconds,
                json.loads(troubles),
            )

    def close(self) -> None:
        """Done with the file."""
        self._base.close()


def seats_text(task: Task) -> str:
    """A seating as it is stored."""
    return json.dumps(list(task.seats))
