"""Pieces of the earth behind a board: projections, outlines, and the `[map]` of a board file."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldenspike import BoardError, load_board
from goldenspike.boards.drawing.geography import LAYER_KINDS
from goldenspike.boards.drawing.layout_engine import compute_layout
from goldenspike.boards.earth.outlines import outlines
from goldenspike.boards.earth.projections import PROJECTIONS, Frame, fit, natural_aspect
from goldenspike.boards.read import read_board
from goldenspike.boards.write import board_text

ISLAND = Path(__file__).parent / "island.toml"
ITALY = Frame("conic", 6.0, 19.0, 36.0, 47.5)
MAP = """[map]
projection = "conic"
west = 6
east = 19
south = 36
north = 47.5
mood = "nordic"
"""


def island(extra: str) -> bytes:
    """The island's file with a piece of the earth below it."""
    return ISLAND.read_bytes() + b"\n" + extra.encode()


def frames(projection: str) -> st.SearchStrategy[Frame]:
    """Any frame that a board file may have."""
    return st.builds(
        lambda west, wide, south, high: Frame(
            projection, west, west + wide, max(-90.0, south - high), max(-90.0, south - high) + high
        ),
        st.floats(-180, 180),
        st.floats(0.5, 360),
        st.floats(-89, 90),
        st.floats(0.5, 90),
    )


@pytest.mark.parametrize("projection", PROJECTIONS)
def test_the_middle_of_a_frame_is_near_the_middle_of_its_picture(projection: str):
    frame = replace(ITALY, projection=projection)
    aspect = natural_aspect(frame)
    x, y = fit(frame, 1000 * aspect, 1000)(*frame.middle)
    assert math.dist((x / aspect, y), (500, 500)) < 60


@pytest.mark.parametrize("projection", PROJECTIONS)
def test_north_is_above_south_and_east_right_of_west(projection: str):
    place = fit(replace(ITALY, projection=projection), 1000, 1000)
    rome, milan, bari = place(12.5, 41.9), place(9.2, 45.5), place(16.9, 41.1)
    assert milan[1] < rome[1]
    assert milan[0] < rome[0] < bari[0]


@pytest.mark.parametrize("projection", PROJECTIONS)
@given(data=st.data())
def test_every_frame_fits_into_every_picture(projection: str, data: st.DataObject):
    frame = data.draw(frames(projection))
    place = fit(frame, 1000, 600)
    for lon, lat in ((frame.west, frame.south), (frame.east, frame.north), frame.middle):
        x, y = place(lon, lat)
        assert math.isfinite(x)
        assert math.isfinite(y)
        # A projection's own edge bounds it, but a curved parallel is sampled only.
        assert -60 <= x <= 1060
        assert -60 <= y <= 660


@pytest.mark.parametrize(
    "frame",
    [
        ITALY,
        Frame("plain", 160.0, 200.0, -50.0, -10.0),
        Frame("azimuthal", -180.0, 180.0, 60.0, 90.0),
        Frame("mercator", -180.0, 180.0, -60.0, 80.0),
        Frame("mercator", 0.0, 10.0, 85.0, 90.0),
    ],
    ids=str,
)
def test_outlines_are_paths_of_numbers(frame: Frame):
    geography = outlines(frame, 1000, 700)
    assert "public domain" in geography.source
    for layer in geography.layers:
        assert layer.kind in LAYER_KINDS
        assert re.fullmatch(r"[Mlz0-9. -]+", layer.path)
        assert len(layer.path) < 200_000


def test_land_is_where_it_is():
    geography = outlines(ITALY, 1000, 1000)
    assert {layer.kind for layer in geography.layers} >= {"home", "border"}
    assert not outlines(Frame("plain", -150.0, -140.0, -40.0, -30.0), 1000, 1000).layers


def test_a_board_with_a_map_is_read_written_and_drawn():
    board = read_board("island", island(MAP))
    assert board.map is not None
    assert board.map.frame == ITALY
    assert board.mood == "nordic"
    again = read_board("again", board_text(board).encode())
    assert again.map == board.map
    layout = compute_layout(board)
    assert layout.geography is not None
    assert layout.geography.layers[0].kind == "home"


def test_land_below_a_board_changes_nothing_in_play():
    assert read_board("island", island(MAP)).play_hash == load_board(ISLAND).play_hash


@pytest.mark.parametrize(
    ("change", "field", "said"),
    [
        (("east = 19", "east = 6.2"), "map.east", "from 0.5 to 360"),
        (("north = 47.5", "north = 20"), "map.north", "from 0.5 to 180"),
        (("west = 6", "west = -181"), "map.west", "from -180 to 180"),
        (("west = 6", "west = nan"), "map.west", "from -180 to 180"),
        (('"conic"', '"comic"'), "map.projection", "did you mean 'conic'?"),
        (('"nordic"', '"gothic"'), "map.mood", "use one of: usa, germany, nordic"),
        (("mood", "moood"), "map.moood", "did you mean 'mood'?"),
        (("north = 47.5\n", ""), "map.north", "give a number"),
    ],
)
def test_mistakes_in_a_map_are_named(change: tuple[str, str], field: str, said: str):
    with pytest.raises(BoardError) as caught:
        read_board("island", island(MAP.replace(*change)))
    [problem] = caught.value.problems
    assert problem.where == field
    assert said in problem.hint


def test_a_board_has_built_in_outlines_or_a_map():
    text = island(MAP).replace(b"[board]\n", b'[board]\ngeography = "usa"\n', 1)
    with pytest.raises(BoardError, match="draw one of the two"):
        read_board("island", text)
