"""The record of a policy: which built-in bot decides, and with which settings."""

from __future__ import annotations

import numpy as np

from goldenspike.bots.planner.settings import PLANNER_SETTINGS, PlannerSettings
from goldenspike.rules.fields import Field
from goldenspike.rules.record_layout import PlainRecord, Row, record_dtype

RANDOM = 0
GREEDY = 1
PLANNER = 2

POLICY = (
    Field("kind", "i8"),  # RANDOM, GREEDY or PLANNER; the rest is for planners
    Field("confidence", "i8"),
    *(Field(setting.name, "i8") for setting in PLANNER_SETTINGS if setting.name != "risk"),
)

POLICY_DTYPE = record_dtype(POLICY)
POLICY_SIZE = POLICY_DTYPE.itemsize


class PlainPolicy(PlainRecord):
    """The record for plain code."""

    __slots__ = tuple(field.name for field in POLICY)
    fields = POLICY
    dtype = POLICY_DTYPE


def new_policy(kind: int, settings: PlannerSettings | None = None) -> Row:
    """Make a policy record of a kind; settings are for planners."""
    row = np.zeros(POLICY_SIZE, np.uint8)
    record = row.view(POLICY_DTYPE)[0]
    record["kind"] = kind
    if settings is not None:
        for field in POLICY[1:]:
            record[field.name] = getattr(settings, field.name)
    return row
