"""The public interface to a game: play actions, take views, copy it, write it down.

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
from typing import Any

import numpy as np

from goldenspike.boards.load import load_board
from goldenspike.boards.model import Board
from goldenspike.errors import InputError
from goldenspike.events import Event, claim_fields, describe
from goldenspike.game_queries import GameQueries
from goldenspike.notation.actions import Action, write_action
from goldenspike.notation.positions import Position, write_position
from goldenspike.notation.read_position import position_board, read_position
from goldenspike.notation.records import RecordError, write_record
from goldenspike.rules.chacha import seed_stream
from goldenspike.rules.engine import Engine, State, engine, key_words
from goldenspike.rules.kernel_board import KernelBoard, kernel_board_of
from goldenspike.rules.record_layout import PlainState
from goldenspike.seat_knowledge import SeatKnowledge
from goldenspike.whole_numbers import read_seed, whole


class Game(GameQueries):
    """A game on a board, from the deal to the final score.

    `board` is the name of a built-in board, the path of a board file, or a `Board`. The same board,
    players, seed and first seat, and the same actions, give the same game bit for bit. By default,
    seed and first seat are random. `kernel` is "plain" or "compiled" (see
    `goldenspike.rules.engine`).

    >>> import goldenspike as gs
    >>> game = gs.Game("usa", players=2, seed=7, first=0)
    >>> game
    <Game usa, 2 players, seat 0 to act, phase keep, route points 0, 0>
    >>> while not game.over:
    ...     event = game.play(game.legal()[0])
    >>> [score.total for score in game.scores()]
    [-89, -118]
    """

    __slots__ = ("_actions", "_first", "_seed", "_stream_given")

    def __init__(
        self,
        board: str | os.PathLike[str] | Board = "usa",
        players: int | None = None,
        seed: int | None = None,
        first: int | None = None,
        *,
        kernel: str | None = None,
    ) -> None:
        on = board if isinstance(board, Board) else load_board(board)
        least, most = on.min_players, on.max_players
        number = least if players is None else whole(players)
        if number is None or not least <= number <= most:
            raise InputError(f"{on.name} is for {least} to {most} players, not {players!r}")
        start = -1 if first is None else whole(first)
        if start is None or (first is not None and not 0 <= start < number):
            raise InputError(f"the first seat is a number from 0 to {number - 1}, not {first!r}")
        key = secrets.randbits(64) if seed is None else read_seed(seed)
        kernel_board, chosen = kernel_board_of(on), engine(kernel)
        super().__init__(kernel_board, chosen, chosen.new(kernel_board, number, key, start))
        self._seed: int | None = key
        self._first = None if first is None else start
        self._stream_given = True
        self._actions: list[tuple[int, str]] = []

    # Its history -------------------------------------------------------------------------------

    @property
    def seed(self) -> int | None:
        """The seed the game was dealt from; None for a game that began as a position."""
        return self._seed

    @property
    def first(self) -> int | None:
        """The seat that was chosen to start; None if it was drawn at random."""
        return self._first

    @property
    def actions(self) -> list[tuple[int, str]]:
        """All actions so far, each as its seat and its text."""
        return list(self._actions)

    # Playing -----------------------------------------------------------------------------------

    def play(self, action: Action | str) -> Event:
        """Play an action and return its event; `IllegalAction`, and no change, if it is not legal.

        A claim whose text also names the substitutes plays the claim and gives each substitute;
        all of that is one event.

        >>> import goldenspike as gs
        >>> game = gs.Game("usa", players=2, seed=7, first=0)
        >>> event = game.play("keep phoenix-portland calgary-phoenix")
        >>> event.public["kept"], game.seat
        ({'main': 2}, 1)
        >>> game.play("draw deck")
        Traceback (most recent call last):
        goldenspike.notation.reasons.IllegalAction: SET-2: first choose which tickets to keep
        """
        first, gives = self._checked(action)
        before, played = self._step(first)
        for code in gives:
            before, played = self._step(write_action(self._kernel_board, self._current, code))
        event = describe(self._kernel_board, before, played, self._current)
        if gives:
            public = event.public | claim_fields(self._kernel_board, first.code)
            event = Event(event.seat, first, public, event.own)
        return event

    def _step(self, action: Action) -> tuple[PlainState, Action]:
        """Play one legal action; returns the state before it, and the action."""
        before = self._current
        self._actions.append((before.turn, action.text))
        self._engine.step(self._kernel_board, self._state, action.code)
        self._plain = None
        return before, action

    # What seats know ---------------------------------------------------------------------------

    def view(self, seat: int | None) -> View:
        """Return the view of a seat; None is a spectator.

        >>> import goldenspike as gs
        >>> game = gs.Game("usa", players=2, seed=7, first=0)
        >>> offers = [seat.get("offer") for seat in game.view(0).to_json()["seats"]]
        >>> offers  # its own tickets, and no others
        [['phoenix-portland', 'calgary-phoenix', 'atlanta-san_francisco'], None]
        """
        number = self._seat_number(seat)
        seen = self._engine.view(self._kernel_board, self._state, number)
        return View(self._kernel_board, self._engine, seen, number)

    def resample(self, seat: int | None, seed: int = 0) -> Game:
        """Return a random game that looks the same to a seat: hidden cards are drawn again.

        >>> import goldenspike as gs
        >>> game = gs.Game("usa", players=2, seed=7, first=0)
        >>> other = game.resample(0, seed=1)
        >>> other == game, other.view(0) == game.view(0)
        (False, True)
        """
        state = self.view(seat).resample_state(seed)
        return Game._from_state(self._kernel_board, self._engine, state)

    def _seat_number(self, seat: int | None) -> int:
        if seat is None:
            return -1
        number = whole(seat)
        if number is None or not 0 <= number < self.players:
            raise InputError(f"a seat is a number from 0 to {self.players - 1}, not {seat!r}")
        return number

    # Writing down ------------------------------------------------------------------------------

    def position(self) -> Position:
        """Return the whole state as JSON, with its random stream if it was dealt or read with one.

        >>> import goldenspike as gs
        >>> game = gs.Game("usa", players=2, seed=7, first=0)
        >>> for _ in range(game.players):
        ...     event = game.play(game.legal()[0])  # the tickets that each seat keeps
        >>> position = game.position()
        >>> position["phase"], position["market"]
        ('turn', ['white', 'yellow', 'purple', 'locomotive', 'purple'])
        >>> position["seats"][0]["cards"]
        {'purple': 1, 'blue': 1, 'green': 1, 'black': 1}
        """
        return write_position(self._kernel_board, self._current, self._stream_given)

    @classmethod
    def from_position(
        cls, position: Mapping[str, Any], *, seed: int = 0, kernel: str | None = None
    ) -> Game:
        """Make a game from a position; `PositionError` lists everything that is wrong with it.

        The random stream continues from the position's `rng`, or else starts from `seed`.

        >>> import goldenspike as gs
        >>> game = gs.Game("usa", players=2, seed=7, first=0)
        >>> position = game.position()
        >>> gs.Game.from_position(position) == game
        True
        >>> position["turn"] = 1
        >>> gs.Game.from_position(position).seat
        1
        """
        start = read_seed(seed)
        kernel_board = kernel_board_of(load_board(position_board(position)))
        state, has_stream = read_position(kernel_board, position)
        if not has_stream:
            seed_stream(state, key_words(start), 0)
        chosen = engine(kernel)
        game = cls._from_state(kernel_board, chosen, chosen.from_plain(state))
        game._stream_given = has_stream
        return game

    def record(self) -> dict[str, Any]:
        """Return the game as a record for `goldenspike.replay` (see `notation.records`).

        >>> import goldenspike as gs
        >>> game = gs.Game("usa", players=2, seed=7, first=0)
        >>> for _ in range(game.players):
        ...     event = game.play(game.legal()[0])  # the tickets that each seat keeps
        >>> record = game.record()
        >>> record["seed"], record["actions"][0]
        (7, {'seat': 0, 'action': 'keep phoenix-portland calgary-phoenix'})
        >>> gs.replay(record) == game
        True
        """
        if self._seed is None:
            raise RecordError(
                "only a game that began with a seed has a record; this one was a position"
            )
        scores = [score.to_json() for score in self.scores()] if self.over else None
        return write_record(
            self.board, self.players, self._seed, self._first, self._actions, scores
        )

    # Copying and comparing ---------------------------------------------------------------------

    @classmethod
    def _from_state(cls, kernel_board: KernelBoard, chosen: Engine, state: State) -> Game:
        game = cls.__new__(cls)
        GameQueries.__init__(game, kernel_board, chosen, state)
        game._seed = game._first = None
        game._stream_given = True
        game._actions = []
        return game

    def copy(self) -> Game:
        """Return an independent copy.

        >>> import goldenspike as gs
        >>> game = gs.Game("usa", players=2, seed=7, first=0)
        >>> for _ in range(game.players):
        ...     event = game.play(game.legal()[0])  # the tickets that each seat keeps
        >>> twin = game.copy()
        >>> event = twin.play("claim dallas-houston:gray 1blue")
        >>> len(game.actions), len(twin.actions)
        (2, 3)
        """
        twin = Game._from_state(self._kernel_board, self._engine, self._engine.copy(self._state))
        twin._seed, twin._first, twin._stream_given = self._seed, self._first, self._stream_given
        twin._actions = list(self._actions)
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        extras = (self._seed, self._first, self._stream_given, self._actions)
        row = self._engine.plain(self._state).to_row().tobytes()
        return (_restore, (self._kernel_board, self._engine.name, row, extras))

    def __eq__(self, other: object) -> bool:
        """Compare board and state, including the random stream."""
        if not isinstance(other, Game):
            return NotImplemented
        return self.board.digest == other.board.digest and _comparable_bytes(
            self
        ) == _comparable_bytes(other)

    __hash__ = None  # type: ignore[assignment]

    def __iter__(self) -> Iterator[Action]:
        raise TypeError("a game can't be looped over; game.legal() lists the legal actions")

    def __repr__(self) -> str:
        points = ", ".join(str(n) for n in self._current.route_points[: self.players])
        doing = "over" if self.over else f"seat {self.seat} to act, phase {self.phase}"
        return f"<Game {self.board.id}, {self.players} players, {doing}, route points {points}>"


class View(SeatKnowledge):
    """What one seat knows of a game, and nothing else; with seat None, what a spectator knows.

    >>> import goldenspike as gs
    >>> game = gs.Game("usa", players=2, seed=7, first=0)
    >>> view = game.view(1)
    >>> view, view.to_act
    (<View of usa by seat 1, phase keep>, False)
    >>> view.to_json()["seats"][0]["card_count"]  # how many cards, not which
    4
    """

    __slots__ = ()

    def resample(self, seed: int = 0) -> Game:
        """Return a random game that looks the same to this seat, drawn from the view alone.

        >>> import goldenspike as gs
        >>> game = gs.Game("usa", players=2, seed=7, first=0)
        >>> view = game.view(0)
        >>> imagined = view.resample(seed=1)
        >>> imagined.view(0) == view, imagined == game
        (True, False)
        """
        return Game._from_state(self._kernel_board, self._engine, self.resample_state(seed))


def _comparable_bytes(game: Game) -> bytes:
    """Return the state as bytes for comparison, without fields that only record its history."""
    state = game._current.copy()
    state.decisions = state.shuffles = state.clears = 0
    state.turned_up = [0] * len(state.turned_up)
    row: bytes = state.to_row().tobytes()
    return row


def _restore(kernel_board: KernelBoard, kernel: str, row: bytes, extras: tuple[Any, ...]) -> Game:
    chosen = engine(kernel)
    plain = PlainState.from_row(np.frombuffer(row, np.uint8))
    game = Game._from_state(kernel_board, chosen, chosen.from_plain(plain))
    game._seed, game._first, game._stream_given, game._actions = extras
    return game
