"""Stations, which borrow other players' tracks: STATION-1 to STATION-5."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import goldenspike as gs
from goldenspike.boards.model import Board, Ticket, Track
from goldenspike.boards.play_hash import play_hash
from goldenspike.boards.read import read_board
from support.table import table
from support.walks import EVERY_SWITCH, examples, seeds, walk

pytestmark = pytest.mark.quick

ISLAND = (Path(__file__).parents[1] / "boards" / "island.toml").read_text(encoding="utf-8")
RANGE = str(Path(__file__).parents[2] / "examples" / "boards" / "thistle_range.toml")
QUIET = ("purple", "blue", "orange", "white")


def island(**more: object) -> gs.Game:
    """The island, with two stations for one card and for two, shared places, 3 points unused."""
    return table(EVERY_SWITCH, market=QUIET, **more)  # type: ignore[arg-type]


def mountains(**more: object) -> gs.Game:
    """Thistle Range, where stations cost one card, two and three, and do not share places."""
    return table(RANGE, **more)  # type: ignore[arg-type]


def stations(game: gs.Game, place: str) -> list[str]:
    return [str(a) for a in game.legal() if a.kind == "station" and a.place == place]


def refusal(game: gs.Game, action: str) -> tuple[str, str]:
    reason = game.why_not(action)
    assert reason is not None
    return reason.rule, reason.code


def test_station_1_building_one_is_a_whole_turn_that_everybody_sees():
    """STATION-1"""
    game = mountains(hands=["1red"])
    event = game.play("station eagle_pass 1red")
    assert game.seat == 1
    assert event.seen_by(None) | {"turn": 0} == {
        "seat": 0, "kind": "station", "place": "eagle_pass", "spent": {"red": 1}, "turn": 0,
        "phase": "turn",
    }  # fmt: skip
    seen = game.view(None).to_json()
    assert seen["stations"] == {"eagle_pass": [0]}
    assert [seat["stations"] for seat in seen["seats"]] == [2, 3]


def test_station_1_a_player_has_so_many_and_no_more():
    """STATION-1"""
    built = {"eagle_pass": [0], "quarry": [0], "snow_inn": [0]}
    game = mountains(hands=["4red"], stations=built)
    assert not any(action.kind == "station" for action in game.legal())
    assert refusal(game, "station hermitage 3red") == ("STATION-1", "no_stations")


def test_station_1_only_boards_with_stations_have_them():
    """STATION-1"""
    with pytest.raises(gs.NotationError, match="the board usa has no stations"):
        table(hands=["4red"]).play("station boston 1red")
    assert not any(action.kind == "station" for action in table(hands=["4red"]).legal())


@pytest.mark.parametrize(
    ("built", "hand", "ways"),
    [
        ([], "1red+1locomotive", ["1red", "1locomotive"]),
        (["quarry"], "1red+1locomotive", ["1red+1locomotive"]),
        (["quarry"], "2red+2locomotive", ["2red", "1red+1locomotive", "2locomotive"]),
        (["quarry", "snow_inn"], "2red+1blue", []),
        (["quarry", "snow_inn"], "2red+1locomotive", ["2red+1locomotive"]),
    ],
)
def test_station_2_each_costs_more_cards_of_one_colour(
    built: list[str], hand: str, ways: list[str]
):
    """STATION-2: locomotives stand in."""
    game = mountains(hands=[hand], stations={place: [0] for place in built})
    assert stations(game, "eagle_pass") == [f"station eagle_pass {way}" for way in ways]


def test_station_2_locomotives_stand_in_where_they_are_not_wild_on_tracks():
    """STATION-2: the island has them on ferries and tunnels only."""
    assert stations(island(hands=["1locomotive"]), "hill") == ["station hill 1locomotive"]


def test_station_2_the_cards_are_discarded():
    """STATION-2"""
    game = mountains(hands=["2red+1locomotive"], stations={"quarry": [0]})
    game.play("station eagle_pass 1red+1locomotive")
    seen = game.view(0).to_json()
    assert seen["seats"][0]["cards"] == {"red": 1}
    assert seen["discards"] == {"red": 1, "locomotive": 1}


@pytest.mark.parametrize("paid", ["2red", "1red", "1blue+1red", "1blue"])
def test_station_2_other_payments_are_refused(paid: str):
    """STATION-2: the second station costs two cards."""
    game = mountains(hands=["1red+1blue"], stations={"quarry": [0]})
    assert refusal(game, f"station eagle_pass {paid}") == ("STATION-2", "station_cost")


def test_station_3_one_is_built_anywhere_but_where_a_station_stands():
    """STATION-3"""
    game = mountains(hands=["2red"], stations={"quarry": [1], "snow_inn": [0]})
    free = {action.place for action in game.legal() if action.kind == "station"}
    assert free == {place.id for place in game.board.places} - {"quarry", "snow_inn"}
    assert refusal(game, "station quarry 2red") == ("STATION-3", "station_taken")
    assert refusal(game, "station snow_inn 2red") == ("STATION-3", "station_taken")


def test_station_3_a_board_may_let_stations_share_places():
    """STATION-3: but nobody has two at one place."""
    game = island(hands=["2red"], stations={"hill": [1], "light": [0]})
    assert stations(game, "hill") == ["station hill 2red"]
    assert stations(game, "light") == []
    game.play("station hill 2red")
    assert game.view(1).to_json()["stations"] == {"hill": [0, 1], "light": [0]}


def test_station_3_none_is_built_in_a_country():
    """STATION-3"""
    game = island(hands=["1red"])
    assert stations(game, "abroad") == []
    assert refusal(game, "station abroad 1red") == ("STATION-3", "station_country")


def made(routes: dict[str, int], built: dict[str, list[int]], *tickets: str) -> int:
    game = mountains(routes=routes, stations=built, tickets=[list(tickets)])
    return game.scores()[0].tickets_made


def test_station_4_it_borrows_a_track_for_tickets():
    """STATION-4: the ticket is made with one track of the other player."""
    routes = {"blue_glacier-eagle_pass:yellow": 1, "eagle_pass-goat_bridge:gray": 0}
    assert made(routes, {}, "blue_glacier-goat_bridge") == 0
    for place in ("blue_glacier", "eagle_pass"):
        assert made(routes, {place: [0]}, "blue_glacier-goat_bridge") == 1
    assert made(routes, {"blue_glacier": [1]}, "blue_glacier-goat_bridge") == 0
    assert made(routes, {"goat_bridge": [0]}, "blue_glacier-goat_bridge") == 0


def test_station_4_one_station_borrows_one_track():
    """STATION-4: two tracks of others take two stations; free tracks can't be borrowed."""
    routes = {"blue_glacier-eagle_pass:yellow": 1, "eagle_pass-goat_bridge:gray": 1}
    ticket = "blue_glacier-goat_bridge"
    assert made(routes, {"eagle_pass": [0]}, ticket) == 0
    assert made(routes, {"eagle_pass": [0], "goat_bridge": [0]}, ticket) == 1
    del routes["eagle_pass-goat_bridge:gray"]
    assert made(routes, {"eagle_pass": [0], "goat_bridge": [0]}, ticket) == 0


def test_station_4_the_best_choice_counts():
    """STATION-4: of two tickets that one station could make, the one with more points."""
    routes = {
        "blue_glacier-eagle_pass:yellow": 1, "eagle_pass-silver_mine:blue": 1,
        "eagle_pass-goat_bridge:gray": 0, "goat_bridge-mill_valley:green": 0,
    }  # fmt: skip
    tickets = ["blue_glacier-goat_bridge", "mill_valley-silver_mine"]
    game = mountains(routes=routes, stations={"eagle_pass": [0]}, tickets=[tickets], phase="over")
    assert (game.scores()[0].tickets_made, game.scores()[0].ticket_points) == (1, 7 - 5)
    assert game.view(None).to_json()["seats"][0]["borrowed"] == ["eagle_pass-silver_mine:blue"]


def test_station_4_the_owner_keeps_the_track_and_several_may_borrow_it():
    """STATION-4"""
    routes = {"blue_glacier-eagle_pass:yellow": 2, "eagle_pass-goat_bridge:gray": 0}
    tickets = [["blue_glacier-goat_bridge"], ["cloud_lake-goat_bridge"], []]
    routes |= {"blue_glacier-cloud_lake:gray": 1, "goat_bridge-silver_mine:orange": 2}
    routes |= {"eagle_pass-silver_mine:blue": 1}
    game = mountains(
        players=3, routes=routes, tickets=tickets,
        stations={"eagle_pass": [0], "blue_glacier": [1], "goat_bridge": [1]},
    )  # fmt: skip
    assert [score.tickets_made for score in game.scores()] == [1, 1, 0]
    assert game.scores()[2].longest == 4


def test_station_4_borrowed_tracks_do_not_count_for_the_longest_path_or_bonuses():
    """STATION-4: nor for regions, places and networks."""
    routes = {"harbour-hill:red": 0, "hill-market:white": 1}
    built = {"hill": [0]}
    alone = island(routes=routes, tickets=[["harbour-market"]]).scores()[0]
    lent = island(routes=routes, tickets=[["harbour-market"]], stations=built).scores()[0]
    assert (alone.tickets_made, lent.tickets_made) == (0, 1)
    assert lent.longest == alone.longest == 2
    network = ("builders", "coasts", "one_piece", "long_line", "longest_path")
    assert [lent.bonuses[name] for name in network] == [alone.bonuses[name] for name in network]


def test_station_4_nothing_leads_through_a_country():
    """STATION-4, G-LAND-1: a borrowed track reaches a country, and ends there."""
    routes = {"abroad-market:black": 1, "hill-market:white": 0}
    game = island(routes=routes, tickets=[["abroad-harbour"]], stations={"market": [0]})
    assert game.scores()[0].tickets_made == 0
    routes |= {"harbour-hill:red": 0}
    game = island(routes=routes, tickets=[["abroad-harbour"]], stations={"market": [0]})
    assert game.scores()[0].tickets_made == 1


def test_station_5_those_that_are_not_built_are_worth_points():
    """STATION-5"""
    game = mountains(hands=["1red"], stations={"quarry": [1]})
    assert [score.bonuses["stations"] for score in game.scores()] == [9, 6]
    assert [score.total for score in game.scores()] == [9, 6]


def best_by_trying(game: gs.Game, seat: int) -> tuple[int, int]:
    """The points for tickets and the tickets made by the best of all ways to borrow."""
    board, position = game.board, game.position()
    at = {place.id: i for i, place in enumerate(board.places)}
    owners = position["routes"]
    own = [t for t in board.tracks if owners.get(t.id) == seat or (t.shared and t.id in owners)]
    lent = [
        [None, *(
            track for track in board.tracks
            if at[place] in (track.a, track.b)
            and position["routes"].get(track.id, seat) != seat
        )]
        for place, seats in position["stations"].items() if seat in seats
    ]  # fmt: skip
    tickets = [t for t in board.tickets if t.id in position["seats"][seat]["tickets"]]
    found = []
    for choice in product(*lent):
        tracks = own + [track for track in choice if track is not None]
        points = [_points(board, tracks, ticket) for ticket in tickets]
        found.append((sum(points), sum(n > 0 for n in points)))
    return max(found)


def _points(board: Board, tracks: list[Track], ticket: Ticket) -> int:
    """What a ticket scores, below zero if it is missed: of several values, by trying each end."""
    start, *others = ticket.ends
    if not ticket.values:
        made = _is_made(board, tracks, ticket.ends)
        return ticket.points if made else -ticket.points
    values = zip(others, ticket.values, strict=True)
    made_for = [points for end, points in values if _is_made(board, tracks, (start, end))]
    return max(made_for, default=-min(ticket.values))


def _is_made(board: Board, tracks: list[Track], ends: tuple[tuple[int, ...], ...]) -> bool:
    """Whether a network of these tracks, in which countries are only entered, reaches all ends."""
    for first in tracks:
        seen, edge = {first.a, first.b}, [first.a, first.b]
        while edge:
            here = edge.pop()
            for track in tracks:
                there = track.a + track.b - here
                if here in (track.a, track.b) and not board.places[here].country:
                    edge += [] if there in seen else [there]
                    seen.add(there)
        if all(not seen.isdisjoint(end) for end in ends):
            return True
    return False


@examples(12)
@given(st.sampled_from([(EVERY_SWITCH, 3), (EVERY_SWITCH, 2), (RANGE, 3)]), seeds)
def test_station_4_no_choice_of_tracks_is_better(where: tuple[str, int], seed: int):
    """STATION-4: compared with all choices there are, now and then and at the end of a game."""
    for step, game in enumerate(walk(*where, seed=seed, taste="stations")):
        if game.over or step % 40 == 39:
            for seat, score in enumerate(game.scores()):
                best = best_by_trying(game, seat)
                assert (score.ticket_points, score.tickets_made) == best


@examples(20)
@given(seeds)
def test_positions_with_stations_are_read_as_they_were_written(seed: int):
    """STATION-1: where they stand, and how many are left."""
    for game in walk(RANGE, 2, seed=seed, taste="stations"):
        if game.over:
            assert gs.Game.from_position(game.position()).position() == game.position()


@pytest.mark.parametrize(
    ("built", "said"),
    [
        ({"quarry": [0, 1]}, "STATION-3"),
        ({"quarry": [0, 0]}, "STATION-3"),
        ({"quarry": [0], "snow_inn": [0], "hermitage": [0], "fir_mill": [0]}, "STATION-1"),
        ({"nowhere": [0]}, "no place"),
        ({"quarry": 0}, "a list of seats"),
        ({"quarry": [5]}, "stations.quarry"),
        ([], "places with the seats"),
    ],
)
def test_impossible_stations_of_a_position_are_reported(built: object, said: str):
    with pytest.raises(gs.PositionError, match=said):
        mountains(stations=built)


def test_switches_of_stations_count_in_the_hash():
    board = read_board("island", ISLAND.encode())
    for old, new in (
        ("[1, 2]", "[1, 1]"),
        ("unused = 3", "unused = 2"),
        ("\nshared = true\n", "\n"),
    ):
        assert ISLAND.count(old) == 1
        assert play_hash(read_board("island", ISLAND.replace(old, new).encode())) != play_hash(
            board
        )
