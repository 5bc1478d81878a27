"""Expected points in compiled code; importing this loads or compiles it."""

from __future__ import annotations

from numba import types

from goldenspike.bots.compiled_policies import CHOOSER, choose_code, policy_entry
from goldenspike.bots.nested_record import span
from goldenspike.bots.planner import card_choice
from goldenspike.bots.policy_record import POLICY_DTYPE as POLICY
from goldenspike.bots.searcher import worlds
from goldenspike.bots.searcher.search_record import SEARCH_DTYPE as SEARCH
from goldenspike.bots.value_network import evaluation, perceptron
from goldenspike.rules import chacha, codes, scoring, turns
from goldenspike.rules.compiled.compilation import INT, KEY, ROW
from goldenspike.rules.record_layout import BOARD_DTYPE as BOARD

__all__ = ["choose_code", "expected_own_points", "simulate_points"]

SAMPLE, SAMPLE_END = span(SEARCH, "sample")
WORLD, WORLD_END = span(SEARCH, "world")
GAME, GAME_END = span(SEARCH, "game")
RNG, RNG_END = span(SEARCH, "rng")
WORKSPACE, WORKSPACE_END = span(SEARCH, "workspace")

WEIGHTS = types.Array(types.float32, 1, "C")
POINTS = types.Array(types.float64, 2, "C")

FINISHED = -1
"""In place of the trains left: the simulation reached the end of the game."""
RANK_STEP = 0.001
"""Points that a rank counts in a finished game, so that tie-breaks show."""


@policy_entry(types.void(CHOOSER, ROW, ROW, KEY, KEY, ROW, WEIGHTS, ROW, POINTS, KEY), nogil=True)
def simulate_points(choose, start, board, key, ideas, policy, weights, memory, points, left):
    """Make one world, simulate every idea in it, and write the points that each seat can expect.

    An idea is the code of an action to take now, or -1: what the policy would do. All seats play
    on by the policy, with the same cards to draw for every idea. With `parameters.samples` above 0
    `start` is the view of the seat to act, and the world is drawn from it alone; with 0 it is a
    whole state, in which only the order of the decks is drawn again. `left[i]` becomes the fewest
    trains that a seat has left where the simulation ended, or `FINISHED`.
    """
    search = memory.view(SEARCH)[0]
    b = board.view(BOARD)[0]
    s = search.game
    plan = search.workspace.plan
    scratch = search.workspace.scratch
    sheet = search.evaluation.sheet
    sample = memory[SAMPLE:SAMPLE_END]
    world = memory[WORLD:WORLD_END]
    game = memory[GAME:GAME_END]
    rng = memory[RNG:RNG_END]
    workspace = memory[WORKSPACE:WORKSPACE_END]
    seat = search.parameters.seat
    ahead = search.parameters.turns_ahead
    samples = search.parameters.samples
    if samples > 0:
        worlds.sample_world(start, sample, world, seat, b, key, samples, scratch)
    else:
        worlds.copy_row(start, world)
        whole = search.world
        chacha.seed_stream(whole, key, 1)
        chacha.shuffle(whole, whole.deck, int(whole.deck_n))
        for deck in range(int(b.decks)):
            chacha.shuffle(whole, whole.ticket_deck[deck], int(whole.ticket_deck_n[deck]))
    for i in range(ideas.shape[0]):
        worlds.copy_row(world, game)
        players = int(s.players)
        chacha.seed_stream(search.rng, key, 5)
        search.draws[:] = 0
        plan.reuse_plan = 1
        plan.planned_for = 0
        turn = int(s.turn)
        turns_taken = 0
        estimate = False
        code = ideas[i]
        if code < 0:
            code = choose(game, board, policy, rng, workspace)
        while True:
            worlds.place_next_card(s, b, code, key, search.draws)
            turns.step(s, b, code)
            if s.phase == codes.OVER_PHASE:
                break
            p = int(s.turn)
            if p != turn:
                turn = p
                turns_taken += 1
            if ahead > 0 and turns_taken >= ahead and s.phase == codes.TURN_PHASE:
                estimate = True
                break
            # Planners read only what their seat may know, so they get the state without a view.
            code = choose(game, board, policy, rng, workspace)
        scoring.score(s, b, scratch, sheet)
        if estimate:
            left[i] = 1000
            for p in range(players):
                left[i] = min(left[i], int(s.trains[p]))
                evaluation.fill_inputs(
                    s, b, p, policy.view(POLICY)[0], search.workspace, search.evaluation
                )
                points[i, p] = perceptron.network_output(
                    weights, search.evaluation.scaled, search.evaluation.first,
                    search.evaluation.second,
                )  # fmt: skip
        else:
            left[i] = FINISHED
            for p in range(players):
                points[i, p] = int(sheet[p][codes.TOTAL]) - RANK_STEP * int(sheet[p][codes.RANK])


@policy_entry(types.float64(ROW, ROW, INT, ROW, WEIGHTS, ROW), nogil=True)
def expected_own_points(view, board, seat, policy, weights, memory):
    """Return the final points that a seat can expect by what it knows; leaves its plan in memory.

    Of the other seats only what everybody sees is used; their tickets count as not made.
    """
    search = memory.view(SEARCH)[0]
    b = board.view(BOARD)[0]
    s = search.game
    plan = search.workspace.plan
    record = policy.view(POLICY)[0]
    worlds.copy_row(view, memory[GAME:GAME_END])
    held_0 = search.draws
    for p in range(int(s.players)):
        if p != seat:
            held_0[p] = 256 * int(s.held_n[p][0]) + int(s.held_n[p][1])
            s.held_n[p][0] = 0
            s.held_n[p][1] = 0
    # The network has learned from the beginnings of turns.
    s.phase = codes.TURN_PHASE
    plan.reuse_plan = 0
    scoring.score(s, b, search.workspace.scratch, search.evaluation.sheet)
    for p in range(int(s.players)):
        if p != seat:
            s.held_n[p][0] = held_0[p] // 256
            s.held_n[p][1] = held_0[p] % 256
    evaluation.fill_inputs(s, b, seat, record, search.workspace, search.evaluation)
    card_choice.value_cards(s, b, seat, plan)
    inputs = search.evaluation.inputs
    if search.parameters.turns_ahead > 0:
        return perceptron.network_output(
            weights, search.evaluation.scaled, search.evaluation.first, search.evaluation.second
        )
    points = inputs.route_points + inputs.passenger_points + inputs.bonuses
    points += inputs.made_ticket_points + inputs.planned_ticket_points - inputs.lost_ticket_points
    return points - inputs.plan_cost / 100
