"""The cheapest way still open for a ticket: own tracks cost nothing, closed ones are gone."""

from __future__ import annotations

import pytest

import goldenspike as gs
from goldenspike.ways import cheapest_way
from support.table import table

pytestmark = pytest.mark.quick


def names(view: gs.View, tracks: tuple[int, ...]) -> list[str]:
    return [view.board.tracks[number].id for number in tracks]


def test_own_tracks_cost_nothing_and_others_are_gone_around():
    view = table(players=2).view(0)
    ticket = view.board.tickets[0]
    whole = cheapest_way(view, ticket)
    assert whole is not None
    assert not whole.done
    assert whole.spaces == sum(view.board.tracks[number].length for number in whole.tracks)
    tracks = names(view, whole.tracks)
    shorter = cheapest_way(table(players=2, routes={tracks[0]: 0}).view(0), ticket)
    assert shorter is not None
    assert shorter.spaces < whole.spaces
    made = cheapest_way(table(players=2, routes=dict.fromkeys(tracks, 0)).view(0), ticket)
    assert made is not None
    assert made.done
    around = cheapest_way(table(players=2, routes=dict.fromkeys(tracks, 1)).view(0), ticket)
    assert around is not None
    assert not set(around.tracks) & set(whole.tracks)
    assert around.spaces >= whole.spaces


def test_a_place_that_is_shut_in_has_no_way():
    """Both tracks out of Miami taken by the other: nothing gets there any more."""
    board = gs.load_board("usa")
    out = {track.id: 1 for track in board.tracks if "miami" in track.id}
    view = table(players=2, routes=out).view(0)
    ticket = next(ticket for ticket in board.tickets if ticket.id == "boston-miami")
    assert cheapest_way(view, ticket) is None


def test_no_way_runs_through_a_country():
    """G-LAND-1."""
    view = table("germany", players=4).view(0)
    board = view.board
    countries = {i for i, place in enumerate(board.places) if place.country}
    for ticket in board.tickets:
        way = cheapest_way(view, ticket)
        assert way is not None, ticket.id
        touched = [p for n in way.tracks for p in (board.tracks[n].a, board.tracks[n].b)]
        assert not [p for p in touched if p in countries and p not in (ticket.a, ticket.b)]
