"""Where things are drawn: nothing may cover anything else, on any board, in any language."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from functools import cache
from itertools import combinations, product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldenspike import load_board
from goldenspike.boards.drawing.geometry import Box, Plate, overlap
from goldenspike.boards.drawing.layout import Layout, TrackLayout
from goldenspike.boards.drawing.layout_engine import EDGE, compute_layout
from goldenspike.boards.drawing.layout_files import layout_of as layout_of_board
from goldenspike.boards.model import LANGUAGES, Board, Place, Track

BOARDS = ("usa", "germany", "nordic")
ISLAND = Path(__file__).parent / "island.toml"
VIEWS = Path(__file__).parents[2] / "tools" / "geography" / "views.json"


@cache
def layout_of(name: str) -> Layout:
    """The layout in the package; test_layout_files.py compares it with `compute_layout`."""
    return layout_of_board(load_board(name))


def plates(layout: Layout) -> list[tuple[TrackLayout, Plate]]:
    return [(track, plate) for track in layout.tracks for plate in track.plates]


def dots(layout: Layout) -> list[tuple[str, tuple[float, float], float]]:
    found = [(place.id, (place.x, place.y), place.r) for place in layout.places if place.r]
    end = layout.end_radius
    return found + [(place.id, point, end) for place in layout.places for point in place.ends]


def named(layout: Layout, language: str) -> list[tuple[str, Box]]:
    """Every name drawn, with its box; a country's end stations are counted after its id."""
    found = [(place.id, place.labels[language].box) for place in layout.places]
    return found + [
        (f"{place.id} {i}", labels[language].box)
        for place in layout.places
        for i, labels in enumerate(place.end_labels)
        if labels
    ]


@pytest.mark.parametrize("name", BOARDS)
def test_every_space_of_every_track_is_there_in_order(name: str):
    board, layout = load_board(name), layout_of(name)
    assert [t.id for t in layout.tracks] == [t.id for t in board.tracks]
    for track, drawn in zip(board.tracks, layout.tracks, strict=True):
        assert len(drawn.plates) == track.length
        a = layout.places[track.a]
        b = layout.places[track.b]
        if not a.country and not b.country:
            from_a = [math.dist((a.x, a.y), (plate.x, plate.y)) for plate in drawn.plates]
            to_b = [math.dist((b.x, b.y), (plate.x, plate.y)) for plate in drawn.plates]
            assert from_a == sorted(from_a), track.id
            assert to_b == sorted(to_b, reverse=True), track.id
        gaps = [math.dist((p.x, p.y), (q.x, q.y)) for p, q in combinations(drawn.plates, 2)]
        assert all(gap > drawn.plates[0].length for gap in gaps), track.id


@pytest.mark.parametrize("name", BOARDS)
def test_no_space_lies_on_a_space_of_another_track(name: str):
    for (track, plate), (other, its) in combinations(plates(layout_of(name)), 2):
        if track is other or math.dist((plate.x, plate.y), (its.x, its.y)) > 80:
            continue
        assert overlap(plate.corners(), its.corners()) == 0, (track.id, other.id)


@pytest.mark.parametrize("name", BOARDS)
def test_parallel_tracks_keep_a_clear_gap(name: str):
    layout = layout_of(name)
    for one, two in combinations(layout.tracks, 2):
        if {one.a, one.b} != {two.a, two.b}:
            continue
        for plate in one.plates:
            for its in two.plates:
                grown = plate.corners(0.05 * layout.space_length)
                assert overlap(grown, its.corners(0.05 * layout.space_length)) == 0, one.id


@pytest.mark.parametrize("name", BOARDS)
def test_parallel_tunnels_leave_room_for_both_rims(name: str):
    layout = layout_of(name)
    rim = 0.12 * layout.space_length
    for one, two in combinations(layout.tracks, 2):
        if {one.a, one.b} != {two.a, two.b} or {one.kind, two.kind} != {"tunnel"}:
            continue
        for plate, its in product(one.plates, two.plates):
            assert overlap(plate.corners(rim), its.corners(rim)) == 0, one.id


@pytest.mark.parametrize("name", BOARDS)
def test_no_space_lies_on_a_place_or_leaves_the_picture(name: str):
    layout = layout_of(name)
    for track, plate in plates(layout):
        for place, point, radius in dots(layout):
            assert plate.distance_to(point) >= radius, (track.id, place)
        for x, y in plate.corners():
            assert 0 < x < layout.width, track.id
            assert 0 < y < layout.height, track.id


@pytest.mark.parametrize("name", BOARDS)
def test_all_spaces_of_a_board_look_alike(name: str):
    space = layout_of(name).space_length
    for track, plate in plates(layout_of(name)):
        assert 0.85 * space <= plate.length <= 1.15 * space, track.id


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", BOARDS)
def test_names_cover_nothing(name: str, language: str):
    layout = layout_of(name)
    boxes = dict(named(layout, language))
    for place, box in boxes.items():
        for track, plate in plates(layout):
            if box.distance_to((plate.x, plate.y)) < plate.length:
                assert overlap(box.corners(), plate.corners()) == 0, (place, track.id)
        for other, point, radius in dots(layout):
            assert box.distance_to(point) >= radius, (place, other)
        assert min(box.left, box.top) >= EDGE, place
        assert box.right <= layout.width - EDGE, place
        assert box.bottom <= layout.height - EDGE, place
    for (one, box), (two, other) in combinations(boxes.items(), 2):
        assert not box.meets(other), (one, two)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_name_next_to_an_end_station_is_its_country(language: str):
    layout = layout_of("germany")
    countries = {place.id for place in layout.places if place.country}
    boxes = [(name.split(" ")[0], box) for name, box in named(layout, language)]
    for place in layout.places:
        for end in place.ends:
            near = [(box.distance_to(end), name) for name, box in boxes if name in countries]
            distance, name = min(near)
            assert name == place.id, end
            assert distance < 2 * layout.space_length, (place.id, end)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", BOARDS)
def test_a_name_is_nearest_to_its_own_place(name: str, language: str):
    layout = layout_of(name)
    for place in layout.places:
        if place.country:
            continue
        box = place.labels[language].box
        own = box.distance_to((place.x, place.y)) - place.r
        for other, point, radius in dots(layout):
            if other != place.id:
                assert own < box.distance_to(point) - radius, (place.id, other)


@pytest.mark.parametrize("name", BOARDS)
def test_labels_say_the_names_of_their_language(name: str):
    board, layout = load_board(name), layout_of(name)
    for place, drawn in zip(board.places, layout.places, strict=True):
        for language in LANGUAGES:
            said = "".join(drawn.labels[language].lines).replace(" ", "")
            assert said == place.names.get(language, place.name).replace(" ", "")


def test_passengers_have_a_spot_each_inside_their_place():
    board, layout = load_board("germany"), layout_of("germany")
    r = layout.passenger_radius
    for place, drawn in zip(board.places, layout.places, strict=True):
        assert len(drawn.passengers) == place.passengers
        for spot in drawn.passengers:
            assert math.dist(spot, (drawn.x, drawn.y)) + r <= drawn.r
        for one, two in combinations(drawn.passengers, 2):
            assert math.dist(one, two) >= 2 * r


def test_ferries_carry_their_wheels_and_tunnels_their_portals():
    for track in layout_of("nordic").tracks:
        assert len(set(track.wheels)) == track.locomotives
        assert all(0 <= wheel < track.length for wheel in track.wheels)
        assert len(track.portals) == (2 if track.kind == "tunnel" else 0)
        assert bool(track.wave) == (track.kind == "ferry")


def test_tracks_into_a_country_end_where_its_file_says():
    board, layout = load_board("germany"), layout_of("germany")
    for track in board.tracks:
        if track.end is not None:
            country = next(board.places[i] for i in (track.a, track.b) if board.places[i].country)
            drawn = next(place for place in layout.places if place.id == country.id)
            end = (track.end[0] * layout.width, track.end[1] * layout.height)
            assert min(math.dist(end, point) for point in drawn.ends) < 1


def test_the_json_is_the_described_shape_and_finite():
    data = layout_of("nordic").to_json()
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    assert set(data) == {
        *("board", "width", "height", "space_length", "space_width", "label_size"),
        *("passenger_radius", "end_radius", "places", "tracks", "geography"),
    }
    assert set(data["places"][0]) == {
        *("id", "x", "y", "r", "country", "ends", "end_labels", "passengers", "labels"),
    }
    assert set(data["places"][0]["labels"]) == set(LANGUAGES)
    assert set(data["tracks"][0]) == {
        *("id", "a", "b", "colour", "kind", "length", "locomotives", "line", "wave", "spaces"),
        *("space", "wheels", "portals", "middle"),
    }
    assert {layer["kind"] for layer in data["geography"]["layers"]} >= {"land", "home", "water"}


def test_the_same_board_always_gives_the_same_layout():
    assert compute_layout(load_board(ISLAND)) == compute_layout(load_board(ISLAND))


def test_a_bend_in_the_file_is_obeyed():
    board = load_board(ISLAND)
    index = next(i for i, t in enumerate(board.tracks) if t.bend)
    way = compute_layout(board).tracks[index]
    straight = replace(board.tracks[index], bend=(0.0,))
    tracks = (*board.tracks[:index], straight, *board.tracks[index + 1 :])
    other = compute_layout(replace(board, tracks=tracks)).tracks[index]
    assert math.dist(way.middle, other.middle) > 50


# True geography first: an independent projection of latitude and longitude.


def conic(view: dict[str, object], lat: float, lon: float) -> tuple[float, float]:
    """Both conic projections from their textbook formulas, in radians of a unit sphere."""
    one, two = (math.radians(p) for p in view["parallels"])  # type: ignore[attr-defined]
    turn = math.radians(lon + view["rotate"][0])  # type: ignore[index]

    def radius(phi: float) -> float:
        if view["projection"] == "conic-equal-area":
            return math.sqrt(c - 2 * n * math.sin(phi)) / n
        return f / math.tan(math.pi / 4 + phi / 2) ** n

    if view["projection"] == "conic-equal-area":
        n = (math.sin(one) + math.sin(two)) / 2
        c = math.cos(one) ** 2 + 2 * n * math.sin(one)
    else:
        ratio = math.tan(math.pi / 4 + two / 2) / math.tan(math.pi / 4 + one / 2)
        n = math.log(math.cos(one) / math.cos(two)) / math.log(ratio)
        f = math.cos(one) * math.tan(math.pi / 4 + one / 2) ** n / n
    middle = radius(math.radians(view["center"][1]))  # type: ignore[index]
    r = radius(math.radians(lat))
    scale, (x, y) = view["scale"], view["translate"]  # type: ignore[misc]
    return (
        x + scale * r * math.sin(n * turn),  # type: ignore[operator]
        y - scale * (middle - r * math.cos(n * turn)),  # type: ignore[operator]
    )


@pytest.mark.parametrize("name", BOARDS)
def test_places_are_where_they_are_on_earth_give_or_take_a_nudge(name: str):
    view = json.loads(VIEWS.read_text(encoding="utf-8"))[name]
    board, layout = load_board(name), layout_of(name)
    off = sorted(
        math.dist(conic(view, place.lat, place.lon), (drawn.x, drawn.y))
        for place, drawn in zip(board.places, layout.places, strict=True)
        if not place.country
    )
    assert off[len(off) // 2] < 16
    assert off[-1] < 45


# Boards that users write.

positions = st.tuples(st.floats(0, 1), st.floats(0, 1))


@st.composite
def small_boards(draw: st.DrawFn) -> Board:
    """Boards with places anywhere, also on one another, and tracks of any length between them."""
    where = draw(st.lists(positions, min_size=2, max_size=7))
    places = tuple(
        Place(f"p{i}", "A place of its own" if i % 3 else "서울", False, 0, 0, x, y)
        for i, (x, y) in enumerate(where)
    )
    ends = st.tuples(st.integers(0, len(places) - 1), st.integers(0, len(places) - 1))
    pairs = draw(st.lists(ends.filter(lambda pair: pair[0] < pair[1]), min_size=1, max_size=6))
    kinds = st.sampled_from(("train", "ferry", "tunnel"))
    tracks = tuple(
        Track(f"t{i}", a, b, draw(st.integers(1, 9)), "gray", draw(kinds), 0)
        for i, (a, b) in enumerate(pairs)
    )
    island = load_board(ISLAND)
    aspect = draw(st.floats(0.3, 3))
    return replace(island, places=places, tracks=tracks, tickets=(), aspect=aspect)


@settings(max_examples=25)
@given(small_boards())
def test_any_board_can_be_laid_out(board: Board):
    layout = compute_layout(board)
    text = json.dumps(layout.to_json(), allow_nan=False)
    assert len(json.loads(text)["tracks"]) == len(board.tracks)
    for track, drawn in zip(board.tracks, layout.tracks, strict=True):
        assert len(drawn.plates) == track.length
        assert all(plate.length >= 0 for plate in drawn.plates)
    for place in layout.places:
        assert 0 < place.x < layout.width
        assert 0 < place.y < layout.height
