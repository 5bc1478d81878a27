"""The observation of a view, written by compiled code if the view is compiled."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from goldenspike.errors import InputError
from goldenspike.game import View
from goldenspike.observation.blocks import Layout, layout_of
from goldenspike.observation.write_blocks import write_observation
from goldenspike.rules.engine import State
from goldenspike.rules.kernel_board import KernelBoard
from goldenspike.rules.record_layout import SCRATCH_SIZE, PlainScratch

COMPILED = "goldenspike.observation.compiled_observation"


def observe(view: View, layout: Layout | None = None) -> NDArray[np.uint8]:
    """Return the observation of a view's seat, with the blocks of `layout`."""
    if view.seat is None:
        raise InputError("a spectator observes nothing to learn from: take the view of a seat")
    if layout is None:
        layout = layout_of(view.board, view.state.players)
    elif layout.board is not view.board or layout.players != view.state.players:
        raise InputError(f"{layout!r} does not fit a {view!r} of {view.state.players} players")
    return write_numbers(view.kernel, view.kernel_board, view.raw, view.seat, layout)


def write_numbers(
    kernel: str, kernel_board: KernelBoard, state: State, seat: int, layout: Layout
) -> NDArray[np.uint8]:
    """Write what a seat observes of a state, or of the state of its view, which is the same.

    `kernel` is the name of the engine that the state belongs to.
    """
    if kernel == "compiled":
        from goldenspike.observation.compiled_observation import observe_row

        numbers = np.empty(layout.size, np.uint8)
        scratch = np.empty(SCRATCH_SIZE, np.uint8)
        observe_row(state, kernel_board.row, seat, layout.offsets, scratch, numbers)
        return numbers
    out = np.zeros(layout.size, np.uint8)
    offsets = layout.offsets.tolist()
    write_observation(state, kernel_board.plain, seat, offsets, PlainScratch(), out)
    return out
