"""Every bot that the package has by name, as tests ask it."""

from __future__ import annotations

from goldenspike.bots.registry import LEVELS, OWN

REPEATABLE = {"searcher": "searcher:games=3"}
"""A bot whose answers depend on the time it has, with options that make them repeatable."""

OUR_BOTS = [REPEATABLE.get(name, name) for name in (*OWN, *LEVELS) if LEVELS.get(name) not in OWN]
"""The registry's names, without levels that are another name for a bot of the list."""
