"""Fingerprints: whatever decides what a bot does changes them, and nothing else."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import goldenspike
from goldenspike.bots import fingerprint as code
from goldenspike.bots.fingerprint import code_version, fingerprint

USA = goldenspike.load_board("usa")


def test_our_own_bots_are_what_the_code_is():
    assert {
        fingerprint(name, USA) for name in ("random", "planner:risk=0.5", "easy", "expert")
    } == {""}


def test_a_network_is_its_file(tmp_path: Path):
    file = tmp_path / "net.npz"
    file.write_bytes(b"one")
    one = fingerprint(f"neural:{file}", USA)
    assert fingerprint(f"neural:{file}", USA) == one
    file.write_bytes(b"two")
    assert fingerprint(f"neural:{file}", USA) != one


@pytest.mark.parametrize("changed", ["bot.sh", "bot.py", "net.bin"])
def test_a_program_is_itself_and_the_files_its_command_names(tmp_path: Path, changed: str):
    for name in ("bot.sh", "bot.py", "net.bin"):
        (tmp_path / name).write_text("first")
        (tmp_path / name).chmod(0o755)
    command = f"exec:{tmp_path}/bot.sh {tmp_path}/bot.py --net={tmp_path}/net.bin --depth 3"
    first = fingerprint(command, USA)
    assert fingerprint(command, USA) == first
    (tmp_path / changed).write_text("second")
    assert fingerprint(command, USA) != first


def test_a_program_that_is_not_there_has_one_too():
    assert fingerprint("exec:no_such_program " + "x" * 5000, USA)


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The sources, to be changed."""
    copy = tmp_path / "goldenspike"
    shutil.copytree(Path(goldenspike.__file__).parent, copy, ignore=shutil.ignore_patterns("web"))
    monkeypatch.setattr(code, "__file__", str(copy / "bots" / "fingerprint.py"))
    yield copy
    code_version.cache_clear()


@pytest.mark.parametrize(
    ("file", "decides"),
    [
        (f"bots/value_network/weights/{USA.play_hash}.json", True),
        ("observation/write_blocks.py", True),
        ("rules/turns.py", True),
        ("game_queries.py", True),
        ("seat_knowledge.py", True),
        ("arena/reports/report.py", False),
    ],
)
def test_the_code_is_everything_that_decides_how_games_go(house: Path, file: str, decides: bool):
    code_version.cache_clear()
    before = code_version()
    (house / file).write_bytes((house / file).read_bytes() + b"\n")
    code_version.cache_clear()
    assert (code_version() != before) == decides
