"""Queries about a game: its state, its legal actions, and its scores."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from goldenspike.boards.model import Board
from goldenspike.errors import InputError
from goldenspike.notation.actions import Action, write_action, write_actions
from goldenspike.notation.positions import routes_by_name, stations_by_name
from goldenspike.notation.read_action import read_action
from goldenspike.notation.reasons import IllegalAction, Reason, refused_code, why_not
from goldenspike.rules.codes import OVER_PHASE, PHASES
from goldenspike.rules.engine import Engine, State
from goldenspike.rules.kernel_board import KernelBoard
from goldenspike.rules.record_layout import PlainState, Row
from goldenspike.score import Outcome, Score
from goldenspike.seat_hints import SeatHints, find_hints
from goldenspike.view_json import ViewMark, ViewParts, write_parts, write_views
from goldenspike.whole_numbers import whole

if TYPE_CHECKING:
    from goldenspike.picture import Picture


class GameQueries:
    """The base class of `Game`: everything that does not change it."""

    __slots__ = ("_engine", "_kernel_board", "_legal", "_read", "_state")

    def __init__(
        self,
        kernel_board: KernelBoard,
        chosen: Engine,
        state: State,
        legal: list[int] | None = None,
    ) -> None:
        self._kernel_board = kernel_board
        self._engine = chosen
        self._state = state  # replaced by another one when an action is played, never changed
        self._legal = legal
        self._read: Any = None

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
        return self._engine.plain(self._state)

    @property
    def row(self) -> Row:
        """The whole state as a row of bytes, hidden cards included; not to be changed."""
        return self._engine.row(self._state)

    @property
    def _current(self) -> Any:
        """The fields of the state, converted when they are read; not to be changed or returned."""
        if self._read is None:
            self._read = self._engine.read(self._state)
        return self._read

    @property
    def players(self) -> int:
        """The number of seats."""
        return self._engine.players(self._state)

    @property
    def seat(self) -> int:
        """The seat to act."""
        return self._engine.seat(self._state)

    @property
    def phase(self) -> str:
        """One of keep, turn, second_card, give, tunnel, passenger, over."""
        return PHASES[self._engine.phase(self._state)]

    @property
    def over(self) -> bool:
        """Is the game over?"""
        return self._engine.phase(self._state) == OVER_PHASE

    @property
    def outcome(self) -> Outcome | None:
        """Who has won, and each seat's share of the win; None before the end.

        >>> import goldenspike as gs
        >>> game = gs.Game("usa", players=2, seed=7, first=0)
        >>> game.outcome is None
        True
        >>> while not game.over:
        ...     event = game.play(game.legal_codes()[0])
        >>> game.outcome
        Outcome(winners=(0,), shares=(1.0, 0.0))
        """
        if not self.over:
            return None
        return Outcome.of_ranks([score.rank for score in self.scores()])

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
        return write_actions(self._kernel_board, self._current, self._codes())

    def legal_codes(self) -> list[int]:
        """List the codes of the actions in `legal`.

        >>> import goldenspike as gs
        >>> game = gs.Game("usa", players=2, seed=7, first=0)
        >>> game.legal_codes() == [action.code for action in game.legal()]
        True
        """
        return self._codes().copy()

    def _codes(self) -> list[int]:
        """The legal codes, not to be changed or returned."""
        if self._legal is None:
            self._legal = self._engine.legal(self._kernel_board, self._state)
        return self._legal

    def is_legal(self, action: Action | str | int) -> bool:
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

    def why_not(self, action: Action | str | int) -> Reason | None:
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

    def _checked(self, action: Action | str | int) -> tuple[list[int], Action | None]:
        """Return the codes to play: one, and those of substitutes named with it. Raises if one is
        not legal. The action of the first code is returned too if it was written for the check.

        The text of an `Action` counts, since the same code may mean something else in another state
        or on another board.
        """
        if isinstance(action, Action):
            if action.code in self._codes():
                written = write_action(self._kernel_board, self._current, action.code)
                if written == action:
                    return [action.code], written
            return self._checked_text(action.text), None
        if isinstance(action, str):
            return self._checked_text(action), None
        code = whole(action)
        if code is None:
            raise InputError(f"an action is text, an Action or a code, not {action!r}")
        if code not in self._codes():
            raise refused_code(self._kernel_board, self._current, code)
        return [code], None

    def _checked_text(self, text: str) -> list[int]:
        codes = read_action(self._kernel_board, self._current, text)
        reason = why_not(self._kernel_board, self._current, self._codes(), codes, text)
        if reason is not None:
            raise IllegalAction(text, reason)
        return codes

    # What seats know ---------------------------------------------------------------------------

    def views_to_json(self, viewers: Iterable[int | None]) -> dict[int | None, dict[str, Any]]:
        """Return what `view(viewer).to_json()` returns for each viewer, at little more than one.

        >>> import goldenspike as gs
        >>> game = gs.Game("usa", players=2, seed=7, first=0)
        >>> views = game.views_to_json([0, 1, None])
        >>> all(views[viewer] == game.view(viewer).to_json() for viewer in (0, 1, None))
        True
        """
        return write_views(self.view_parts(viewers))

    def view_parts(self, viewers: Iterable[int | None], since: ViewMark | None = None) -> ViewParts:
        """Return what `views_to_json` is put together from: what the viewers share is there once.

        `since` is the mark of parts that were made earlier in this game. Seats that have not
        changed since are left empty.

        >>> import goldenspike as gs
        >>> game = gs.Game("usa", players=2, seed=7, first=0)
        >>> events = [game.play(game.legal()[0]) for seat in (0, 1)]
        >>> parts = game.view_parts([0, 1])
        >>> parts.shared["deck"], parts.own[1]["cards"]
        (97, {'blue': 1, 'white': 1, 'green': 1, 'locomotive': 1})
        >>> event = game.play("draw deck")
        >>> later = game.view_parts([0, 1], parts.mark)
        >>> later.own[0]["card_count"], later.own[1]
        (5, {})
        """
        s, who = self._current, list(viewers)
        acts = s.turn in who and s.phase != OVER_PHASE
        legal = [action.text for action in self.legal()] if acts else None
        return write_parts(self._kernel_board, s, who, legal, since)

    def hints(self, viewer: int | None, last: SeatHints | None = None) -> SeatHints:
        """Return what `view(viewer).hints()` returns, made from the viewer's last hints.

        >>> import goldenspike as gs
        >>> game = gs.Game("usa", players=2, seed=7, first=0)
        >>> before = game.hints(1)
        >>> event = game.play(game.legal()[0])
        >>> game.hints(1, before) is before
        True
        """
        return find_hints(self._kernel_board, self._current, viewer, last)

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

    # Pictures ----------------------------------------------------------------------------------

    def picture(self, theme: str = "light", language: str = "en") -> Picture:
        """Draw the board with all claimed tracks and stations; `theme` is "light" or "dark".

        >>> import goldenspike as gs
        >>> game = gs.Game("usa", players=2, seed=7, first=0)
        >>> game.picture(language="it").svg.count("<svg")
        1
        """
        from goldenspike.picture import Picture

        routes = routes_by_name(self._kernel_board, self._current)
        stations = stations_by_name(self.board, self._current)
        return Picture.of_table(self.board, routes, stations, theme, language)

    def _repr_svg_(self) -> str:
        return self.picture().svg
