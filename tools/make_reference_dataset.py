"""Make the reference dataset: games of planners on every board, with checksums.

    .venv/bin/python tools/make_reference_dataset.py FOLDER [--games 1000]

Writes one Parquet file for each board and number of players, and SHA256SUMS of what is in them. The
checksums are those of the decisions (ids, seats, actions, results), not of the files, so that they
do not depend on the version of pyarrow. If FOLDER has a SHA256SUMS already, it is compared. A run
that was stopped goes on where it was.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from pathlib import Path

import goldenspike as gs
from goldenspike.arena import simulate
from goldenspike.arena.records.record_files import open_records
from goldenspike.arena.records.replaying import read_games
from goldenspike.cli.progress import progress_bar

SEED = 20_000


def checksum(file: Path) -> str:
    """Digest the games of a file, in the order of their seeds."""
    games = {
        int(record["seed"]): [
            record["board_hash"], record["seed"], record["bots"],
            [[entry["seat"], entry["action"]] for entry in record["actions"]],
            record["totals"], record["ranks"],
        ]
        for _, record in read_games(file)
    }  # fmt: skip
    digest = hashlib.sha256()
    for seed in sorted(games):
        digest.update(json.dumps(games[seed], separators=(",", ":")).encode())
    return digest.hexdigest()


def make(folder: Path, games: int) -> list[str]:
    """Make all files, and return the lines of SHA256SUMS."""
    lines = []
    for name in gs.board_names():
        board = gs.load_board(name)
        for players in range(board.min_players, board.max_players + 1):
            file = folder / f"{name}-{players}.parquet"
            records = open_records(file)
            with progress_bar(file.name) as update:
                simulate(
                    board, ["planner"] * players, games, seed=SEED, records=records, progress=update
                )
            records.close(finished=True)
            lines.append(f"{checksum(file)}  {file.name}, {games} games")
            print(lines[-1], flush=True)
    return lines


def main(words: list[str] | None = None) -> int:
    """Run the command; returns its exit code."""
    reader = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    reader.add_argument("folder", type=Path)
    reader.add_argument("--games", type=int, default=1000, help="for each board and players")
    given = reader.parse_args(words)
    given.folder.mkdir(parents=True, exist_ok=True)
    sums = given.folder / "SHA256SUMS"
    expected = sums.read_text(encoding="utf-8").splitlines() if sums.exists() else None
    lines = make(given.folder, given.games)
    if expected is not None and expected != lines:
        print("these are not the games of SHA256SUMS", file=sys.stderr)
        return 1
    sums.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
