"""The observation of a view, written by compiled code if the view is compiled."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from goldenspike.errors import InputError
from goldenspike.game import View
from goldenspike.observation.blocks import Layout, layout_of
from goldenspike.observation.write_blocks import write_observation
from goldenspike.rules.record_layout import SCRATCH_SIZE, PlainScratch


def observe(view: View, layout: Layout | None = None) -> NDArray[np.uint8]:
    """Return the observation of a view's seat, with the blocks of `layout`."""
    if view.seat is None:
        raise InputError("a spectator observes nothing to learn from: take the view of a seat")
    if layout is None:
        layout = layout_of(view.board, view.state.players)
    elif layout.board is not view.board or layout.players != view.state.players:
        raise InputError(f"{layout!r} does not fit a {view!r} of {view.state.players} players")
    if view.kernel == "compiled":
        from goldenspike.observation.compiled_observation import observe_row

        numbers = np.empty(layout.size, np.uint8)
        scratch = np.empty(SCRATCH_SIZE, np.uint8)
        observe_row(view.raw, view.kernel_board.row, view.seat, layout.offsets, scratch, numbers)
        return numbers
    out = np.zeros(layout.size, np.uint8)
    offsets = layout.offsets.tolist()
    write_observation(view.state, view.kernel_board.plain, view.seat, offsets, PlainScratch(), out)
    return out
