"""A trained network as a row of bytes, which compiled code runs in place of a policy record.

The row has a header of integers, the offsets of the observation's blocks, the scale of each number,
and the weights and biases of all layers. Its first integer is that of a policy record, the kind.
"""

from __future__ import annotations

import numpy as np

from goldenspike.boards.model import Board
from goldenspike.bots.neural_bot import NeuralBot
from goldenspike.bots.workspace import WORKSPACE_SIZE
from goldenspike.errors import InputError
from goldenspike.rules.record_layout import Row

NETWORK = 3
"""The kind, after those of `policy_record`."""
KIND, INPUTS, LAYERS, OFFSETS = range(4)
"""What the first integers of the header are; `SIZES` is where the sizes of the layers begin."""
SIZES = 4
HEADER = 16
MAX_LAYERS = HEADER - SIZES


def network_row(bot: NeuralBot, board: Board, players: int) -> Row:
    """Return the row of a network for a board."""
    offsets = bot.layout(board, players).offsets.astype(np.int32)
    if len(bot.layers) > MAX_LAYERS:
        raise InputError(f"{bot.name} has {len(bot.layers)} layers; batches play at most 12")
    header = np.zeros(HEADER, np.int64)
    header[[KIND, INPUTS, LAYERS, OFFSETS]] = (
        NETWORK, bot.scale.size, len(bot.layers), offsets.size,
    )  # fmt: skip
    header[SIZES : SIZES + len(bot.layers)] = [bias.size for _, bias in bot.layers]
    parts = [header.view(np.uint8), offsets.view(np.uint8), bot.scale.view(np.uint8)]
    for weights, bias in bot.layers:
        parts += [np.ascontiguousarray(weights).ravel().view(np.uint8), bias.view(np.uint8)]
    return np.concatenate(parts)


def network_memory(bots: list[NeuralBot]) -> int:
    """Return the size of a workspace for these networks: observation and layers follow it."""
    tail = 0
    for bot in bots:
        widest = max(bot.scale.size, *(bias.size for _, bias in bot.layers))
        tail = max(tail, 64 * -(-bot.scale.size // 64) + 8 * widest)
    return WORKSPACE_SIZE + tail
