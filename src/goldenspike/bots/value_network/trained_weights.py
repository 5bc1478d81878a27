"""The trained networks that come with the package, and which board each belongs to."""

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
"""A file beside the networks: the digest of each board, and the name of its network's file."""


@cache
def trained_weights(kernel_board: KernelBoard) -> Weights | None:
    """The network that was trained on exactly this board; None if there is none.

    A changed copy of a board has another digest, whatever it is called.
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
    """Of all that the rules know of a board; names and drawing make no difference."""
    return hashlib.sha256(kernel_board.row.tobytes()).hexdigest()
