"""The interface of bots: a bot is given what its seat may know, and returns an action.

    >>> from goldenspike.bots import Bot
    >>> class First(Bot):
    ...     def choose(self, view, legal, rng, budget):
    ...         return legal[0]

A bot gets nothing else: neither the game, nor its seed, nor the views of other seats. So a bot
without memory of its own answers the same whatever the hidden cards are; a test checks that of
ours.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from goldenspike.boards.model import Board
from goldenspike.bots.stream import Stream
from goldenspike.game import View
from goldenspike.notation.actions import Action


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a bot may take for one decision, and on how many cores.

    >>> from goldenspike.bots import Budget
    >>> Budget(seconds=0.5)
    Budget(seconds=0.5, cores=1)
    """

    seconds: float = 1.0
    cores: int = 1


class Bot(ABC):
    """A player. One object may play many games and seats at once: all it needs is in the view.

    >>> import goldenspike as gs
    >>> from goldenspike.bots import Bot, decide
    >>> class KeepsAll(Bot):
    ...     def choose(self, view, legal, rng, budget):
    ...         return max(legal, key=lambda action: len(action.text))
    >>> game = gs.Game("usa", players=2, seed=7, first=0)
    >>> print(decide(KeepsAll(), game.view(0)).action)
    keep phoenix-portland calgary-phoenix atlanta-san_francisco
    """

    name: str = "bot"
    """The name and options it was made from: `planner:risk=0.3`."""

    compiled_units: tuple[str, ...] = ()
    """Compiled code that it needs to play at full strength (`rules.compiled.preparation`)."""

    _prepared = False

    @abstractmethod
    def choose(
        self, view: View, legal: Sequence[Action], rng: Stream, budget: Budget
    ) -> Action | str:
        """Return one of the legal actions, or its text."""

    def prepare(self) -> None:  # noqa: B027 - most bots are ready at once
        """Load or compile what takes long; called before the first decision, outside its budget."""

    def ensure_prepared(self, kernel: str) -> None:
        """Call `prepare`, once; `kernel` is that of the views it will get.

        Whoever takes the time of a decision calls this before.
        """
        if not self._prepared:
            self.prepare()
            self._prepared = True

    def remark(self, board: Board) -> str:
        """Return what people should know before it plays on a board; empty: nothing."""
        return ""

    def close(self) -> None:  # noqa: B027 - most bots have nothing to close
        """Release resources: the bot is not used any more."""

    def __repr__(self) -> str:
        return f"<Bot {self.name}>"
