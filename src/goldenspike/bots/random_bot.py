"""The random bot."""

from __future__ import annotations

from collections.abc import Sequence

from goldenspike.bots.contract import Bot, Budget
from goldenspike.bots.stream import Stream
from goldenspike.game import View
from goldenspike.notation.actions import Action
from goldenspike.rules.chacha import random_below


class RandomBot(Bot):
    """Takes a legal action at random, all equally likely."""

    def choose(self, view: View, legal: Sequence[Action], rng: Stream, budget: Budget) -> Action:
        """Return a random legal action, drawn as compiled code draws it."""
        return legal[random_below(rng.record, len(legal))]
