"""The actions of games that were played: gathered by workers, and expanded to rows of decisions."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goldenspike.arena.batch import Batch
from goldenspike.arena.outcome import Outcome
from goldenspike.boards.load import load_board
from goldenspike.boards.model import Board
from goldenspike.notation.actions import write_action
from goldenspike.notation.records import RecordError, write_record
from goldenspike.observation.blocks import layout_of
from goldenspike.observation.observe_view import COMPILED, write_numbers
from goldenspike.rules.codes import (
    BUILDING,
    CLAIMING,
    DRAWING,
    GIVING,
    RANK,
    SHARING,
    TOTAL,
    decode,
)
from goldenspike.rules.engine import Engine, State, ready_engine
from goldenspike.rules.kernel_board import KernelBoard, kernel_board_of
from goldenspike.rules.record_layout import STATE_DTYPE
from goldenspike.score import Score

_STATE = np.dtype((np.record, STATE_DTYPE))
ALWAYS_THE_SAME = (BUILDING, CLAIMING, DRAWING, GIVING, SHARING)
"""Kinds of actions whose text depends on the board alone."""


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A finished game: what it began with, the code of every action, and the result."""

    board: Board
    bots: tuple[str, ...]
    seed: int
    first: int | None
    codes: NDArray[np.int32]
    sheet: NDArray[np.int16]
    """Seat by part of the score."""

    @property
    def id(self) -> str:
        """The game's id: the same board, bots, seed and first seat have the same."""
        return game_id(self.board, self.bots, self.seed, self.first)

    @property
    def totals(self) -> list[int]:
        """The final points of each seat."""
        return [int(n) for n in self.sheet[:, TOTAL]]

    @property
    def ranks(self) -> list[int]:
        """The final rank of each seat."""
        return [int(n) for n in self.sheet[:, RANK]]


@dataclass(slots=True)
class Decisions:
    """The decisions of a game, one entry each."""

    seats: list[int]
    actions: list[str]
    legal: list[list[int]]
    observations: list[NDArray[np.uint8]]
    final: State
    """The state after the last one."""
    rules: Engine
    """The engine that the state belongs to."""


def game_id(board: Board, bots: tuple[str, ...], seed: int, first: int | None) -> str:
    """Return the id of a game."""
    about = repr((board.digest, bots, seed, first))
    return hashlib.sha256(about.encode()).hexdigest()[:16]


def id_of_deal(batch: Batch, deal: int) -> str:
    """Return the id of one of a batch's games."""
    seed = batch.first_seed - batch.first_deal + deal
    return game_id(load_board(batch.board), batch.seats, seed, batch.first_seat)


def recorded_games(outcome: Outcome) -> Iterator[RecordedGame]:
    """Yield the games of an outcome that were played to their end by the bots themselves."""
    batch = outcome.batch
    if outcome.history is None:
        raise ValueError("this batch was not recorded")
    for g, deal in enumerate(batch.deals):
        if deal not in outcome.forfeits_by_deal:
            yield RecordedGame(
                load_board(batch.board),
                batch.seats,
                batch.first_seed + g,
                batch.first_seat,
                outcome.history[g],
                outcome.sheets[g],
            )


def expand(game: RecordedGame, observed: bool = False) -> Decisions:
    """Play a game again, and return what each decision was about; with `observed`, observations."""
    kernel_board = kernel_board_of(game.board)
    rules = ready_engine(COMPILED) if observed else ready_engine()
    players = len(game.bots)
    first = -1 if game.first is None else game.first
    state = rules.new(kernel_board, players, game.seed, first)
    record = state.view(_STATE)[0] if rules.name == "compiled" else state
    observe = _observer(kernel_board, players, rules) if observed else None
    found = Decisions([], [], [], [], state, rules)
    for code in game.codes.tolist():
        seat = int(record.turn)
        found.seats.append(seat)
        legal = rules.legal(kernel_board, state)
        if code not in legal:
            raise RecordError(f"decision {len(found.legal)}: code {code} is not legal there")
        found.legal.append(legal)
        if observe is not None:
            view = rules.view(kernel_board, state, seat)
            found.observations.append(observe(view, seat))
        found.actions.append(_text(kernel_board, record, code))
        rules.step(kernel_board, state, code)
    return found


def _observer(
    kernel_board: KernelBoard, players: int, rules: Engine
) -> Callable[[State, int], NDArray[np.uint8]]:
    """Return a function from a view's state and its seat to the observation."""
    layout = layout_of(kernel_board.board, players)

    def observe(view: State, seat: int) -> NDArray[np.uint8]:
        return write_numbers(rules.name, kernel_board, view, seat, layout)

    return observe


def to_record(game: RecordedGame, code_version: str) -> dict[str, Any]:
    """Return the game as a record that `goldenspike.replay` reads, and who played it."""
    decisions = expand(game)
    scores = [Score.from_sheet(game.board, row.tolist()).to_json() for row in game.sheet]
    actions = zip(decisions.seats, decisions.actions, strict=True)
    record = write_record(game.board, len(game.bots), game.seed, game.first, actions, scores)
    return record | {"id": game.id, "bots": list(game.bots), "code_version": code_version}


def _text(kernel_board: KernelBoard, record: Any, code: int) -> str:
    if decode(kernel_board.plain, code)[0] in ALWAYS_THE_SAME:
        return _text_of_code(kernel_board, code)
    return write_action(kernel_board, record, code).text


@cache
def _text_of_code(kernel_board: KernelBoard, code: int) -> str:
    return write_action(kernel_board, None, code).text
