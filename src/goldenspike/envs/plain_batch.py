"""A batch in plain Python: the same steps as in compiled code, until that is ready."""

from __future__ import annotations

from typing import Any

import numpy as np

from goldenspike.bots.stream import STREAM_DTYPE
from goldenspike.bots.workspace import PlainWorkspace
from goldenspike.envs.batch_records import (
    GAME_DTYPE,
    SETTINGS_DTYPE,
    PlainWork,
)
from goldenspike.envs.batch_step import advance_game
from goldenspike.envs.opponents import Opponents
from goldenspike.rules.chacha import random_below
from goldenspike.rules.kernel_board import KernelBoard
from goldenspike.rules.record_layout import STATE_DTYPE, PlainScratch, PlainState

GAME_RECORD = np.dtype((np.record, GAME_DTYPE))
SETTINGS_RECORD = np.dtype((np.record, SETTINGS_DTYPE))
STREAM_RECORD = np.dtype((np.record, STREAM_DTYPE))


def advance(
    opponents: Opponents,
    kernel_board: KernelBoard,
    settings: Any,
    offsets: Any,
    arrays: dict[str, Any],
) -> int:
    """Step every game by its action, or deal a new one; returns the decisions made.

    As `vector_kernel.advance`, on the same arrays.
    """
    batch = settings.view(SETTINGS_RECORD)[0]
    b, scratch, work, workspace = kernel_board.plain, PlainScratch(), PlainWork(), PlainWorkspace()
    at, decisions = offsets.tolist(), 0
    for i, row in enumerate(arrays["states"]):
        s = PlainState.from_row(row)
        decisions += advance_game(
            opponents.choose_plainly,
            s, b, scratch, s, b, scratch, batch,
            arrays["games"][i].view(GAME_RECORD)[0],
            work, opponents.plain,
            arrays["streams"][i].view(STREAM_RECORD)[0],
            workspace, at,
            arrays["blocks"][i], arrays["observations"][i], arrays["masks"][i],
            arrays["final_observations"][i],
        )  # fmt: skip
        record = row.view(STATE_DTYPE)[0]
        for field in PlainState.fields:
            record[field.name] = getattr(s, field.name)
    return decisions


def first_masked(masks: Any, games: Any) -> int:
    """Return the first game whose action is not legal, or -1."""
    records = games.view(GAME_DTYPE)[:, 0]
    for i, (code, deal) in enumerate(zip(records["action"], records["deal_next"], strict=True)):
        if not deal and not (0 <= code < masks.shape[1] and masks[i, code]):
            return i
    return -1


def choose_randomly(masks: Any, actions: Any, generator: Any) -> None:
    """Write a uniformly random legal action for each game to `actions`."""
    rng = generator.view(STREAM_RECORD)[0]
    for i, mask in enumerate(masks):
        legal = np.flatnonzero(mask)
        actions[i] = legal[random_below(rng, len(legal))]
