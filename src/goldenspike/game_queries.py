"""Queries about a game: its state, its legal actions, and its scores."""

from __future__ import annotations

from goldenspike.boards.model import Board
from goldenspike.errors import InputError
from goldenspike.notation.actions import Action, read_action, write_action
from goldenspike.notation.reasons import IllegalAction, Reason, why_not
from goldenspike.rules.codes import OVER_PHASE, PHASES
from goldenspike.rules.engine import Engine, State
from goldenspike.rules.kernel_board import KernelBoard
from goldenspike.rules.record_layout import PlainState
from goldenspike.score import Score


class GameQueries:
    """The base class of `Game`: everything that does not change it."""

    __slots__ = ("_engine", "_kernel_board", "_plain", "_state")

    def __init__(self, kernel_board: KernelBoard, chosen: Engine, state: State) -> None:
        self._kernel_board = kernel_board
        self._engine = chosen
        self._state = state
        self._plain: PlainState | None = None

    # The state ---------------------------------------------------------------------------------

    @property
    def board(self) -> Board:
        """The board that is played on."""
        return self._kernel_board.board

    @property
    def kernel_board(self) -> KernelBoard:
        """The board's record for the kernel."""
        return self._kernel_board

    @property
    def state(self) -> PlainState:
        """A copy of the whole state, hidden cards included."""
        own: PlainState = self._current.copy()
        return own

    @property
    def _current(self) -> PlainState:
        """The current state, converted once for each decision; not to be changed or returned."""
        if self._plain is None:
            plain = self._engine.plain(self._state)
            self._plain = plain.copy() if plain is self._state else plain
        return self._plain

    @property
    def players(self) -> int:
        """The number of seats."""
        return int(self._current.players)

    @property
    def seat(self) -> int:
        """The seat to act."""
        return int(self._current.turn)

    @property
    def phase(self) -> str:
        """One of keep, turn, second_card, give, tunnel, passenger, over."""
        return PHASES[self._current.phase]

    @property
    def over(self) -> bool:
        """Is the game over?"""
        return bool(self._current.phase == OVER_PHASE)

    # Legal actions -----------------------------------------------------------------------------

    def legal(self) -> list[Action]:
        """List the legal actions; empty only if the game is over.

        >>> import goldenspike as gs
        >>> game = gs.Game("usa", players=2, seed=7, first=0)
        >>> for action in game.legal():
        ...     print(action)
        keep phoenix-portland calgary-phoenix
        keep phoenix-portland atlanta-san_francisco
        keep calgary-phoenix atlanta-san_francisco
        keep phoenix-portland calgary-phoenix atlanta-san_francisco
        """
        s = self._current
        codes = self._engine.legal(self._kernel_board, self._state)
        return [write_action(self._kernel_board, s, code) for code in codes]

    def legal_codes(self) -> list[int]:
        """List the codes of the actions in `legal`.

        >>> import goldenspike as gs
        >>> game = gs.Game("usa", players=2, seed=7, first=0)
        >>> game.legal_codes() == [action.code for action in game.legal()]
        True
        """
        return self._engine.legal(self._kernel_board, self._state)

    def is_legal(self, action: Action | str) -> bool:
        """Is an action legal now? False also if its text is not notation.

        >>> import goldenspike as gs
        >>> game = gs.Game("usa", players=2, seed=7, first=0)
        >>> game.is_legal("keep phoenix-portland calgary-phoenix")
        True
        >>> game.is_legal("draw deck"), game.is_legal("take a break")
        (False, False)
        """
        try:
            self._checked(action)
        except InputError:
            return False
        return True

    def why_not(self, action: Action | str) -> Reason | None:
        """Return why an action is not legal now; None if it is.

        `NotationError` if the text is not an action.

        >>> import goldenspike as gs
        >>> game = gs.Game("usa", players=2, seed=7, first=0)
        >>> for _ in range(game.players):
        ...     event = game.play(game.legal()[0])  # the tickets that each seat keeps
        >>> game.why_not("draw deck") is None
        True
        >>> reason = game.why_not("draw red")
        >>> reason.rule, reason.code, reason.params["card"]
        ('DRAW-1', 'not_face_up', 'red')
        """
        try:
            self._checked(action)
        except IllegalAction as error:
            return error.reason
        return None

    def _checked(self, action: Action | str) -> tuple[Action, list[int]]:
        """Return a legal action, and the codes of substitutes named with it; raises otherwise.

        The text of an `Action` counts, since the same code may mean something else in another state
        or on another board.
        """
        kernel_board, s = self._kernel_board, self._current
        legal = self._engine.legal(kernel_board, self._state)
        if isinstance(action, Action):
            if action.code in legal and write_action(kernel_board, s, action.code) == action:
                return action, []
            text = action.text
        elif isinstance(action, str):
            text = action
        else:
            raise InputError(f"an action is text or an Action, not {type(action).__name__}")
        codes = read_action(kernel_board, s, text)
        reason = why_not(kernel_board, s, legal, codes, text)
        if reason is not None:
            raise IllegalAction(text, reason)
        return write_action(kernel_board, s, codes[0]), codes[1:]

    # Scores ------------------------------------------------------------------------------------

    def scores(self) -> list[Score]:
        """Return every seat's score as if the game ended now.

        >>> import goldenspike as gs
        >>> game = gs.Game("usa", players=2, seed=7, first=0)
        >>> for _ in range(game.players):
        ...     event = game.play(game.legal()[0])  # the tickets that each seat keeps
        >>> [(score.tickets_missed, score.total) for score in game.scores()]
        [(2, -24), (2, -25)]
        """
        sheet = self._engine.score(self._kernel_board, self._state)
        return [Score.from_sheet(self.board, row) for row in sheet]
