"""Where compiled code is kept: a folder named after everything that decides what is compiled.

Numba's own cache notices changes only in the file of an entry point itself. Nothing here imports
Numba, so that code which is kept as bare machine code can be found without it.
"""

from __future__ import annotations

import hashlib
import os
import sys
from importlib.metadata import version
from pathlib import Path
from types import ModuleType

from platformdirs import user_cache_path

from goldenspike.boards import limits
from goldenspike.rules import (
    cards,
    chacha,
    cheapest_way,
    claims,
    codes,
    fields,
    knowledge,
    legal,
    missing_cards,
    network,
    playout,
    record_layout,
    scoring,
    setup,
    ticket_resampling,
    tickets,
    turns,
)

KERNEL: tuple[ModuleType, ...] = (
    codes, chacha, cards, tickets, claims, legal, turns, setup, network, scoring, playout,
    ticket_resampling, knowledge, missing_cards, cheapest_way,
)  # fmt: skip
"""The modules whose functions are compiled."""

SOURCES: tuple[ModuleType, ...] = (*KERNEL, fields, record_layout, limits)
"""The modules that decide what the compiled functions do."""

BUILDERS = ("compilation.py", "entry_points.py", "machine_code.py")
"""Files beside this one that decide how they are compiled."""

SETTINGS = ("NUMBA_BOUNDSCHECK", "NUMBA_OPT", "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES")
"""What the environment may say about it."""


def sources_digest(more: tuple[ModuleType, ...] = ()) -> str:
    """A name for everything the compiled code depends on, of the kernel and of `more` modules."""
    digest = hashlib.sha256()
    for module in (*SOURCES, *more):
        digest.update(Path(str(module.__file__)).read_bytes())
    for name in BUILDERS:
        digest.update(Path(__file__).with_name(name).read_bytes())
    versions = [version(name) for name in ("numba", "llvmlite", "numpy")]
    settings = [os.environ.get(name) for name in SETTINGS]
    digest.update(repr((versions, sys.version, settings)).encode())
    return digest.hexdigest()[:16]


def cache_folder(more: tuple[ModuleType, ...] = ()) -> Path:
    """The folder: in `GOLDENSPIKE_CACHE`, or else in the user's cache folder."""
    root = os.environ.get("GOLDENSPIKE_CACHE")
    base = Path(root) if root else user_cache_path("goldenspike")
    return base / f"kernel-{sources_digest(more)}"
