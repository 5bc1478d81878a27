"""The simplest player."""

from __future__ import annotations

from collections.abc import Sequence

from goldenspike.bots.contract import Bot, Budget
from goldenspike.bots.stream import Stream
from goldenspike.game import View
from goldenspike.notation.actions import Action
from goldenspike.rules.chacha import below


class RandomBot(Bot):
    """Any legal action, each as likely as the other."""

    def choose(self, view: View, legal: Sequence[Action], rng: Stream, budget: Budget) -> Action:
        """One of the legal actions, drawn as compiled code draws it."""
        return legal[below(rng.record, len(legal))]
