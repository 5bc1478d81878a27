"""What one may ask of a whole game: how it stands, what is legal or why not, and the scores."""

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
    """Everything of a `Game` that is asked about its state and changes nothing."""

    __slots__ = ("_engine", "_kernel_board", "_plain", "_state")

    def __init__(self, kernel_board: KernelBoard, chosen: Engine, state: State) -> None:
        self._kernel_board = kernel_board
        self._engine = chosen
        self._state = state
        self._plain: PlainState | None = None

    # What stands on the table ------------------------------------------------------------------

    @property
    def board(self) -> Board:
        """What it is played on."""
        return self._kernel_board.board

    @property
    def kernel_board(self) -> KernelBoard:
        """The board as the kernel has it."""
        return self._kernel_board

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

    # What may be done --------------------------------------------------------------------------

    def legal(self) -> list[Action]:
        """Every legal action; empty only when the game is over.

        >>> import goldenspike as gs
        >>> game = gs.Game("usa", players=2, seed=7, first=0)
        >>> for action in game.legal():
        ...     print(action)
        keep phoenix-portland calgary-phoenix
        keep phoenix-portland atlanta-san_francisco
        keep calgary-phoenix atlanta-san_francisco
        keep phoenix-portland calgary-phoenix atlanta-san_francisco
        """
        s = self._now
        codes = self._engine.legal(self._kernel_board, self._state)
        return [write_action(self._kernel_board, s, code) for code in codes]

    def legal_codes(self) -> list[int]:
        """The codes of `legal`, without their text.

        >>> import goldenspike as gs
        >>> game = gs.Game("usa", players=2, seed=7, first=0)
        >>> game.legal_codes() == [action.code for action in game.legal()]
        True
        """
        return self._engine.legal(self._kernel_board, self._state)

    def is_legal(self, action: Action | str) -> bool:
        """May the acting seat do this now? Text that is no notation is not legal either.

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
        """Why an action is not legal now, or None if it is; text must be notation.

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
        """A legal action and the codes of the cards given with it, or the reason why it is not one.

        An action's text counts: its code may come from another state or another board, where it
        says something else.
        """
        kernel_board, s = self._kernel_board, self._now
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
        """Every seat's score as if the game ended now (at the end: the final scores).

        >>> import goldenspike as gs
        >>> game = gs.Game("usa", players=2, seed=7, first=0)
        >>> for _ in range(game.players):
        ...     event = game.play(game.legal()[0])  # the tickets that each seat keeps
        >>> [(score.tickets_missed, score.total) for score in game.scores()]
        [(2, -24), (2, -25)]
        """
        sheet = self._engine.score(self._kernel_board, self._state)
        return [Score.from_sheet(self.board, row) for row in sheet]
