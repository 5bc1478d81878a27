"""One game of a batch, advanced by a step. Plain functions, compiled in `vector_kernel`.

In compiled code `reset`, `step`, `legal` and `score` are the kernel's entry points, so that the
rules are not compiled again for it; here they are the plain rules.
"""

from typing import Any

from goldenspike.envs import rewards
from goldenspike.envs.batch_records import (
    MASK,
    NEXT_STEP,
    NO_ACTION,
    OBSERVE,
    SAME_STEP,
    SELF,
)
from goldenspike.envs.incremental_observation import reset_observation, update_observation
from goldenspike.envs.masks import mask_options
from goldenspike.rules import chacha, codes, scoring, setup, turns
from goldenspike.rules import legal as legal_actions
from goldenspike.rules.kernel_types import Ints, Record, Sheet


def reset(row: Record, board: Record, players: int, key: Ints, first: int) -> None:
    """Deal a new game into a plain state."""
    row.__init__()
    setup.reset(row, board, players, key, first)


def step(row: Record, board: Record, code: int) -> None:
    """Play a legal action in a plain state."""
    turns.step(row, board, code)


def legal(row: Record, board: Record, scratch: Record, out: Ints) -> int:
    """List the legal actions of a plain state."""
    return legal_actions.legal(row, board, scratch, out)


def score(row: Record, board: Record, scratch: Record, sheet: Sheet) -> None:
    """Score a plain state."""
    scoring.score(row, board, scratch, sheet)


def advance_game(
    choose: Any,
    row: Any,
    board: Any,
    scratch: Any,
    s: Record,
    b: Record,
    space: Record,
    batch: Record,
    g: Record,
    work: Record,
    policies: Any,
    stream: Any,
    workspace: Any,
    offsets: Ints,
    blocks: Any,
    observation: Ints,
    mask: Ints,
    final_observation: Ints,
) -> int:
    """Step a game by its action, or deal a new one; returns the decisions made.

    `row`, `board` and `scratch` are what the kernel's entry points take, and `s`, `b` and `space`
    their records. `choose` runs the policies of the other seats, on `stream` and in `workspace`.
    """
    key = work.key[:]
    sheet = work.sheet[:]
    options = work.options[:]
    players = int(batch.players)
    self_play = int(batch.opponents) == SELF
    autoreset = int(batch.autoreset)
    code = int(g.action)
    deal = int(g.deal_next) == 1
    actor = int(g.seat)
    decisions = 0
    g.finished = False
    first = True
    while True:
        if deal:
            deal_game(row, board, batch, g, key, players, stream, self_play)
            code = NO_ACTION
        moved = code >= 0
        while True:
            if code >= 0:
                step(row, board, code)
                decisions += 1
            if int(s.phase) == codes.OVER_PHASE:
                break
            if self_play or int(s.turn) == int(g.learner):
                break
            p = int(s.turn)
            # The other seats in order: that before the learner's has the same number as its seat.
            policy = policies[p if p < int(g.learner) else p - 1]
            if int(batch.at_random[p if p < int(g.learner) else p - 1]) == 1:
                n = legal(row, board, scratch, options)
                code = int(options[chacha.random_below(g, n)])
            else:
                code = int(choose(row, board, policy, stream, workspace))
        done = int(s.phase) == codes.OVER_PHASE
        if done:
            score(row, board, scratch, sheet)
        if first:
            if moved and (done or int(batch.shaped) == 1):
                rewards.pay(s, b, int(batch.reward), int(batch.shaped), space, sheet, g)
            else:
                for p in range(players):
                    g.rewards[p] = 0.0
            g.reward = g.rewards[actor]
            g.over = done and moved
        seat = int(s.turn) if self_play else int(g.learner)
        g.seat = seat
        if int(batch.show) & OBSERVE:
            update_observation(s, b, seat, offsets, space, observation, blocks, g)
        if done and autoreset == SAME_STEP and first:
            for k in range(len(final_observation)):
                final_observation[k] = observation[k]
            g.finished = True
            deal = True
            first = False
            continue
        if int(batch.show) & MASK:
            for k in range(len(mask)):
                mask[k] = 0
            if done:
                # Any action will do, but samplers fail on a mask that is all zeros.
                mask[codes.PASS] = 1
            else:
                mask_options(s, b, space, options, mask)
        g.deal_next = done and autoreset == NEXT_STEP
        return decisions


def deal_game(
    row: Any,
    board: Any,
    batch: Record,
    g: Record,
    key: Ints,
    players: int,
    stream: Any,
    self_play: bool,
) -> None:
    """Deal the next game of a place in the batch; its number and episode are in its seed."""
    for word in range(len(key)):
        key[word] = batch.key[word]
    key[2] = g.number
    key[4] = int(g.episode) & chacha.MASK
    key[5] = int(g.episode) >> 32
    reset(row, board, players, key, -1)
    if not self_play:
        chacha.seed_stream(g, key, 2)
        seed_policies(stream, key)
    g.learner = batch.learner
    if int(batch.learner) < 0:
        g.learner = (int(g.number) + int(g.episode)) % players
    g.episode += 1
    for p in range(players):
        g.paid[p] = 0
        g.ticket_points[p] = 0
        g.ticket_stamp[p] = -1
    reset_observation(g, players)


def seed_policies(stream: Record, key: Ints) -> None:
    """Start the random stream of the other seats' policies."""
    chacha.seed_stream(stream, key, 4)
