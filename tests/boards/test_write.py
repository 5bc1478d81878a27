"""A written board reads as the same board."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldenspike import load_board
from goldenspike.boards.model import Board
from goldenspike.boards.read import read_board
from goldenspike.boards.write import board_text

ISLAND = Path(__file__).parent / "island.toml"


def read_again(board: Board) -> Board:
    """Write a board and read it, with the digest and source of the original."""
    again = read_board("again", board_text(board).encode())
    return replace(again, digest=board.digest, file_digest=board.file_digest, source=board.source)


@pytest.mark.parametrize("name", ["usa", "germany", "nordic", ISLAND])
def test_every_field_is_written(name: str | Path):
    board = load_board(name)
    assert read_again(board) == board


# Every character that a name may have: no controls, which the reader refuses.
names = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=30)


@given(names.filter(lambda name: name == name.strip() and name.isprintable()))
def test_names_are_written_whatever_is_in_them(name: str):
    board = load_board(ISLAND)
    place = replace(board.places[0], name=name, names={"ko": name})
    board = replace(board, name=name, places=(place, *board.places[1:]))
    assert read_again(board) == board
