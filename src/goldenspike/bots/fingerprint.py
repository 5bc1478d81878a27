"""Digests of what decides a bot's play, so that results of different versions are not mixed.

The sources of the project are one version for all bots (`code_version`). A bot from another
package, a program or a trained network has a version of its own (`fingerprint`), and so has a bot
that uses a network which the user has taught.
"""

from __future__ import annotations

import hashlib
import os
import shlex
import shutil
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from pathlib import Path

from goldenspike.boards.model import Board
from goldenspike.bots.registry import EXTERNAL, LEVELS, NETWORK, SEARCHER, entry_point
from goldenspike.bots.value_network.trained_weights import package_file, taught_file

GAME_SOURCES = (
    "rules", "bots", "observation", "notation",
    "game.py", "game_queries.py", "playouts.py", "seat_knowledge.py", "score.py", "ways.py",
    "arena/batch.py", "arena/bot_games.py", "arena/compiled_games.py", "arena/forfeits.py",
    "arena/game_counts.py",
)  # fmt: skip
"""The parts of the package that games depend on; the rest only schedules and counts them."""
DIGEST_LENGTH = 16


@cache
def code_version() -> str:
    """Digest the sources of the package and its trained networks."""
    package = Path(__file__).parents[1]
    return _digest(file for name in GAME_SOURCES for file in _files(package / name))


def fingerprint(spec: str, board: Board) -> str:
    """Digest what a bot depends on beyond the package, on a board; empty if there is nothing.

    For `exec:` that is the program and all files in its command line, for `neural:` the network's
    file, for a bot of another package all its files and its version, for the searcher the network
    that the user has taught for the board. What a program loads by itself is not included.
    """
    name, _, rest = spec.strip().partition(":")
    if name == EXTERNAL:
        return _digest(_named_files(rest))
    if name == NETWORK:
        return _digest([Path(rest)])
    if LEVELS.get(name, name) == SEARCHER:
        file = taught_file(board)
        return "" if package_file(board).exists() or not file.exists() else _digest([file])
    point = entry_point(name)
    if point is None:
        return ""
    version = point.dist.version if point.dist else ""
    return f"{version} {_digest(_sources(point.module))}".strip()


def _digest(files: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for file in files:
        with file.open("rb") as data:
            digest.update(hashlib.file_digest(data, "sha256").digest())
    return digest.hexdigest()[:DIGEST_LENGTH]


def _files(place: Path) -> list[Path]:
    """List a file, or all files of a folder without Python's caches."""
    if place.is_file():
        return [place]
    return sorted(
        file for file in place.rglob("*") if file.is_file() and "__pycache__" not in file.parts
    )


def _named_files(command: str) -> list[Path]:
    """List the program of a command line and all files it names: `bot.py`, `--net=a.npz`."""
    words = shlex.split(command)
    program = shutil.which(words[0])
    places = [Path(program)] if program else []
    places += [Path(part) for word in words[1:] for part in (word, word.partition("=")[2]) if part]
    return [place for place in places if os.path.isfile(place)]


def _sources(module: str) -> list[Path]:
    """List the files of the top-level package of a module, or of a single module."""
    top = import_module(module.partition(".")[0])
    # A namespace package has no file of its own.
    file = top.__file__ or import_module(module).__file__
    if file is None:
        return []
    path = Path(file)
    return _files(path.parent if path.name == "__init__.py" else path)
