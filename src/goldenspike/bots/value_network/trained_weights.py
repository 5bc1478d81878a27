"""The trained networks in the package, and the board that each belongs to."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from goldenspike.bots.value_network.perceptron import WEIGHTS
from goldenspike.rules.kernel_board import KernelBoard

Weights = NDArray[np.float32]

BOARDS = "boards.json"
"""A file beside the networks: the hash of what matters for play, and the network's file."""


@lru_cache(maxsize=64)
def trained_weights(kernel_board: KernelBoard) -> Weights | None:
    """Load the network that was trained on exactly this board; None if there is none.

    A copy of a board that plays differently has another hash, whatever its name.
    """
    folder = files("goldenspike.bots.value_network") / "weights"
    networks = json.loads((folder / BOARDS).read_text(encoding="utf-8"))
    board = networks.get(kernel_board.board.play_hash)
    if board is None:
        return None
    with (folder / f"{board}.npy").open("rb") as data:
        weights: Weights = np.load(data, allow_pickle=False)
    if weights.shape != (WEIGHTS,):
        raise ValueError(
            f"the value network of {board} has weights of shape {weights.shape}, not {WEIGHTS}: "
            "train it again with tools/value_network/train.py"
        )
    return weights
