"""The simplest player."""

from __future__ import annotations

from collections.abc import Sequence

from goldenspike.bots.contract import Bot, Budget
from goldenspike.bots.stream import Stream
from goldenspike.bots.thinking.series import RANDOM
from goldenspike.notation.actions import Action
from goldenspike.rules.stream import below
from goldenspike.view import View


class RandomBot(Bot):
    """Any legal action, each as likely as the other."""

    kind = RANDOM

    def choose(self, view: View, legal: Sequence[Action], rng: Stream, budget: Budget) -> Action:
        """One of them, by lot (drawn just as the compiled arena draws it)."""
        return legal[below(rng.record, len(legal))]
