"""One source, two ways to run it: plain Python and compiled code give the same games, bit for bit.

`pytest --wide` plays many more of them.
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
from random_games import (
    GOLDEN,
    GOLDEN_SEEDS,
    TABLES,
    TABLES_AND_PLAYERS,
    game_digest,
    plain_game,
    plain_sheet,
)

from goldenspike.rules import compiled, options, playing, setup, turns
from goldenspike.rules.claims import WORK_SIZE, forget_counts
from goldenspike.rules.codes import OVER_PHASE, SCORE_PARTS
from goldenspike.rules.engine import key_words
from goldenspike.rules.fields import STATE
from goldenspike.rules.records import STATE_DTYPE, STATE_SIZE, PlainState, Row
from goldenspike.rules.tables import Tables

all_boards = pytest.mark.parametrize(("board", "players"), TABLES_AND_PLAYERS)


class Compiled:
    """A compiled game with everything it works in."""

    def __init__(self, tables: Tables, players: int, seed: int) -> None:
        self.tables = tables
        self.row: Row = np.zeros(STATE_SIZE, np.uint8)
        self.work = np.zeros(WORK_SIZE, np.int32)
        self.out = np.zeros(tables.codes, np.int32)
        compiled.reset(self.row, tables.row, players, np.array(key_words(seed), np.int64), -1)

    def legal(self) -> list[int]:
        n = compiled.legal(self.row, self.tables.row, self.work, self.out)
        return self.out[:n].tolist()

    def sheet(self) -> list[list[int]]:
        sheet = np.zeros((5, SCORE_PARTS), np.int32)
        compiled.score(self.row, self.tables.row, self.work, sheet)
        return sheet.tolist()


def same_record(state: PlainState, row: Row) -> bool:
    """Compared as lists: turning rows into lists is ten times quicker than the other way."""
    record = row.view(STATE_DTYPE)[0]
    return all(record[field.name].tolist() == getattr(state, field.name) for field in STATE)


@all_boards
def test_every_state_of_a_game_is_the_same(board: str, players: int, wide: bool):
    """After every single action: the whole record, what is legal, and the scores so far."""
    tables = TABLES[board]
    for seed in range(100, 150 if wide else 102):
        twin = Compiled(tables, players, seed)
        for number, (state, legal, code) in enumerate(plain_game(tables, players, seed)):
            where = f"{board} {players} seed {seed} decision {number}"
            assert np.array_equal(state.to_row(), twin.row), where
            assert twin.legal() == legal, where
            if number % 25 == 0 or code < 0:
                assert twin.sheet()[:players] == plain_sheet(tables, state), where
            if code >= 0:
                # The plain game draws its actions from its own stream; so its twin does, too.
                picked = PlainState.from_row(twin.row)
                options.random_option(picked, tables.plain, picked, [0] * WORK_SIZE, [0] * 20000)
                twin.row[:] = picked.to_row()
                compiled.step(twin.row, tables.row, code)


@all_boards
def test_two_thousand_games_agree_state_by_state(board: str, players: int, wide: bool):
    """200 whole games a board and player count, 2,000 in all: the record after every action."""
    tables = TABLES[board]
    for seed in range(10_000 if wide else 200):
        twin = Compiled(tables, players, seed)
        state = PlainState()
        setup.reset(state, tables.plain, players, key_words(seed), -1)
        chance = random.Random(f"{board} {players} {seed}")
        while legal := twin.legal():
            code = chance.choice(legal)
            compiled.step(twin.row, tables.row, code)
            turns.step(state, tables.plain, code)
            if not same_record(state, twin.row):
                pytest.fail(f"{board} {players} seed {seed}: decision {state.decisions}, {code}")
        assert state.phase == OVER_PHASE


@all_boards
def test_games_drawn_inside_the_kernel_end_in_the_same_state(board: str, players: int, wide: bool):
    """Here each action is drawn from the state's own stream, as `simulate` does."""
    tables = TABLES[board]
    sheet = np.zeros((5, SCORE_PARTS), np.int32)
    for seed in range(1000 if wide else 40):
        twin = Compiled(tables, players, seed)
        made = compiled.playout(twin.row, tables.row, twin.work, twin.out, sheet)
        state, plain = PlainState(), [[0] * SCORE_PARTS for _ in range(players)]
        setup.reset(state, tables.plain, players, key_words(seed), -1)
        work, out = [0] * WORK_SIZE, [0] * tables.codes
        where = f"{board} {players} seed {seed}"
        assert made == playing.play_out(state, tables.plain, work, out, plain), where
        assert np.array_equal(state.to_row(), twin.row), where
        assert sheet[:players].tolist() == plain, where


@pytest.mark.parametrize("bits", [32, 64, 224])
@all_boards
def test_a_run_of_games_is_the_games_one_by_one(board: str, players: int, bits: int):
    """Also across the end of the seed's words: seeds count on into the next one."""
    tables, n, seed = TABLES[board], 8, (1 << bits) - 4
    sheets = np.zeros((n, 5, SCORE_PARTS), np.int32)
    one = Compiled(tables, players, seed)
    key = np.array(key_words(seed), np.int64)
    made = compiled.play_random_games(
        one.row, tables.row, players, key, -1, one.work, one.out, sheets
    )
    alone = 0
    for i in range(n):
        game = Compiled(tables, players, seed + i)
        sheet = np.zeros((5, SCORE_PARTS), np.int32)
        alone += compiled.playout(game.row, tables.row, game.work, game.out, sheet)
        assert np.array_equal(sheet, sheets[i])
    assert made == alone


def test_games_are_those_of_every_python_and_version():
    """The same seed gives the same game on every Python and machine, and did so before."""
    golden = json.loads(GOLDEN.read_text(encoding="utf-8"))
    assert sorted(golden) == sorted(f"{name} {players}" for name, players in TABLES_AND_PLAYERS)
    for name, players in TABLES_AND_PLAYERS:
        digests = [game_digest(TABLES[name], players, seed) for seed in GOLDEN_SEEDS]
        assert digests == golden[f"{name} {players}"], f"{name} {players}"


class Scripted:
    """A random stream that makes `below(stream, n)` give a wanted number."""

    def __init__(self, wanted: int, n: int) -> None:
        self.rng_used = 0
        self.rng_words = [-((-wanted << 32) // n)] * 16


@all_boards
def test_an_action_by_number_is_that_of_the_list(board: str, players: int):
    """Counting with what is remembered from earlier positions, or anew, finds the same actions."""
    tables = TABLES[board]
    b, out = tables.plain, [0] * tables.codes
    remembered, fresh = [0] * WORK_SIZE, [0] * WORK_SIZE
    forget_counts(remembered)
    for state, legal, code in plain_game(tables, players, 7):
        if code < 0:
            break
        every = range(len(legal)) if len(legal) < 40 else range(0, len(legal), len(legal) // 20)
        for i in every:
            stream = Scripted(i, len(legal))
            assert options.random_option_later(state, b, stream, remembered, out) == legal[i]
        last = Scripted(len(legal) - 1, len(legal))
        assert options.random_option(state, b, last, fresh, out) == legal[-1]


CHECKED = """
import numpy as np
from random_games import TABLES, TABLES_AND_PLAYERS
from goldenspike.rules import compiled
from goldenspike.rules.claims import WORK_SIZE
from goldenspike.rules.records import STATE_SIZE
for name, players in TABLES_AND_PLAYERS:
    tables = TABLES[name]
    row, seen = np.zeros(STATE_SIZE, np.uint8), np.zeros(STATE_SIZE, np.uint8)
    work, out = np.zeros(WORK_SIZE, np.int32), np.zeros(tables.codes, np.int32)
    sheet = np.zeros((players, 10), np.int32)
    for seed in range(10):
        key = np.array([seed, 0, 0, 0, 0, 0, 0, 0], np.int64)
        compiled.reset(row, tables.row, players, key, -1)
        while n := compiled.legal(row, tables.row, work, out):
            code = out[seed * 7919 % n]
            seat = seed % (players + 1) - 1
            compiled.view(row, tables.row, seat, seen)
            compiled.fill_hidden(seen, tables.row, seat, key, work)
            compiled.step(row, tables.row, code)
            if seed % 2:
                compiled.playout(seen, tables.row, work, out, sheet)
                seed += 10
        compiled.score(row, tables.row, work, sheet)
print("within bounds")
"""


def test_compiled_code_stays_within_its_arrays(tmp_path: Path):
    """Compiled code does not check indices; here it does, with a cache of its own."""
    here = Path(__file__).parent
    place = {"NUMBA_BOUNDSCHECK": "1", "GOLDENSPIKE_CACHE": str(tmp_path), "PYTHONPATH": str(here)}
    checked = subprocess.run(
        [sys.executable, "-c", CHECKED], env=os.environ | place, capture_output=True, text=True
    )
    assert checked.stdout == "within bounds\n", checked.stderr
