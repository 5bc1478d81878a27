"""The source archive and the wheel hold everything the game needs."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from support.project_files import ROOT, project_files

CLIENT = "src/goldenspike/web/"
"""Built from web/, so not a file of the project."""


def build(target: str, source: Path, into: Path) -> Path:
    """What hatchling makes of a folder."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(into)]
    subprocess.run(command, cwd=source, check=True, capture_output=True, timeout=900)
    (built,) = into.glob("goldenspike-*")
    return built


def unpack(archive: Path, into: Path) -> Path:
    with tarfile.open(archive) as packed:
        packed.extractall(into, filter="data")
    (unpacked,) = into.glob("goldenspike-*")
    return unpacked


@pytest.mark.wide
@pytest.mark.timeout(1000)  # on a fresh checkout it builds the browser client first
def test_the_source_archive_is_whole_and_its_wheel_works_on_its_own(tmp_path: Path):
    source = unpack(build("sdist", ROOT, tmp_path / "sdist"), tmp_path / "source")
    files = {str(path.relative_to(source)) for path in source.rglob("*") if path.is_file()}
    assert f"{CLIENT}index.html" in files
    rest = {name for name in files if not name.startswith(CLIENT)}
    assert rest == {*project_files(), "PKG-INFO"}

    wheel = build("wheel", source, tmp_path / "wheel")
    assert not (source / "web" / "node_modules").exists(), "the client was built again"
    names = zipfile.ZipFile(wheel).namelist()
    for board in ("usa", "germany", "nordic"):
        assert f"goldenspike/boards/{board}.toml" in names
        assert f"goldenspike/boards/drawing/{board}.layout.json" in names
        assert f"goldenspike/boards/drawing/{board}.geo.json" in names
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
