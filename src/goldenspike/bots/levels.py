"""The levels easy and normal; hard and expert are other bots (`registry.LEVELS`).

They are planners that make mistakes (`mistakes.py`), with one of several characters. Unless one is
chosen, it depends on the first ticket that the seat keeps: that does not change during a game, and
is secret.
"""

from __future__ import annotations

from collections.abc import Sequence

from goldenspike.bots.contract import Bot, Budget
from goldenspike.bots.planner.settings import PlannerSettings
from goldenspike.bots.policy_bot import choose_action, load_policies
from goldenspike.bots.policy_record import PLANNER, new_policy
from goldenspike.bots.stream import Stream
from goldenspike.game import View
from goldenspike.notation.actions import Action
from goldenspike.rules.tickets import count_held

CHARACTERS: dict[str, dict[str, int]] = {
    "careful": {"eager": 2000, "danger": 300},
    "collector": {"eager": 50, "spare_trains": 15},
    "hoarder": {"patience": 450},
    "builder": {"greed": 50, "patience": 0},
    "wanderer": {"floor": 20, "path": 60},
}
"""Changes to a planner's settings, by the name of the character."""
SLIPS = {"easy": 340, "normal": 130}
"""Decisions in 1000 that are mistakes, by level."""


class LevelBot(Bot):
    """A planner that makes mistakes, with a character: its own, or any."""

    def __init__(self, level: str = "easy", character: str = "any") -> None:
        if level not in SLIPS:
            raise ValueError(f"level is one of {', '.join(SLIPS)}, not {level!r}")
        if character not in ("any", *CHARACTERS):
            known = ", ".join(CHARACTERS)
            raise ValueError(f"character is any or one of {known}, not {character!r}")
        self._policies = [
            new_policy(PLANNER, PlannerSettings(**changes, slips=SLIPS[level]))
            for name, changes in CHARACTERS.items()
            if character in ("any", name)
        ]

    def ensure_prepared(self, kernel: str) -> None:
        """Load the planner, if views are compiled; see `load_policies`."""
        load_policies(kernel)
        super().ensure_prepared(kernel)

    def choose(self, view: View, legal: Sequence[Action], rng: Stream, budget: Budget) -> Action:
        """Return what the planner with this game's character does, or at times a mistake."""
        number = character_index(view, len(self._policies))
        return choose_action(self._policies[number], view, legal, rng)


def character_index(view: View, characters: int = len(CHARACTERS)) -> int:
    """Return the number of this game's character: it depends on the first ticket and the seat."""
    state = view.state
    seat = state.turn
    if count_held(state, seat) == 0:
        return 0
    return int((state.held[seat][0] * 7 + seat) % characters)
