"""The vector environment's step in compiled code.

It calls the kernel's entry points, so that the rules are not compiled again for it.
"""

from __future__ import annotations

from types import FunctionType, ModuleType
from typing import Any

from numba import types
from numba.extending import register_jitable

from goldenspike.bots.stream import STREAM_DTYPE
from goldenspike.envs import (
    batch_records,
    batch_step,
    incremental_observation,
    incremental_ways,
    rewards,
)
from goldenspike.envs import masks as masks_of
from goldenspike.envs.batch_records import GAME_DTYPE, SETTINGS_DTYPE, WORK_DTYPE
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

SOURCES = (
    *OBSERVATION, masks_of, incremental_observation, incremental_ways, rewards, batch_records,
    batch_step,
)  # fmt: skip
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
make_jitable(
    (masks_of, rewards, incremental_ways, incremental_observation), INLINE, **KERNEL_OPTIONS
)

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


@register_jitable(**KERNEL_OPTIONS)
def seed_policies_row(stream: Any, key: Any) -> None:
    """As `batch_step.seed_policies`, of a row of bytes."""
    batch_step.seed_policies(stream.view(STREAM)[0], key)


def _compiled_step() -> Any:
    """Return `batch_step.advance_game` with the kernel's entry points for the plain rules."""
    names = vars(batch_step) | {
        "reset": reset,
        "step": step,
        "legal": legal,
        "score": score,
        "seed_policies": seed_policies_row,
    }
    module = ModuleType(batch_step.__name__)
    for name in ("deal_game", "advance_game"):
        function = getattr(batch_step, name)
        names[name] = FunctionType(function.__code__, names, name, function.__defaults__)
        setattr(module, name, names[name])
    make_jitable((module,), frozenset({"advance_game"}), **KERNEL_OPTIONS)
    return names["advance_game"]


make_jitable((batch_step,), **KERNEL_OPTIONS)
advance_game = _compiled_step()

CHOOSE_CODE = INT(ROW, ROW, ROW, ROW, ROW)


@entry(CHOOSE_CODE, SOURCES, **KERNEL_OPTIONS)
def no_choice(view: Any, board: Any, policy: Any, rng: Any, workspace: Any) -> int:
    """Stand in for the policies of bots in a batch that has none, so that they are not loaded."""
    return codes.PASS


@entry(
    INT(
        types.FunctionType(CHOOSE_CODE),
        *(ROW, ROW, ROWS, OUT, ROWS, ROWS, ROWS, BLOCKS, ROWS, MASKS, ROWS, ROW, ROW, ROW),
    ),
    SOURCES,
    nogil=True,
    **KERNEL_OPTIONS,
)
def advance(
    choose: Any, settings: Any, board: Any, policies: Any, offsets: Any, states: Any, games: Any,
    streams: Any, blocks: Any, observations: Any, masks: Any, final_observations: Any, work: Any,
    scratch: Any, workspace: Any,
) -> int:  # fmt: skip
    """Step every game by its action, or deal a new one; returns the decisions made.

    `states`, `games` and `streams` are the records of each game, `blocks` the cached parts of
    observations, by seat. Observations and masks are written. `work`, `scratch` and `workspace` are
    one thread's working memory; `choose` runs a policy, of which each opponent has a row.
    """
    batch = settings.view(SETTINGS)[0]
    b = board.view(BOARD)[0]
    space = scratch.view(SCRATCH)[0]
    w = work.view(WORK)[0]
    decisions = 0
    for i in range(states.shape[0]):
        row = states[i]
        if i + 1 < states.shape[0]:
            # Prefetch the next game, by reading a byte of each of its cache lines.
            ahead = 0
            for line in range(3, 16):
                ahead += states[i + 1, 64 * line]
            space.prefetched = ahead
        decisions += advance_game(
            choose, row, board, scratch, row.view(STATE)[0], b, space, batch,
            games[i].view(GAME)[0], w, policies, streams[i], workspace, offsets, blocks[i],
            observations[i], masks[i], final_observations[i],
        )  # fmt: skip
    return decisions
