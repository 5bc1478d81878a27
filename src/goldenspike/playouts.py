"""Playouts: the rest of a game played many times by a policy, each time in a world of its own.

`View.playouts` and `Game.playouts` are the public face (docs/search.md). Playout number i depends
on the position, the policy and its seed (`playout_seed`) alone, so results are the same on any
number of threads. Random playouts need only the rules; other policies are bots, which are a room
above this one: the package connects the two (`goldenspike/__init__.py`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from goldenspike.boards.limits import MAX_PLAYERS
from goldenspike.errors import InputError
from goldenspike.provided import provided
from goldenspike.rules.codes import SCORE_PARTS, TOTAL
from goldenspike.rules.compiled.preparation import is_ready
from goldenspike.rules.engine import Engine, State, key_words
from goldenspike.rules.kernel_board import KernelBoard
from goldenspike.rules.playout import play_out, start_playout
from goldenspike.rules.record_layout import (
    SCRATCH_SIZE,
    STATE_DTYPE,
    STATE_SIZE,
    PlainScratch,
    PlainState,
    Row,
)
from goldenspike.whole_numbers import read_seed, whole

Totals = NDArray[np.int32]
"""Final points by playout and seat."""
Policies = str | Sequence[str]
"""One policy for all seats, or one for each."""
RANDOM = "random"
CHUNK = 256
"""Random playouts that a thread plays at a time."""
PLAYOUTS = "goldenspike.rules.compiled.entry_points:play_out_worlds"
PLAYERS = "players of playouts"
"""The name of what the bots provide: a function of policies and start that makes a `Player`."""
WORLDS = "goldenspike.rules.compiled.entry_points:imagine_worlds"


@dataclass(frozen=True, slots=True)
class Start:
    """Where playouts begin: what a seat knows, or a whole state."""

    kernel_board: KernelBoard
    row: Row
    seat: int
    """Whose view it is; -1 a spectator's, `TRUE_STATE` a whole state."""
    players: int
    compiled: bool
    """Does it come from the compiled engine?"""

    def is_ready(self, unit: str) -> bool:
        """May the compiled code of a unit be used now? Until then plain Python plays the same."""
        return self.compiled or is_ready(unit)


def start_from(kernel_board: KernelBoard, chosen: Engine, state: State, seat: int) -> Start:
    """Return the start of playouts from the state of a view, or a whole one (`TRUE_STATE`)."""
    compiled = chosen.name == "compiled"
    row = chosen.row(state)
    players = int(row.view(STATE_DTYPE)["players"][0])
    return Start(kernel_board, row, seat, players, compiled)


class Player:
    """Plays playouts by a policy, in chunks that depend on nothing but the number of games."""

    chunk: int = CHUNK

    def play(self, start: Start, seeds: range, totals: Totals) -> None:
        """Write the final totals of the playouts with these seeds."""
        raise NotImplementedError


def playout_seed(seed: int, number: int) -> int:
    """Return the seed of a playout: `view.resample` with it gives the world it begins in.

    >>> import goldenspike as gs
    >>> from goldenspike.playouts import playout_seed
    >>> view = gs.Game("usa", players=2, seed=7, first=0).view(0)
    >>> view.worlds(3, seed=1)[2] == view.resample(playout_seed(1, 2))
    True
    """
    return first_seed(seed) + number


def first_seed(seed: int) -> int:
    """Return the seed of the first playout: a hash, so that two seeds have no worlds in common."""
    digest = hashlib.sha256(f"playouts {read_seed(seed)}".encode()).digest()
    # The last bits are zero: counting up never overflows.
    return int.from_bytes(digest, "little") >> 64 << 64


def run_playouts(start: Start, games: int, policy: Policies, seed: int, threads: int) -> Totals:
    """Play `games` playouts, and return their final totals, `int32[games, players]`."""
    count, workers = _at_least("games", games, 0), _at_least("threads", threads, 1)
    names = _names(policy, start.players)
    if set(names) == {RANDOM}:
        player: Player = RandomPlayer()
    else:
        player = provided(PLAYERS)(names, start)
    totals = np.zeros((count, start.players), np.int32)
    first = first_seed(seed)

    def play(at: int) -> None:
        part = totals[at : at + player.chunk]
        player.play(start, range(first + at, first + at + len(part)), part)

    _for_each(play, range(0, count, player.chunk), workers)
    return totals


def imagine_worlds(start: Start, games: int, seed: int) -> list[State]:
    """Make the worlds in which playouts begin, as the engine of the start represents states."""
    seeds = range(first_seed(seed), first_seed(seed) + _at_least("games", games, 0))
    if not start.is_ready(WORLDS):
        scratch = PlainScratch()
        return [plain_world(start, seed, scratch) for seed in seeds]
    rows = compiled_worlds(start, seeds)
    return list(rows) if start.compiled else [PlainState.from_row(row) for row in rows]


def compiled_worlds(start: Start, seeds: range) -> NDArray[np.uint8]:
    """Make worlds in compiled code, a row for each seed."""
    from goldenspike.rules.compiled import entry_points

    rows = np.empty((len(seeds), STATE_SIZE), np.uint8)
    entry_points.imagine_worlds(
        start.row,
        start.kernel_board.row,
        start.seat,
        np.array(key_words(seeds.start), np.int64),
        np.zeros(SCRATCH_SIZE, np.uint8),
        rows,
    )
    return rows


class RandomPlayer(Player):
    """Plays all seats at random, from the game's own stream: the fastest playouts."""

    def play(self, start: Start, seeds: range, totals: Totals) -> None:
        """Write the final totals of the playouts with these seeds."""
        scratch, out = PlainScratch(), [0] * start.kernel_board.codes
        for i, seed in enumerate(seeds):
            if start.is_ready(PLAYOUTS):
                self._play_compiled(start, seeds[i:], totals[i:])
                return
            state = plain_world(start, seed, scratch)
            sheet = [[0] * SCORE_PARTS for _ in range(start.players)]
            play_out(state, start.kernel_board.plain, scratch, out, sheet)
            totals[i] = [row[TOTAL] for row in sheet]

    def _play_compiled(self, start: Start, seeds: range, totals: Totals) -> None:
        from goldenspike.rules.compiled import entry_points

        entry_points.play_out_worlds(
            start.row,
            start.kernel_board.row,
            start.seat,
            np.array(key_words(seeds.start), np.int64),
            np.empty(STATE_SIZE, np.uint8),
            np.zeros(SCRATCH_SIZE, np.uint8),
            np.zeros(start.kernel_board.codes, np.int32),
            np.zeros((MAX_PLAYERS, SCORE_PARTS), np.int32),
            totals,
        )


def plain_world(start: Start, seed: int, scratch: PlainScratch) -> PlainState:
    """Make the world with a seed in plain Python."""
    state: PlainState = PlainState.from_row(start.row)
    start_playout(state, start.kernel_board.plain, start.seat, key_words(seed), scratch)
    return state


def _names(policy: Policies, players: int) -> tuple[str, ...]:
    if isinstance(policy, str):
        return (policy,) * players
    names = tuple(policy)
    if len(names) != players:
        raise InputError(
            f"{len(names)} policies for {players} players: give one for all seats, or one for each"
        )
    return names


def _at_least(what: str, value: int, least: int) -> int:
    number = whole(value)
    if number is None or number < least:
        raise InputError(f"{what} is a number from {least} on, not {value!r}")
    return number


def _for_each(play: Callable[[int], None], starts: range, threads: int) -> None:
    if threads == 1 or len(starts) < 2:
        for at in starts:
            play(at)
        return
    with ThreadPoolExecutor(min(threads, len(starts))) as pool:
        for _ in pool.map(play, starts):
            pass
