"""What a bot is: it is given what its seat may know, and answers with one action.

    >>> from goldenspike.bots import Bot
    >>> class First(Bot):
    ...     def choose(self, view, legal, rng, budget):
    ...         return legal[0]

Nothing else reaches a bot: not the game, not its seed, not the other seats' views. A bot that keeps
no memory of its own answers the same whatever the hidden cards are, and a test holds ours to that.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from goldenspike.bots.stream import Stream
from goldenspike.game import View
from goldenspike.notation.actions import Action


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a bot may think about one decision, and on how many cores.

    >>> from goldenspike.bots import Budget
    >>> Budget(seconds=0.5)
    Budget(seconds=0.5, cores=1)
    """

    seconds: float = 1.0
    cores: int = 1


class Bot(ABC):
    """A player. One object may serve many games and seats at once: what it needs is in the view.

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
    """What it was made from: `planner:risk=0.3`."""

    @abstractmethod
    def choose(
        self, view: View, legal: Sequence[Action], rng: Stream, budget: Budget
    ) -> Action | str:
        """One of the legal actions, or its text."""

    def prepare(self) -> None:  # noqa: B027 - most bots are ready at once
        """Load or build what takes long, before the first decision and outside its time."""

    def close(self) -> None:  # noqa: B027 - most bots have nothing to close
        """The bot is not needed any more."""

    def __repr__(self) -> str:
        return f"<Bot {self.name}>"
