"""docs/boards.md is current: its board can be played, and it explains every key."""

from __future__ import annotations

import re
import tomllib
from importlib import resources
from pathlib import Path

import pytest

from goldenspike import BoardError
from goldenspike.boards.read import read_board

pytestmark = pytest.mark.quick

PAGE = (Path(__file__).parents[2] / "docs" / "boards.md").read_text(encoding="utf-8")
EXAMPLE = re.search(r"```toml\n(.*?)```", PAGE, re.DOTALL)
assert EXAMPLE


def test_the_example_is_a_good_board():
    board = read_board("my_board.toml", EXAMPLE[1].encode())
    assert (board.id, len(board.places), len(board.tracks)) == ("lakes", 5, 8)


def test_the_example_of_mistakes_is_what_is_said():
    said = re.search(r"```\n(my_board.*?)\n```", PAGE, re.DOTALL)
    assert said
    text = (
        EXAMPLE[1].replace("x = 0.9", "x = 1.9").replace('"mill-pines:gray" ', '"mill-pinse:gray" ')
    )
    with pytest.raises(BoardError) as caught:
        read_board("my_board.toml", text.encode())
    assert str(caught.value) == said[1]


def test_every_key_of_the_boards_is_explained():
    explained = set(re.findall(r"`([a-z_]+)`", PAGE))
    for name in ("usa", "germany", "nordic"):
        file = resources.files("goldenspike.boards") / f"{name}.toml"
        board = tomllib.loads(file.read_text(encoding="utf-8"))
        for section in ("board", "players", "cards", "deals", "points", "passengers", "rules"):
            assert set(board.get(section, {})) <= explained
        for section in ("places", "tracks"):
            for row in board[section].values():
                assert set(row) <= explained
        assert set(board["deals"]["first"]) <= explained
