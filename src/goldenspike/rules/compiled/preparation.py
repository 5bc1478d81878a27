"""Compiling in the background: plain Python plays on until the compiled code is ready.

A unit is a module that compiles when it is imported, or an attribute of one that is compiled when
it is read: `package.module` or `package.module:attribute`. `is_ready` says whether a unit can be
used now, and loads it then. If it is not in the cache yet, another process compiles it meanwhile;
whoever asks goes on in plain Python, which gives the same results, and asks again later.

Markers in the cache folder say which units are compiled, for these sources and this processor. So
nobody waits unawares, two processes never compile the same unit, and all environments of a machine
share one cache.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from threading import RLock

from goldenspike.rules.compiled.compile_cache import cache_root, environment_digest

PACKAGE = Path(__file__).parents[2]
PATIENCE = 0.5
"""Seconds of asking before a process is started: short work is done before one would be."""
PLAIN, COMPILED = "plain", "compiled"

_lock = RLock()
_loaded: set[str] = set()
_failed: set[str] = set()
_first_asked: dict[str, float] = {}
_processes: dict[tuple[str, ...], subprocess.Popen[bytes]] = {}


def is_ready(unit: str) -> bool:
    """May the compiled code of a unit be used now? It is loaded then.

    With `GOLDENSPIKE_KERNEL=plain` nothing is compiled, nor without Numba. With
    `GOLDENSPIKE_KERNEL=compiled` or `GOLDENSPIKE_COMPILE=wait` it is compiled here and now.
    """
    if unit in _loaded:
        return True
    if (
        os.environ.get("GOLDENSPIKE_KERNEL") == PLAIN
        or unit in _failed
        or not _compiler_installed()
    ):
        return False
    with _lock:
        if unit not in _loaded:
            if not (waits() or marker(unit).exists() or _compiled_elsewhere(unit)):
                return False
            load(unit)
        return True


def waits() -> bool:
    """Is whoever needs compiled code to wait for it?"""
    return (
        os.environ.get("GOLDENSPIKE_COMPILE") == "wait"
        or os.environ.get("GOLDENSPIKE_KERNEL") == COMPILED
    )


def load(unit: str) -> None:
    """Load a unit in this process, and mark it as compiled."""
    module, _, attribute = unit.partition(":")
    loaded = import_module(module)
    if attribute:
        getattr(loaded, attribute)
    _loaded.add(unit)
    path = marker(unit)
    if not path.exists():
        # Without a writable cache it is compiled every time.
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()


def begin(units: Iterable[str]) -> None:
    """Load units that are cached, and begin to compile the others."""
    if not _may_compile():
        return
    for unit in units:
        if waits() or is_cached(unit):
            load(unit)
        else:
            start(unit)


def wait_for(units: Iterable[str], report: Callable[[str], None] | None = None) -> None:
    """Load units, after other processes have compiled those that are not cached.

    `report` is called with a unit again and again, while it is being compiled.
    """
    if not _may_compile():
        return
    wanted = list(units)
    missing = [unit for unit in wanted if not is_cached(unit)]
    for unit in missing:
        start(unit)
    for unit in missing:
        while start(unit).poll() is None:
            if report is not None:
                report(unit)
            with suppress(subprocess.TimeoutExpired):
                start(unit).wait(timeout=0.2)
    for unit in wanted:
        load(unit)


def is_cached(unit: str) -> bool:
    """Is a unit compiled already, so that loading it takes no time to speak of?"""
    return unit in _loaded or (_compiler_installed() and marker(unit).exists())


def start(*units: str) -> subprocess.Popen[bytes]:
    """Start a process that compiles units, one after the other; it goes on if this one ends."""
    with _lock:
        if units not in _processes:
            paths = [str(PACKAGE.parent), os.environ.get("PYTHONPATH", "")]
            _processes[units] = subprocess.Popen(
                [sys.executable, "-m", __name__, *units],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths))},
                start_new_session=True,
            )
        return _processes[units]


def _compiled_elsewhere(unit: str) -> bool:
    """Has the other process compiled the unit? It is started when somebody asks for long enough."""
    asked = _first_asked.setdefault(unit, time.monotonic())
    if (unit,) not in _processes and time.monotonic() - asked < PATIENCE:
        return False
    code = start(unit).poll()
    if code:
        _failed.add(unit)
    return code == 0


def _may_compile() -> bool:
    return os.environ.get("GOLDENSPIKE_KERNEL") != PLAIN and _compiler_installed()


@cache
def _compiler_installed() -> bool:
    return find_spec("numba") is not None


@cache
def _package_digest() -> str:
    """Digest all sources of the package, and what else compiled code depends on."""
    digest = hashlib.sha256(environment_digest().encode())
    for path in sorted(PACKAGE.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def marker(unit: str) -> Path:
    """Return the file that exists once a unit is compiled."""
    return cache_root() / "compiled" / _package_digest() / unit.replace(":", ".")


def main(units: list[str]) -> None:
    """Compile units, unless they are: what `start` runs in another process."""
    for unit in units:
        path = marker(unit)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.with_suffix(".lock").open("w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            load(unit)


if __name__ == "__main__":
    main(sys.argv[1:])
