"""Levels for people: easy, normal, hard, expert.

The lower ones are honest planners: they see what their seat sees and try to win, but overlook
things, and each game has a character of its own. Which one, the first ticket a seat keeps decides:
it does not change during a game, and nobody else can know it.
"""

from __future__ import annotations

from collections.abc import Sequence

from goldenspike.bots.contract import Bot, Budget
from goldenspike.bots.minds import Settings, think
from goldenspike.bots.planner import planner_settings
from goldenspike.bots.stream import Stream
from goldenspike.bots.thinking.series import PLANNER
from goldenspike.notation.actions import Action
from goldenspike.view import View

CHARACTERS: dict[str, dict[str, int]] = {
    "careful": {"eager": 2000, "danger": 80},
    "collector": {"eager": 0, "spare_trains": 8},
    "hoarder": {"patience": 700},
    "builder": {"greed": 20, "patience": 0},
    "wanderer": {"floor": 0, "path": 80},
}
"""What makes a game with a level different from the last: changes to a planner's settings."""
SLIPS = {"easy": 300, "normal": 100}
"""Decisions in 1000 that are left to chance."""


class LevelBot(Bot):
    """A planner that overlooks things, with another character in every game."""

    def __init__(self, level: str = "easy") -> None:
        if level not in SLIPS:
            raise ValueError(f"level is one of {', '.join(SLIPS)}, not {level!r}")
        self._settings: list[Settings] = [
            planner_settings(**{**changes, "slips": SLIPS[level]})
            for changes in CHARACTERS.values()
        ]

    def choose(self, view: View, legal: Sequence[Action], rng: Stream, budget: Budget) -> Action:
        """What this game's character would do."""
        return think(PLANNER, view, legal, rng, self._settings[character(view)])


def character(view: View) -> int:
    """The number of this game's character."""
    state = view.state
    seat = state.turn
    if sum(state.held_n[seat]) == 0:
        return 0
    return int((state.held[seat][0] * 7 + seat) % len(CHARACTERS))
