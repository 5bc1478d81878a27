"""`goldenspike import`, run as a user runs it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

COMMAND = Path(sys.executable).parent / "goldenspike"


def test_a_file_that_is_not_there_leaves_no_database_behind(tmp_path: Path):
    database = tmp_path / "club.sqlite"
    done = subprocess.run(
        [COMMAND, "import", tmp_path / "tables.jsonl", "--db", database],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert "No such file" in done.stderr
    assert not database.exists()
