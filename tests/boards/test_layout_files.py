"""Layouts that come with the package, and the worker that makes those that don't."""

from __future__ import annotations

import asyncio
import re
import signal
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from goldenspike import board_names, load_board
from goldenspike.boards.drawing.layout import Layout
from goldenspike.boards.drawing.layout_engine import compute_layout
from goldenspike.boards.drawing.layout_files import layout_file_text, layout_of, stored_layout
from goldenspike.boards.drawing.worker import LayoutFailed, compute_layout_in_worker

ISLAND = Path(__file__).parent / "island.toml"
FOLDER = Path(__file__).parents[2] / "src" / "goldenspike" / "boards" / "drawing"
NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")


def differences(one: str, two: str) -> list[str]:
    """Where two layout files differ by more than a tenth of a unit, which no eye can see.

    Sines and cosines may differ in their last digit between machines, and so may a rounded tenth.
    """
    found = []
    for line, (a, b) in enumerate(zip(one.split("\n"), two.split("\n"), strict=False), 1):
        far = any(
            abs(float(x) - float(y)) > 0.101
            for x, y in zip(NUMBER.findall(a), NUMBER.findall(b), strict=False)
        )
        if far or NUMBER.sub("0", a) != NUMBER.sub("0", b):
            found.append(f"line {line}: {a[:60]} / {b[:60]}")
    return found + (["one is longer"] if one.count("\n") != two.count("\n") else [])


@pytest.mark.parametrize(
    "name", ["germany", *(pytest.param(name, marks=pytest.mark.wide) for name in ("nordic", "usa"))]
)
def test_the_stored_layouts_are_current(name: str):
    stored = (FOLDER / f"{name}.layout.json").read_text(encoding="utf-8")
    stale = differences(stored, layout_file_text(load_board(name)))
    hint = "run: make layouts"
    assert not stale, f"{hint}\n{stale[0]}"


def test_a_difference_that_can_be_seen_is_noticed():
    assert differences('{"x": 1.0}', '{"x": 1.1}') == []
    assert differences('{"x": 1.0}', '{"x": 1.2}')
    assert differences('{"x": 1.0}', '{"y": 1.0}')
    assert differences("a\n", "a\nb\n")


@pytest.mark.parametrize("name", board_names())
def test_a_built_in_board_has_its_layout_with_its_geography(name: str):
    board = load_board(name)
    layout = stored_layout(board)
    assert layout is not None
    assert layout.board == name
    assert layout.geography is not None
    assert [track.id for track in layout.tracks] == [track.id for track in board.tracks]


def test_a_changed_board_is_laid_out_anew():
    board = load_board("usa")
    assert stored_layout(replace(board, file_digest="another file")) is None
    assert stored_layout(load_board(ISLAND)) is None
    assert layout_of(load_board(ISLAND)) == compute_layout(load_board(ISLAND))


def test_a_layout_survives_json():
    layout = compute_layout(load_board(ISLAND))
    assert Layout.from_json(msgspec.json.encode(layout)) == layout
    assert Layout.from_json(msgspec.json.encode(layout.to_json())) == layout


async def test_a_worker_gives_the_same_layout():
    assert await compute_layout_in_worker(str(ISLAND)) == compute_layout(load_board(ISLAND))


async def test_a_worker_says_what_is_wrong_with_a_board(tmp_path: Path):
    bad = tmp_path / "bad.toml"
    text = ISLAND.read_text(encoding="utf-8")
    bad.write_text(text.replace("trains = ", "trains = -", 1), encoding="utf-8")
    with pytest.raises(LayoutFailed, match=r"bad\.toml, line [0-9]+, players\.trains: is -"):
        await compute_layout_in_worker(str(bad))


async def test_a_worker_that_takes_too_long_is_ended():
    with pytest.raises(LayoutFailed, match=r"island\.toml: .* more than 0\.01 seconds"):
        await compute_layout_in_worker(str(ISLAND), seconds=0.01)


async def test_a_worker_ends_with_whoever_asked(monkeypatch: pytest.MonkeyPatch):
    started: list[asyncio.subprocess.Process] = []
    start = asyncio.create_subprocess_exec

    async def remember(*command: str, **options: object) -> asyncio.subprocess.Process:
        started.append(await start(*command, **options))  # type: ignore[arg-type]
        return started[-1]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", remember)
    asked = asyncio.create_task(compute_layout_in_worker(str(ISLAND)))
    while not started:
        await asyncio.sleep(0.01)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    assert started[0].returncode == -signal.SIGKILL
