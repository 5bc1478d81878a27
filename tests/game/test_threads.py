"""Games in several threads: compiled code lets go of the interpreter, so each works by itself."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import goldenspike as gs
from goldenspike.bots import make_bot
from goldenspike.bots.stream import Stream
from goldenspike.rules import engine as engines


def held_up(entry: Any, both_in: threading.Barrier) -> Any:
    """An entry point that comes back only when two threads have done its work."""

    def call(*arguments: Any) -> Any:
        made = entry(*arguments)
        both_in.wait(60)
        return made

    return call


def games() -> list[gs.Game]:
    """Two that have little in common, after the first choices."""
    both = [gs.Game(name, 3, seed=5, first=0, kernel="compiled") for name in ("usa", "nordic")]
    for game in both:
        while game.phase == "keep":
            game.play(game.legal()[0])
    return both


def test_legal_actions_of_threads_are_not_mixed_up(monkeypatch: pytest.MonkeyPatch):
    begun = games()
    alone = [game.legal_codes() for game in begun]
    compiled = engines.engine("compiled")
    slow = SimpleNamespace(**vars(compiled._kernel))
    slow.legal = held_up(compiled._kernel.legal, threading.Barrier(2))
    monkeypatch.setattr(compiled, "_kernel", slow)
    with ThreadPoolExecutor(2) as pool:
        together = list(pool.map(lambda game: game.legal_codes(), begun))
    assert together == alone


def test_every_thread_has_arrays_of_its_own(monkeypatch: pytest.MonkeyPatch):
    """Scoring and imagining work in them too, and bots in theirs."""
    from goldenspike.bots import compiled_policies

    begun = games()
    compiled = engines.engine("compiled")
    kernel = compiled._kernel
    places: dict[str, list[int]] = {"score": [], "fill_hidden": [], "choose_code": []}

    def watched(name: str, entry: Any, scratch: int) -> Any:
        def call(*arguments: Any) -> Any:
            places[name].append(arguments[scratch].ctypes.data)
            return entry(*arguments)

        return held_up(call, threading.Barrier(2))

    slow = SimpleNamespace(**vars(kernel))
    slow.legal = kernel.legal
    slow.view = kernel.view
    slow.score = watched("score", kernel.score, 2)
    slow.fill_hidden = watched("fill_hidden", kernel.fill_hidden, 4)
    monkeypatch.setattr(compiled, "_kernel", slow)
    choose = watched("choose_code", compiled_policies.choose_code, 4)
    monkeypatch.setattr(compiled_policies, "choose_code", choose)

    def play(game: gs.Game) -> None:
        game.scores()
        view = game.view(0)
        view.resample(1)
        make_bot("greedy").choose(view, view.legal(), Stream("threads"), None)

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(play, begun))
    for name, used in places.items():
        assert len(set(used)) == 2, name


def test_one_thread_compiles_at_a_time(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """Numba is set up for it as a whole, and must be left as it was."""
    from goldenspike.rules.compiled import compilation

    inside: list[str] = []
    second_came = threading.Event()
    together = []

    def njit(*_: Any, **__: Any) -> Any:
        inside.append("")
        if len(inside) == 2:
            second_came.set()
        second_came.wait(0.5)
        together.append(len(inside))
        inside.pop()
        return lambda function: function

    def entry() -> None: ...

    monkeypatch.setattr(compilation.numba, "njit", njit)
    before = compilation.numba.config.CACHE_DIR
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda _: compilation.compile_entry(entry, None, tmp_path), range(2)))
    assert together == [1, 1]
    assert before == compilation.numba.config.CACHE_DIR
