"""Simulating candidates in compiled code."""

from __future__ import annotations

from numba import types

from goldenspike.bots.compiled_policies import CHOOSER, choose_code, policy_entry
from goldenspike.bots.nested_record import span
from goldenspike.bots.policy_record import POLICY_DTYPE as POLICY
from goldenspike.bots.searcher import worlds
from goldenspike.bots.searcher.search_record import SEARCH_DTYPE as SEARCH
from goldenspike.bots.value_network import evaluation
from goldenspike.rules import chacha, codes, scoring, turns
from goldenspike.rules.compiled.compilation import KEY, ROW, ROWS
from goldenspike.rules.record_layout import BOARD_DTYPE as BOARD

__all__ = ["choose_code", "simulate"]

SAMPLE, SAMPLE_END = span(SEARCH, "sample")
WORLD, WORLD_END = span(SEARCH, "world")
GAME, GAME_END = span(SEARCH, "game")
RNG, RNG_END = span(SEARCH, "rng")
WORKSPACE, WORKSPACE_END = span(SEARCH, "workspace")

CANDIDATES = types.Array(types.int64, 2, "C")
WEIGHTS = types.Array(types.float32, 1, "C")
MARGINS = types.Array(types.float64, 1, "C")


@policy_entry(
    types.void(CHOOSER, ROW, ROW, KEY, CANDIDATES, ROWS, WEIGHTS, ROW, MARGINS), nogil=True
)
def simulate(choose, view, board, key, candidates, policies, weights, memory, margins):
    """Sample the hidden cards once, simulate every candidate from there, and write their margins.

    A candidate is the code of an action to take now, and the row of `policies` by which the seat
    plays on; the other seats play by row 0. `margins[i]` becomes the final margin of the seat, as
    the network estimates it, or the actual one if the simulation reaches the end of the game. All
    candidates are simulated with the same key, and so with the same cards to draw.
    """
    search = memory.view(SEARCH)[0]
    b = board.view(BOARD)[0]
    s = search.game
    plan = search.workspace.plan
    scratch = search.workspace.scratch
    sample = memory[SAMPLE:SAMPLE_END]
    world = memory[WORLD:WORLD_END]
    game = memory[GAME:GAME_END]
    rng = memory[RNG:RNG_END]
    workspace = memory[WORKSPACE:WORKSPACE_END]
    seat = search.parameters.seat
    ahead = search.parameters.turns_ahead
    limit = search.parameters.margin_limit
    worlds.sample_world(view, sample, world, seat, b, key, search.parameters.samples, scratch)
    for i in range(candidates.shape[0]):
        worlds.copy_row(world, game)
        players = int(s.players)
        chacha.seed_stream(search.rng, key, 5)
        search.draws[:] = 0
        plan.reuse_plan = 1
        plan.planned_for = 0
        code = candidates[i, 0]
        turn = seat
        turns_taken = 0
        estimate = False
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
            policy = candidates[i, 1] if p == seat else 0
            code = choose(game, board, policies[policy], rng, workspace)
        if estimate:
            margin = evaluation.expected_margin(
                s, b, seat, policies[0].view(POLICY)[0], search.workspace, weights,
                search.evaluation,
            )  # fmt: skip
            margins[i] = max(-limit, min(limit, margin))
        else:
            scoring.score(s, b, scratch, search.evaluation.sheet)
            margins[i] = worlds.margin(players, seat, search.evaluation.sheet, limit)
