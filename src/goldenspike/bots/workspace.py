"""Working memory of policies: made once and passed to every call, so that none allocates.

A workspace is for one decision at a time; each thread needs its own.
"""

from __future__ import annotations

import numpy as np

from goldenspike.bots.nested_record import nested_dtype
from goldenspike.bots.planner.plan_record import PLAN_DTYPE, PlainPlan
from goldenspike.rules.codes import MAX_CODES
from goldenspike.rules.record_layout import SCRATCH_DTYPE, PlainScratch, Row

WORKSPACE_DTYPE = nested_dtype(
    {
        "plan": PLAN_DTYPE,
        "scratch": SCRATCH_DTYPE,
        "codes": ("i4", (MAX_CODES,)),  # legal actions
    }
)
WORKSPACE_SIZE = WORKSPACE_DTYPE.itemsize


def new_workspace() -> Row:
    """Make a workspace for compiled code."""
    return np.zeros(WORKSPACE_SIZE, np.uint8)


class PlainWorkspace:
    """A workspace for plain code."""

    def __init__(self) -> None:
        self.plan = PlainPlan()
        self.scratch = PlainScratch()
        self.codes = [0] * MAX_CODES
