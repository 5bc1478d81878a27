"""Many games: simulations, and tournaments on paired deals with ratings (docs/bots.md).

Names are imported on first use: `simulate` plays random games without loading bots.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from goldenspike.arena.schedule import Schedule
    from goldenspike.arena.simulation import Simulation, simulate
    from goldenspike.arena.standings import Standing, Standings
    from goldenspike.arena.tournament import Tournament

_MODULES = {
    "Schedule": "schedule",
    "Simulation": "simulation",
    "Standing": "standings",
    "Standings": "standings",
    "Tournament": "tournament",
    "simulate": "simulation",
}

__all__ = ["Schedule", "Simulation", "Standing", "Standings", "Tournament", "simulate"]


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return getattr(import_module(f"goldenspike.arena.{_MODULES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
