"""Compiling in the background: nobody waits unawares, and nobody compiles twice."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from goldenspike.rules.compiled import compile_cache, preparation

UNIT = "slow_unit"
SLOW = """
import fcntl, os
if "STARTED" in os.environ:
    os.write(int(os.environ["STARTED"]), b"x")
with open(os.environ["GO_ON"]) as file:
    fcntl.flock(file, fcntl.LOCK_SH)
part = 7
"""


class Gate:
    """A locked file: who wants to share it waits until it is opened."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("w")
        fcntl.flock(self._file, fcntl.LOCK_EX)

    def open(self) -> None:
        self._file.close()


@pytest.fixture
def slow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    """A unit that takes until the gate is opened to import; a cache of its own."""
    (tmp_path / f"{UNIT}.py").write_text(SLOW, encoding="utf-8")
    gate = Gate(tmp_path / "gate")
    for name, value in {
        "GOLDENSPIKE_CACHE": tmp_path / "cache",
        "PYTHONPATH": tmp_path,
        "GO_ON": tmp_path / "gate",
    }.items():
        monkeypatch.setenv(name, str(value))
    for name in ("GOLDENSPIKE_KERNEL", "GOLDENSPIKE_COMPILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("_loaded", "_failed"):
        monkeypatch.setattr(preparation, name, set())
    for name in ("_processes", "_first_asked"):
        monkeypatch.setattr(preparation, name, {})
    monkeypatch.setattr(preparation, "PATIENCE", 0.0)
    yield gate
    gate.open()
    for process in preparation._processes.values():
        process.wait()
    sys.modules.pop(UNIT, None)


def test_it_is_not_ready_while_another_process_compiles_it(slow: Gate):
    assert not preparation.is_ready(UNIT)
    assert UNIT not in sys.modules
    slow.open()
    assert preparation.start(UNIT).wait() == 0
    assert preparation.is_ready(UNIT)
    assert sys.modules[UNIT].part == 7


def test_short_work_starts_no_process(slow: Gate, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(preparation, "PATIENCE", 1000.0)
    assert not preparation.is_ready(UNIT)
    assert not preparation._processes


def test_what_is_marked_is_loaded_at_once(slow: Gate):
    slow.open()
    preparation.wait_for([UNIT])
    preparation._loaded.clear()
    preparation._processes.clear()
    assert preparation.is_cached(UNIT)
    assert preparation.is_ready(UNIT)
    assert not preparation._processes


def test_two_processes_do_not_compile_at_once(slow: Gate, tmp_path: Path):
    """The second one waits for the first, and finds it done."""
    command = [sys.executable, "-m", preparation.__name__, UNIT]
    read, write = os.pipe()
    environment = os.environ | {
        "STARTED": str(write),
        "PYTHONPATH": os.pathsep.join([str(preparation.PACKAGE.parent), str(tmp_path)]),
    }
    both = [subprocess.Popen(command, env=environment, pass_fds=[write]) for _ in range(2)]
    assert os.read(read, 1) == b"x"
    os.set_blocking(read, False)
    with pytest.raises(BlockingIOError):
        os.read(read, 1)
    slow.open()
    assert [process.wait() for process in both] == [0, 0]
    assert os.read(read, 9) == b"x", "it loads what the first one has compiled"
    os.close(read)
    os.close(write)


def test_plain_means_plain(slow: Gate, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("GOLDENSPIKE_KERNEL", "plain")
    assert not preparation.is_ready(UNIT)
    preparation.wait_for([UNIT])
    preparation.begin([UNIT])
    assert not preparation._processes
    assert UNIT not in sys.modules


def test_who_wants_to_wait_compiles_it_here(slow: Gate, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("GOLDENSPIKE_COMPILE", "wait")
    slow.open()
    assert preparation.is_ready(UNIT)
    assert not preparation._processes


def test_a_unit_that_fails_is_played_plainly(slow: Gate, tmp_path: Path):
    (tmp_path / f"{UNIT}.py").write_text("raise ImportError", encoding="utf-8")
    preparation.start(UNIT).wait()
    assert not preparation.is_ready(UNIT)
    assert not preparation.is_ready(UNIT)


def test_the_cache_depends_on_contents_versions_and_processor_not_on_the_path(
    monkeypatch: pytest.MonkeyPatch,
):
    before = compile_cache.cache_folder()
    monkeypatch.setattr(sys, "prefix", "/somewhere/else")
    assert compile_cache.cache_folder() == before
    monkeypatch.setattr(compile_cache, "processor", lambda: "another one")
    assert compile_cache.cache_folder() != before
    monkeypatch.undo()
    monkeypatch.setattr(compile_cache, "version", lambda name: "0")
    assert compile_cache.cache_folder() != before
