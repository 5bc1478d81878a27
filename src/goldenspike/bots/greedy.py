"""The player who takes what is to be had now."""

from __future__ import annotations

from collections.abc import Sequence

from goldenspike.bots.contract import Bot, Budget
from goldenspike.bots.minds import think
from goldenspike.bots.stream import Stream
from goldenspike.bots.thinking.series import GREEDY
from goldenspike.notation.actions import Action
from goldenspike.view import View


class GreedyBot(Bot):
    """The most points at once: the dearest track it can pay for, and no ticket it need not keep."""

    kind = GREEDY

    def choose(self, view: View, legal: Sequence[Action], rng: Stream, budget: Budget) -> Action:
        """Its claim, or a card towards one."""
        return think(GREEDY, view, legal, rng)
