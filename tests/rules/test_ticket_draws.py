"""Drawing tickets: TICKET-1 to TICKET-3."""

from __future__ import annotations

import pytest

from support.table import legal, refusal, seat, table

pytestmark = pytest.mark.quick

TOPS = ["boston-miami", "calgary-phoenix", "dallas-new_york", "denver-el_paso"]


def test_ticket_1_three_from_the_top_keep_at_least_one():
    """TICKET-1: any choice but none at all."""
    game = table(ticket_tops=TOPS, tickets=[["chicago-santa_fe"], []])
    game.play("tickets")
    assert seat(game, 0)["offer"] == TOPS[:3]
    assert game.phase == "keep"
    assert sorted(legal(game)) == sorted(
        [
            "keep boston-miami",
            "keep calgary-phoenix",
            "keep dallas-new_york",
            "keep boston-miami calgary-phoenix",
            "keep boston-miami dallas-new_york",
            "keep calgary-phoenix dallas-new_york",
            "keep boston-miami calgary-phoenix dallas-new_york",
        ]
    )
    game.play("keep calgary-phoenix")
    assert seat(game, 0)["tickets"] == ["chicago-santa_fe", "calgary-phoenix"]
    assert (game.seat, game.phase) == (1, "turn")


def test_ticket_1_nothing_else_before_the_choice():
    """TICKET-1: having seen them one can't do something else."""
    game = table(hands=["5red"], ticket_tops=TOPS, tickets=[["chicago-santa_fe"], []])
    game.play("tickets")
    for text in ("draw deck", "tickets", "pass", "claim dallas-el_paso:red 4red"):
        assert refusal(game, text).rule in ("TICKET-1", "SET-2")
    assert refusal(game, "keep denver-el_paso").rule == "TICKET-1"


@pytest.mark.parametrize("left", [1, 2])
def test_ticket_1_with_fewer_left_draw_what_there_is(left: int):
    """TICKET-1: the last ticket cards."""
    tops = TOPS[:left]
    game = table(ticket_tops=tops, ticket_rest="removed", tickets=[["chicago-santa_fe"], []])
    game.play("tickets")
    assert seat(game, 0)["offer"] == tops
    assert len(legal(game)) == 2**left - 1
    game.play("keep " + " ".join(tops))
    assert game.position()["ticket_decks"] == {"main": []}


def test_ticket_1_none_left_is_no_action():
    """TICKET-1"""
    game = table(ticket_rest="removed")
    assert "tickets" not in legal(game)
    assert refusal(game, "tickets").rule == "TICKET-1"


def test_ticket_1_nordic_draws_three_and_returns_leave_the_game():
    """TICKET-1: by the table, three even where five are dealt at the start."""
    tops = ["aalborg-umea", "bergen-narvik", "oslo-vaasa", "oslo-stavanger"]
    game = table("nordic", ticket_tops=tops, tickets=[["oslo-stockholm"], []])
    game.play("tickets")
    assert seat(game, 0)["offer"] == tops[:3]
    deck = game.position()["ticket_decks"]["main"]
    game.play("keep bergen-narvik")
    assert game.position()["removed_tickets"] == ["aalborg-umea", "oslo-vaasa"]
    assert game.position()["ticket_decks"]["main"] == deck


def test_ticket_2_returned_tickets_go_under_the_deck_as_they_were_offered():
    """TICKET-2: in the order of the offer."""
    game = table(ticket_tops=TOPS, tickets=[["chicago-santa_fe"], []])
    game.play("tickets")
    deck = game.position()["ticket_decks"]["main"]
    game.play("keep calgary-phoenix")
    assert game.position()["ticket_decks"]["main"] == [*deck, "boston-miami", "dallas-new_york"]


def test_ticket_2_any_number_may_be_held_and_none_is_given_back():
    """TICKET-2: seat 0 draws until every ticket is in a hand."""
    game = table(tickets=[["boston-miami"], ["chicago-santa_fe"]])
    held = {"boston-miami"}
    while "tickets" in legal(game):
        game.play("tickets")
        game.play("keep " + " ".join(seat(game, 0)["offer"]))
        assert held <= set(seat(game, 0)["tickets"])
        held = set(seat(game, 0)["tickets"])
        game.play("draw deck")
        game.play("draw deck")
    assert len(held) == 29


ROAD = {
    "boston-new_york:red": 0,
    "new_york-washington:orange": 0,
    "raleigh-washington:gray": 0,
    "charleston-raleigh:gray": 0,
}


def test_ticket_3_made_if_ones_own_routes_connect():
    """TICKET-3: Boston to Miami over any number of routes."""
    game = table(tickets=[["boston-miami"], []], routes={**ROAD, "charleston-miami:purple": 0})
    score = game.scores()[0]
    assert (score.ticket_points, score.tickets_made, score.tickets_missed) == (12, 1, 0)


def test_ticket_3_lost_if_not():
    """TICKET-3: one link is missing."""
    game = table(tickets=[["boston-miami"], []], routes=ROAD)
    score = game.scores()[0]
    assert (score.ticket_points, score.tickets_made, score.tickets_missed) == (-12, 0, 1)


def test_ticket_3_another_players_route_does_not_help():
    """TICKET-3: the last link is seat 1's."""
    game = table(tickets=[["boston-miami"], []], routes={**ROAD, "charleston-miami:purple": 1})
    assert game.scores()[0].ticket_points == -12
