"""The belief benchmark: the laws of its predictions, and of its losses."""

from __future__ import annotations

import pytest

import goldenspike as gs
from goldenspike.arena.belief_benchmark import compare_beliefs
from goldenspike.bots import Stream, decide, make_bot
from goldenspike.bots.beliefs.baselines import (
    BASELINES,
    ResampledWorlds,
    TicketsByBuilds,
    Uniform,
    built_part,
)
from goldenspike.bots.beliefs.predictions import Prediction, hidden_tickets, log_loss
from goldenspike.rules.tickets import held_tickets, offered_tickets
from support.table import table


def positions(board: str, players: int, every: int = 15) -> list[gs.Game]:
    """Positions of one game between planners."""
    game = gs.Game(board, players, seed=11, kernel="compiled")
    bot, rng, found = make_bot("planner"), Stream("beliefs"), []
    while not game.over:
        if len(game.actions) % every == every - 1:
            found.append(game.copy())
        game.play(decide(bot, game.view(game.seat), rng).action)
    return found


TABLES = [("usa", 2), ("germany", 3), ("nordic", 3)]


@pytest.mark.parametrize(("board", "players"), TABLES)
def test_predictions_are_probabilities_and_depend_on_the_view_alone(board: str, players: int):
    for game in positions(board, players)[::3]:
        view = game.view(game.seat)
        opponent = (game.seat + 1) % players
        for make in BASELINES:
            believer = make(20) if make is ResampledWorlds else make()
            prediction = believer.predict(view, opponent)
            size = int(game.state.cards[opponent])
            for chances in prediction.hands:
                assert sum(chances) == pytest.approx(1)
                assert min(chances) >= 0
            mean = sum(n * p for chances in prediction.hands for n, p in enumerate(chances))
            assert mean == pytest.approx(size)
            assert set(prediction.tickets) == set(hidden_tickets(view))
            assert all(0 <= chance <= 1 for chance in prediction.tickets.values())
            other = game.resample(game.seat, seed=5).view(game.seat)
            assert believer.predict(other, opponent) == prediction


@pytest.mark.parametrize(("board", "players"), TABLES)
def test_chances_of_tickets_add_up_to_their_number(board: str, players: int):
    for game in positions(board, players)[::3]:
        opponent = (game.seat + 1) % players
        state = game.state
        holds = len([*held_tickets(state, opponent), *offered_tickets(state, opponent)])
        for believer in (Uniform(), ResampledWorlds(20)):
            chances = believer.predict(game.view(game.seat), opponent).tickets
            assert sum(chances.values()) == pytest.approx(holds)


def test_who_knows_everything_loses_nothing_and_a_wrong_certainty_costs():
    game = positions("usa", 2)[2]
    view, opponent = game.view(game.seat), 1 - game.seat
    state = game.state
    held = {*held_tickets(state, opponent), *offered_tickets(state, opponent)}
    hands = []
    for kind in range(9):
        chances = [0.0] * (int(state.cards[opponent]) + 1)
        chances[int(state.hands[opponent][kind])] = 1.0
        hands.append(chances)
    truth = Prediction(hands, {t: float(t in held) for t in hidden_tickets(view)})
    perfect = log_loss(truth, game, view, opponent)
    assert (perfect.hands, perfect.tickets) == (0, 0)
    wrong = Prediction([c[::-1] for c in hands], {t: 1 - p for t, p in truth.tickets.items()})
    costly = log_loss(wrong, game, view, opponent)
    assert costly.tickets > 10
    assert costly.hands > 1


def test_the_built_part_of_a_way_grows_from_nothing_to_all():
    late = positions("usa", 2)[-1]
    for seat in range(2):
        view = late.view(1 - seat)
        scores = late.scores()[seat]
        parts = [built_part(view, seat, t) for t in range(len(late.board.tickets))]
        assert all(0 <= part <= 1 for part in parts)
        held = held_tickets(late.state, seat)
        assert sum(parts[t] == 1 for t in held) >= scores.tickets_made
    start = gs.Game("usa", 2, seed=1, kernel="plain").view(0)
    assert built_part(start, 1, 0) == 0


def test_no_way_leads_through_a_country():
    """G-LAND-1"""
    owned = ("konstanz-schweiz:white", "lindau-schweiz:blue", "lindau-muenchen:gray")
    game = table("germany", routes=dict.fromkeys(owned, 0), tickets=[["konstanz-muenchen"]])
    ids = [ticket.id for ticket in game.board.tickets]
    assert game.scores()[0].tickets_made == 0
    assert built_part(game.view(1), 0, ids.index("konstanz-muenchen")) < 1


def test_builds_tell_of_tickets_and_sampling_costs_little():
    """Log-loss is a proper score: of fair predictions, the better informed one wins."""
    believers = [Uniform(), ResampledWorlds(40), TicketsByBuilds()]
    uniform, worlds, builds = compare_beliefs(gs.load_board("usa"), 2, believers, games=4, every=20)
    assert uniform.positions == worlds.positions > 10
    assert builds.tickets < uniform.tickets
    assert builds.hands == uniform.hands
    assert worlds.hands == pytest.approx(uniform.hands, abs=0.1)
