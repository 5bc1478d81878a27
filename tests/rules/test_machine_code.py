"""Entry points kept as bare machine code: whole or not at all, and given only what they take."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from goldenspike.rules.codes import SCORE_PARTS
from goldenspike.rules.compiled import entry_points, machine_code
from goldenspike.rules.compiled.machine_code import MachineCode
from goldenspike.rules.record_layout import SCRATCH_SIZE, STATE_SIZE
from support.random_games import TABLES

NAME = "play_random_games"
KINDS = entry_points._sources[NAME].kinds


@pytest.fixture(scope="module")
def built() -> tuple[str, bytes]:
    """The symbol and code of the entry point, as they are kept."""
    entry_points.load([NAME])
    kept = machine_code.read(entry_points.cache_folder() / f"{NAME}.code")
    assert kept is not None
    return kept


def play(entry: MachineCode, **others: object) -> list[int]:
    """The sheet of a game with two players, and its decisions."""
    sheets = np.zeros((1, 5, SCORE_PARTS), np.int32)
    given = {
        "row": np.zeros(STATE_SIZE, np.uint8),
        "board": TABLES["usa"].row,
        "players": 2,
        "key": np.array([7, 0, 0, 0, 0, 0, 0, 0], np.int64),
        "first": -1,
        "scratch": np.zeros(SCRATCH_SIZE, np.uint8),
        "out": np.zeros(TABLES["usa"].codes, np.int32),
        "sheets": sheets,
    }
    return [entry(*(given | others).values()), *sheets.ravel().tolist()]


def test_what_is_kept_is_used_and_what_is_damaged_is_built_again(
    tmp_path: Path, built: tuple[str, bytes]
) -> None:
    builds = []

    def build() -> tuple[str, bytes]:
        builds.append(1)
        return built

    def load() -> list[int]:
        return play(machine_code.load(tmp_path, NAME, KINDS, build))

    expected = play(entry_points.play_random_games)
    assert load() == expected
    assert load() == expected
    assert len(builds) == 1
    (path,) = tmp_path.iterdir()
    whole = path.read_bytes()
    for damaged in (whole[:-1], whole[: len(whole) // 2], b"", b"\xff\n\xff\n\xff", whole + b"x"):
        path.write_bytes(damaged)
        before = len(builds)
        assert load() == expected
        assert len(builds) == before + 1
        assert path.read_bytes() == whole


def test_where_nothing_can_be_kept_it_is_built_all_the_same(
    tmp_path: Path, built: tuple[str, bytes]
) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.touch()
    entry = machine_code.load(in_the_way / "cache", NAME, KINDS, lambda: built)
    assert play(entry) == play(entry_points.play_random_games)


@pytest.mark.parametrize(
    "wrong",
    [
        {"row": np.zeros(STATE_SIZE, np.int32)},
        {"row": np.zeros(2 * STATE_SIZE, np.uint8)[::2]},
        {"sheets": np.zeros((5, SCORE_PARTS), np.int32)},
        {"scratch": np.zeros(SCRATCH_SIZE, np.int64)},
    ],
    ids=["numbers too wide", "with gaps", "a dimension short", "another type"],
)
def test_arrays_of_another_kind_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(TypeError, match="not a plain array of"):
        play(entry_points.play_random_games, **wrong)


def test_a_row_of_the_wrong_size_is_an_error_and_not_a_crash() -> None:
    with pytest.raises(RuntimeError, match="too small"):
        play(entry_points.play_random_games, row=np.zeros(STATE_SIZE - 1, np.uint8))
