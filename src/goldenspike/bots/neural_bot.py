"""A trained network as a player: `neural:FILE`, with NumPy alone.

The file (`.npz`) is one that `examples/train_ppo.py` writes, or any other with these arrays:
`layout` (JSON: the board's digest, the players and the version of the observation that it was
trained on), `scale` (by which each number is multiplied before the first layer; the product is at
most 4), and `w0`, `b0`, `w1`, `b1`, ...: layers of a perceptron with ReLU between them. The last
layer has an output for each action code, and the legal action with the largest one is played.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goldenspike.boards.model import Board
from goldenspike.bots.contract import Bot, Budget
from goldenspike.bots.stream import Stream
from goldenspike.errors import InputError
from goldenspike.game import View
from goldenspike.notation.actions import Action
from goldenspike.observation import VERSION, Layout, layout_of, observe
from goldenspike.observation.blocks import MAX_NORMALIZED
from goldenspike.rules.kernel_board import KernelBoard

LAYOUT = ("board", "digest", "players", "derived", "version")
"""Fields that the layout in the file must have."""
Floats = NDArray[np.float32]


class NeuralBot(Bot):
    """A trained network, from a file that `examples/train_ppo.py` wrote."""

    def __init__(self, file: str = "") -> None:
        if not file:
            raise InputError("neural: needs the file of a trained network, as in neural:ppo.npz")
        self.name = f"neural:{file}"
        self._path = Path(file)
        kept = _read(self._path)
        self._trained = _layout(self._path, kept["layout"])
        self.scale: Floats = _floats(self._path, kept, "scale")
        count = sum(name.startswith("w") for name in kept)
        self.layers: list[tuple[Floats, Floats]] = [
            (_floats(self._path, kept, f"w{i}"), _floats(self._path, kept, f"b{i}"))
            for i in range(count)
        ]
        self._check_shapes()

    def _check_shapes(self) -> None:
        inputs = self.scale.shape
        for i, (weights, bias) in enumerate(self.layers):
            if len(inputs) != 1 or weights.shape != (*inputs, *bias.shape):
                raise InputError(
                    f"{self._path} is no trained network: w{i} of shape {weights.shape} does not "
                    f"join {inputs} to b{i} of shape {bias.shape}"
                )
            inputs = bias.shape

    def ensure_prepared(self, kernel: str) -> None:
        """Load or compile observations, if views are compiled."""
        if kernel == "compiled":
            from goldenspike.observation import compiled_observation  # noqa: F401
        super().ensure_prepared(kernel)

    def choose(
        self, view: View, legal: Sequence[Action], rng: Stream, budget: Budget
    ) -> Action | str:
        """Return the legal action with the largest output."""
        players = view.state.players
        self.check_fits(view.kernel_board, players)
        preferences = self.preferences(observe(view, self.layout(view.board, players)))
        return max(legal, key=lambda action: preferences[action.code])

    def layout(self, board: Board, players: int) -> Layout:
        """Return the layout of the observations that it takes."""
        return layout_of(board, players, self._trained["derived"])

    def check_fits(self, kernel_board: KernelBoard, players: int) -> None:
        """Raise `InputError` unless it was trained for this board and number of players."""
        board = kernel_board.board
        if board.digest != self._trained["digest"] or players != self._trained["players"]:
            raise InputError(
                f"{self._path} was trained for {self._trained['players']} players on "
                f"{self._trained['board']}, not for {players} on {board.id}"
            )
        layout = self.layout(board, players)
        given, codes = self.scale.size, self.layers[-1][1].size
        if (given, codes) != (layout.size, kernel_board.codes):
            raise InputError(
                f"{self._path} makes {codes} numbers of {given}, not {kernel_board.codes} of "
                f"{layout.size}"
            )

    def preferences(self, observation: NDArray[np.uint8]) -> Floats:
        """Return the output for each action code, legal or not; of a batch, a row for each."""
        x: Any = np.minimum(observation * self.scale, MAX_NORMALIZED)
        for i, (weights, bias) in enumerate(self.layers):
            x = x @ weights + bias
            if i + 1 < len(self.layers):
                x = np.maximum(x, 0)
        result: Floats = x
        return result


def _read(path: Path) -> dict[str, Any]:
    try:
        file = np.load(path, allow_pickle=False)
        if not isinstance(file, np.lib.npyio.NpzFile):
            raise ValueError
        with file:
            kept = dict(file)
    except FileNotFoundError:
        raise InputError(f"there is no file {path}: neural: wants a trained network's") from None
    except (OSError, ValueError, EOFError, zipfile.BadZipFile):
        raise InputError(f"{path} is no trained network: it should be an .npz file") from None
    missing = [name for name in ("layout", "scale", "w0", "b0") if name not in kept]
    if missing:
        raise InputError(f"{path} is no trained network: it lacks {', '.join(missing)}")
    return kept


def _layout(path: Path, text: NDArray[Any]) -> dict[str, Any]:
    try:
        trained = json.loads(str(text))
        missing = [name for name in LAYOUT if name not in trained]
    except (ValueError, TypeError):
        raise InputError(f"{path} is no trained network: its layout is no JSON object") from None
    if missing:
        raise InputError(f"{path} is no trained network: its layout lacks {', '.join(missing)}")
    if trained["version"] != VERSION:
        raise InputError(
            f"{path} was trained on version {trained['version']} of the observation, and "
            f"this is version {VERSION}: train it again"
        )
    found: dict[str, Any] = trained
    return found


def _floats(path: Path, kept: dict[str, Any], name: str) -> Floats:
    if name not in kept:
        raise InputError(f"{path} is no trained network: it lacks {name}")
    try:
        return np.asarray(kept[name], np.float32)
    except ValueError:
        raise InputError(f"{path} is no trained network: {name} is not made of numbers") from None
