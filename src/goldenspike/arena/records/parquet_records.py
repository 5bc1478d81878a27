"""Parquet files with a row for each decision; the columns are described in docs/data.md."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from goldenspike.arena.records.known_games import KnownGame, check_version, known_game
from goldenspike.arena.records.recorded_games import Decisions, RecordedGame, expand
from goldenspike.bots.fingerprint import code_version
from goldenspike.errors import InputError
from goldenspike.notation.records import FORMAT, RULES

SCHEMA_VERSION = 1
ROWS_OF_A_PART = 1 << 16
"""Decisions that are kept in memory before they are written."""
METADATA = "goldenspike"
PER_GAME = ("game_id", "board", "board_hash", "players", "seed", "first", "bots", "totals", "ranks")


def pyarrow() -> Any:
    """Import pyarrow with its Parquet part; `InputError` says how to install it."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ModuleNotFoundError:
        raise InputError(
            "Parquet files need pyarrow: pip install 'goldenspike[data]' (.jsonl needs nothing)"
        ) from None
    return pyarrow


def schema(observed: bool) -> Any:
    """Return the columns of a file."""
    pa = pyarrow()
    text = pa.dictionary(pa.int32(), pa.string())
    columns = [
        ("game_id", text),
        ("board", text),
        ("board_hash", text),
        ("players", pa.int8()),
        ("seed", text),
        ("first", pa.int8()),
        ("bots", pa.list_(pa.string())),
        ("decision", pa.int32()),
        ("seat", pa.int8()),
        ("code", pa.int32()),
        ("action", text),
        ("legal", pa.list_(pa.int32())),
        ("totals", pa.list_(pa.int32())),
        ("ranks", pa.list_(pa.int8())),
    ]
    if observed:
        columns.append(("observation", pa.binary()))
    about = {
        "schema": SCHEMA_VERSION,
        "format": FORMAT,
        "rules": RULES,
        "code_version": code_version(),
        "observed": observed,
    }
    return pa.schema(columns, metadata={METADATA: json.dumps(about)})


def table_of(games: list[tuple[RecordedGame, Decisions]], observed: bool) -> Any:
    """Return the rows of some games."""
    pa = pyarrow()
    sizes = np.array([len(game.codes) for game, _ in games])
    rows = np.repeat(np.arange(len(games), dtype=np.int32), sizes)
    found = [decisions for _, decisions in games]

    def repeated(values: list[str]) -> Any:
        return pa.DictionaryArray.from_arrays(rows, pa.array(values))

    def of_game(values: list[Any], kind: Any) -> Any:
        return pa.array(values, kind).take(pa.array(rows))

    lengths = [len(legal) for part in found for legal in part.legal]
    legal = np.fromiter(
        chain.from_iterable(legal for part in found for legal in part.legal),
        np.int32,
        sum(lengths),
    )
    offsets = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)
    columns = {
        "game_id": repeated([game.id for game, _ in games]),
        "board": repeated([game.board.source for game, _ in games]),
        "board_hash": repeated([game.board.digest for game, _ in games]),
        "players": of_game([len(game.bots) for game, _ in games], pa.int8()),
        "seed": repeated([str(game.seed) for game, _ in games]),
        "first": of_game([game.first for game, _ in games], pa.int8()),
        "bots": of_game([list(game.bots) for game, _ in games], pa.list_(pa.string())),
        "decision": np.concatenate([np.arange(n, dtype=np.int32) for n in sizes]),
        "seat": pa.array(list(chain.from_iterable(part.seats for part in found)), pa.int8()),
        "code": np.concatenate([game.codes for game, _ in games]),
        "action": pa.array(
            list(chain.from_iterable(part.actions for part in found))
        ).dictionary_encode(),
        "legal": pa.ListArray.from_arrays(offsets, legal),
        "totals": of_game([game.totals for game, _ in games], pa.list_(pa.int32())),
        "ranks": of_game([game.ranks for game, _ in games], pa.list_(pa.int8())),
    }
    if observed:
        columns["observation"] = pa.array(
            [seen.tobytes() for part in found for seen in part.observations], pa.binary()
        )
    return pa.table(columns, schema=schema(observed))


class ParquetFile:
    """A Parquet file that is written part by part.

    A Parquet file is complete only at its end. So parts are written to a folder beside it, each of
    which is complete, and joined when all games are there.
    """

    def __init__(self, path: Path, observed: bool) -> None:
        self._pa = pyarrow()
        self._path, self._observed = path, observed
        self._folder = path.with_name(path.name + ".parts")
        self.known: dict[str, KnownGame] = {}
        self._waiting: list[tuple[RecordedGame, Decisions]] = []
        self._rows = 0
        for part in self._parts():
            new = self._add_known(part)
            if not new and part != path:
                part.unlink()  # a run was stopped after it joined its parts
        numbers = [int(part.stem) for part in self._folder.glob("*.parquet")]
        self._next = max(numbers, default=-1) + 1
        self._folder.mkdir(exist_ok=True)

    def _parts(self) -> list[Path]:
        complete = [self._path] if self._path.exists() else []
        return complete + sorted(self._folder.glob("*.parquet"))

    def _add_known(self, part: Path) -> bool:
        """Learn the games of a part; is any of them new?"""
        about = read_metadata(part)
        check_version(about["code_version"], str(part))
        if about["observed"] != self._observed:
            raise InputError(f"{part}: has {'' if about['observed'] else 'no '}observations; "
                             "name a new file, or ask for the same")  # fmt: skip
        before = len(self.known)
        for row, decisions in _games_of(part, ["game_id", "totals", "ranks"]):
            self.known[row["game_id"]] = KnownGame(
                tuple(row["totals"]), tuple(row["ranks"]), len(decisions["decision"])
            )
        return len(self.known) > before

    def write(self, games: Iterable[RecordedGame]) -> None:
        """Add games; those it has are left out."""
        for game in games:
            if game.id in self.known:
                continue
            # Expanding takes long: a game that is not kept must not be counted if it is stopped.
            self._waiting.append((game, expand(game, self._observed)))
            self.known[game.id] = known_game(game)
            self._rows += len(game.codes)
            if self._rows >= ROWS_OF_A_PART:
                self._write_part()

    def _write_part(self) -> None:
        if not self._waiting:
            return
        # If it is stopped between the last two lines, the same part is written again.
        name = f"{self._next:08}.parquet"
        new = self._folder / f"{name}.new"
        table = table_of(self._waiting, self._observed)
        self._pa.parquet.write_table(table, new, compression="zstd")
        new.rename(self._folder / name)
        self._waiting, self._rows, self._next = [], 0, self._next + 1

    def close(self, finished: bool) -> None:
        """Write what is waiting; if `finished`, join the parts to one file."""
        self._write_part()
        if not finished:
            return
        joined = self._path.with_name(self._path.name + ".new")
        parts = self._parts()
        with self._pa.parquet.ParquetWriter(
            joined, schema(self._observed), compression="zstd"
        ) as writer:
            for part in parts:
                file = self._pa.parquet.ParquetFile(part)
                for group in range(file.num_row_groups):
                    writer.write_table(file.read_row_group(group).cast(schema(self._observed)))
        joined.replace(self._path)
        shutil.rmtree(self._folder)


def read_metadata(path: Path) -> dict[str, Any]:
    """Return what a file says about itself; `InputError` if it is not a file of games."""
    pa = pyarrow()
    try:
        found = (pa.parquet.read_schema(path).metadata or {}).get(METADATA.encode())
        about: dict[str, Any] = json.loads(found or b"{}")
    except (pa.ArrowInvalid, ValueError) as error:
        raise InputError(f"{path}: is no Parquet file: {error}") from None
    if about.get("schema") != SCHEMA_VERSION:
        raise InputError(
            f"{path}: is no file of games with version {SCHEMA_VERSION} of the columns "
            f"(it says {about.get('schema')!r})"
        )
    return about


def _games_of(
    path: Path, columns: list[str]
) -> Iterator[tuple[dict[str, Any], dict[str, list[Any]]]]:
    """Yield the games of a file: the columns that are the same in all rows, and the others.

    One row group at a time is in memory; the rows of a game are consecutive.
    """
    pa = pyarrow()
    wanted = list(dict.fromkeys(["game_id", "decision", *columns]))
    file = pa.parquet.ParquetFile(path)
    constant: dict[str, Any] = {}
    rows: dict[str, list[Any]] = {}
    for group in range(file.num_row_groups):
        table = file.read_row_group(group, columns=wanted)
        starts = np.flatnonzero(table["decision"].to_numpy() == 0).tolist()
        per_game = [name for name in wanted if name in PER_GAME]
        other = {name: table[name].to_pylist() for name in wanted if name not in PER_GAME}
        firsts = {name: table[name].take(starts).to_pylist() for name in per_game}
        if not starts or starts[0] > 0:
            # The last game of the group before goes on.
            end = starts[0] if starts else table.num_rows
            for name, values in other.items():
                rows[name] += values[:end]
        for i, (start, end) in enumerate(zip(starts, [*starts[1:], table.num_rows], strict=True)):
            if constant:
                yield constant, rows
            constant = {name: values[i] for name, values in firsts.items()}
            rows = {name: values[start:end] for name, values in other.items()}
    if constant:
        yield constant, rows


def read_records(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each game of a Parquet file as a record, with the words that say where it is."""
    about = read_metadata(path)
    columns = [*PER_GAME, "seat", "action", "code"]
    for game, rows in _games_of(path, columns):
        seed = int(game["seed"])
        yield (
            f"{path}, game {game['game_id']}",
            {
                "format": about["format"],
                "rules": about["rules"],
                "board": game["board"],
                "board_hash": game["board_hash"],
                "players": game["players"],
                "seed": seed,
                "options": {"first": game["first"]},
                "actions": [
                    {"seat": seat, "action": action}
                    for seat, action in zip(rows["seat"], rows["action"], strict=True)
                ],
                "scores": None,
                "id": game["game_id"],
                "bots": game["bots"],
                "totals": game["totals"],
                "ranks": game["ranks"],
                "codes": rows["code"],
            },
        )
