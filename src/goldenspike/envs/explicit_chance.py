"""A game for environments in which chance is a player: every draw is an outcome of its own."""

from __future__ import annotations

from typing import Any

from goldenspike.boards.model import CARDS
from goldenspike.envs import chance_rules
from goldenspike.envs.chance_rules import CARD, SEAT, TICKET, ChanceNeeded, ChanceState
from goldenspike.envs.coded_game import CodedGame
from goldenspike.errors import InputError
from goldenspike.game import Game
from goldenspike.rules.kernel_types import Record

DEAL = -1
"""In place of a code: what chance draws for is the deal."""
OWN = (
    "_state", "_legal", "_paid", "rewards", "_before", "_pending", "_played", "_script", "_outcomes"
)  # fmt: skip
"""Attributes that change while it is played."""
MAX_OUTCOMES = TICKET + 128


class ExplicitChanceGame(CodedGame):
    """A game by action codes that stops wherever chance has to draw, and is told the outcome.

    It is plain Python: for small boards, and for algorithms that look at every outcome.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **{**options, "kernel": "plain"})
        self._before = ChanceState()
        self._pending: int | None = DEAL
        self._played: int | None = None
        self._script: list[int] = []
        self._outcomes: list[tuple[int, int]] = []
        self._go_on()

    @property
    def waiting(self) -> bool:
        """Does the game wait for chance to draw?"""
        return self._pending is not None

    @property
    def before(self) -> ChanceState:
        """The state before the last action."""
        return self._before

    @property
    def played(self) -> int | None:
        """The code of the last action, which is complete; None after the deal."""
        return self._played

    def outcomes(self) -> list[tuple[int, float]]:
        """List what chance may draw, each with its probability."""
        total = sum(weight for _, weight in self._outcomes)
        return [(outcome, weight / total) for outcome, weight in self._outcomes]

    def draw(self, outcome: int) -> None:
        """Let chance draw this; `InputError` if it is not possible."""
        if outcome not in (possible for possible, _ in self._outcomes):
            raise InputError(f"chance can't draw {outcome} here: outcomes() lists what it can")
        self._script = [*self._script, outcome]
        self._go_on()

    def outcome_text(self, outcome: int) -> str:
        """Say what an outcome is."""
        board = self.layout.board
        if outcome < SEAT:
            return CARDS[outcome - CARD]
        if outcome < TICKET:
            return f"seat {outcome - SEAT} starts"
        if self._pending == DEAL and board.passengers:
            return f"passenger {outcome - TICKET}"
        return f"ticket {board.tickets[outcome - TICKET].id}"

    def deal(self, seed: int, first: int | None = None) -> None:
        """Refuse: chance deals, draw by draw."""
        raise InputError("with explicit chance no seed deals a game: draw() its cards one by one")

    def play(self, code: int) -> None:
        """Play a code, up to the first draw; `InputError` if it is not legal."""
        if self.waiting:
            raise InputError("chance is to draw: outcomes() lists what it may")
        self.check(code)
        self._before, self._pending, self._script = self._state, code, []
        self._go_on()

    def _go_on(self) -> None:
        """Play the pending action with what has been drawn; stop where more is needed."""
        s: Record = self._before.copy()
        s.script = self._script
        try:
            if self._pending == DEAL:
                chance_rules.reset(s, self.kernel_board.plain, self.players, [0] * 8, -1)
            else:
                chance_rules.step(s, self.kernel_board.plain, self._pending)
        except ChanceNeeded as need:
            self._outcomes = need.outcomes
            return
        self._played = None if self._pending == DEAL else self._pending
        self._state, self._pending, self._outcomes = s, None, []
        self._legal = self._engine.legal(self.kernel_board, s)
        if self._played is not None:
            self._pay()

    def __getstate__(self) -> dict[str, Any]:
        names = (
            "_state",
            "_legal",
            "_paid",
            "rewards",
            "_before",
            "_pending",
            "_played",
            "_script",
            "_outcomes",
        )
        return {**super().__getstate__(), "game": {name: getattr(self, name) for name in names}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        self.__dict__.update(state["game"])

    def replace(self, game: Game) -> None:
        """Replace the state by that of another game, which differs only in what is hidden."""
        shuffled = self._state.shuffled
        super().replace(game)
        plain, self._state = self._state, ChanceState()
        for field in plain.fields:
            setattr(self._state, field.name, getattr(plain, field.name))
        self._state.shuffled = shuffled.copy()
        chance_rules.shuffle(self._state, self._state.deck, self._state.deck_n)
        if self.waiting:
            self._before, self._script = self._state, []
            self._go_on()
