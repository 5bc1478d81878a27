"""`goldenspike import`, run as a user runs it."""

from __future__ import annotations

from pathlib import Path

from support.command import run_command


def test_a_file_that_is_not_there_leaves_no_database_behind(tmp_path: Path):
    database = tmp_path / "club.sqlite"
    done = run_command("import", tmp_path / "tables.jsonl", "--db", database)
    assert (done.returncode, done.stdout) == (1, "")
    assert "No such file" in done.stderr
    assert not database.exists()
