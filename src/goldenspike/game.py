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
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from goldenspike.boards.load import load_board
from goldenspike.boards.model import Board
from goldenspike.errors import InputError
from goldenspike.events import Event
from goldenspike.game_history import GameHistory
from goldenspike.game_queries import GameQueries
from goldenspike.notation.actions import Action, write_action
from goldenspike.notation.positions import Position, write_position
from goldenspike.notation.read_position import position_board, read_position
from goldenspike.notation.records import RecordError, write_record
from goldenspike.playouts import Policies, Totals, imagine_worlds, run_playouts, start_from
from goldenspike.provided import provided
from goldenspike.rules.chacha import seed_stream
from goldenspike.rules.engine import engine, key_words
from goldenspike.rules.kernel_board import KernelBoard, kernel_board_of
from goldenspike.rules.playout import TRUE_STATE
from goldenspike.rules.record_layout import STATE_DTYPE
from goldenspike.seat_knowledge import SeatKnowledge
from goldenspike.whole_numbers import read_seed, whole

REVIEWS = "reviews of games"
"""The name of what the room of reviews provides."""


class Game(GameHistory):
    """A game on a board, from the deal to the final score.

    `board` is the name of a built-in board, the path of a board file, or a `Board`. The same board,
    players, seed and first seat, and the same actions, give the same game bit for bit. By default,
    seed and first seat are random. `variant` is the id of a variant in the board's file. `kernel`
    is "plain" or "compiled" (see `goldenspike.rules.engine`).

    >>> import goldenspike as gs
    >>> game = gs.Game("usa", players=2, seed=7, first=0)
    >>> game
    <Game usa, 2 players, seat 0 to act, phase keep, route points 0, 0>
    >>> while not game.over:
    ...     event = game.play(game.legal()[0])
    >>> [score.total for score in game.scores()]
    [-89, -118]
    """

    __slots__ = ()

    def __init__(
        self,
        board: str | os.PathLike[str] | Board = "usa",
        players: int | None = None,
        seed: int | None = None,
        first: int | None = None,
        *,
        variant: str = "",
        kernel: str | None = None,
    ) -> None:
        if isinstance(board, Board) and variant not in ("", board.variant):
            raise InputError(f"give the variant {variant!r} to load_board, which makes the board")
        on = board if isinstance(board, Board) else load_board(board, variant)
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
        self._begin(key, None if first is None else start)

    # Playing -----------------------------------------------------------------------------------

    def play(self, action: Action | str | int) -> Event:
        """Play an action (its code, its text or an `Action`) and return its event.

        If it is not legal, nothing changes, and `IllegalAction` says why. A claim whose text also
        names the substitutes plays the claim and gives each substitute; all of that is one event.

        >>> import goldenspike as gs
        >>> game = gs.Game("usa", players=2, seed=7, first=0)
        >>> event = game.play("keep phoenix-portland calgary-phoenix")
        >>> event.public["kept"], game.seat
        ({'main': 2}, 1)
        >>> game.play("draw deck")
        Traceback (most recent call last):
        goldenspike.notation.reasons.IllegalAction: SET-2: first choose which tickets to keep
        >>> event = game.play(game.legal_codes()[-1])  # the quickest way
        """
        before, written = self._state, None
        codes: Sequence[int]
        if type(action) is int and action in self._codes():
            codes = (action,)
        else:
            codes, written = self._checked(action)
            if written is None and len(codes) == 1:
                written = write_action(self._kernel_board, self._current, codes[0])
        for code in codes:
            self._step(code)
        if written is not None and self._unwritten is before:
            self._written.append((self._engine.seat(before), written.text))
            self._unwritten = self._state
        return Event(self._kernel_board, self._engine, before, codes, self._state)

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

    def playouts(
        self, games: int, policy: Policies = "random", seed: int = 1, threads: int = 1
    ) -> Totals:
        """Play the rest of the game many times; returns final totals, `int32[games, players]`.

        All playouts begin in the true state, with its cards and its deck as they are: they differ
        by what the policy does, and by later shuffles. `View.playouts` knows only what a seat does.

        >>> import goldenspike as gs
        >>> game = gs.Game("usa", players=2, seed=7, first=0)
        >>> game.playouts(3).shape
        (3, 2)
        """
        start = start_from(self._kernel_board, self._engine, self._state, TRUE_STATE)
        return run_playouts(start, games, policy, seed, threads)

    def review(
        self, setting: str = "quick", progress: Callable[[int, int], None] | None = None
    ) -> Any:
        """Judge a game that is over: a `goldenspike.review.Review` (docs/review.md).

        `setting` is "quick" or "thorough". `progress` is called with the number of decisions that
        are judged, and of all. The first review on a machine waits until its code is compiled.

        >>> import goldenspike as gs
        >>> gs.Game("usa", players=2, seed=7, first=0).review()
        Traceback (most recent call last):
        goldenspike.errors.InputError: a review is for games that are over: it shows all cards
        """
        return provided(REVIEWS)(self, setting, progress)

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
        cls,
        position: Mapping[str, Any],
        *,
        seed: int = 0,
        board: Board | None = None,
        kernel: str | None = None,
    ) -> Game:
        """Make a game from a position; `PositionError` lists everything that is wrong with it.

        The random stream continues from the position's `rng`, or else starts from `seed`. `board`
        replaces the position's own board, for a board file that is elsewhere now.

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
        kernel_board = kernel_board_of(board or load_board(position_board(position)))
        state, has_stream = read_position(kernel_board, position)
        if not has_stream:
            seed_stream(state, key_words(start), 0)
        chosen = engine(kernel)
        game = cls._from_state(kernel_board, chosen, chosen.from_row(state.to_row()))
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
        return write_record(self.board, self.players, self._seed, self._first, self.actions, scores)

    # Copying and comparing ---------------------------------------------------------------------

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
        twin = Game.__new__(Game)
        GameQueries.__init__(twin, self._kernel_board, self._engine, self._state, self._legal)
        twin._seed, twin._first, twin._stream_given = self._seed, self._first, self._stream_given
        twin._start, twin._unwritten = self._start, self._unwritten
        twin._played, twin._written = self._played.copy(), self._written.copy()
        twin._recent = self._recent.copy()
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        start, now = self._start.tobytes(), self._engine.row(self._state).tobytes()
        extras = (self._seed, self._first, self._stream_given, self._played, self.actions)
        return (_restore, (self._kernel_board, self._engine.name, start, now, extras))

    def __eq__(self, other: object) -> bool:
        """Compare board and state, including the random stream."""
        if not isinstance(other, Game):
            return NotImplemented
        return self.board.play_hash == other.board.play_hash and _comparable_bytes(
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

    def worlds(self, games: int, seed: int = 1) -> list[Game]:
        """Return many games that look the same to this seat: where its playouts begin.

        >>> import goldenspike as gs
        >>> view = gs.Game("usa", players=2, seed=7, first=0).view(0)
        >>> [world.view(0) == view for world in view.worlds(2)]
        [True, True]
        """
        start = start_from(self._kernel_board, self._engine, self._state, self._number)
        return [
            Game._from_state(self._kernel_board, self._engine, state)
            for state in imagine_worlds(start, games, seed)
        ]

    def playouts(
        self, games: int, policy: Policies = "random", seed: int = 1, threads: int = 1
    ) -> Totals:
        """Imagine worlds and play each to its end; returns totals, `int32[games, players]`.

        Everything hidden is drawn at random for each playout, from the view alone. `policy` plays
        all seats (`random`, `greedy`, `planner`, `planner:pace=120`, `neural:FILE`), or is a list
        of one for each seat. The same view, policy and seed give the same totals, on any number of
        threads.

        >>> import goldenspike as gs
        >>> view = gs.Game("usa", players=2, seed=7, first=0).view(0)
        >>> totals = view.playouts(4, seed=3)
        >>> totals.shape, bool((totals == view.playouts(4, seed=3, threads=2)).all())
        ((4, 2), True)
        """
        start = start_from(self._kernel_board, self._engine, self._state, self._number)
        return run_playouts(start, games, policy, seed, threads)


def _comparable_bytes(game: Game) -> bytes:
    """Return the state as bytes for comparison, without fields that only record its history."""
    row = game._engine.row(game._state).copy()
    for name in ("decisions", "shuffles", "clears", "turned_up"):
        row.view(STATE_DTYPE)[name] = 0
    return row.tobytes()


def _restore(
    kernel_board: KernelBoard, kernel: str, start: bytes, now: bytes, extras: tuple[Any, ...]
) -> Game:
    chosen = engine(kernel)
    game = Game._from_state(kernel_board, chosen, chosen.from_row(np.frombuffer(now, np.uint8)))
    game._start = np.frombuffer(start, np.uint8)
    game._seed, game._first, game._stream_given, game._played, game._written = extras
    return game
