"""Levels for people: easy, normal, hard, expert.

The lower ones are planners that take some decisions at random and have one of several characters.
The first ticket that a seat keeps decides which: it does not change during a game, and other seats
can't know it.
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
"""Changes to a planner's settings; each game is played by one of these characters."""
SLIPS = {"easy": 300, "normal": 100}
"""Decisions in 1000 that are taken at random."""


class LevelBot(Bot):
    """A planner that overlooks things, with another character in every game."""

    def __init__(self, level: str = "easy") -> None:
        if level not in SLIPS:
            raise ValueError(f"level is one of {', '.join(SLIPS)}, not {level!r}")
        self._policies = [
            new_policy(PLANNER, PlannerSettings(**changes, slips=SLIPS[level]))
            for changes in CHARACTERS.values()
        ]

    def choose(self, view: View, legal: Sequence[Action], rng: Stream, budget: Budget) -> Action:
        """What the character of this game would do."""
        return choose_action(self._policies[character(view)], view, legal, rng)


def character(view: View) -> int:
    """The character of this game, as a number: the first ticket and the seat decide."""
    state = view.state
    seat = state.turn
    if count_held(state, seat) == 0:
        return 0
    return int((state.held[seat][0] * 7 + seat) % len(CHARACTERS))
