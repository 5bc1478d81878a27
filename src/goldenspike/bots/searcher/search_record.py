"""The working memory of one thread of a search."""

from __future__ import annotations

import numpy as np

from goldenspike.boards.limits import MAX_PLAYERS
from goldenspike.bots.nested_record import nested_dtype
from goldenspike.bots.stream import STREAM_DTYPE
from goldenspike.bots.value_network.evaluation_record import EVALUATION_DTYPE
from goldenspike.bots.workspace import WORKSPACE_DTYPE
from goldenspike.rules.fields import Field
from goldenspike.rules.record_layout import STATE_DTYPE, Row, record_dtype

PARAMETERS = (
    Field("seat", "i8"),  # whose decision it is
    Field("samples", "i8"),  # of the hidden cards, for each world; the most plausible one is used
    Field("turns_ahead", "i8"),  # turns until the network evaluates the position; 0: to the end
    Field("margin_limit", "i8"),  # margins are cut at this many points, ahead or behind
)

SEARCH_DTYPE = nested_dtype(
    {
        "parameters": record_dtype(PARAMETERS),
        "sample": STATE_DTYPE,  # the view with a sample of the hidden cards
        "world": STATE_DTYPE,  # the most plausible sample: where all simulations start
        "game": STATE_DTYPE,  # the simulated game
        "rng": STREAM_DTYPE,
        "draws": ("i8", (MAX_PLAYERS,)),  # cards that each seat has drawn in the simulated game
        "workspace": WORKSPACE_DTYPE,
        "evaluation": EVALUATION_DTYPE,
    }
)


def new_search_memory(**parameters: int) -> Row:
    """Make the memory for a thread, with the parameters of its search."""
    row = np.zeros(SEARCH_DTYPE.itemsize, np.uint8)
    for name, value in parameters.items():
        row.view(SEARCH_DTYPE)["parameters"][name] = value
    return row
