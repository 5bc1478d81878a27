"""The batch by compiled code: one call moves all games, at the cost of the games and no Python.

It calls the kernel's own entry points, so that compiling it does not mean compiling the rules
again.
"""

from __future__ import annotations

from typing import Any

from numba import types

from goldenspike.bots.stream import STREAM_DTYPE
from goldenspike.envs import masks as masks_of
from goldenspike.envs import playing, rewards
from goldenspike.observation.compiled import SOURCES as OBSERVATION
from goldenspike.rules import codes, stream
from goldenspike.rules.building import KERNEL_OPTIONS
from goldenspike.rules.compiled import (
    BOARD,
    INT,
    KEY,
    OUT,
    ROW,
    ROWS,
    SHEET,
    STATE,
    WORK,
    entry,
    legal,
    make_jitable,
    reset,
    score,
    step,
)

SOURCES = (*OBSERVATION, masks_of, playing, rewards)
STREAM = STREAM_DTYPE
NEXT_STEP, SAME_STEP, DISABLED = 0, 1, 2
OBSERVE, MASK = 1, 2
"""What a batch shows of its games."""

INLINE = frozenset(
    {"look", "clear", "forget", "mask_options", "mask_claims", "mask_coloured", "mask_gray"}
)
make_jitable((masks_of, rewards, playing), INLINE, **KERNEL_OPTIONS)

INTS = types.Array(types.int64, 1, "C")
INTS2 = types.Array(types.int64, 2, "C")
BYTES3 = types.Array(types.uint8, 3, "C")
MASKS = types.Array(types.int8, 2, "C")
FLAGS = types.Array(types.bool_, 1, "C")
FLOATS = types.Array(types.float32, 2, "C")
FLOATS1 = types.Array(types.float32, 1, "C")


@entry(INT(MASKS, INTS, FLAGS), SOURCES, nogil=True, **KERNEL_OPTIONS)
def first_masked(masks: Any, actions: Any, fresh: Any) -> int:
    """The first game whose action is none of its legal ones, or -1."""
    for i in range(actions.shape[0]):
        code = actions[i]
        if not fresh[i] and (code < 0 or code >= masks.shape[1] or masks[i, code] == 0):
            return i
    return -1


@entry(types.void(MASKS, INTS, ROW), SOURCES, nogil=True, **KERNEL_OPTIONS)
def choose_randomly(masks: Any, actions: Any, generator: Any) -> None:
    """For each game one of its legal actions, each as likely as the other."""
    rng = generator.view(STREAM)[0]
    for i in range(masks.shape[0]):
        mask = masks[i]
        n = 0
        for code in range(mask.shape[0]):
            n += mask[code]
        n = stream.below(rng, n)
        for code in range(mask.shape[0]):
            if mask[code] != 0:
                if n == 0:
                    actions[i] = code
                    break
                n -= 1


@entry(
    INT(
        ROWS, ROWS, ROW, KEY, INTS, INTS, INT, INTS, FLAGS, INTS, INT, INT, INT, INT, INT, WORK,
        WORK, OUT, SHEET, KEY, ROWS, MASKS, FLOATS, FLOATS1, FLAGS, INTS, ROWS, INTS2, INTS2, INTS2,
        BYTES3, INTS2, FLAGS,
    ),
    SOURCES,
    nogil=True,
    **KERNEL_OPTIONS,
)  # fmt: skip
def advance(
    rows: Any, streams: Any, board: Any, key: Any, numbers: Any, episodes: Any, players: int,
    actions: Any, fresh: Any, learners: Any, mode: int, kind: int, shaped: int, autoreset: int,
    show: int, at: Any, work: Any, out: Any, sheet: Any, own: Any, seen: Any, masks: Any,
    paid_now: Any, reward: Any, over: Any, seats: Any, last_seen: Any, paid: Any, tickets: Any,
    counted: Any, parts: Any, kept: Any, finished: Any,
) -> int:  # fmt: skip
    """Move every game by its action (or deal it anew where `fresh`); returns the decisions made."""
    b = board.view(BOARD)[0]
    for word in range(key.shape[0]):
        own[word] = key[word]
    decisions = 0
    for i in range(rows.shape[0]):
        row = rows[i]
        if i + 1 < rows.shape[0]:
            # Reading a little of the next game has it brought near while this one is moved.
            ahead = 0
            for line in range(3, 16):
                ahead += rows[i + 1, 64 * line]
            work[0] = ahead
        s = row.view(STATE)[0]
        code = actions[i]
        deal = fresh[i]
        actor = seats[i]
        finished[i] = False
        first = True
        while True:
            if deal:
                own[2] = numbers[i]
                own[4] = episodes[i] & stream.MASK
                own[5] = episodes[i] >> 32
                reset(row, board, players, own, -1)
                if mode != playing.SELF:
                    stream.seed_stream(streams[i].view(STREAM)[0], own, 2)
                if learners[i] >= players:
                    learners[i] = players + (numbers[i] + episodes[i]) % players
                episodes[i] += 1
                for p in range(players):
                    paid[i, p] = 0
                    tickets[i, p] = 0
                    counted[i, p] = -1
                playing.forget(kept[i], players)
                code = playing.NOTHING
            learner = learners[i] if learners[i] < players else learners[i] - players
            moved = code >= 0
            while True:
                if code >= 0:
                    step(row, board, code)
                    decisions += 1
                if s.phase == codes.OVER_PHASE:
                    break
                if mode == playing.SELF or s.turn == learner:
                    break
                options = legal(row, board, work, out)
                code = out[stream.below(streams[i].view(STREAM)[0], options)]
            done = s.phase == codes.OVER_PHASE
            if done:
                score(row, board, work, sheet)
            if first:
                now = paid_now[i]
                if moved and (done or shaped):
                    playing.pay(
                        s, b, kind, shaped, work, sheet, paid[i], tickets[i], counted[i], now
                    )
                else:
                    for p in range(players):
                        now[p] = 0.0
                reward[i] = now[actor]
                over[i] = done and moved
            seat = s.turn if mode == playing.SELF else learner
            seats[i] = seat
            if show & OBSERVE:
                playing.look(s, b, seat, at, work, seen[i], parts[i], kept[i])
            if done and autoreset == SAME_STEP and first:
                for k in range(last_seen.shape[1]):
                    last_seen[i, k] = seen[i, k]
                finished[i] = True
                deal = True
                first = False
                continue
            if show & MASK:
                mask = masks[i]
                mask[:] = 0
                if done:
                    # It takes any action, and masks without one are more than samplers can bear.
                    mask[codes.PASS] = 1
                else:
                    masks_of.mask_options(s, b, work, out, mask)
            fresh[i] = done and autoreset == NEXT_STEP
            break
    return decisions
