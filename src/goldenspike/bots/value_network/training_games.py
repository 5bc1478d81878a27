"""Training data of a value network: positions of games between planners, and their scores."""

from __future__ import annotations

from numba import types

from goldenspike.bots.compiled_policies import CHOOSER, choose_code, policy_entry
from goldenspike.bots.nested_record import nested_dtype, span
from goldenspike.bots.policy_record import POLICY_DTYPE as POLICY
from goldenspike.bots.stream import STREAM_DTYPE as STREAM
from goldenspike.bots.value_network import evaluation
from goldenspike.bots.value_network.evaluation_record import EVALUATION_DTYPE
from goldenspike.bots.workspace import WORKSPACE_DTYPE
from goldenspike.rules import chacha, codes, scoring, setup, turns
from goldenspike.rules.compiled.compilation import INT, KEY, ROW, ROWS
from goldenspike.rules.record_layout import BOARD_DTYPE as BOARD
from goldenspike.rules.record_layout import STATE_DTYPE as STATE

__all__ = ["TRAINING_DTYPE", "choose_code", "gather"]

TRAINING_DTYPE = nested_dtype(
    {
        "game": STATE,
        "rng": STREAM,
        "workspace": WORKSPACE_DTYPE,
        "evaluation": EVALUATION_DTYPE,
    }
)
GAME, GAME_END = span(TRAINING_DTYPE, "game")
RNG, RNG_END = span(TRAINING_DTYPE, "rng")
WORKSPACE, WORKSPACE_END = span(TRAINING_DTYPE, "workspace")

INPUT_ROWS = types.Array(types.float32, 2, "C")


@policy_entry(INT(CHOOSER, ROW, KEY, ROWS, INT, ROW, INPUT_ROWS, KEY, KEY), nogil=True)
def gather(choose, board, key, policies, every, memory, inputs, seats, points):
    """Play a game between planners; returns how many rows of training data it gave.

    `policies` has a row for each seat, and one more for the planner whose plans give the inputs. At
    one turn in `every`, each seat gets a row: its scaled inputs in `inputs`, its number in `seats`,
    and its final points in `points`.
    """
    work = memory.view(TRAINING_DTYPE)[0]
    s = work.game
    b = board.view(BOARD)[0]
    r = work.rng
    scratch = work.workspace.scratch
    sheet = work.evaluation.sheet
    game = memory[GAME:GAME_END]
    rng = memory[RNG:RNG_END]
    workspace = memory[WORKSPACE:WORKSPACE_END]
    players = policies.shape[0] - 1
    policy = policies[players].view(POLICY)[0]
    game[:] = 0
    setup.reset(s, b, players, key, 0)
    chacha.seed_stream(r, key, 6)
    n = 0
    while s.phase != codes.OVER_PHASE:
        p = int(s.turn)
        if s.phase == codes.TURN_PHASE and chacha.random_below(r, every) == 0:
            scoring.score(s, b, scratch, sheet)
            for q in range(players):
                if n < inputs.shape[0]:
                    evaluation.fill_inputs(s, b, q, policy, work.workspace, work.evaluation)
                    for i in range(inputs.shape[1]):
                        inputs[n, i] = work.evaluation.scaled[i]
                    seats[n] = q
                    n += 1
        turns.step(s, b, choose(game, board, policies[p], rng, workspace))
    scoring.score(s, b, scratch, sheet)
    for i in range(n):
        points[i] = sheet[seats[i]][codes.TOTAL]
    return n
