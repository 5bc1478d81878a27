"""The trained networks in the package, and the board that each belongs to."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from goldenspike.bots.value_network.perceptron import WEIGHTS
from goldenspike.rules.kernel_board import KernelBoard

Weights = NDArray[np.float32]

DIGESTS = "boards.json"
"""A file beside the networks: digests of boards, with the name of the network's file."""


@cache
def trained_weights(kernel_board: KernelBoard) -> Weights | None:
    """Load the network that was trained on exactly this board; None if there is none.

    A changed copy of a board has another digest, whatever its name.
    """
    folder = files("goldenspike.bots.value_network") / "weights"
    digests = json.loads((folder / DIGESTS).read_text(encoding="utf-8"))
    board = digests.get(digest_of(kernel_board))
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


def digest_of(kernel_board: KernelBoard) -> str:
    """Digest all that the rules use of a board; names and drawing make no difference."""
    return hashlib.sha256(kernel_board.row.tobytes()).hexdigest()
