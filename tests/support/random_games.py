"""Random games told in a way that does not depend on how the kernel stores them.

Run as a program it writes `tests/rules/golden_games.json` anew, which is right only after a change
of the rules or of the random stream that was meant: `python tests/support/random_games.py`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from goldenspike.boards.load import board_names, load_board
from goldenspike.rules import scoring, setup, turns
from goldenspike.rules.codes import LISTED_BONUS, OVER_PHASE, SCORE_PARTS
from goldenspike.rules.engine import key_words
from goldenspike.rules.kernel_board import KernelBoard, kernel_board_of
from goldenspike.rules.legal import legal as list_legal
from goldenspike.rules.legal import random_option
from goldenspike.rules.record_layout import PlainScratch, PlainState

GOLDEN = Path(__file__).parents[1] / "rules" / "golden_games.json"
GOLDEN_SEEDS = range(20)

TABLES: dict[str, KernelBoard] = {name: kernel_board_of(load_board(name)) for name in board_names()}
TABLES_AND_PLAYERS = [
    (name, players)
    for name, kernel_board in TABLES.items()
    for players in range(kernel_board.board.min_players, kernel_board.board.max_players + 1)
]
ISLAND = kernel_board_of(load_board(Path(__file__).parents[1] / "boards" / "island.toml"))
"""A board that uses every switch there is. It has no golden games: it changes with each new one."""


def plain_game(
    kernel_board: KernelBoard, players: int, seed: int
) -> Iterator[tuple[Any, list[int], int]]:
    """Play at random in plain Python: the state before each decision, what is legal, what is done.

    The last item is the state at the end, with nothing legal and the code -1.
    """
    state = PlainState()
    scratch, out = PlainScratch(), [0] * kernel_board.codes
    setup.reset(state, kernel_board.plain, players, key_words(seed), -1)
    while state.phase != OVER_PHASE:
        legal = out[: list_legal(state, kernel_board.plain, scratch, out)]
        rng = state.copy()
        code = random_option(state, kernel_board.plain, rng, scratch, out)
        yield state, legal, code
        # The choice took the next number of the game's own stream: what follows goes on from there.
        state.rng_block, state.rng_used = rng.rng_block, rng.rng_used
        state.rng_words = rng.rng_words
        turns.step(state, kernel_board.plain, code)
    yield state, [], -1


def plain_sheet(kernel_board: KernelBoard, state: Any) -> list[list[int]]:
    sheet = [[0] * SCORE_PARTS for _ in range(state.players)]
    scoring.score(state, kernel_board.plain, PlainScratch(), sheet)
    return sheet


def game_digest(kernel_board: KernelBoard, players: int, seed: int) -> str:
    """A name for everything that could be done and was done in a game, and how it ended."""
    told = hashlib.sha256()
    for state, legal, code in plain_game(kernel_board, players, seed):
        told.update(repr((state.turn, legal, code)).encode())
    parts = [row[:LISTED_BONUS] for row in plain_sheet(kernel_board, state)]
    told.update(repr(parts).encode())
    return told.hexdigest()[:16]


def golden_games() -> dict[str, list[str]]:
    return {
        f"{name} {players}": [game_digest(TABLES[name], players, seed) for seed in GOLDEN_SEEDS]
        for name, players in TABLES_AND_PLAYERS
    }


if __name__ == "__main__":
    GOLDEN.write_text(json.dumps(golden_games(), indent=1) + "\n", encoding="utf-8")
