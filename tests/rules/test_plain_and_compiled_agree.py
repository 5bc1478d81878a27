"""One source, two ways to run it: plain Python and compiled code give the same games, bit for bit.

`pytest --times N` plays N times as many.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from goldenspike.rules import playout, setup, turns
from goldenspike.rules.claims import invalidate_counts
from goldenspike.rules.codes import OVER_PHASE, SCORE_PARTS
from goldenspike.rules.compiled import entry_points
from goldenspike.rules.engine import key_words
from goldenspike.rules.fields import STATE
from goldenspike.rules.kernel_board import KernelBoard
from goldenspike.rules.legal import next_random_option, random_option
from goldenspike.rules.record_layout import (
    SCRATCH_SIZE,
    STATE_DTYPE,
    STATE_SIZE,
    PlainScratch,
    PlainState,
    Row,
)
from support.random_games import (
    GOLDEN,
    GOLDEN_SEEDS,
    ISLAND,
    TABLES,
    TABLES_AND_PLAYERS,
    game_digest,
    plain_game,
    plain_sheet,
)

BOARDS = {**TABLES, "island": ISLAND}
all_boards = pytest.mark.parametrize(("board", "players"), TABLES_AND_PLAYERS)
every_switch = pytest.mark.parametrize(
    ("board", "players"), [*TABLES_AND_PLAYERS, ("island", 2), ("island", 3)]
)


class Compiled:
    """A compiled game with everything it works in."""

    def __init__(self, kernel_board: KernelBoard, players: int, seed: int) -> None:
        self.kernel_board = kernel_board
        self.row: Row = np.zeros(STATE_SIZE, np.uint8)
        self.scratch = np.zeros(SCRATCH_SIZE, np.uint8)
        self.out = np.zeros(kernel_board.codes, np.int32)
        entry_points.reset(
            self.row, kernel_board.row, players, np.array(key_words(seed), np.int64), -1
        )

    def legal(self) -> list[int]:
        n = entry_points.legal(self.row, self.kernel_board.row, self.scratch, self.out)
        return self.out[:n].tolist()

    def sheet(self) -> list[list[int]]:
        sheet = np.zeros((5, SCORE_PARTS), np.int32)
        entry_points.score(self.row, self.kernel_board.row, self.scratch, sheet)
        return sheet.tolist()


def same_record(state: PlainState, row: Row) -> bool:
    """Compared as lists: turning rows into lists is ten times quicker than the other way."""
    record = row.view(STATE_DTYPE)[0]
    return all(record[field.name].tolist() == getattr(state, field.name) for field in STATE)


@pytest.mark.laws
@every_switch
def test_every_state_of_a_game_is_the_same(board: str, players: int, times: int):
    """After every single action: the whole record, what is legal, and the scores so far."""
    kernel_board = BOARDS[board]
    for seed in range(100, 100 + times):
        twin = Compiled(kernel_board, players, seed)
        for number, (state, legal, code) in enumerate(plain_game(kernel_board, players, seed)):
            where = f"{board} {players} seed {seed} decision {number}"
            assert np.array_equal(state.to_row(), twin.row), where
            assert twin.legal() == legal, where
            if number % 25 == 0 or code < 0:
                assert twin.sheet()[:players] == plain_sheet(kernel_board, state), where
            if code >= 0:
                # The plain game draws its actions from its own stream; so its twin does, too.
                picked = PlainState.from_row(twin.row)
                random_option(picked, kernel_board.plain, picked, PlainScratch(), [0] * 20000)
                twin.row[:] = picked.to_row()
                entry_points.step(twin.row, kernel_board.row, code)


@pytest.mark.laws
@every_switch
def test_games_agree_state_by_state(board: str, players: int, times: int):
    """20 whole games a board and player count (2,000 in all with `--times 10`): every record."""
    kernel_board = BOARDS[board]
    for seed in range(20 * times):
        twin = Compiled(kernel_board, players, seed)
        state = PlainState()
        setup.reset(state, kernel_board.plain, players, key_words(seed), -1)
        chance = random.Random(f"{board} {players} {seed}")
        while legal := twin.legal():
            code = chance.choice(legal)
            entry_points.step(twin.row, kernel_board.row, code)
            turns.step(state, kernel_board.plain, code)
            if not same_record(state, twin.row):
                pytest.fail(f"{board} {players} seed {seed}: decision {state.decisions}, {code}")
        assert state.phase == OVER_PHASE


@pytest.mark.laws
@every_switch
def test_games_drawn_inside_the_kernel_end_in_the_same_state(board: str, players: int, times: int):
    """Here each action is drawn from the state's own stream, as `simulate` does."""
    kernel_board = BOARDS[board]
    sheet = np.zeros((5, SCORE_PARTS), np.int32)
    for seed in range(10 * times):
        twin = Compiled(kernel_board, players, seed)
        made = entry_points.playout(twin.row, kernel_board.row, twin.scratch, twin.out, sheet)
        state, plain = PlainState(), [[0] * SCORE_PARTS for _ in range(players)]
        setup.reset(state, kernel_board.plain, players, key_words(seed), -1)
        scratch, out = PlainScratch(), [0] * kernel_board.codes
        where = f"{board} {players} seed {seed}"
        assert made == playout.play_out(state, kernel_board.plain, scratch, out, plain), where
        assert np.array_equal(state.to_row(), twin.row), where
        assert sheet[:players].tolist() == plain, where


@pytest.mark.parametrize("bits", [32, 64, 224])
@all_boards
def test_a_run_of_games_is_the_games_one_by_one(board: str, players: int, bits: int):
    """Also across the end of the seed's words: seeds count on into the next one."""
    kernel_board, n, seed = TABLES[board], 8, (1 << bits) - 4
    sheets = np.zeros((n, 5, SCORE_PARTS), np.int32)
    one = Compiled(kernel_board, players, seed)
    key = np.array(key_words(seed), np.int64)
    made = entry_points.play_random_games(
        one.row, kernel_board.row, players, key, -1, one.scratch, one.out, sheets
    )
    alone = 0
    for i in range(n):
        game = Compiled(kernel_board, players, seed + i)
        sheet = np.zeros((5, SCORE_PARTS), np.int32)
        alone += entry_points.playout(game.row, kernel_board.row, game.scratch, game.out, sheet)
        assert np.array_equal(sheet, sheets[i])
    assert made == alone


def test_there_are_golden_games_of_every_board_and_number_of_players():
    assert sorted(golden()) == sorted(f"{name} {players}" for name, players in TABLES_AND_PLAYERS)


def golden() -> dict[str, list[str]]:
    found: dict[str, list[str]] = json.loads(GOLDEN.read_text(encoding="utf-8"))
    return found


@pytest.mark.laws
@all_boards
def test_games_are_those_of_every_python_and_version(board: str, players: int, times: int):
    """The same seed gives the same game on every Python and machine, and did so before."""
    seeds = GOLDEN_SEEDS[: 4 * times]
    digests = [game_digest(TABLES[board], players, seed) for seed in seeds]
    assert digests == golden()[f"{board} {players}"][: len(seeds)]


class Scripted:
    """A random stream that makes `random_below(stream, n)` give a wanted number."""

    def __init__(self, wanted: int, n: int) -> None:
        self.rng_used = 0
        self.rng_words = [-((-wanted << 32) // n)] * 16


@all_boards
def test_an_action_by_number_is_that_of_the_list(board: str, players: int):
    """Counting with what is remembered from earlier positions, or anew, finds the same actions."""
    kernel_board = TABLES[board]
    b, out = kernel_board.plain, [0] * kernel_board.codes
    remembered, fresh = PlainScratch(), PlainScratch()
    invalidate_counts(remembered)
    for state, legal, code in plain_game(kernel_board, players, 7):
        if code < 0:
            break
        every = range(len(legal)) if len(legal) < 40 else range(0, len(legal), len(legal) // 20)
        for i in every:
            stream = Scripted(i, len(legal))
            assert next_random_option(state, b, stream, remembered, out) == legal[i]
        last = Scripted(len(legal) - 1, len(legal))
        assert random_option(state, b, last, fresh, out) == legal[-1]


CHECKED = """
import numpy as np
from support.random_games import TABLES, TABLES_AND_PLAYERS
from goldenspike.rules.codes import SCORE_PARTS
from goldenspike.rules.compiled import entry_points
from goldenspike.rules.record_layout import SCRATCH_SIZE, STATE_SIZE
for name, players in TABLES_AND_PLAYERS:
    kernel_board = TABLES[name]
    row, seen = np.zeros(STATE_SIZE, np.uint8), np.zeros(STATE_SIZE, np.uint8)
    scratch, out = np.zeros(SCRATCH_SIZE, np.uint8), np.zeros(kernel_board.codes, np.int32)
    sheet = np.zeros((players, SCORE_PARTS), np.int32)
    for seed in range(10):
        key = np.array([seed, 0, 0, 0, 0, 0, 0, 0], np.int64)
        entry_points.reset(row, kernel_board.row, players, key, -1)
        while n := entry_points.legal(row, kernel_board.row, scratch, out):
            code = out[seed * 7919 % n]
            seat = seed % (players + 1) - 1
            entry_points.view(row, kernel_board.row, seat, seen)
            entry_points.fill_hidden(seen, kernel_board.row, seat, key, scratch)
            entry_points.step(row, kernel_board.row, code)
            if seed % 2:
                entry_points.playout(seen, kernel_board.row, scratch, out, sheet)
                seed += 10
        entry_points.score(row, kernel_board.row, scratch, sheet)
print("within bounds")
"""


@pytest.mark.wide
def test_compiled_code_stays_within_its_arrays(tmp_path: Path):
    """Compiled code does not check indices; here it does, with a cache of its own."""
    tests = Path(__file__).parents[1]
    place = {"NUMBA_BOUNDSCHECK": "1", "GOLDENSPIKE_CACHE": str(tmp_path), "PYTHONPATH": str(tests)}
    checked = subprocess.run(
        [sys.executable, "-c", CHECKED], env=os.environ | place, capture_output=True, text=True
    )
    assert checked.stdout == "within bounds\n", checked.stderr
