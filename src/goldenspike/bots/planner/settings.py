"""The settings of a planner: name, default, range and meaning of each."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

MOST = 1_000_000
"""The bound of settings: larger ones have no further effect, and their sums might overflow."""


class Setting(NamedTuple):
    """A setting of the planner."""

    name: str
    default: float
    least: float
    most: float
    meaning: str


def _setting(default: float, meaning: str, least: float = -MOST, most: float = MOST) -> Any:
    return field(default=default, metadata={"meaning": meaning, "least": least, "most": most})


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannerSettings:
    """The settings of a planner; costs and values are in hundredths of a point.

    >>> from goldenspike.bots.planner.settings import PlannerSettings
    >>> PlannerSettings(pace=200).pace
    200
    >>> PlannerSettings(pace=0)
    Traceback (most recent call last):
    ValueError: pace goes from 1 to 1000000, not 0
    """

    risk: float = _setting(
        0.3, "share of its points that a planned ticket counts: 75 % to 125 %", 0, 1
    )
    card: int = _setting(125, "cost of a missing card")
    claiming: int = _setting(250, "cost of the turn that a claim takes")
    train: int = _setting(0, "cost of a train, in the plan and besides it")
    floor: int = _setting(40, "least cost of each space of a track", 0)
    danger: int = _setting(
        600, "cost of a track that others may take; twice where they are at both ends"
    )
    eager: int = _setting(300, "gain from which new tickets are drawn")
    patience: int = _setting(150, "gain from which a track is claimed at once")
    people: int = _setting(50, "weight of passengers, in per cent")
    engine: int = _setting(10, "value of a locomotive besides its use in the plan")
    path: int = _setting(15, "value of each space that may lengthen the longest path")
    pace: int = _setting(140, "trains that a seat lays in 100 turns", 1)
    slips: int = _setting(0, "decisions in 1000 that are mistakes (`bots/mistakes.py`)")
    greed: int = _setting(100, "cost of a train in claims for points alone, on top of `train`")
    ticket_bonus: int = _setting(
        20, "value of a new ticket for the most-tickets bonus, in per cent of it"
    )
    spare_trains: int = _setting(
        22, "trains that must be left over by the plan to draw new tickets"
    )
    short_ones: int = _setting(
        4, "tickets wanted from the first of two decks, which has the short ones"
    )

    def __post_init__(self) -> None:
        for name, _, least, most, _ in PLANNER_SETTINGS:
            value = getattr(self, name)
            if not least <= value <= most:
                raise ValueError(f"{name} goes from {least} to {most}, not {value}")

    @property
    def confidence(self) -> int:
        """The weight of a planned ticket's points, in per cent, from `risk`."""
        return round(75 + 50 * self.risk)


PLANNER_SETTINGS: tuple[Setting, ...] = tuple(
    Setting(f.name, f.default, **f.metadata)  # type: ignore[arg-type]
    for f in fields(PlannerSettings)
)
