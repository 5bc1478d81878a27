"""The cache folder of compiled code, named after a digest of everything the code depends on.

Numba's own cache notices changes only in the file of an entry point itself. This module does not
import Numba, so that cached machine code can be found without it.
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
"""The modules that the compiled functions depend on."""

BUILDERS = ("compilation.py", "entry_points.py", "machine_code.py")
"""Files of this folder that decide how they are compiled."""

NUMBA_VARIABLES = ("NUMBA_BOUNDSCHECK", "NUMBA_OPT", "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES")
"""Environment variables that change what Numba compiles."""


def sources_digest(more: tuple[ModuleType, ...] = ()) -> str:
    """Digest everything that the compiled code of the kernel and of `more` modules depends on."""
    digest = hashlib.sha256()
    for module in (*SOURCES, *more):
        digest.update(Path(str(module.__file__)).read_bytes())
    for name in BUILDERS:
        digest.update(Path(__file__).with_name(name).read_bytes())
    versions = [version(name) for name in ("numba", "llvmlite", "numpy")]
    settings = [os.environ.get(name) for name in NUMBA_VARIABLES]
    digest.update(repr((versions, sys.version, settings)).encode())
    return digest.hexdigest()[:16]


def cache_folder(more: tuple[ModuleType, ...] = ()) -> Path:
    """Return the folder: in `GOLDENSPIKE_CACHE` if that is set, else in the user's cache folder."""
    root = os.environ.get("GOLDENSPIKE_CACHE")
    base = Path(root) if root else user_cache_path("goldenspike")
    return base / f"kernel-{sources_digest(more)}"
