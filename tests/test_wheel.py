"""The wheel holds everything the game needs."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.timeout(1000)  # on a fresh checkout it builds the browser client first
def test_the_wheel_holds_the_boards_and_works_on_its_own(tmp_path: Path):
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", str(tmp_path)]
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", *options, str(ROOT)],
        check=True,
        capture_output=True,
        timeout=900,
    )
    (wheel,) = tmp_path.glob("goldenspike-*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    for board in ("usa", "germany", "nordic"):
        assert f"goldenspike/boards/{board}.toml" in names
    assert "goldenspike/py.typed" in names
    assert "goldenspike/web/index.html" in names
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert not [name for name in names if "__pycache__" in name or name.startswith("tests/")]

    unpacked = tmp_path / "unpacked"
    zipfile.ZipFile(wheel).extractall(unpacked)
    script = (
        "import goldenspike as gs; print(gs.__file__);"
        "print(*(len(gs.load_board(name).tracks) for name in gs.board_names()))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": str(unpacked)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    where, counts = done.stdout.splitlines()
    assert where.startswith(str(unpacked))
    assert counts == "110 81 100"
