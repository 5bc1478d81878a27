"""Files of recorded games: JSON lines, or Parquet with a row for each decision (docs/data.md).

Games are written as they are played, so memory does not grow with their number, and a run that was
stopped goes on where it was: games that a file has are not played again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from goldenspike.arena.records.known_games import (
    KnownGame,
    RecordFile,
    check_version,
    known_game,
)
from goldenspike.arena.records.recorded_games import RecordedGame, to_record
from goldenspike.bots.fingerprint import code_version
from goldenspike.errors import InputError

SUFFIXES = (".parquet", ".jsonl")


def open_records(path: Path, observed: bool = False) -> RecordFile:
    """Open a file for games, by its suffix; `observed` adds observations to its rows."""
    if path.suffix not in SUFFIXES:
        raise InputError(f"{path}: records are written to .parquet or .jsonl files")
    if not path.parent.is_dir():
        raise InputError(f"{path} can't be written: there is no folder {path.parent}")
    if path.suffix == ".parquet":
        from goldenspike.arena.records.parquet_records import ParquetFile

        return ParquetFile(path, observed)
    if observed:
        raise InputError("observations are written to .parquet files only")
    return JsonLinesFile(path)


class JsonLinesFile:
    """A file with a game's record on each line."""

    def __init__(self, path: Path) -> None:
        self.known: dict[str, KnownGame] = {}
        complete = 0
        if path.exists():
            with path.open("rb") as lines:
                for number, line in enumerate(lines, start=1):
                    if not line.endswith(b"\n"):
                        break  # it was being written when the run was stopped
                    self._add_known(line, f"{path}, line {number}")
                    complete += len(line)
            os.truncate(path, complete)
        self._file = path.open("ab")

    def _add_known(self, line: bytes, where: str) -> None:
        try:
            record = json.loads(line)
            scores = record["scores"]
            version, game = record["code_version"], record["id"]
            result = KnownGame(
                tuple(score["total"] for score in scores),
                tuple(score["rank"] for score in scores),
                len(record["actions"]),
            )
        except (ValueError, KeyError, TypeError):
            raise InputError(
                f"{where}: is no game that `--records` has written; name a new file"
            ) from None
        check_version(version, where)
        self.known[game] = result

    def write(self, games: Iterable[RecordedGame]) -> None:
        """Add games; those it has are left out."""
        for game in games:
            if game.id not in self.known:
                record = to_record(game, code_version())
                self._file.write(json.dumps(record, separators=(",", ":")).encode() + b"\n")
                self.known[game.id] = known_game(game)
        self._file.flush()

    def close(self, finished: bool) -> None:
        """Close the file."""
        self._file.close()


def read_json_lines(path: Path) -> Iterator[tuple[str, Any]]:
    """Yield each line's JSON with the words that say where it is."""
    with path.open("rb") as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            where = f"{path}, line {number}"
            try:
                yield where, json.loads(line)
            except (ValueError, RecursionError) as error:
                raise InputError(f"{where}: is not JSON: {error}") from None
