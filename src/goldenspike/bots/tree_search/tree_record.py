"""The settings of a tree search, its working memory, and how its nodes are stored."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from goldenspike.boards.limits import MAX_PLAYERS
from goldenspike.bots.nested_record import nested_dtype
from goldenspike.bots.stream import STREAM_DTYPE
from goldenspike.bots.tree_search.tree import MAX_DEPTH
from goldenspike.bots.workspace import WORKSPACE_DTYPE
from goldenspike.game import View
from goldenspike.rules.codes import MAX_CODES, SCORE_PARTS
from goldenspike.rules.record_layout import SCRATCH_DTYPE, STATE_DTYPE, PlainScratch, Row

DESCENT_DTYPE = nested_dtype(
    {
        "scratch": SCRATCH_DTYPE,
        "codes": ("i4", (MAX_CODES,)),  # legal actions, one claim of each track
        "child_of": ("i4", (MAX_CODES,)),  # by code: its node, or 0
        "path": ("i4", (MAX_DEPTH,)),  # the nodes of an iteration
        "wanted": "i4",  # as in `Settings`, the next two as well
        "exploration": "f8",
        "margin_limit": "i4",
    }
)
SEARCH_DTYPE = nested_dtype(
    {
        "world": STATE_DTYPE,
        "rng": STREAM_DTYPE,
        "tree": DESCENT_DTYPE,
        "workspace": WORKSPACE_DTYPE,
        "sheet": ("i4", (MAX_PLAYERS, SCORE_PARTS)),
    }
)

Links = NDArray[np.int32]
Statistics = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Settings:
    """What a search begins from, and how it searches."""

    view: View
    players: int
    policy: Row
    at_random: bool
    """Does the policy play at random? That is faster."""
    wanted: int
    """What the policy would do now, which is tried first; -1: nothing."""
    exploration: float
    margin_limit: int


def new_search_memory(settings: Settings) -> Row:
    """Make the memory of one thread."""
    row = np.zeros(SEARCH_DTYPE.itemsize, np.uint8)
    tree = row.view(SEARCH_DTYPE)[0]["tree"]
    tree["wanted"], tree["exploration"] = settings.wanted, settings.exploration
    tree["margin_limit"] = settings.margin_limit
    return row


class PlainDescent:
    """The memory of `tree.descend` for plain code."""

    def __init__(self, settings: Settings) -> None:
        self.scratch = PlainScratch()
        self.codes = [0] * MAX_CODES
        self.child_of = [0] * MAX_CODES
        self.path = [0] * MAX_DEPTH
        self.wanted = settings.wanted
        self.exploration = settings.exploration
        self.margin_limit = settings.margin_limit
