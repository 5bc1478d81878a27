"""The player with a plan."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from goldenspike.bots.contract import Bot, Budget
from goldenspike.bots.minds import Settings, think
from goldenspike.bots.stream import Stream
from goldenspike.bots.thinking import memory
from goldenspike.bots.thinking.series import PLANNER
from goldenspike.notation.actions import Action
from goldenspike.view import View

DEFAULTS: dict[str, int] = {
    "card": 125,
    "claiming": 250,
    "train": 0,
    "floor": 40,
    "danger": 600,
    "eager": 300,
    "patience": 150,
    "people": 50,
    "engine": 10,
    "path": 15,
    "pace": 140,
    "slips": 0,
    "greed": 100,
    "ticket_bonus": 20,
    "spare_trains": 22,
    "short_ones": 4,
    "hasty": 0,
}
"""In hundredths of a point unless said otherwise; what each means is said at `planner_settings`."""

MOST = 1_000_000
"""A setting beyond this would mean nothing more, and sums of it might not fit into a number."""


def planner_settings(risk: float = 0.3, **changes: int) -> Settings:
    """The numbers a planner thinks with.

    `card` and `claiming` are what a missing card and the turn of a claim cost, `train` and `greed`
    what a train is worth in plans and for points, `floor` the least cost of a space, `danger` the
    price of tracks others may want, `eager` what new tickets must promise, `patience` what a claim
    must be worth to be made now, `people` how much passengers count (in per cent), `engine` what a
    locomotive is worth beside its use, `path` what a space on the longest path is worth, `pace` how
    many trains a seat lays in 100 turns, `slips` how many decisions in 1000 are left to chance,
    `ticket_bonus` what a ticket is worth for the bonus of most tickets (in per cent of it),
    `spare_trains` how many trains must be free for new tickets, `short_ones` how many are wanted
    from the first of two ticket decks. `hasty` (0 or 1) is for imagined games: a draw's second card
    is chosen without planning anew.
    """
    if not 0 <= risk <= 1:
        raise ValueError(f"risk goes from 0 to 1, not {risk:g}")
    for name, value in changes.items():
        if abs(value) > MOST:
            raise ValueError(f"{name} goes from {-MOST} to {MOST}, not {value}")
    if changes.get("pace", 100) < 1:
        raise ValueError("pace is at least 1")
    settings = np.zeros(memory.SETTINGS, np.int64)
    for name, value in {**DEFAULTS, **changes}.items():
        settings[getattr(memory, name.upper())] = value
    settings[memory.CONFIDENCE] = round(75 + 50 * risk)
    return settings


class PlannerBot(Bot):
    """Plans a cheapest network for its tickets, takes points with the rest, minds the clock."""

    kind = PLANNER

    def __init__(
        self,
        risk: float = 0.3,
        card: int = DEFAULTS["card"],
        claiming: int = DEFAULTS["claiming"],
        train: int = DEFAULTS["train"],
        floor: int = DEFAULTS["floor"],
        danger: int = DEFAULTS["danger"],
        eager: int = DEFAULTS["eager"],
        patience: int = DEFAULTS["patience"],
        people: int = DEFAULTS["people"],
        engine: int = DEFAULTS["engine"],
        path: int = DEFAULTS["path"],
        pace: int = DEFAULTS["pace"],
        slips: int = DEFAULTS["slips"],
        greed: int = DEFAULTS["greed"],
        ticket_bonus: int = DEFAULTS["ticket_bonus"],
        spare_trains: int = DEFAULTS["spare_trains"],
        short_ones: int = DEFAULTS["short_ones"],
    ) -> None:
        self.settings = planner_settings(
            risk=risk,
            card=card,
            claiming=claiming,
            train=train,
            floor=floor,
            danger=danger,
            eager=eager,
            patience=patience,
            people=people,
            engine=engine,
            path=path,
            pace=pace,
            slips=slips,
            greed=greed,
            ticket_bonus=ticket_bonus,
            spare_trains=spare_trains,
            short_ones=short_ones,
        )

    def choose(self, view: View, legal: Sequence[Action], rng: Stream, budget: Budget) -> Action:
        """What its plan asks for."""
        return think(PLANNER, view, legal, rng, self.settings)
