"""The vector environment's step in compiled code.

It calls the kernel's entry points, so that the rules are not compiled again for it.
"""

from __future__ import annotations

from typing import Any

from numba import types

from goldenspike.bots.stream import STREAM_DTYPE
from goldenspike.envs import batch_records, incremental_observation, rewards
from goldenspike.envs import masks as masks_of
from goldenspike.envs.batch_records import (
    GAME_DTYPE,
    MASK,
    NEXT_STEP,
    NO_ACTION,
    OBSERVE,
    SAME_STEP,
    SELF,
    SETTINGS_DTYPE,
    WORK_DTYPE,
)
from goldenspike.observation.compiled_observation import SOURCES as OBSERVATION
from goldenspike.rules import chacha, codes
from goldenspike.rules.compiled.compilation import (
    INT,
    KERNEL_OPTIONS,
    OUT,
    ROW,
    ROWS,
    entry,
    make_jitable,
)
from goldenspike.rules.compiled.entry_points import legal, reset, score, step
from goldenspike.rules.record_layout import BOARD_DTYPE as BOARD
from goldenspike.rules.record_layout import SCRATCH_DTYPE as SCRATCH
from goldenspike.rules.record_layout import STATE_DTYPE as STATE

SOURCES = (*OBSERVATION, masks_of, incremental_observation, rewards, batch_records)
GAME, SETTINGS, STREAM, WORK = GAME_DTYPE, SETTINGS_DTYPE, STREAM_DTYPE, WORK_DTYPE

INLINE = frozenset(
    {
        "update_observation",
        "clear_range",
        "reset_observation",
        "mask_options",
        "mask_claims",
        "mask_coloured",
        "mask_gray",
    }
)
make_jitable((masks_of, rewards, incremental_observation), INLINE, **KERNEL_OPTIONS)

INTS = types.Array(types.int64, 1, "C")
BLOCKS = types.Array(types.uint8, 3, "C")
MASKS = types.Array(types.int8, 2, "C")


@entry(INT(MASKS, ROWS), SOURCES, nogil=True, **KERNEL_OPTIONS)
def first_masked(masks: Any, games: Any) -> int:
    """Return the first game whose action is not legal, or -1."""
    for i in range(games.shape[0]):
        g = games[i].view(GAME)[0]
        code = g.action
        if not g.deal_next and (code < 0 or code >= masks.shape[1] or masks[i, code] == 0):
            return i
    return -1


@entry(types.void(MASKS, INTS, ROW), SOURCES, nogil=True, **KERNEL_OPTIONS)
def choose_randomly(masks: Any, actions: Any, generator: Any) -> None:
    """Write a uniformly random legal action for each game to `actions`."""
    rng = generator.view(STREAM)[0]
    for i in range(masks.shape[0]):
        mask = masks[i]
        n = 0
        for code in range(mask.shape[0]):
            n += mask[code]
        n = chacha.random_below(rng, n)
        for code in range(mask.shape[0]):
            if mask[code] != 0:
                if n == 0:
                    actions[i] = code
                    break
                n -= 1


@entry(
    INT(ROW, ROW, OUT, ROWS, ROWS, BLOCKS, ROWS, MASKS, ROWS, ROW, ROW),
    SOURCES,
    nogil=True,
    **KERNEL_OPTIONS,
)
def advance(
    settings: Any, board: Any, offsets: Any, states: Any, games: Any, blocks: Any,
    observations: Any, masks: Any, final_observations: Any, work: Any, scratch: Any,
) -> int:  # fmt: skip
    """Step every game by its action, or deal a new one; returns the decisions made.

    `states` and `games` are the records of each game, `blocks` the cached parts of observations, by
    seat. Observations and masks are written. `work` and `scratch` are one thread's working memory.
    """
    batch = settings.view(SETTINGS)[0]
    b = board.view(BOARD)[0]
    space = scratch.view(SCRATCH)[0]
    w = work.view(WORK)[0]
    key, sheet, options = w.key[:], w.sheet[:], w.options[:]
    players, shaped, show = batch.players, batch.shaped, batch.show
    self_play, autoreset = batch.opponents == SELF, batch.autoreset
    for word in range(key.shape[0]):
        key[word] = batch.key[word]
    decisions = 0
    for i in range(states.shape[0]):
        row = states[i]
        if i + 1 < states.shape[0]:
            # Prefetch the next game, by reading a byte of each of its cache lines.
            ahead = 0
            for line in range(3, 16):
                ahead += states[i + 1, 64 * line]
            space.prefetched = ahead
        s = row.view(STATE)[0]
        g = games[i].view(GAME)[0]
        code = g.action
        deal = g.deal_next
        actor = g.seat
        g.finished = False
        first = True
        while True:
            if deal:
                key[2] = g.number
                key[4] = g.episode & chacha.MASK
                key[5] = g.episode >> 32
                reset(row, board, players, key, -1)
                if not self_play:
                    chacha.seed_stream(g, key, 2)
                g.learner = batch.learner
                if batch.learner < 0:
                    g.learner = (g.number + g.episode) % players
                g.episode += 1
                for p in range(players):
                    g.paid[p] = 0
                    g.ticket_points[p] = 0
                    g.ticket_stamp[p] = -1
                incremental_observation.reset_observation(g, players)
                code = NO_ACTION
            moved = code >= 0
            while True:
                if code >= 0:
                    step(row, board, code)
                    decisions += 1
                if s.phase == codes.OVER_PHASE:
                    break
                if self_play or s.turn == g.learner:
                    break
                n = legal(row, board, scratch, options)
                code = options[chacha.random_below(g, n)]
            done = s.phase == codes.OVER_PHASE
            if done:
                score(row, board, scratch, sheet)
            if first:
                if moved and (done or shaped):
                    rewards.pay(s, b, batch.reward, shaped, space, sheet, g)
                else:
                    for p in range(players):
                        g.rewards[p] = 0.0
                g.reward = g.rewards[actor]
                g.over = done and moved
            seat = s.turn if self_play else g.learner
            g.seat = seat
            if show & OBSERVE:
                incremental_observation.update_observation(
                    s, b, seat, offsets, space, observations[i], blocks[i], g
                )
            if done and autoreset == SAME_STEP and first:
                for k in range(final_observations.shape[1]):
                    final_observations[i, k] = observations[i, k]
                g.finished = True
                deal = True
                first = False
                continue
            if show & MASK:
                mask = masks[i]
                mask[:] = 0
                if done:
                    # Any action will do, but samplers fail on a mask that is all zeros.
                    mask[codes.PASS] = 1
                else:
                    masks_of.mask_options(s, b, space, options, mask)
            g.deal_next = done and autoreset == NEXT_STEP
            break
    return decisions
