"""Writing observations in compiled code; importing this loads or compiles the entry point."""

from __future__ import annotations

from typing import Any

from numba import types

from goldenspike.observation import numbering, write_blocks
from goldenspike.rules.compiled.compilation import (
    INT,
    KERNEL_OPTIONS,
    OUT,
    ROW,
    entry,
    make_jitable,
)
from goldenspike.rules.record_layout import BOARD_DTYPE as BOARD
from goldenspike.rules.record_layout import SCRATCH_DTYPE as SCRATCH
from goldenspike.rules.record_layout import STATE_DTYPE as STATE

SOURCES = (write_blocks, numbering)

INLINE = frozenset(
    {
        "write_frequent_blocks",
        "write_table",
        "write_cards",
        "write_seats",
        "write_tracks",
        "write_constants",
    }
)
make_jitable((write_blocks,), INLINE, **KERNEL_OPTIONS)


@entry(types.void(ROW, ROW, INT, OUT, ROW, ROW), SOURCES, **KERNEL_OPTIONS)
def observe_row(row: Any, board: Any, seat: int, at: Any, scratch: Any, out: Any) -> None:
    """Write the observation of a seat to `out`; `row` is a state, or that of a view."""
    out[:] = 0
    s, b = row.view(STATE)[0], board.view(BOARD)[0]
    write_blocks.write_observation(s, b, seat, at, scratch.view(SCRATCH)[0], out)
