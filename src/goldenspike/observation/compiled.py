"""Observations by compiled code; importing this loads or builds the compiled kernel."""

from __future__ import annotations

from typing import Any

from numba import types

from goldenspike.observation import fill, numbering
from goldenspike.rules.building import KERNEL_OPTIONS
from goldenspike.rules.compiled import BOARD, INT, ROW, STATE, WORK, entry, make_jitable

SOURCES = (fill, numbering)

INLINE = frozenset(
    {"write_moving", "write_table", "write_cards", "write_seats", "write_tracks", "write_constants"}
)
make_jitable((fill,), INLINE, **KERNEL_OPTIONS)


@entry(types.void(ROW, ROW, INT, WORK, WORK, ROW), SOURCES, **KERNEL_OPTIONS)
def observe_row(row: Any, board: Any, seat: int, at: Any, work: Any, out: Any) -> None:
    """Write a whole observation of a row, which may be a view."""
    out[:] = 0
    fill.write_observation(row.view(STATE)[0], board.view(BOARD)[0], seat, at, work, out)
