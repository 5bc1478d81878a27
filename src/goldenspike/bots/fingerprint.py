"""What a bot is at this moment, in a few letters: results of another version are not mixed in.

The sources of the project are one version for all bots (`code_version`). Beside them a bot may be
somebody else's package, a program or a trained network, which change by themselves
(`fingerprint`).
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

import goldenspike
from goldenspike.bots.registry import EXTERNAL, NETWORK, entry_point

DECIDING = (
    "rules", "bots", "observation", "notation",
    "game.py", "game_queries.py", "seat_knowledge.py", "score.py", "ways.py",
    "arena/bot_games.py", "arena/compiled_games.py", "arena/game_counts.py",
)  # fmt: skip
"""What decides how games go; the rest of the package only schedules and counts them."""
LETTERS = 16


@cache
def code_version() -> str:
    """Of our own sources and of the trained networks that come with them."""
    package = Path(goldenspike.__file__).parent
    return _digest(file for name in DECIDING for file in _files(package / name))


def fingerprint(spec: str) -> str:
    """Of what a bot is made of beside our own sources; empty where there is nothing else.

    For `exec:` these are the program and all files its command names, for `neural:` the network's
    file, for a bot of another package all files of it and its version. What a program loads by
    itself can't be seen.
    """
    name, _, rest = spec.strip().partition(":")
    if name == EXTERNAL:
        return _digest(_named_files(rest))
    if name == NETWORK:
        return _digest([Path(rest)])
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
    return digest.hexdigest()[:LETTERS]


def _files(place: Path) -> list[Path]:
    """A file, or all files of a folder but those that Python makes for itself."""
    if place.is_file():
        return [place]
    return sorted(
        file for file in place.rglob("*") if file.is_file() and "__pycache__" not in file.parts
    )


def _named_files(command: str) -> list[Path]:
    """The program of a command line, and every file that stands in it: `bot.py`, `--net=a.npz`."""
    words = shlex.split(command)
    program = shutil.which(words[0])
    places = [Path(program)] if program else []
    places += [Path(part) for word in words[1:] for part in (word, word.partition("=")[2]) if part]
    return [place for place in places if os.path.isfile(place)]


def _sources(module: str) -> list[Path]:
    """The whole package that a bot's module stands in, or the module where that is all."""
    top = import_module(module.partition(".")[0])
    # A namespace has no file of its own.
    file = top.__file__ or import_module(module).__file__
    if file is None:
        return []
    path = Path(file)
    return _files(path.parent if path.name == "__init__.py" else path)
