"""The poster: a valid picture in which everything of the board can be found."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

from goldenspike import load_board
from goldenspike.boards.drawing.geography import LAYER_KINDS, geography_names, load_geography
from goldenspike.boards.drawing.layout import Layout
from goldenspike.boards.drawing.layout_files import layout_of as layout_of_board
from goldenspike.boards.drawing.palette import THEMES, load_palette
from goldenspike.boards.drawing.poster import draw_board
from goldenspike.boards.model import CARD_COLOURS, GRAY, LANGUAGES

SVG = "{http://www.w3.org/2000/svg}"
BOARDS = ("usa", "germany", "nordic")
ISLAND = Path(__file__).parent / "island.toml"


@cache
def layout_of(name: str | Path) -> Layout:
    return layout_of_board(load_board(name))


def picture(name: str | Path, **options: object) -> ElementTree.Element:
    board = load_board(name)
    text = draw_board(board, layout=layout_of(name), **options)  # type: ignore[arg-type]
    return ElementTree.fromstring(text)


def words(root: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


@pytest.mark.parametrize("name", [*BOARDS, ISLAND])
def test_every_track_is_drawn_with_as_many_plates_as_spaces(name: str | Path):
    root, board = picture(name), load_board(name)
    groups = {g.get("id"): g for g in root.iter(f"{SVG}g") if g.get("id", "").startswith("track-")}
    assert len(groups) == len(board.tracks)
    for track in board.tracks:
        group = groups[f"track-{track.id.replace(':', '.').replace('#', '.')}"]
        plates = [g for g in group.findall(f"{SVG}g") if g.find(f"{SVG}rect") is not None]
        assert len(plates) == track.length, track.id
        uses = [use.get("href") for use in group.iter(f"{SVG}use")]
        assert uses.count("#s-wheel") == track.locomotives, track.id
        symbols = [use for use in uses if use != "#s-wheel"]
        signs = 0 if track.colour == GRAY else track.length - track.locomotives
        assert len(symbols) == signs, track.id


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", BOARDS)
def test_every_name_is_written_in_every_language(name: str, language: str):
    root, board = picture(name, language=language), load_board(name)
    assert root.get("lang") == language
    written = words(root)
    for place in board.places:
        lines = layout_of(name).places[board.places.index(place)].labels[language].lines
        assert all(line in written for line in lines), place.id
    assert board.names.get(language, board.name).upper() in written


@pytest.mark.parametrize("name", BOARDS)
def test_the_legend_has_all_colours_and_only_the_kinds_there_are(name: str):
    written = words(picture(name))
    assert all(colour in written for colour in CARD_COLOURS)
    kinds = {track.kind for track in load_board(name).tracks}
    assert ("ferry" in written) == ("ferry" in kinds)
    assert ("tunnel" in written) == ("tunnel" in kinds)
    points = {load_board(name).route_points[t.length] for t in load_board(name).tracks}
    assert all(str(number) in written for number in points)


@pytest.mark.parametrize("theme", THEMES)
def test_the_same_picture_every_time(theme: str):
    board = load_board("nordic")
    assert draw_board(board, theme=theme) == draw_board(board, theme=theme)


def test_taken_tracks_carry_wagons_with_the_owners_emblem_and_no_slot():
    board = load_board("usa")
    taken = {board.tracks[0].id: 0, board.tracks[1].id: 4}
    root = picture("usa", routes=taken)
    wagons = [rect.get("class") for rect in root.iter(f"{SVG}rect") if rect.get("class")]
    assert wagons.count("seat-0") == board.tracks[0].length
    assert wagons.count("seat-4") == board.tracks[1].length
    assert set(wagons) == {"seat-0", "seat-4"}
    track = board.tracks[0].id.replace(":", ".")
    group = next(g for g in root.iter(f"{SVG}g") if g.get("id") == f"track-{track}")
    emblem = load_palette().players[board.player_colours[0]].emblem
    uses = [use.get("href") for use in group.iter(f"{SVG}use")]
    assert uses == [f"#e-{emblem}"] * board.tracks[0].length


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"theme": "pink"}, "light and dark"),
        ({"language": "tlh"}, "en, ko"),
        ({"routes": {"here-there:red": 0}}, "no track 'here-there:red'"),
        ({"routes": {"atlanta-miami:blue": 5}}, "seats are 0 to 4"),
    ],
)
def test_wrong_options_are_refused_with_what_would_be_right(options: dict[str, object], said: str):
    with pytest.raises(ValueError, match=said):
        picture("usa", **options)


def test_names_are_text_whatever_is_in_them():
    board = load_board(ISLAND)
    nasty = "<script>\"&'</text>"
    places = (replace(board.places[0], name=nasty), *board.places[1:])
    text = draw_board(replace(board, name=nasty, names={}, places=places))
    root = ElementTree.fromstring(text)
    assert nasty in words(root)
    assert root.find(f".//{SVG}script") is None


def test_references_point_at_something():
    for name in (*BOARDS, ISLAND):
        root = picture(name, theme="dark")
        ids = [element.get("id") for element in root.iter() if element.get("id")]
        assert len(ids) == len(set(ids))
        for use in root.iter(f"{SVG}use"):
            assert (use.get("href") or "").removeprefix("#") in ids


@pytest.mark.parametrize("name", BOARDS)
def test_outlines_are_small_and_say_where_they_come_from(name: str):
    geography = load_geography(name)
    assert "public domain" in geography.source
    assert sum(len(layer.path) for layer in geography.layers) < 60_000
    kinds = [layer.kind for layer in geography.layers]
    assert kinds == sorted(kinds, key=LAYER_KINDS.index)
    assert set(geography_names()) == set(BOARDS)


def test_unknown_outlines_name_the_known_ones():
    with pytest.raises(KeyError, match="germany, nordic, usa"):
        load_geography("atlantis")


def test_stations_are_drawn_with_their_owners_emblems():
    plain, built = (
        draw_board(load_board("usa"), stations=stations)
        for stations in ({}, {"denver": [0, 1], "miami": [1]})
    )
    assert "station seat-" not in plain
    assert built.count('class="station seat-0"') == 1
    assert built.count('class="station seat-1"') == 2
