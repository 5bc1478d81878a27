"""Boards by name and by file."""

from __future__ import annotations

import hashlib
import pickle
from importlib import resources
from pathlib import Path

import pytest

from goldenspike import BoardError, board_names, load_board
from goldenspike.boards.board_json import board_to_json
from goldenspike.boards.read import read_board

pytestmark = pytest.mark.quick

ISLAND = Path(__file__).parent / "island.toml"


def test_a_users_own_board_is_read_as_it_is_written():
    board = load_board(ISLAND)
    assert (board.id, board.name, board.names) == ("island", "Island", {"it": "Isola", "ko": "섬"})
    assert [place.id for place in board.places] == ["harbour", "hill", "light", "market", "abroad"]
    assert [track.id for track in board.tracks] == [
        "harbour-hill:red",
        "harbour-hill:gray",
        "harbour-hill:gray#2",
        "harbour-market:green",
        "hill-light:blue",
        "hill-market:white",
        "light-market:gray",
        "abroad-market:black",
    ]
    ferry = board.tracks[4]
    assert (ferry.kind, ferry.length, ferry.locomotives) == ("ferry", 4, 2)
    assert board.tracks[6].card_substitute == 2
    assert board.tracks[3].bend == (0.2,)
    assert board.tracks[7].end == (0.95, 0.9)
    assert board.ticket_decks == ("near", "far")
    assert [(t.id, t.points, t.deck) for t in board.tickets][3:5] == [
        ("abroad-light", 9, 1),
        ("abroad-harbour", 7, 1),
    ]
    assert board.places[0].names == {"it": "Porto", "ko": "항구"}
    assert (board.places[0].lat, board.places[0].lon) == (1.5, -2.5)
    assert board.places[4].country
    assert board.aspect == 1.5


def test_what_most_boards_leave_out_may_be_left_out():
    text = ISLAND.read_text(encoding="utf-8")
    for line in ("longest_path = 5\n", "most_tickets = 5\n", "ferry_substitute = 2\n"):
        assert line in text
        text = text.replace(line, "")
    text = text.replace('"longest_bonus", ', "")
    board = read_board("island", text.encode())
    assert (board.longest_path_bonus, board.most_tickets_bonus, board.ferry_substitute) == (0, 0, 0)


def test_a_board_is_named_by_the_hash_of_its_file():
    assert load_board(ISLAND).digest == hashlib.sha256(ISLAND.read_bytes()).hexdigest()
    usa = resources.files("goldenspike.boards") / "usa.toml"
    assert load_board("usa").digest == hashlib.sha256(usa.read_bytes()).hexdigest()


def test_a_board_read_again_is_the_same_object_until_its_file_changes(tmp_path: Path):
    assert load_board("usa") is load_board("usa")
    file = tmp_path / "mine.toml"
    text = ISLAND.read_text(encoding="utf-8")
    file.write_text(text, encoding="utf-8")
    first = load_board(file)
    assert load_board(str(file)) is first
    file.write_text(text.replace("trains = 15", "trains = 16"), encoding="utf-8")
    assert load_board(file).trains == 16


def test_a_file_beside_us_needs_no_suffix_or_folder(tmp_path: Path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("mine").write_bytes(ISLAND.read_bytes())
    assert load_board("mine").id == "island"


def test_windows_line_ends_and_a_byte_order_mark_do_no_harm():
    data = b"\xef\xbb\xbf" + ISLAND.read_bytes().replace(b"\n", b"\r\n")
    assert read_board("island", data).tracks == load_board(ISLAND).tracks


def test_boards_survive_pickling():
    for name in board_names():
        board = load_board(name)
        assert pickle.loads(pickle.dumps(board)) == board


def test_a_board_for_programs_says_everything_in_the_words_of_the_file():
    import tomllib

    file = tomllib.loads(ISLAND.read_text(encoding="utf-8"))
    said = board_to_json(load_board(ISLAND))
    deals = {name: deal | {"mix": {}} for name, deal in file["deals"].items()}
    assert said["deals"] == deals
    for section in ("players", "cards", "points", "rules", "passengers"):
        assert said[section] == file[section]
    assert {t["id"]: t["points"] for t in said["tickets"] if t["deck"] == "near"} == {
        "harbour-light": 6,
        "harbour-market": 3,
        "hill-market": 1,
    }
    assert said["tracks"][4] == {
        "id": "hill-light:blue",
        "a": "hill",
        "b": "light",
        "length": 4,
        "colour": "blue",
        "kind": "ferry",
        "locomotives": 2,
        "substitute": 0,
        "extra_trains": 0,
        "extra_points": 0,
        "toll": 2,
        "shares": [],
        "shared": False,
    }


def test_ways_to_pay_are_never_counted_too_low():
    """What the check lets through fits into the kernel's tables."""
    from goldenspike.boards.check_tracks import station_ways, ways_to_pay
    from goldenspike.rules.codes import CLAIM
    from goldenspike.rules.kernel_board import kernel_board_of

    for name in (*board_names(), ISLAND):
        board = load_board(name)
        bound = sum(ways_to_pay(board, track) for track in board.tracks)
        if board.stations:
            bound += len(board.places) * station_ways(board.stations.costs)
        assert kernel_board_of(board).codes - CLAIM <= bound


def test_an_empty_name_is_not_a_board():
    with pytest.raises(BoardError, match="no board's name; use one of: germany, nordic, usa"):
        load_board("")
