"""Games are played in plain Python until compiled code is ready, with the same results."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

import goldenspike as gs
from goldenspike.arena import play_batch as playing
from goldenspike.arena import simulate
from goldenspike.arena.batch import Batch
from goldenspike.arena.play_batch import play_batch, single_games_until_ready
from goldenspike.arena.records.record_files import open_records
from goldenspike.arena.records.replaying import check_game, read_games
from goldenspike.rules.compiled import preparation

RANDOM = Batch("usa", ("random", "random"), 1, 0, 6, first_seat=None, playouts=True)
BOTS = Batch("nordic", ("greedy", "random", "planner"), 3, 5, 2)


@pytest.mark.parametrize("batch", [RANDOM, replace(RANDOM, board="germany"), BOTS])
def test_plain_and_compiled_batches_have_the_same_outcome(
    batch: Batch, monkeypatch: pytest.MonkeyPatch
):
    compiled = play_batch(batch)
    monkeypatch.setenv("GOLDENSPIKE_KERNEL", "plain")
    monkeypatch.setattr(preparation, "_loaded", set())
    plain = play_batch(batch)
    assert np.array_equal(plain.sheets, compiled.sheets)
    assert plain.decisions == compiled.decisions
    if batch is BOTS:
        assert np.array_equal(plain.activity.action_counts, compiled.activity.action_counts)
        assert np.array_equal(plain.activity.tracks, compiled.activity.tracks)


def test_records_are_written_and_replayed_in_plain_python_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Nobody waits for a compiler unawares."""
    board, bots, tables = gs.load_board("nordic"), ["greedy", "random"], []
    for name in ("compiled", "plain"):
        if name == "plain":
            monkeypatch.setenv("GOLDENSPIKE_KERNEL", "plain")
            monkeypatch.setattr(preparation, "_loaded", set())
        file = tmp_path / f"{name}.parquet"
        records = open_records(file, observed=True)
        simulate(board, bots, 2, records=records)
        records.close(finished=True)
        tables.append(pq.read_table(file))
        assert all(check_game(record) for _, record in read_games(file))
    assert tables[0].num_rows > 100
    assert tables[0].equals(tables[1])


def test_games_are_played_one_by_one_until_it_is_ready(monkeypatch: pytest.MonkeyPatch):
    """So that there is progress to see, and no long batch to finish plainly."""
    answers = iter([False, False, True])
    monkeypatch.setattr(playing, "is_cached", lambda unit: False)
    monkeypatch.setattr(playing, "is_ready", lambda unit: next(answers, True))
    batches = list(single_games_until_ready([RANDOM, replace(RANDOM, first_deal=6)]))
    assert [list(batch.deals) for batch in batches] == [[0], [1], [2, 3, 4, 5], [*range(6, 12)]]


def test_a_simulation_without_a_compiler(monkeypatch: pytest.MonkeyPatch):
    expected = simulate(gs.load_board("usa"), ["random", "random"], games=8)
    monkeypatch.setattr(preparation, "_loaded", set())
    monkeypatch.setattr(preparation, "_compiler_installed", lambda: False)
    found = simulate(gs.load_board("usa"), ["random", "random"], games=8, jobs=2)
    assert found.seats == expected.seats
