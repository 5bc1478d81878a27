"""Files of value networks: the weights, the board they belong to, and how they were trained.

A file is JSON; the weights are in Base64. It names the hash of its board, so that it is never used
on another one, and the inputs of its network, so that a network for other inputs is noticed.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goldenspike.bots.value_network import perceptron
from goldenspike.bots.value_network.inputs import INPUTS
from goldenspike.errors import InputError

Weights = NDArray[np.float32]

FORMAT = "goldenspike-network-1"
SUFFIX = ".json"
MAX_BYTES = 1_000_000
"""More than any network's file has."""


@dataclass(frozen=True, slots=True)
class Training:
    """How a network was trained, and how good it was on games that it was not trained on."""

    games: int
    seed: int
    players: tuple[int, ...]
    positions: int
    """Rows of training data: one for each seat of a position."""
    error: float
    """By how many points the expected margin of a seat is off (root mean square)."""
    baseline: float
    """The same for a straight line through the difference in score as it is in the position."""


@dataclass(frozen=True, slots=True)
class Network:
    """A value network of one board."""

    weights: Weights
    board: str
    """The board's name, for people."""
    board_hash: str
    training: Training | None
    """None: not recorded, as for the networks of version 0.1."""


def write_network(path: Path, network: Network) -> None:
    """Write a network, atomically: there is the whole file, or what was there before."""
    data = network.weights.astype("<f4").tobytes()
    content = {
        "format": FORMAT,
        "inputs": inputs_digest(),
        "board": network.board,
        "board_hash": network.board_hash,
        "training": asdict(network.training) if network.training else None,
        "sha256": hashlib.sha256(data).hexdigest(),
        "weights": base64.b64encode(data).decode(),
    }
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    make_folder(path)
    try:
        fresh.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
        fresh.replace(path)
    except OSError as error:
        raise InputError(f"{path} can't be written: {error.strerror or error}") from None
    finally:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)


def make_folder(path: Path) -> None:
    """Make the folder of a file; `InputError` if the file could not be written into it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{path} can't be written: {error.strerror or error}") from None
    if path.is_dir() or not os.access(path.parent, os.W_OK):
        why = "it is a folder" if path.is_dir() else f"you may not write into {path.parent}"
        raise InputError(f"{path} can't be written: {why}")


def read_network(path: Path, board_hash: str) -> Network:
    """Read the network of a board; `InputError` says why it can't be used."""
    try:
        with path.open("rb") as file:
            text = file.read(MAX_BYTES)
        content: dict[str, Any] = json.loads(text)
        data = base64.b64decode(content["weights"], validate=True)
        if hashlib.sha256(data).hexdigest() != content["sha256"]:
            raise ValueError("its weights have changed")
        made_for = content["format"], content["inputs"]
        board, name, training = content["board_hash"], content["board"], content["training"]
        known = Training(**training | {"players": tuple(training["players"])}) if training else None
    except OSError as error:
        raise InputError(f"{path} can't be read ({error.strerror or error})") from None
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise InputError(f"{path} is damaged, or no network ({error})") from None
    if made_for != (FORMAT, inputs_digest()) or len(data) != 4 * perceptron.WEIGHTS:
        raise InputError(f"{path} holds a network of another version of Golden Spike")
    if board != board_hash:
        raise InputError(
            f"{path} holds a network of another board, {name} with the hash {board[:12]}..., "
            f"not {board_hash[:12]}..."
        )
    return Network(np.frombuffer(data, "<f4").astype(np.float32), name, board_hash, known)


def inputs_digest() -> str:
    """Digest what a network's weights depend on: its inputs with their scales, and its layers."""
    layout = [[(one.name, one.scale) for one in INPUTS], perceptron.FIRST, perceptron.SECOND]
    return hashlib.sha256(repr(layout).encode()).hexdigest()[:16]
