"""Many games: tournaments on paired deals, ratings with intervals, reports (docs/bots.md)."""

from goldenspike.arena.series import Series
from goldenspike.arena.standings import Standing, Standings
from goldenspike.arena.tournament import Tournament

__all__ = ["Series", "Standing", "Standings", "Tournament"]
