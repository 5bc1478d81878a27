"""Tickets of more than two places, and tickets to regions: TOUR-1 and TOUR-2."""

from __future__ import annotations

import random
from itertools import chain, combinations
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import goldenspike as gs
from goldenspike.boards.model import Board, Ticket, Track
from goldenspike.boards.play_hash import play_hash
from goldenspike.boards.read import read_board
from goldenspike.rules.graph.cheapest_tree import find_tree, list_tree
from goldenspike.rules.graph.cheapest_way import FAR
from goldenspike.rules.record_layout import PlainScratch
from goldenspike.ways import cheapest_way
from support.table import table
from support.walks import EVERY_SWITCH, examples, seeds, walk

pytestmark = pytest.mark.quick

ISLAND = (Path(__file__).parents[1] / "boards" / "island.toml").read_text(encoding="utf-8")
BOARDS = Path(__file__).parents[2] / "examples" / "boards"
HARBOUR = str(BOARDS / "salt_harbour.toml")
CITY = str(BOARDS / "lantern_city.toml")
QUIET = ("purple", "blue", "orange", "white")


def scored(board: str, ticket: str, *tracks: str) -> tuple[int, int]:
    """The points of one ticket and whether it is made, for a seat with these tracks."""
    market = QUIET if board == EVERY_SWITCH else None
    game = table(board, market=market, tickets=[[ticket]], routes=dict.fromkeys(tracks, 0))
    score = game.scores()[0]
    return score.ticket_points, score.tickets_made


def test_tour_1_a_tour_is_made_when_one_network_reaches_all_its_places():
    """TOUR-1"""
    tour = "gull_isle-ropewalk-shipyard"
    way = ["custom-ropewalk:gray", "custom-gull_isle:black", "custom-shipyard:yellow"]
    assert scored(HARBOUR, tour, *way) == (11, 1)
    assert scored(HARBOUR, tour, *way[:2]) == (-11, 0)
    assert scored(HARBOUR, tour) == (-11, 0)


def test_tour_1_several_networks_that_reach_all_places_do_not_make_it():
    """TOUR-1"""
    apart = ["ropewalk-windmill:red", "gull_isle-new_quay:gray", "orchard-shipyard:white"]
    assert scored(HARBOUR, "gull_isle-ropewalk-shipyard", *apart) == (-11, 0)
    two = ["custom-ropewalk:gray", "custom-gull_isle:black", "orchard-shipyard:white"]
    assert scored(HARBOUR, "gull_isle-ropewalk-shipyard", *two) == (-11, 0)


def test_tour_1_four_places_are_all_asked_for():
    """TOUR-1"""
    tour = "breakwater-chapel-fish_dock-shipyard"
    way = [
        "chapel-shipyard:orange", "orchard-shipyard:white", "breakwater-orchard:black",
        "breakwater-pilot_isle:purple", "fish_dock-pilot_isle:blue",
    ]  # fmt: skip
    assert scored(HARBOUR, tour, *way) == (17, 1)
    for left_out in way:
        assert scored(HARBOUR, tour, *(t for t in way if t != left_out)) == (-17, 0)


def test_tour_1_nothing_is_joined_in_a_country():
    """TOUR-1, G-LAND-1"""
    tour = "abroad-hill-light"
    whole = ["hill-light:blue", "light-market:gray", "abroad-market:black"]
    assert scored(EVERY_SWITCH, tour, *whole) == (11, 1)
    assert scored(EVERY_SWITCH, tour, "hill-light:blue", "abroad-market:black") == (-11, 0)


def test_tour_1_borrowed_tracks_count():
    """TOUR-1, STATION-4"""
    game = table(
        EVERY_SWITCH,
        market=QUIET,
        tickets=[["abroad-hill-light"]],
        routes={"hill-light:blue": 0, "abroad-market:black": 0, "light-market:gray": 1},
        stations={"light": [0]},
    )
    assert game.scores()[0].tickets_made == 1
    assert game.view(None).board.tickets[6].points == 11


def test_tour_1_is_named_by_its_places_in_alphabetical_order():
    """TOUR-1"""
    game = table(EVERY_SWITCH, market=QUIET, phase="keep", offers=[["abroad-hill-light"]])
    assert [str(action) for action in game.legal()] == ["keep abroad-hill-light"]
    game.play("keep abroad-hill-light")
    position = game.position()
    assert position["seats"][0]["tickets"] == ["abroad-hill-light"]
    assert gs.Game.from_position(position).position() == position


def test_tour_2_any_place_of_a_region_reaches_it():
    """TOUR-2"""
    by_theatre = ["college-theatre:white", "shipyard-theatre:red"]
    by_guildhall = [
        "cathedral-college:green", "cathedral-guildhall:orange", "fishmarket-guildhall:white"
    ]  # fmt: skip
    for way in (by_theatre, by_guildhall):
        assert scored(CITY, "college-waterfront", *way) == (5, 1)
        assert scored(CITY, "college-waterfront", *way[:-1]) == (-5, 0)
    assert scored(EVERY_SWITCH, "light-market-south", "hill-light:blue", "light-market:gray") == (
        8,
        1,
    )
    assert scored(
        EVERY_SWITCH, "light-market-south", "harbour-market:green", "light-market:gray"
    ) == (8, 1)
    assert scored(EVERY_SWITCH, "light-market-south", "light-market:gray") == (-8, 0)


def test_tour_2_two_ends_have_no_place_in_common():
    """TOUR-2"""
    text = ISLAND.replace("south-light-market = 8", "south-light-hill = 8")
    with pytest.raises(gs.BoardError, match=r"place in two of its ends.*\n?.*TOUR-2"):
        read_board("island", text.encode())


def joins(board: Board, tracks: list[Track], ticket: Ticket) -> bool:
    """Whether a network of these tracks reaches all ends; found from each track outwards."""
    for first in tracks:
        net, places = [first], {first.a, first.b}
        for track in chain.from_iterable(tracks for _ in tracks):
            inner = {p for p in places if not board.places[p].country}
            if track not in net and not inner.isdisjoint((track.a, track.b)):
                net.append(track)
                places |= {track.a, track.b}
        if all(not places.isdisjoint(end) for end in ticket.ends):
            return True
    return False


@examples(15)
@given(st.sampled_from([HARBOUR, CITY, EVERY_SWITCH]), seeds)
def test_tour_1_and_2_scores_are_those_of_a_simpler_search(name: str, seed: int):
    """TOUR-1, TOUR-2: for every ticket of the board, with tracks drawn at random."""
    board, rng = gs.load_board(name), random.Random(seed)
    tracks = [track for track in board.tracks if rng.random() < rng.choice((0.2, 0.5, 0.8))]
    pairs = {(track.a, track.b): track for track in tracks}
    mine = list(pairs.values())
    while sum(track.trains for track in mine) > board.trains:
        mine.pop(rng.randrange(len(mine)))
    if sum(track.toll for track in mine) > board.tokens:
        mine = [track for track in mine if not track.toll]
    ids = [track.id for track in mine]
    for ticket in board.tickets:
        if ticket.values:
            continue
        made = joins(board, mine, ticket)
        assert scored(name, ticket.id, *ids) == (
            (ticket.points, 1) if made else (-ticket.points, 0)
        )


@examples(10)
@given(st.sampled_from([HARBOUR, CITY, EVERY_SWITCH]), seeds)
def test_tour_1_a_way_with_nothing_left_to_claim_is_a_ticket_made(name: str, seed: int):
    """TOUR-1: what a player is told while playing agrees with the score."""
    for step, game in enumerate(walk(name, 2, seed=seed, taste="building")):
        if step % 15:
            continue
        for seat in range(2):
            view = game.view(seat)
            held = view.to_json()["seats"][seat]["tickets"]
            ways = [cheapest_way(view, t) for t in view.board.tickets if t.id in held]
            made = sum(way is not None and way.done for way in ways)
            assert made == game.scores()[seat].tickets_made


def tour_board(rng: random.Random) -> tuple[SimpleNamespace, SimpleNamespace, list[list[int]]]:
    """A small random board with one tour, as `cheapest_tree` reads it."""
    places = rng.randint(4, 6)
    tracks = [(*rng.sample(range(places), 2), rng.choice((0, 1, 2, 5, FAR))) for _ in range(8)]
    spots = rng.sample(range(places), places)
    count = rng.randint(3, min(5, places))
    ends = [[spot] for spot in spots[:count]]
    for spot in spots[count:]:
        rng.choice(ends).append(spot)
    if rng.random() < 0.3:
        ends = ends[:2]
    board = SimpleNamespace(
        places=places,
        tracks=len(tracks),
        country=[int(rng.random() < 0.2) for _ in range(places)],
        track_a=[a for a, _, _ in tracks],
        track_b=[z for _, z, _ in tracks],
        ticket_ends=[len(ends)],
        ticket_end=[[sum(1 << place for place in end) for end in ends]],
    )
    graph = PlainScratch()
    graph.track_cost = [cost for _, _, cost in tracks]
    return board, graph, ends


def reaches(board: SimpleNamespace, net: tuple[int, ...], ends: list[list[int]]) -> bool:
    """Whether tracks are one network, not joined in countries, that reaches all ends."""
    for first in net:
        places = {board.track_a[first], board.track_b[first]}
        for t in chain.from_iterable(net for _ in net):
            inner = {p for p in places if not board.country[p]}
            if not inner.isdisjoint((board.track_a[t], board.track_b[t])):
                places |= {board.track_a[t], board.track_b[t]}
        if all(not places.isdisjoint(end) for end in ends):
            return True
    return False


@examples(150)
@given(seeds)
def test_tour_1_and_2_the_cheapest_network_is_that_of_all_sets_of_tracks(seed: int):
    """TOUR-1, TOUR-2, G-LAND-1"""
    board, graph, ends = tour_board(random.Random(seed))
    usable = [t for t in range(board.tracks) if graph.track_cost[t] < FAR]
    best = FAR
    for size in range(len(usable) + 1):
        for net in combinations(usable, size):
            if reaches(board, net, ends):
                best = min(best, sum(graph.track_cost[t] for t in net))
    assert find_tree(board, graph, 0) == best
    if best < FAR:
        found = graph.tree_track[: list_tree(board, graph)]
        assert len(set(found)) == len(found)
        assert sum(graph.track_cost[t] for t in found) == best
        assert reaches(board, tuple(found), ends)


def test_ends_count_in_the_hash():
    text = ISLAND.replace(", south = 3", "")  # a region that may grow
    board = read_board("island", text.encode())
    for old, new in (
        ("hill-light-abroad = 11", "harbour-light-abroad = 11"),
        ("south-light-market = 8", "south-light = 8"),
        ('places = ["harbour", "hill"]', 'places = ["harbour", "hill", "abroad"]'),
    ):
        assert text.count(old) == 1
        changed = read_board("island", text.replace(old, new).encode())
        assert play_hash(changed) != play_hash(board)
