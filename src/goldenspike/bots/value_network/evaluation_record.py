"""The working memory of an evaluation."""

from __future__ import annotations

from goldenspike.boards.limits import MAX_PLAYERS
from goldenspike.bots.nested_record import nested_dtype
from goldenspike.bots.value_network.inputs import COUNT, INPUTS_DTYPE, PlainInputs
from goldenspike.bots.value_network.perceptron import FIRST, SECOND
from goldenspike.rules.codes import SCORE_PARTS

EVALUATION_DTYPE = nested_dtype(
    {
        "inputs": INPUTS_DTYPE,  # of one seat
        "scaled": ("f4", (COUNT,)),  # the inputs of the network
        "first": ("f4", (FIRST,)),  # hidden layers
        "second": ("f4", (SECOND,)),
        "sheet": ("i4", (MAX_PLAYERS, SCORE_PARTS)),  # the current score
    }
)


class PlainEvaluation:
    """The working memory for plain code."""

    def __init__(self) -> None:
        self.inputs = PlainInputs()
        self.scaled = [0.0] * COUNT
        self.first = [0.0] * FIRST
        self.second = [0.0] * SECOND
        self.sheet = [[0] * SCORE_PARTS for _ in range(MAX_PLAYERS)]
