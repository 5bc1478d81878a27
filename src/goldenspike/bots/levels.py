"""The levels easy and normal; hard and expert are other bots (`registry.LEVELS`).

They are planners that take some decisions at random, with one of several characters. Which one
depends on the first ticket that the seat keeps: that does not change during a game, and is secret.
"""

from __future__ import annotations

from collections.abc import Sequence

from goldenspike.bots.contract import Bot, Budget
from goldenspike.bots.planner.settings import PlannerSettings
from goldenspike.bots.policy_bot import choose_action
from goldenspike.bots.policy_record import PLANNER, new_policy
from goldenspike.bots.stream import Stream
from goldenspike.game import View
from goldenspike.notation.actions import Action
from goldenspike.rules.tickets import count_held

CHARACTERS: dict[str, dict[str, int]] = {
    "careful": {"eager": 2000, "danger": 80},
    "collector": {"eager": 0, "spare_trains": 8},
    "hoarder": {"patience": 700},
    "builder": {"greed": 20, "patience": 0},
    "wanderer": {"floor": 0, "path": 80},
}
"""Changes to a planner's settings, by the name of the character."""
SLIPS = {"easy": 300, "normal": 100}
"""Decisions in 1000 that are taken at random, by level."""


class LevelBot(Bot):
    """A planner that takes some decisions at random, with another character in every game."""

    def __init__(self, level: str = "easy") -> None:
        if level not in SLIPS:
            raise ValueError(f"level is one of {', '.join(SLIPS)}, not {level!r}")
        self._policies = [
            new_policy(PLANNER, PlannerSettings(**changes, slips=SLIPS[level]))
            for changes in CHARACTERS.values()
        ]

    def choose(self, view: View, legal: Sequence[Action], rng: Stream, budget: Budget) -> Action:
        """Return what the planner with this game's character does, or at times a random action."""
        return choose_action(self._policies[character_index(view)], view, legal, rng)


def character_index(view: View) -> int:
    """Return the number of this game's character: it depends on the first ticket and the seat."""
    state = view.state
    seat = state.turn
    if count_held(state, seat) == 0:
        return 0
    return int((state.held[seat][0] * 7 + seat) % len(CHARACTERS))
