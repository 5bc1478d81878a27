"""The hash of what matters for play: what changes it, and what does not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import goldenspike as gs
from goldenspike.boards import load
from goldenspike.boards.play_hash import FILE_HASHES

pytestmark = pytest.mark.quick

FOLDER = Path(load.__file__).parent


def changed(folder: Path, name: str, pattern: str, replacement: str) -> gs.Board:
    """A built-in board with one change in its file."""
    text = (FOLDER / f"{name}.toml").read_text()
    altered = re.sub(pattern, replacement, text, count=1, flags=re.MULTILINE)
    assert altered != text
    file = folder / f"{name}.toml"
    file.write_text(altered)
    return gs.load_board(file)


@pytest.mark.parametrize(
    ("pattern", "replacement"),
    [
        (r"\A", "# A comment.\n"),
        (r"^name = .*$", 'name = "Another name"'),
        (r"x = 0\.\d+", "x = 0.5"),
        (r" = ", "   =   "),
    ],
)
def test_comments_names_positions_and_formatting_do_not_count(
    tmp_path: Path, pattern: str, replacement: str
):
    """attack 1: a comment in a board's file."""
    board = changed(tmp_path, "usa", pattern, replacement)
    own = gs.load_board("usa")
    assert board.digest != own.digest
    assert board.play_hash == own.play_hash
    assert gs.Game(board, 2, seed=1) == gs.Game(own, 2, seed=1)


@pytest.mark.parametrize(
    ("pattern", "replacement"),
    [(r"^trains = 45", "trains = 44"), (r"^longest_path = 10", "longest_path = 11")],
)
def test_what_is_played_counts(tmp_path: Path, pattern: str, replacement: str):
    assert (
        changed(tmp_path, "usa", pattern, replacement).play_hash != gs.load_board("usa").play_hash
    )


def test_boards_play_differently():
    assert len({gs.load_board(name).play_hash for name in gs.board_names()}) == 3


def test_records_by_the_hash_of_the_file_are_still_read(tmp_path: Path):
    """Version 0.1 recorded that hash, also of boards of one's own."""
    board = changed(tmp_path, "usa", r"\A", "# Mine.\n")
    game = gs.Game(board, 2, seed=1)
    assert gs.replay(game.record() | {"board_hash": board.digest}) == game
    for old in FILE_HASHES:
        assert old not in FILE_HASHES.values()


def test_a_board_that_has_changed_is_found_among_the_earlier_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    before = changed(tmp_path, "usa", r"^trains = 45", "trains = 44")
    record = gs.Game(before, 2, seed=1).record() | {"board": "usa"}
    with pytest.raises(gs.RecordError, match="another version"):
        gs.replay(record)
    (tmp_path / "usa.toml").rename(tmp_path / "usa-of-0.1.toml")
    monkeypatch.setattr(load, "EARLIER", tmp_path)
    load._earlier.cache_clear()
    try:
        assert gs.replay(record).board.trains == 44
        assert gs.load_board("usa").trains == 45
    finally:
        load._earlier.cache_clear()
