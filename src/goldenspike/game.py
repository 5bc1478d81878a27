"""The friendly face of the rules: one game that can be asked, played, copied and written down.

>>> import goldenspike as gs
>>> game = gs.Game("usa", players=2, seed=7, first=0)
>>> game.seat, game.phase
(0, 'keep')
>>> event = game.play(game.legal()[0])
>>> game.view(1).to_json()["seats"][0]["ticket_counts"]
{'main': 2}
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from goldenspike.boards.load import load_board
from goldenspike.boards.model import Board
from goldenspike.errors import InputError
from goldenspike.events import Event, describe
from goldenspike.notation.actions import Action, read_action, write_action
from goldenspike.notation.positions import Position, write_position
from goldenspike.notation.read_position import position_board, read_position
from goldenspike.notation.reasons import IllegalAction, Reason, can_give, why_illegal
from goldenspike.rules.codes import (
    LONGEST,
    LONGEST_BONUS,
    MOST_TICKETS_BONUS,
    OVER_PHASE,
    PASSENGER_POINTS,
    PHASES,
    RANK,
    ROUTE_POINTS,
    TICKET_POINTS,
    TICKETS_MADE,
    TICKETS_MISSED,
    TOTAL,
)
from goldenspike.rules.engine import Engine, State, engine, key_words
from goldenspike.rules.records import PlainState
from goldenspike.rules.stream import seed_stream
from goldenspike.rules.tables import Tables, tables_of
from goldenspike.view import View
from goldenspike.whole_numbers import read_seed, whole


@dataclass(frozen=True, slots=True)
class Score:
    """One seat's score, part by part (SCORE-1)."""

    route_points: int
    ticket_points: int
    tickets_made: int
    tickets_missed: int
    longest: int
    bonuses: dict[str, int]
    passenger_points: int
    total: int
    rank: int

    @classmethod
    def from_sheet(cls, board: Board, row: list[int]) -> Score:
        """The score of one row of the kernel's score sheet."""
        bonuses = {}
        if board.longest_path_bonus:
            bonuses["longest_path"] = row[LONGEST_BONUS]
        if board.most_tickets_bonus:
            bonuses["most_tickets"] = row[MOST_TICKETS_BONUS]
        return cls(
            route_points=row[ROUTE_POINTS],
            ticket_points=row[TICKET_POINTS],
            tickets_made=row[TICKETS_MADE],
            tickets_missed=row[TICKETS_MISSED],
            longest=row[LONGEST],
            bonuses=bonuses,
            passenger_points=row[PASSENGER_POINTS],
            total=row[TOTAL],
            rank=row[RANK],
        )

    def to_json(self) -> dict[str, Any]:
        """The parts by name."""
        return {name: getattr(self, name) for name in self.__slots__}


class Game:
    """A game on a board, from the deal to the final score.

    `board` is a built-in name, a path to a board file, or a `Board`. The same board, players, seed
    and first seat, and the same actions, are the same game bit for bit. Without a seed one is drawn
    from the system. `kernel` is "plain" or "compiled" (see `goldenspike.rules.engine`).
    """

    __slots__ = (
        "_actions",
        "_engine",
        "_first",
        "_plain",
        "_seed",
        "_state",
        "_stream_given",
        "_tables",
    )

    def __init__(
        self,
        board: str | os.PathLike[str] | Board = "usa",
        players: int | None = None,
        seed: int | None = None,
        first: int | None = None,
        *,
        kernel: str | None = None,
    ) -> None:
        self._tables = tables_of(board if isinstance(board, Board) else load_board(board))
        least, most = self.board.min_players, self.board.max_players
        number = least if players is None else whole(players)
        if number is None or not least <= number <= most:
            raise InputError(f"{self.board.name} is for {least} to {most} players, not {players!r}")
        start = -1 if first is None else whole(first)
        if start is None or (first is not None and not 0 <= start < number):
            raise InputError(f"the first seat is a number from 0 to {number - 1}, not {first!r}")
        key = secrets.randbits(64) if seed is None else read_seed(seed)
        self._engine: Engine = engine(kernel)
        self._state: State = self._engine.new(self._tables, number, key, start)
        self._plain: PlainState | None = None
        self._seed: int | None = key
        self._first = None if first is None else start
        self._stream_given = True
        self._actions: list[tuple[int, str]] = []

    # What stands on the table ------------------------------------------------------------------

    @property
    def board(self) -> Board:
        """What it is played on."""
        return self._tables.board

    @property
    def tables(self) -> Tables:
        """The board as the kernel has it."""
        return self._tables

    @property
    def state(self) -> PlainState:
        """The whole state, hidden things and all, to look at; changing it changes nothing."""
        own: PlainState = self._now.copy()
        return own

    @property
    def _now(self) -> PlainState:
        """The state as everything here reads it, made once a decision and never handed out."""
        if self._plain is None:
            plain = self._engine.plain(self._state)
            self._plain = plain.copy() if plain is self._state else plain
        return self._plain

    @property
    def players(self) -> int:
        """How many seats there are."""
        return int(self._now.players)

    @property
    def seat(self) -> int:
        """The seat to act."""
        return int(self._now.turn)

    @property
    def phase(self) -> str:
        """One of keep, turn, second_card, give, tunnel, passenger, over."""
        return PHASES[self._now.phase]

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return bool(self._now.phase == OVER_PHASE)

    @property
    def seed(self) -> int | None:
        """The seed the game was dealt from; None for a game that began as a position."""
        return self._seed

    @property
    def first(self) -> int | None:
        """The seat that was told to start; None where a lot decided."""
        return self._first

    @property
    def actions(self) -> list[tuple[int, str]]:
        """Every action so far with the seat that took it, one entry a decision."""
        return list(self._actions)

    # Playing -----------------------------------------------------------------------------------

    def legal(self) -> list[Action]:
        """Every legal action; empty only when the game is over."""
        s = self._now
        codes = self._engine.legal(self._tables, self._state)
        return [write_action(self._tables, s, code) for code in codes]

    def legal_codes(self) -> list[int]:
        """The codes of `legal`, without their text."""
        return self._engine.legal(self._tables, self._state)

    def is_legal(self, action: Action | str) -> bool:
        """May the acting seat do this now? Text that is no notation is not legal either."""
        try:
            self._codes(action)
        except InputError:
            return False
        return True

    def play(self, action: Action | str) -> Event:
        """Play an action, or raise `IllegalAction` and leave everything as it was.

        A claim whose text names the substitutes too is the claim and every card given for it; the
        event is then the last of them, told as one.
        """
        codes = self._codes(action)
        start = self._now
        first = write_action(self._tables, start, codes[0])
        before = start
        for code in codes:
            before = self._now
            step = write_action(self._tables, before, code)
            self._actions.append((before.turn, step.text))
            self._engine.step(self._tables, self._state, code)
            self._plain = None
        event = describe(
            self._tables, before, write_action(self._tables, before, codes[-1]), self._now
        )
        if len(codes) > 1:
            claim = describe(self._tables, start, first, start)
            public = {**event.public, **_said(claim.public)}
            event = Event(event.seat, first, public, event.own)
        return event

    def _codes(self, action: Action | str) -> list[int]:
        """The codes of a legal action, or the reason why it is not one."""
        s = self._now
        if isinstance(action, str):
            text, codes = action, read_action(self._tables, s, action)
        elif isinstance(action, Action):
            text, codes = action.text, read_action(self._tables, s, action.text)
        else:
            raise InputError(f"an action is text or an Action, not {type(action).__name__}")
        legal = bool(codes) and codes[0] in self._engine.legal(self._tables, self._state)
        if legal and can_give(self._tables, s, codes):
            return codes
        raise IllegalAction(text, why_illegal(self._tables, s, codes, text))

    def why_not(self, action: Action | str) -> Reason | None:
        """Why an action is not legal now, or None if it is; text must be notation."""
        try:
            self._codes(action)
        except IllegalAction as error:
            return error.reason
        return None

    # What seats know ---------------------------------------------------------------------------

    def view(self, seat: int | None) -> View:
        """What a seat knows; with None, what a spectator sees."""
        number = self._seat_number(seat)
        seen = self._engine.view(self._tables, self._state, number)
        return View(self._tables, self._engine, seen, number)

    def resample(self, seat: int | None, seed: int = 0) -> Game:
        """A random whole game that looks the same to a seat."""
        state = self.view(seat).resample_state(seed)
        return Game._of(self._tables, self._engine, state)

    def _seat_number(self, seat: int | None) -> int:
        if seat is None:
            return -1
        number = whole(seat)
        if number is None or not 0 <= number < self.players:
            raise InputError(f"a seat is a number from 0 to {self.players - 1}, not {seat!r}")
        return number

    # Scores ------------------------------------------------------------------------------------

    def scores(self) -> list[Score]:
        """Every seat's score as if the game ended now (at the end: the final scores)."""
        sheet = self._engine.score(self._tables, self._state)
        return [Score.from_sheet(self.board, row) for row in sheet]

    # Writing down ------------------------------------------------------------------------------

    def position(self) -> Position:
        """The whole state as JSON, with its random stream if it was ever given one."""
        return write_position(self._tables, self._now, self._stream_given)

    @classmethod
    def from_position(
        cls, position: Mapping[str, Any], *, seed: int = 0, kernel: str | None = None
    ) -> Game:
        """A game that goes on from a position; `PositionError` says everything that is off.

        The random stream goes on from the position's `rng`, else it starts from `seed`.
        """
        start = read_seed(seed)
        tables = tables_of(load_board(position_board(position)))
        state, has_stream = read_position(tables, position)
        if not has_stream:
            seed_stream(state, key_words(start), 0)
        chosen = engine(kernel)
        game = cls._of(tables, chosen, chosen.from_plain(state))
        game._stream_given = has_stream
        return game

    def record(self) -> dict[str, Any]:
        """The game as a record that `goldenspike.replay` plays again (see `notation.records`)."""
        from goldenspike.notation.records import write_record

        return write_record(self)

    # Being a good object -----------------------------------------------------------------------

    @classmethod
    def _of(cls, tables: Tables, chosen: Engine, state: State) -> Game:
        game = cls.__new__(cls)
        game._tables, game._engine, game._state = tables, chosen, state
        game._plain, game._seed, game._first = None, None, None
        game._stream_given = True
        game._actions = []
        return game

    def copy(self) -> Game:
        """The same game once more, free to go its own way."""
        twin = Game._of(self._tables, self._engine, self._engine.copy(self._state))
        twin._seed, twin._first, twin._stream_given = self._seed, self._first, self._stream_given
        twin._actions = list(self._actions)
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        extras = (self._seed, self._first, self._stream_given, self._actions)
        row = self._engine.plain(self._state).to_row().tobytes()
        return (_restore, (self._tables, self._engine.name, row, extras))

    def __eq__(self, other: object) -> bool:
        """Equal when the table is: the same board and the same state, random stream included."""
        if not isinstance(other, Game):
            return NotImplemented
        return self.board.digest == other.board.digest and _standing(self) == _standing(other)

    __hash__ = None  # type: ignore[assignment]

    def __iter__(self) -> Iterator[Action]:
        raise TypeError("a game can't be looped over; game.legal() lists the legal actions")

    def __repr__(self) -> str:
        points = ", ".join(str(n) for n in self._now.route_points[: self.players])
        doing = "over" if self.over else f"seat {self.seat} to act, phase {self.phase}"
        return f"<Game {self.board.id}, {self.players} players, {doing}, route points {points}>"


def _standing(game: Game) -> bytes:
    """The state without its counters, which only tell how it came about."""
    state = game._now.copy()
    state.decisions = state.shuffles = state.clears = 0
    row: bytes = state.to_row().tobytes()
    return row


def _restore(tables: Tables, kernel: str, row: bytes, extras: tuple[Any, ...]) -> Game:
    chosen = engine(kernel)
    plain = PlainState.from_row(np.frombuffer(row, np.uint8))
    game = Game._of(tables, chosen, chosen.from_plain(plain))
    game._seed, game._first, game._stream_given, game._actions = extras
    return game


def _said(claim: dict[str, Any]) -> dict[str, Any]:
    return {name: claim[name] for name in ("kind", "track", "laid", "substitutes") if name in claim}
