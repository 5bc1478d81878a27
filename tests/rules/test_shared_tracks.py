"""Tracks that count for everybody's tickets once somebody has claimed them: SHARED-1, SHARED-2."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import goldenspike as gs
from goldenspike.boards.model import Board, Track
from goldenspike.boards.play_hash import play_hash
from goldenspike.boards.read import read_board
from goldenspike.ways import cheapest_way
from support.table import table
from support.walks import EVERY_SWITCH, examples, seeds, walk

pytestmark = pytest.mark.quick

ISLAND = (Path(__file__).parents[1] / "boards" / "island.toml").read_text(encoding="utf-8")
CITY = str(Path(__file__).parents[2] / "examples" / "boards" / "lantern_city.toml")
CROSSING = "clocktower-gasworks:gray"
BEYOND = "gasworks-shipyard:white"


def city(**more: object) -> gs.Game:
    """Lantern City, where the street from the clock tower to the gasworks is shared."""
    return table(CITY, **more)  # type: ignore[arg-type]


def made(routes: dict[str, int], ticket: str) -> list[int]:
    """For each seat, whether it makes a ticket that only it holds."""
    return [
        city(routes=routes, tickets=[[ticket] if p == seat else [] for p in (0, 1)])
        .scores()[seat]
        .tickets_made
        for seat in (0, 1)
    ]


def test_shared_1_a_claimed_one_counts_for_the_tickets_of_all():
    """SHARED-1: with the own tracks of each; before somebody claims it, for nobody's."""
    street = "brickfields-clocktower:gray"
    assert made({street: 1}, "brickfields-gasworks") == [0, 0]
    assert made({CROSSING: 0, street: 1}, "brickfields-gasworks") == [0, 1]
    assert made({CROSSING: 0, street: 0}, "brickfields-gasworks") == [1, 0]


def test_shared_1_other_tracks_of_others_do_not_count():
    """SHARED-1, TICKET-3"""
    routes = {CROSSING: 1, "brickfields-clocktower:gray": 1, BEYOND: 0}
    assert made(routes, "brickfields-gasworks") == [0, 1]


def test_shared_1_whoever_claims_it_owns_it():
    """SHARED-1: trains, points, and a share; nobody claims it again."""
    game = city(hands=["2blue", "2blue"])
    game.play(f"claim {CROSSING} 2blue")
    seats = game.view(None).to_json()["seats"]
    assert [seat["trains"] for seat in seats] == [20, 22]
    assert [seat["route_points"] for seat in seats] == [2, 0]
    assert game.view(None).to_json()["routes"] == {CROSSING: 0}
    reason = game.why_not(f"claim {CROSSING} 2blue")
    assert reason is not None
    assert reason.code in ("taken", "phase")


def test_shared_1_ways_lead_over_it_for_nothing():
    """SHARED-1: hints and cheapest ways of every player."""
    ticket = "brickfields-gasworks"
    for routes, spaces in (({}, 4), ({CROSSING: 1}, 2)):
        game = city(routes=routes, tickets=[[ticket]])
        facts = next(t for t in game.board.tickets if t.id == ticket)
        way = cheapest_way(game.view(0), facts)
        assert way is not None
        assert way.spaces == spaces


def test_shared_2_it_counts_for_tickets_alone():
    """SHARED-2: neither for the longest path nor for places, regions and networks."""
    alone = {"fishmarket-guildhall:gray": 0, "clocktower-theatre:gray": 0}
    lent = city(routes=alone | {CROSSING: 1}).scores()[0]
    before = city(routes=alone).scores()[0]
    names = ("districts", "one_round")
    assert lent.longest == before.longest == 2
    assert [lent.bonuses[name] for name in names] == [before.bonuses[name] for name in names]


def test_shared_2_a_station_borrows_another_track():
    """SHARED-2, STATION-4: it is free for a track that is not shared."""
    routes = {"harbour-hill:gray#2": 1, "hill-market:white": 1}
    game = table(
        EVERY_SWITCH,
        market=("purple", "blue", "orange", "white"),
        routes=routes,
        stations={"hill": [0]},
        tickets=[["harbour-market"]],
        phase="over",
        last_turns=0,
    )
    assert game.scores()[0].tickets_made == 1
    assert game.view(None).to_json()["seats"][0]["borrowed"] == ["hill-market:white"]


def _joins(board: Board, tracks: list[Track], start: int, goal: int) -> bool:
    """A way from one place to another, entering countries but never leaving one."""
    seen, edge = {start}, [start]
    while edge:
        here = edge.pop()
        if board.places[here].country and here != start:
            continue
        for track in tracks:
            there = track.a + track.b - here
            if here in (track.a, track.b) and there not in seen:
                seen.add(there)
                edge.append(there)
    return goal in seen


@examples(10)
@given(st.sampled_from([(CITY, 3), (CITY, 5)]), seeds)
def test_tickets_are_made_by_own_and_shared_tracks(where: tuple[str, int], seed: int):
    """SHARED-1: at every tenth step of random games, for the owner and for all others."""
    for step, game in enumerate(walk(*where, seed=seed, taste="building")):
        if step % 10 and not game.over:
            continue
        position, board = game.position(), game.board
        owners = position["routes"]
        for seat, score in enumerate(game.scores()):
            usable = [
                t for t in board.tracks
                if owners.get(t.id) == seat or (t.shared and t.id in owners)
            ]  # fmt: skip
            held = [t for t in board.tickets if t.id in position["seats"][seat]["tickets"]]
            joined = sum(
                any(
                    all(any(_joins(board, usable, a, z) for z in end) for end in ticket.ends[1:])
                    for a in ticket.ends[0]
                )
                for ticket in held
            )
            assert (score.tickets_made, score.tickets_missed) == (joined, len(held) - joined)


@examples(6)
@given(seeds)
def test_hints_are_kept_current_while_others_claim_shared_tracks(seed: int):
    """SHARED-1: hints that follow a game are those made anew."""
    last: list[Any] = [None, None, None]
    for game in walk(CITY, 3, seed=seed, taste="building"):
        for seat in range(3):
            last[seat] = game.hints(seat, last[seat])
            assert last[seat].to_json(game.kernel_board) == game.view(seat).hints()


def test_sharing_counts_in_the_hash():
    board = read_board("island", ISLAND.encode())
    other = read_board("island", ISLAND.replace(", shared = true }", " }").encode())
    assert play_hash(other) != play_hash(board)
