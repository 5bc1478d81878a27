"""The cache folder of compiled code, named after a digest of everything the code depends on.

Numba's own cache notices changes only in the file of an entry point itself. This module does not
import Numba, so that cached machine code can be found without it.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
from functools import cache
from importlib.metadata import version
from pathlib import Path
from types import ModuleType

from platformdirs import user_cache_path

from goldenspike.boards import limits
from goldenspike.rules import (
    cards,
    chacha,
    claims,
    codes,
    fields,
    knowledge,
    legal,
    missing_cards,
    playout,
    record_layout,
    scoring,
    setup,
    shares,
    stations,
    ticket_resampling,
    tickets,
    turns,
)
from goldenspike.rules.graph import (
    borrowing,
    cheapest_tree,
    cheapest_way,
    network,
    ticket_ends,
)

KERNEL: tuple[ModuleType, ...] = (
    codes, chacha, cards, tickets, claims, stations, shares, legal, turns, setup, network,
    ticket_ends, borrowing, scoring, playout, ticket_resampling, knowledge, missing_cards,
    cheapest_way, cheapest_tree,
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
    digest.update(environment_digest().encode())
    return digest.hexdigest()[:16]


def environment_digest() -> str:
    """Digest the versions of Python and the compiler, its settings, and the kind of processor.

    Where the environment is installed makes no difference: all of a machine share the cache.
    """
    versions = [version(name) for name in ("numba", "llvmlite", "numpy")]
    settings = [os.environ.get(name) for name in NUMBA_VARIABLES]
    parts = (versions, sys.version, settings, platform.machine(), processor())
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


@cache
def processor() -> str:
    """Describe this processor as the compiler sees it: its name and its features."""
    import llvmlite.binding as llvm

    return f"{llvm.get_host_cpu_name()} {llvm.get_host_cpu_features().flatten()}"


def cache_folder(more: tuple[ModuleType, ...] = ()) -> Path:
    """Return the folder of the compiled code of the kernel and of `more` modules."""
    return cache_root() / f"kernel-{sources_digest(more)}"


def cache_root() -> Path:
    """Return the cache: `GOLDENSPIKE_CACHE` if that is set, else in the user's cache folder."""
    root = os.environ.get("GOLDENSPIKE_CACHE")
    return Path(root) if root else user_cache_path("goldenspike")
