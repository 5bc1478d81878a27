"""The three boards hold what the printed ones do: counted here, not copied from the files."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from goldenspike import Board, board_names, load_board
from goldenspike.boards.model import CARD_COLOURS, LANGUAGES

pytestmark = pytest.mark.quick


@pytest.fixture(params=["usa", "germany", "nordic"])
def board(request: pytest.FixtureRequest) -> Board:
    return load_board(request.param)


def track(board: Board, name: str):
    return next(track for track in board.tracks if track.id == name)


def by_colour(board: Board) -> dict[str, tuple[int, int]]:
    colours = {}
    for colour in (*CARD_COLOURS, "gray"):
        tracks = [track for track in board.tracks if track.colour == colour]
        colours[colour] = (len(tracks), sum(track.length for track in tracks))
    return colours


def parallels(board: Board) -> Counter[int]:
    return Counter(Counter((track.a, track.b) for track in board.tracks).values())


def test_the_boards_that_come_with_the_game():
    assert board_names() == ("germany", "nordic", "usa")


def test_usa_counts():
    board = load_board("usa")
    assert (len(board.places), len(board.tracks), len(board.tickets)) == (36, 100, 30)
    assert by_colour(board) == dict.fromkeys(CARD_COLOURS, (7, 27)) | {"gray": (44, 93)}
    assert Counter(track.length for track in board.tracks) == {
        1: 9,
        2: 36,
        3: 20,
        4: 16,
        5: 10,
        6: 9,
    }
    assert parallels(board) == {1: 56, 2: 22}
    assert sum(ticket.points for ticket in board.tickets) == 349
    assert {track.kind for track in board.tracks} == {"train"}
    assert board.ticket_decks == ("main",)


def test_germany_counts():
    board = load_board("germany")
    assert sum(not place.country for place in board.places) == 35
    assert sum(place.country for place in board.places) == 5
    assert len(board.tracks) == 110
    assert sum(track.length for track in board.tracks) == 313
    assert parallels(board) == {1: 62, 2: 21, 3: 2}
    triples = {
        tuple(sorted((board.places[a].id, board.places[b].id)))
        for (a, b), n in Counter((t.a, t.b) for t in board.tracks).items()
        if n == 3
    }
    assert triples == {("dortmund", "duesseldorf"), ("duesseldorf", "koeln")}
    assert board.ticket_decks == ("short", "long")
    points = [[t.points for t in board.tickets if t.deck == deck] for deck in (0, 1)]
    assert [len(deck) for deck in points] == [55, 34]
    assert [(min(deck), max(deck), sum(deck)) for deck in points] == [(2, 11, 415), (12, 22, 526)]


def test_g_pass_1_sixty_passengers_stand_on_the_german_board():
    board = load_board("germany")
    assert board.passengers is not None
    assert board.passengers.colours == ("blue", "red", "green", "yellow", "black", "white")
    assert (board.passengers.per_colour, board.passengers.first, board.passengers.second) == (
        10,
        20,
        10,
    )
    assert sum(place.passengers for place in board.places) == 60
    assert {p.id: p.passengers for p in board.places if p.passengers > 1} == {
        "berlin": 5,
        "frankfurt": 4,
        "hamburg": 4,
        "koeln": 4,
        "muenchen": 4,
        "leipzig": 3,
        "stuttgart": 3,
    }


def test_nordic_counts():
    board = load_board("nordic")
    assert (len(board.places), len(board.tracks), len(board.tickets)) == (39, 81, 46)
    assert Counter(track.kind for track in board.tracks) == {"train": 47, "tunnel": 10, "ferry": 24}
    assert Counter(t.locomotives for t in board.tracks if t.kind == "ferry") == {1: 18, 2: 6}
    assert sum(track.length for track in board.tracks) == 207
    assert parallels(board) == {1: 53, 2: 14}
    assert sum(ticket.points for ticket in board.tickets) == 460


def test_nordic_parallels_that_are_not_alike():
    board = load_board("nordic")
    shapes: dict[tuple[int, int], list[tuple[int, str, int]]] = {}
    for line in board.tracks:
        shape = (line.length, line.kind, line.locomotives)
        shapes.setdefault((line.a, line.b), []).append(shape)
    unlike = {
        f"{board.places[a].id}-{board.places[b].id}": sorted(kinds)
        for (a, b), kinds in shapes.items()
        if len(set(kinds)) > 1
    }
    assert unlike == {
        "helsinki-stockholm": [(4, "ferry", 1), (4, "ferry", 2)],
        "kristiansand-stavanger": [(2, "tunnel", 0), (3, "ferry", 1)],
        "moirana-trondheim": [(5, "tunnel", 0), (6, "ferry", 2)],
    }


def test_n_lieksa_is_the_only_track_with_substitutes():
    board = load_board("nordic")
    special = [t for t in board.tracks if t.card_substitute]
    assert [(t.id, t.length, t.kind, t.card_substitute) for t in special] == [
        ("lieksa-murmansk:gray", 9, "train", 4)
    ]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (
            "usa",
            {
                "players": (2, 5),
                "colours": ("blue", "red", "green", "yellow", "black"),
                "trains": 45,
                "first": (3, 2, "bottom"),
                "later": (3, 1, "bottom"),
                "points": {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15},
                "ends_draw": True,
                "clear": 3,
                "closed": {2, 3},
                "ferry": 0,
                "bonuses": (10, 0),
                "ties": ("tickets", "longest_bonus"),
            },
        ),
        (
            "germany",
            {
                "players": (2, 5),
                "colours": ("white", "red", "purple", "yellow", "black"),
                "trains": 45,
                "first": (4, 2, "shuffle"),
                "later": (4, 1, "bottom"),
                "points": {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18},
                "ends_draw": True,
                "clear": 3,
                "closed": {2, 3},
                "ferry": 0,
                "bonuses": (0, 15),
                "ties": ("tickets", "passengers"),
            },
        ),
        (
            "nordic",
            {
                "players": (2, 3),
                "colours": ("blue", "yellow", "black"),
                "trains": 40,
                "first": (5, 2, "remove"),
                "later": (3, 1, "remove"),
                "points": {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 9: 27},
                "ends_draw": False,
                "clear": 0,
                "closed": {2},
                "ferry": 3,
                "bonuses": (0, 10),
                "ties": ("tickets", "longest"),
            },
        ),
    ],
)
def test_the_table_of_parameters(name: str, expected: dict[str, object]):
    board = load_board(name)
    first, later = board.first_deal, board.later_deal
    assert {
        "players": (board.min_players, board.max_players),
        "colours": board.player_colours,
        "trains": board.trains,
        "first": (first.draw, first.keep, first.returned),
        "later": (later.draw, later.keep, later.returned),
        "points": dict(board.route_points),
        "ends_draw": board.locomotive_ends_draw,
        "clear": board.locomotives_clear_market,
        "closed": set(board.parallel_closed_for),
        "ferry": board.ferry_substitute,
        "bonuses": (board.longest_path_bonus, board.most_tickets_bonus),
        "ties": board.tie_breaks,
    } == expected
    assert (board.cards_per_colour, board.locomotives) == (12, 14)
    assert (board.hand, board.market, board.last_turn_trains) == (4, 5, 2)


def test_where_locomotives_are_wild():
    everywhere = {"train", "ferry", "tunnel"}
    assert load_board("usa").wild_on == load_board("germany").wild_on == everywhere
    assert load_board("nordic").wild_on == {"ferry", "tunnel"}  # N-LOCO


def test_tracks_and_tickets_are_named_in_alphabetical_order(board: Board):
    for line in board.tracks:
        a, b = board.places[line.a].id, board.places[line.b].id
        assert a < b
        base, _, twin = line.id.partition("#")
        assert base == f"{a}-{b}:{line.colour}"
        assert twin in ("", "2", "3")
    for ticket in board.tickets:
        a, b = board.places[ticket.a].id, board.places[ticket.b].id
        assert a < b
        assert ticket.id == f"{a}-{b}"


def test_every_place_has_a_name_in_every_language(board: Board):
    """Korean, Japanese and Chinese write all of them in their own script; Italian only some."""
    assert set(board.names) == set(LANGUAGES) - {"en"}
    for place in board.places:
        assert {"ko", "zh-Hant", "ja", "zh-Hans"} <= set(place.names)
        for language in ("ko", "zh-Hant", "ja", "zh-Hans"):
            assert not any("a" <= letter.lower() <= "z" for letter in place.names[language])
        assert all(name != place.name for name in place.names.values())


def test_names_in_one_language_are_all_different(board: Board):
    for language in LANGUAGES:
        names = [place.names.get(language, place.name) for place in board.places]
        assert len(set(names)) == len(names)


def test_places_lie_inside_the_picture_and_apart(board: Board):
    spots = sorted((place.x, place.y) for place in board.places)
    assert all(0 <= x <= 1 and 0 <= y <= 1 for x, y in spots)
    assert all(one != other for one, other in pairwise(spots))


def test_single_tracks_spot_checked():
    usa, germany, nordic = (load_board(name) for name in ("usa", "germany", "nordic"))
    assert track(usa, "atlanta-miami:blue").length == 5
    assert track(usa, "atlanta-raleigh:gray#2").length == 2
    assert track(germany, "augsburg-muenchen:gray#2").length == 2
    assert track(nordic, "moirana-trondheim:red").kind == "ferry"
    tickets = {ticket.id: ticket.points for ticket in germany.tickets}
    assert tickets["mannheim-stuttgart"] == 2
    assert tickets["kiel-stuttgart"] == 17
