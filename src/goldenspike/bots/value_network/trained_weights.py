"""Finding the trained network of a board: in the package, or in the folder of the user's own.

A file is named after the hash of its board. Whoever asks looks at the folder again, so that a
network is found as soon as it has been taught, by a running server too.
"""

from __future__ import annotations

import os
import shlex
from functools import lru_cache
from pathlib import Path

from platformdirs import user_data_path

from goldenspike.boards.model import Board
from goldenspike.boards.variants import title
from goldenspike.bots.value_network.network_file import SUFFIX, Network, Weights, read_network
from goldenspike.errors import InputError
from goldenspike.rules.kernel_board import KernelBoard

PACKAGE_FOLDER = Path(__file__).with_name("weights")
FOLDER_VARIABLE = "GOLDENSPIKE_NETWORKS"


def networks_folder() -> Path:
    """Return the folder of the user's networks: `GOLDENSPIKE_NETWORKS`, or in the data folder."""
    given = os.environ.get(FOLDER_VARIABLE)
    return Path(given) if given else user_data_path("goldenspike", False) / "networks"


def package_file(board: Board) -> Path:
    """Return the file of a board's network in the package, if it has one there."""
    return PACKAGE_FOLDER / f"{board.play_hash}{SUFFIX}"


def taught_file(board: Board) -> Path:
    """Return the file of a board's network in the user's folder, if it has one there."""
    return networks_folder() / f"{board.play_hash}{SUFFIX}"


def trained_weights(kernel_board: KernelBoard) -> Weights | None:
    """Return the network that was trained on exactly this board; None if there is none.

    A copy of a board that plays differently has another hash, whatever its name. A file that can't
    be used counts as none; `network_remark` says so.
    """
    found = _find(kernel_board.board)
    return found.weights if isinstance(found, Network) else None


def find_network(board: Board) -> Network | None:
    """Return the network of a board; None if there is none, `InputError` if it can't be used."""
    found = _find(board)
    if isinstance(found, str):
        raise InputError(found)
    return found


def network_remark(board: Board, source: str = "") -> str:
    """Say that a board has no network, and how to make one; empty if it has one.

    `source` is the board's name or file in the command, if it is not as the board was loaded.
    """
    found = _find(board)
    if isinstance(found, Network):
        return ""
    command = shlex.join(["goldenspike", "bot", "teach", source or board.source])
    if found is None:
        return (
            f"{title(board)} has no taught network yet, so games are simulated to their end, which "
            f"takes longer. `{command}` teaches one in minutes."
        )
    return f"{found}; games are simulated to their end instead. `{command}` teaches it again."


def _find(board: Board) -> Network | str | None:
    """Return the network, or what is wrong with its file, or None."""
    for path in (package_file(board), taught_file(board)):
        try:
            stat = path.stat()
        except OSError:
            continue
        return _read(path, board.play_hash, stat.st_mtime_ns, stat.st_size)
    return None


@lru_cache(maxsize=64)
def _read(path: Path, board_hash: str, changed: int, size: int) -> Network | str:
    """Read a file once, and again when it has changed."""
    try:
        return read_network(path, board_hash)
    except InputError as error:
        return str(error)
