"""Tickets with several values by what is reached: VALUE-1 and VALUE-2."""

from __future__ import annotations

import random
from itertools import chain, combinations
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import goldenspike as gs
from goldenspike.boards.model import Board, Track
from goldenspike.boards.play_hash import play_hash
from goldenspike.boards.problems import BoardError
from goldenspike.boards.read import read_board
from goldenspike.boards.write import board_text
from goldenspike.rules.graph.cheapest_tree import (
    find_ticket_way,
    find_valued_way,
    list_tree,
    points_there,
)
from goldenspike.rules.graph.cheapest_way import FAR
from goldenspike.rules.record_layout import PlainScratch
from goldenspike.ways import cheapest_way, ticket_points
from support.table import table
from support.walks import EVERY_SWITCH, examples, seeds, walk

pytestmark = pytest.mark.quick

ISLAND = (Path(__file__).parents[1] / "boards" / "island.toml").read_text(encoding="utf-8")
HARBOUR = str(Path(__file__).parents[2] / "examples" / "boards" / "salt_harbour.toml")
QUIET = ("purple", "blue", "orange", "white")
PILOT = "pilot_isle-chapel/old_quay/ropewalk"
TO_OLD_QUAY = ["gull_isle-pilot_isle:gray", "gull_isle-old_quay:gray"]
ABROAD = "abroad-hill/light/south"


def scored(board: str, ticket: str, *tracks: str) -> tuple[int, int, int]:
    """The points of one ticket, and how many are made and missed, for a seat with these tracks."""
    market = QUIET if board == EVERY_SWITCH else None
    game = table(board, market=market, tickets=[[ticket]], routes=dict.fromkeys(tracks, 0))
    score = game.scores()[0]
    return score.ticket_points, score.tickets_made, score.tickets_missed


def test_value_1_the_best_end_that_is_joined_to_the_start_scores_alone():
    """VALUE-1"""
    assert scored(HARBOUR, PILOT, *TO_OLD_QUAY) == (5, 1, 0)
    further = [*TO_OLD_QUAY, "old_quay-ropewalk:black"]
    assert scored(HARBOUR, PILOT, *further) == (8, 1, 0)
    assert scored(HARBOUR, PILOT, *further, "chapel-ropewalk:green") == (10, 1, 0)


def test_value_1_a_nearer_end_need_not_be_reached():
    """VALUE-1"""
    way = ["new_quay-pilot_isle:red", "new_quay-shipyard:purple", "chapel-shipyard:orange"]
    assert scored(HARBOUR, PILOT, *way) == (10, 1, 0)


def test_value_1_an_end_that_is_not_joined_to_the_start_scores_nothing():
    """VALUE-1, VALUE-2"""
    apart = ["gull_isle-pilot_isle:gray", "chapel-ropewalk:green", "old_quay-ropewalk:black"]
    assert scored(HARBOUR, PILOT, *apart) == (-5, 0, 1)
    assert scored(HARBOUR, PILOT, *apart[1:]) == (-5, 0, 1)


def test_value_2_one_that_reaches_nothing_loses_the_smallest_of_its_values():
    """VALUE-2"""
    assert scored(HARBOUR, PILOT) == (-5, 0, 1)
    assert scored(HARBOUR, "lighthouse-custom/ropewalk/salt_pans") == (-7, 0, 1)
    assert scored(EVERY_SWITCH, ABROAD) == (-3, 0, 1)


def test_value_1_ends_may_be_countries_and_regions():
    """VALUE-1, TOUR-2, G-LAND-1"""
    out = "abroad-market:black"
    assert scored(EVERY_SWITCH, "market-abroad/harbour", out) == (2, 1, 0)
    assert scored(EVERY_SWITCH, ABROAD, out) == (-3, 0, 1)
    assert scored(EVERY_SWITCH, ABROAD, out, "harbour-market:green") == (3, 1, 0)
    assert scored(EVERY_SWITCH, ABROAD, out, "hill-market:white") == (5, 1, 0)
    assert scored(EVERY_SWITCH, ABROAD, out, "light-market:gray") == (9, 1, 0)


@pytest.mark.parametrize(
    ("stationed", "points"), [([], -11), (["market"], 5)], ids=["none", "market"]
)
def test_value_1_stations_borrow_what_scores_most_less_what_is_lost(
    stationed: list[str], points: int
):
    """VALUE-1, STATION-4: abroad would make 9, but hill makes 8 and loses 3 instead of 8."""
    game = table(
        EVERY_SWITCH,
        market=QUIET,
        tickets=[[ABROAD, "light-market-south"]],
        routes={"light-market:gray": 0, "abroad-market:black": 1, "hill-market:white": 1},
        stations={place: [0] for place in stationed},
    )
    assert game.scores()[0].ticket_points == points


@pytest.mark.parametrize("end", ["harbour", "south"])
def test_value_1_no_end_has_a_place_of_the_start(end: str):
    """VALUE-1: Harbour is itself, and lies in the region South."""
    old, new = "market = { abroad = 2, harbour = 5 }", f"harbour = {{ abroad = 2, {end} = 5 }}"
    assert ISLAND.count(old) == 1
    with pytest.raises(BoardError, match="has a place of harbour, the start"):
        read_board("island", ISLAND.replace(old, new).encode())


def test_value_1_it_is_named_by_its_start_and_its_ends():
    """VALUE-1"""
    game = table(EVERY_SWITCH, market=QUIET, phase="keep", offers=[[ABROAD]])
    assert [str(action) for action in game.legal()] == [f"keep {ABROAD}"]
    game.play(f"keep {ABROAD}")
    position = game.position()
    assert position["seats"][0]["tickets"] == [ABROAD]
    assert gs.Game.from_position(position).position() == position


def test_value_1_it_is_made_once_the_nearest_end_is_reached():
    """VALUE-1"""
    routes = {"gull_isle-pilot_isle:gray": 0}
    game = table(HARBOUR, tickets=[[PILOT]], routes=routes)
    ticket = next(t for t in game.board.tickets if t.id == PILOT)
    way = cheapest_way(game.view(0), ticket)
    assert way is not None
    assert [game.board.tracks[number].id for number in way.tracks] == ["gull_isle-old_quay:gray"]
    assert game.hints(0).to_json(game.kernel_board)["tickets"] == {PILOT: "open"}
    made = table(HARBOUR, tickets=[[PILOT]], routes=routes | {"gull_isle-old_quay:gray": 0})
    assert made.hints(0).to_json(made.kernel_board)["tickets"] == {PILOT: "made"}
    assert ticket_points(made.view(0)) == {PILOT: 5}


def joined(board: Board, tracks: list[Track], one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Whether these tracks join two ends; found from each track outwards."""
    for first in tracks:
        net, places = [first], {first.a, first.b}
        for track in chain.from_iterable(tracks for _ in tracks):
            inner = {p for p in places if not board.places[p].country}
            if track not in net and not inner.isdisjoint((track.a, track.b)):
                net.append(track)
                places |= {track.a, track.b}
        if not places.isdisjoint(one) and not places.isdisjoint(other):
            return True
    return False


@examples(20)
@given(st.sampled_from([HARBOUR, EVERY_SWITCH]), seeds)
def test_value_1_and_2_scores_are_those_of_trying_every_end(name: str, seed: int):
    """VALUE-1, VALUE-2: for every such ticket of the board, with tracks drawn at random."""
    board, rng = gs.load_board(name), random.Random(seed)
    chance = rng.choice((0.2, 0.5, 0.8))
    pairs = {(t.a, t.b): t for t in board.tracks if rng.random() < chance}
    mine = [track for track in pairs.values() if not track.toll]
    while sum(track.trains for track in mine) > board.trains:
        mine.pop(rng.randrange(len(mine)))
    for ticket in board.tickets:
        if not ticket.values:
            continue
        start, *others = ticket.ends
        worth = [
            points
            for end, points in zip(others, ticket.values, strict=True)
            if joined(board, mine, start, end)
        ]
        expected = (max(worth), 1, 0) if worth else (-min(ticket.values), 0, 1)
        assert scored(name, ticket.id, *(track.id for track in mine)) == expected


@examples(10)
@given(st.sampled_from([HARBOUR, EVERY_SWITCH]), seeds)
def test_value_1_single_tickets_add_up_to_the_score(name: str, seed: int):
    """VALUE-1, VALUE-2, STATION-4: and what a player is told while playing agrees with it."""
    for step, game in enumerate(walk(name, 2, seed=seed, taste="building")):
        if step % 15:
            continue
        for seat in range(2):
            view, score = game.view(seat), game.scores()[seat]
            shown = view.to_json()["seats"][seat]
            points = {t: n for t, n in ticket_points(view).items() if t in shown["tickets"]}
            assert sum(points.values()) == score.ticket_points
            assert sum(n > 0 for n in points.values()) == score.tickets_made
            states = game.hints(seat).to_json(game.kernel_board)["tickets"]
            assert all((states[t] == "made") == (n > 0) for t, n in points.items())


def valued_board(rng: random.Random) -> tuple[SimpleNamespace, SimpleNamespace, list[list[int]]]:
    """A small random board with one ticket of several values, as `cheapest_tree` reads it."""
    places = rng.randint(4, 6)
    tracks = [(*rng.sample(range(places), 2), rng.choice((0, 1, 2, 5, FAR))) for _ in range(8)]
    start, *spots = rng.sample(range(places), places)
    ends = [[start], *(rng.sample(spots, rng.randint(1, 2)) for _ in range(rng.randint(2, 6)))]
    board = SimpleNamespace(
        places=places,
        tracks=len(tracks),
        country=[int(rng.random() < 0.2) for _ in range(places)],
        track_a=[a for a, _, _ in tracks],
        track_b=[z for _, z, _ in tracks],
        ticket_ends=[len(ends)],
        ticket_end=[[sum(1 << place for place in end) for end in ends]],
        ticket_value=[[0, *(rng.randint(1, 9) for _ in ends[1:])]],
    )
    graph = PlainScratch()
    graph.track_cost = [cost for _, _, cost in tracks]
    return board, graph, ends


def reaches(board: SimpleNamespace, net: tuple[int, ...], ends: list[list[int]]) -> bool:
    """Whether tracks are one network, not joined in countries, that reaches these ends."""
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
@given(seeds, st.sampled_from([0, 1, 2]))
def test_value_1_the_way_found_is_the_best_of_all_sets_of_tracks(seed: int, worth: int):
    """VALUE-1, G-LAND-1: by points less cost, and by cost alone."""
    board, graph, ends = valued_board(random.Random(seed))
    usable = [t for t in range(board.tracks) if graph.track_cost[t] < FAR]
    best: int | None = None
    for size in range(len(usable) + 1):
        for net in combinations(usable, size):
            cost = sum(graph.track_cost[t] for t in net)
            for end, points in zip(ends[1:], board.ticket_value[0][1:], strict=True):
                gain = worth * points - cost
                if (best is None or gain > best) and reaches(board, net, [ends[0], end]):
                    best = gain
    cost = find_valued_way(board, graph, 0, worth)
    assert (best is None) == (cost == FAR)
    if best is None:
        return
    points = points_there(board, graph, 0)
    assert worth * points - cost == best
    found = tuple(graph.tree_track[: list_tree(board, graph)])
    assert sum(graph.track_cost[t] for t in found) == cost
    end = next(
        end for end, n in zip(ends[1:], board.ticket_value[0][1:], strict=True) if n == points
        and reaches(board, found, [ends[0], end])
    )  # fmt: skip
    assert end
    if worth == 0:
        assert find_ticket_way(board, graph, 0) == cost


def test_values_count_in_the_hash_and_are_written_as_they_were_read():
    board = read_board("island", ISLAND.encode())
    again = read_board("island", board_text(board).encode())
    assert (again.tickets, again.play_hash) == (board.tickets, board.play_hash)
    for old, new in (
        ("market = { abroad = 2, harbour = 5 }", "market = { abroad = 1, harbour = 5 }"),
        ("market = { abroad = 2, harbour = 5 }", "market = { light = 2, harbour = 5 }"),
    ):
        assert ISLAND.count(old) == 1
        changed = read_board("island", ISLAND.replace(old, new).encode())
        assert play_hash(changed) != play_hash(board)
