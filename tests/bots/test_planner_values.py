"""The planner goes for the end of a ticket with several values that is worth its way."""

from __future__ import annotations

from pathlib import Path

import pytest

import goldenspike as gs
from goldenspike.arena.batch import Batch
from goldenspike.arena.play_batch import play_batch
from goldenspike.boards.model import Ticket
from goldenspike.bots.planner.policy import make_plan
from goldenspike.bots.policy_record import (
    PLANNER,
    PlainPolicy,
    PlannerSettings,
    new_policy,
)
from goldenspike.bots.workspace import PlainWorkspace
from goldenspike.ways import ticket_points
from support.table import table

HARBOUR = str(Path(__file__).parents[2] / "examples" / "boards" / "salt_harbour.toml")
PILOT = "pilot_isle-chapel/old_quay/ropewalk"
MADE_FOR_5 = {"gull_isle-pilot_isle:gray": 0, "gull_isle-old_quay:gray": 0}
GAMES = 24


@pytest.fixture(scope="module")
def scored() -> list[tuple[Ticket, int]]:
    """All tickets with several values that planners held at the end of games, and their points."""
    batch = Batch(HARBOUR, ("planner",) * 3, 7, 0, GAMES, recorded=True)
    outcome = play_batch(batch)
    assert outcome.history is not None
    board = gs.load_board(HARBOUR)
    tickets = {ticket.id: ticket for ticket in board.tickets if ticket.values}
    found = []
    for number, codes in enumerate(outcome.history):
        game = gs.Game(board, 3, batch.first_seed + number, batch.first_seat)
        for code in codes:
            game.play(int(code))
        for seat in range(3):
            points = ticket_points(game.view(seat))
            found += [(tickets[t], n) for t, n in points.items() if t in tickets]
    return found


def test_most_of_them_are_made(scored: list[tuple[Ticket, int]]):
    assert len(scored) >= GAMES / 2
    assert sum(n > 0 for _, n in scored) >= 0.6 * len(scored)


def test_it_does_not_always_go_to_the_cheapest_end(scored: list[tuple[Ticket, int]]):
    made = [(ticket, n) for ticket, n in scored if n > 0]
    assert sum(n > ticket.at_stake for ticket, n in made) >= 0.3 * len(made)


def plan(hand: str, *more: str) -> tuple[list[str], list[int]]:
    """The tracks that the planner means to claim, and what it hopes to gain by its one ticket."""
    routes = MADE_FOR_5 | dict.fromkeys(more, 0)
    game = table(HARBOUR, hands=[hand], tickets=[[PILOT]], routes=routes)
    board, workspace = game.kernel_board, PlainWorkspace()
    policy = PlainPolicy.from_row(new_policy(PLANNER, PlannerSettings()))
    make_plan(game.state, board.plain, 0, policy, workspace.plan, workspace.scratch)
    found = workspace.plan
    planned = [board.track_order[t] for t in range(board.plain.tracks) if found.planned[t]]
    return [game.board.tracks[t].id for t in planned], found.ticket_value[: found.tickets]


def test_one_that_is_made_is_carried_on_where_a_better_end_is_near():
    """VALUE-1: Chapel Hill is worth 10 instead of 5."""
    near = ["new_quay-pilot_isle:red", "new_quay-shipyard:purple"]
    assert plan("4orange", *near) == (["chapel-shipyard:orange"], [500])


def test_one_that_is_made_is_left_where_better_ends_are_dear():
    """VALUE-1: Ropewalk is worth 3 more, but takes 3 trains and a turn."""
    assert plan("4orange") == ([], [0])


def test_one_at_its_best_end_is_finished():
    """VALUE-1"""
    best = ["new_quay-pilot_isle:red", "new_quay-shipyard:purple", "chapel-shipyard:orange"]
    assert plan("4orange", *best) == ([], [])
