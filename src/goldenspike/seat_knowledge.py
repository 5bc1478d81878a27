"""What a seat knows of a game: everything it may see, and its legal actions."""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from goldenspike.boards.model import Board
from goldenspike.notation.actions import Action, write_actions
from goldenspike.notation.read_action import read_action
from goldenspike.notation.reasons import (
    Reason,
    cards_missing,
    track_obstacle,
    why_not,
)
from goldenspike.rules.codes import OVER_PHASE, PHASES
from goldenspike.rules.engine import Engine, State, engine
from goldenspike.rules.kernel_board import KernelBoard
from goldenspike.rules.record_layout import Row
from goldenspike.seat_hints import closed_tracks, find_hints
from goldenspike.view_json import write_parts, write_views
from goldenspike.whole_numbers import read_seed


class SeatKnowledge:
    """The base class of `View`: all of it but `resample`, which would import `Game` in a cycle.

    Its state has all fields of a whole one, with zeros in those that are hidden from the seat.
    """

    __slots__ = ("_engine", "_kernel_board", "_number", "_read", "_state")

    def __init__(
        self, kernel_board: KernelBoard, chosen: Engine, state: State, number: int
    ) -> None:
        self._kernel_board = kernel_board
        self._engine = chosen
        self._state = state
        self._number = number
        self._read: Any = None

    @property
    def seat(self) -> int | None:
        """The seat whose view this is; None for a spectator."""
        return None if self._number < 0 else self._number

    @property
    def board(self) -> Board:
        """The board that is played on."""
        return self._kernel_board.board

    @property
    def kernel_board(self) -> KernelBoard:
        """The board's record for the kernel."""
        return self._kernel_board

    @property
    def raw(self) -> State:
        """The state as the engine represents it (compiled: a row); hidden fields are zero."""
        return self._state

    @property
    def kernel(self) -> str:
        """The name of the engine it came from: plain or compiled."""
        return self._engine.name

    @property
    def state(self) -> Any:
        """The state's fields as ints and lists, hidden ones zero; read them, do not change them."""
        if self._read is None:
            self._read = self._engine.read(self._state)
        return self._read

    @property
    def to_act(self) -> bool:
        """Is it this seat's turn to decide?"""
        acting = self._engine.seat(self._state) == self._number
        return acting and self._engine.phase(self._state) != OVER_PHASE

    def as_if_to_act(self) -> Self:
        """Return the same view as if it were this seat's turn.

        First tickets can be chosen so by all seats at the same time: a choice depends on no other.

        >>> import goldenspike as gs
        >>> game = gs.Game("usa", players=2, seed=7, first=0)
        >>> len(game.view(1).legal()), len(game.view(1).as_if_to_act().legal())
        (0, 4)
        """
        state = self._engine.plain(self._state).copy()
        state.turn = self._number
        turned = self._engine.from_row(state.to_row())
        return type(self)(self._kernel_board, self._engine, turned, self._number)

    def legal(self) -> list[Action]:
        """List the seat's legal actions; empty unless it is to act.

        >>> import goldenspike as gs
        >>> game = gs.Game("usa", players=2, seed=7, first=0)
        >>> str(game.view(0).legal()[0])
        'keep phoenix-portland calgary-phoenix'
        >>> game.view(1).legal()
        []
        """
        return write_actions(self._kernel_board, self.state, self.legal_codes())

    def legal_codes(self) -> list[int]:
        """List the codes of the actions in `legal`.

        >>> import goldenspike as gs
        >>> game = gs.Game("usa", players=2, seed=7, first=0)
        >>> game.view(0).legal_codes() == game.legal_codes()
        True
        """
        if not self.to_act:
            return []
        return self._engine.legal(self._kernel_board, self._state)

    def why_not(self, text: str) -> Reason | None:
        """Say why the seat may not play an action now; None if it may.

        `NotationError` if the text is not an action.

        >>> import goldenspike as gs
        >>> game = gs.Game("usa", players=2, seed=7, first=0)
        >>> for _ in range(game.players):
        ...     event = game.play(game.legal()[0])  # the tickets that each seat keeps
        >>> game.view(0).why_not("draw deck") is None
        True
        >>> game.view(1).why_not("draw deck").why
        "it is seat 0's turn"
        """
        codes = read_action(self._kernel_board, self.state, text)
        if not self.to_act:
            if self.state.phase == OVER_PHASE:
                return Reason("END-1", "the game is over", "over")
            return Reason("SET-4", f"it is seat {self.state.turn}'s turn", "not_your_turn")
        return why_not(self._kernel_board, self.state, self.legal_codes(), codes, text)

    def track_obstacle(self, track: int) -> Reason | None:
        """Say why the seat can't claim a track (index) whatever cards it has; None if it could.

        >>> import goldenspike as gs
        >>> game = gs.Game("usa", players=2, seed=7, first=0)
        >>> for _ in range(game.players):
        ...     event = game.play(game.legal()[0])  # the tickets that each seat keeps
        >>> tracks = [track.id for track in game.board.tracks]
        >>> first = tracks.index("dallas-houston:gray")
        >>> second = tracks.index("dallas-houston:gray#2")
        >>> game.view(1).track_obstacle(second) is None
        True
        >>> event = game.play("claim dallas-houston:gray 1blue")
        >>> game.view(1).track_obstacle(first).rule  # taken
        'CLAIM-4'
        >>> game.view(1).track_obstacle(second).rule  # closed with two players
        'CLAIM-6'
        """
        return track_obstacle(self._kernel_board, self.state, self._number, track)

    def closed_tracks(self) -> list[str]:
        """List the free tracks that are closed to the seat by a parallel one (CLAIM-5, CLAIM-6).

        For a spectator, those that are closed to every seat.

        >>> import goldenspike as gs
        >>> game = gs.Game("usa", players=2, seed=7, first=0)
        >>> for _ in range(game.players):
        ...     event = game.play(game.legal()[0])  # the tickets that each seat keeps
        >>> event = game.play("claim dallas-houston:gray 1blue")
        >>> game.view(None).closed_tracks()
        ['dallas-houston:gray#2']
        """
        seats = range(self.state.players) if self.seat is None else [self.seat]
        return closed_tracks(self._kernel_board, self.state, seats)

    def hints(self) -> dict[str, Any]:
        """Return how near the seat is to every track and to each of its tickets.

        >>> import goldenspike as gs
        >>> game = gs.Game("usa", players=2, seed=7, first=0)
        >>> for _ in range(game.players):
        ...     event = game.play(game.legal()[0])  # the tickets that each seat keeps
        >>> hints = game.view(0).hints()
        >>> hints["closed"], hints["missing"]["atlanta-miami:blue"], hints["tickets"]
        ([], 4, {'phoenix-portland': 'open', 'calgary-phoenix': 'open'})
        """
        return find_hints(self._kernel_board, self.state, self.seat).to_json(self._kernel_board)

    def cards_missing(self, track: int) -> int:
        """Return how many cards the seat lacks to pay for a track (index); 0 if it can pay.

        >>> import goldenspike as gs
        >>> game = gs.Game("usa", players=2, seed=7, first=0)
        >>> for _ in range(game.players):
        ...     event = game.play(game.legal()[0])  # the tickets that each seat keeps
        >>> track = [track.id for track in game.board.tracks].index("atlanta-miami:blue")
        >>> game.view(0).cards_missing(track)  # five blue cards, and it has one
        4
        """
        return cards_missing(self._kernel_board, self.state, self._number, track).cards

    def locomotives_missing(self, track: int) -> int:
        """Return how many of the cards it lacks for a track (index) have to be locomotives.

        >>> import goldenspike as gs
        >>> game = gs.Game("nordic", players=2, seed=7, first=0)
        >>> ferry = [track.id for track in game.board.tracks].index("helsinki-stockholm:gray")
        >>> game.view(0).locomotives_missing(ferry)
        1
        """
        return cards_missing(self._kernel_board, self.state, self._number, track).locomotives

    def resample_state(self, seed: int) -> State:
        """Return the state of the game that `resample` returns, as the engine represents it.

        >>> import goldenspike as gs
        >>> game = gs.Game("usa", players=2, seed=7, first=0)
        >>> state = game.view(0).resample_state(1)
        >>> type(state).__name__  # a row of bytes for the compiled engine
        'PlainState'
        """
        return self._engine.resample(self._kernel_board, self._state, self._number, read_seed(seed))

    def to_json(self) -> dict[str, Any]:
        """Return the view as JSON: counts for all seats, cards and tickets where they may be seen.

        >>> import goldenspike as gs
        >>> game = gs.Game("usa", players=2, seed=7, first=0)
        >>> mine, theirs = game.view(0).to_json()["seats"]
        >>> mine["cards"], mine["card_count"]
        ({'purple': 1, 'blue': 1, 'green': 1, 'black': 1}, 4)
        >>> theirs["card_count"], "cards" in theirs
        (4, False)
        """
        legal = [str(action) for action in self.legal()] if self.to_act else None
        parts = write_parts(self._kernel_board, self.state, [self.seat], legal)
        return write_views(parts)[self.seat]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SeatKnowledge):
            return NotImplemented
        same = self.board.play_hash == other.board.play_hash and self._number == other._number
        return same and bool((self._row() == other._row()).all())

    __hash__ = None  # type: ignore[assignment]

    def _row(self) -> Row:
        return self._engine.row(self._state)

    def __reduce__(self) -> tuple[Any, ...]:
        # Without its engine: the process that unpickles it uses the one it has loaded.
        return (self._restore, (self._kernel_board, self._row().tobytes(), self._number))

    @classmethod
    def _restore(cls, kernel_board: KernelBoard, row: bytes, number: int) -> Self:
        chosen = engine()
        state = chosen.from_row(np.frombuffer(row, np.uint8))
        return cls(kernel_board, chosen, state, number)

    def __repr__(self) -> str:
        who = "a spectator" if self._number < 0 else f"seat {self._number}"
        return f"<View of {self.board.id} by {who}, phase {PHASES[self.state.phase]}>"
