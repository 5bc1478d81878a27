"""A million decisions written to Parquet and read back.

    .venv/bin/python bench/records.py [decisions]

Games of planners on usa: seconds to play and to write them, bytes a decision, seconds to read them
back as a table, and to replay every game from the file (the round trip).
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

import pyarrow.parquet as pq

import goldenspike as gs
from goldenspike.arena import simulate
from goldenspike.arena.records.record_files import open_records
from goldenspike.arena.records.replaying import check_game, read_games

DECISIONS_A_GAME = 130
"""About; of two planners on usa."""


def main() -> None:
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    board, bots = gs.load_board("usa"), ["planner", "planner"]
    simulate(board, bots, 8)  # whatever is compiled
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.parquet"
        records = open_records(file)
        games = decisions = 0
        start = time.perf_counter()
        while decisions < wanted:
            more = max(1, (wanted - decisions) // DECISIONS_A_GAME)
            told = simulate(board, bots, more, seed=1 + games, records=records)
            games, decisions = games + more, decisions + told.decisions
        records.close(finished=True)
        written = time.perf_counter() - start
        size = file.stat().st_size
        start = time.perf_counter()
        table = pq.read_table(file)
        read = time.perf_counter() - start
        assert table.num_rows == decisions
        start = time.perf_counter()
        replayed = sum(check_game(record) for _, record in read_games(file))
        checked = time.perf_counter() - start
        assert replayed == decisions
    print(f"{decisions:,} decisions of {games:,} games")
    print(f"played and written in {written:.1f} s: {written / decisions * 1e6:.1f} µs a decision")
    print(f"{size:,} bytes: {size / decisions:.1f} bytes a decision")
    print(f"read as a table in {read:.2f} s")
    print(f"replayed from the file in {checked:.1f} s: every game comes out as recorded")


if __name__ == "__main__":
    main()
