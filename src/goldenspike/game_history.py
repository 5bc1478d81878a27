"""The history of a game: how it began, and what was played since."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Self

from goldenspike.errors import InputError
from goldenspike.game_queries import GameQueries
from goldenspike.notation.actions import write_action
from goldenspike.rules.engine import Engine, State, engine
from goldenspike.rules.kernel_board import KernelBoard

RECENT = 2
"""How many states before the current one a game keeps, for `undo`: each takes some kilobytes."""


class GameHistory(GameQueries):
    """What `Game` knows of its past: its actions as text, the positions before them, `undo`."""

    __slots__ = (
        "_first", "_played", "_recent", "_seed", "_start", "_stream_given", "_unwritten", "_written"
    )  # fmt: skip

    @classmethod
    def _from_state(cls, kernel_board: KernelBoard, chosen: Engine, state: State) -> Self:
        game = cls.__new__(cls)
        GameQueries.__init__(game, kernel_board, chosen, state)
        game._begin()
        return game

    @property
    def seed(self) -> int | None:
        """The seed the game was dealt from; None for a game that began as a position."""
        return self._seed

    @property
    def first(self) -> int | None:
        """The seat that was chosen to start; None if it was drawn at random."""
        return self._first

    def _begin(self, seed: int | None = None, first: int | None = None) -> None:
        """Start the history at the current state."""
        self._seed, self._first = seed, first
        self._stream_given = True
        self._start = self._engine.row(self._state)  # far smaller than a plain state
        self._unwritten = self._state
        self._played: list[int] = []
        self._recent: deque[State] = deque(maxlen=RECENT)
        # The text of an action may depend on the state it was played in, and writing it costs more
        # than playing it. So texts are written when they are asked for: `_unwritten` is the state
        # after the actions in `_written`.
        self._written: list[tuple[int, str]] = []

    @property
    def actions(self) -> list[tuple[int, str]]:
        """All actions so far, each as its seat and its text."""
        state, kernel_board = self._unwritten, self._kernel_board
        for code in self._played[len(self._written) :]:
            s = self._engine.read(state)
            self._written.append((s.turn, write_action(kernel_board, s, code).text))
            state, _ = self._engine.advance(kernel_board, state, code)
        self._unwritten = state
        return self._written.copy()

    @property
    def action_count(self) -> int:
        """How many actions were played so far: the length of `actions`, without writing them."""
        return len(self._played)

    def history(self, *, kernel: str | None = None) -> Iterator[tuple[Self, int]]:
        """Yield each position before an action, as a game of its own, with the action's code.

        >>> import goldenspike as gs
        >>> game = gs.Game("usa", players=2, seed=7, first=0)
        >>> for _ in range(game.players):
        ...     event = game.play(game.legal()[0])  # the tickets that each seat keeps
        >>> [(before.seat, before.phase, code) for before, code in game.history()]
        [(0, 'keep', 49), (1, 'keep', 49)]
        """
        chosen = self._engine if kernel is None else engine(kernel)
        state = chosen.from_row(self._start)
        for code in self._played.copy():
            yield self._from_state(self._kernel_board, chosen, state), code
            state, _ = chosen.advance(self._kernel_board, state, code)

    def _step(self, code: int) -> None:
        """Play one legal code."""
        self._recent.append(self._state)
        self._played.append(code)
        self._state, self._legal = self._engine.advance(self._kernel_board, self._state, code)
        self._read = None

    def undo(self) -> None:
        """Take back the last action, with everything that chance did after it.

        Playing it again gives the same game. A claim that was played together with its substitutes
        is taken back card by card, as `actions` lists it.

        >>> import goldenspike as gs
        >>> game = gs.Game("usa", players=2, seed=7, first=0)
        >>> before = game.copy()
        >>> event = game.play(game.legal_codes()[0])
        >>> game.undo()
        >>> game == before, game.actions
        (True, [])
        """
        if not self._played:
            raise InputError("there is no action to take back: the game begins here")
        if not self._recent:
            state = self._engine.from_row(self._start)
            for code in self._played[:-1]:
                self._recent.append(state)
                state, _ = self._engine.advance(self._kernel_board, state, code)
            self._recent.append(state)
        self._played.pop()
        self._state, self._legal, self._read = self._recent.pop(), None, None
        if len(self._written) > len(self._played):
            self._written.pop()
            self._unwritten = self._state

    def forget_recent(self) -> None:
        """Drop the states that are kept to make `undo` fast: it replays the game instead.

        >>> import goldenspike as gs
        >>> game = gs.Game("usa", players=2, seed=7, first=0)
        >>> event = game.play(game.legal_codes()[0])
        >>> game.forget_recent()
        >>> game.undo()
        >>> game == gs.Game("usa", players=2, seed=7, first=0)
        True
        """
        self._recent.clear()
