"""Random games told in a way that does not depend on how the kernel stores them.

Run as a program it writes `golden_games.json` anew, which is right only after a change of the rules
or of the random stream that was meant: `python tests/rules/random_games.py`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from goldenspike.boards.load import board_names, load_board
from goldenspike.rules import options, scoring, setup, turns
from goldenspike.rules.claims import WORK_SIZE
from goldenspike.rules.codes import OVER_PHASE, SCORE_PARTS
from goldenspike.rules.engine import key_words
from goldenspike.rules.records import PlainState
from goldenspike.rules.tables import Tables, tables_of

GOLDEN = Path(__file__).with_name("golden_games.json")
GOLDEN_SEEDS = range(20)

TABLES: dict[str, Tables] = {name: tables_of(load_board(name)) for name in board_names()}
TABLES_AND_PLAYERS = [
    (name, players)
    for name, tables in TABLES.items()
    for players in range(tables.board.min_players, tables.board.max_players + 1)
]


def plain_game(tables: Tables, players: int, seed: int) -> Iterator[tuple[Any, list[int], int]]:
    """Play at random in plain Python: the state before each decision, what is legal, what is done.

    The last item is the state at the end, with nothing legal and the code -1.
    """
    state = PlainState()
    work, out = [0] * WORK_SIZE, [0] * tables.codes
    setup.reset(state, tables.plain, players, key_words(seed), -1)
    while state.phase != OVER_PHASE:
        legal = out[: options.legal(state, tables.plain, work, out)]
        rng = state.copy()
        code = options.random_option(state, tables.plain, rng, work, out)
        yield state, legal, code
        # The choice took the next number of the game's own stream: what follows goes on from there.
        state.rng_block, state.rng_used = rng.rng_block, rng.rng_used
        state.rng_words = rng.rng_words
        turns.step(state, tables.plain, code)
    yield state, [], -1


def plain_sheet(tables: Tables, state: Any) -> list[list[int]]:
    sheet = [[0] * SCORE_PARTS for _ in range(state.players)]
    scoring.score(state, tables.plain, [0] * WORK_SIZE, sheet)
    return sheet


def game_digest(tables: Tables, players: int, seed: int) -> str:
    """A name for everything that could be done and was done in a game, and how it ended."""
    told = hashlib.sha256()
    for state, legal, code in plain_game(tables, players, seed):
        told.update(repr((state.turn, legal, code)).encode())
    told.update(repr(plain_sheet(tables, state)).encode())
    return told.hexdigest()[:16]


def golden_games() -> dict[str, list[str]]:
    return {
        f"{name} {players}": [game_digest(TABLES[name], players, seed) for seed in GOLDEN_SEEDS]
        for name, players in TABLES_AND_PLAYERS
    }


if __name__ == "__main__":
    GOLDEN.write_text(json.dumps(golden_games(), indent=1) + "\n", encoding="utf-8")
