"""`goldenspike board draw`, run as a user runs it."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from support.command import Ended, run_command

ISLAND = Path(__file__).parents[1] / "boards" / "island.toml"


def draw(*arguments: str | Path) -> Ended:
    return run_command("board", "draw", *arguments)


def test_a_board_is_drawn_into_a_file(tmp_path: Path):
    done = draw(ISLAND, "-o", tmp_path / "island.svg")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert ElementTree.parse(tmp_path / "island.svg").getroot().tag.endswith("svg")


def test_a_png_is_a_png(tmp_path: Path):
    file = tmp_path / "island.PNG"
    assert draw(ISLAND, "-o", file).returncode == 0
    assert file.read_bytes().startswith(b"\x89PNG")


def test_a_dash_prints_the_picture_in_the_wanted_language_and_theme(tmp_path: Path):
    done = draw(ISLAND, "-o", "-", "--language", "ko", "--theme", "dark")
    assert done.returncode == 0
    root = ElementTree.fromstring(done.stdout)
    assert root.get("lang") == "ko"
    assert ">섬<" in done.stdout
    light = draw(ISLAND, "-o", "-", "--language", "ko").stdout
    assert light != done.stdout


def test_mistakes_are_reported_in_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for arguments, code, said in (
        (("atlantis", "-o", tmp_path / "a.svg"), 1, "atlantis"),
        ((ISLAND, "-o", tmp_path / "no" / "a.svg"), 1, "No such file"),
        ((ISLAND, "-o", tmp_path / "a.svg", "--theme", "pink"), 2, "pink"),
        ((ISLAND, "-o", tmp_path / "a.svg", "--language", "tlh"), 2, "tlh"),
        ((ISLAND,), 2, "--output"),
        ((ISLAND, "-o", tmp_path / "a.pdf"), 1, "a.svg"),
    ):
        done = draw(*arguments)
        assert done.returncode == code, arguments
        assert said in done.stderr
        assert "Traceback" not in done.stderr
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert "pip install 'goldenspike[pictures]'" in draw(ISLAND, "-o", tmp_path / "a.png").stderr
    assert not list(tmp_path.iterdir())
