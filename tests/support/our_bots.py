"""Every bot that the package has by name, as tests ask it."""

from __future__ import annotations

from goldenspike.bots.registry import BUILT_IN, LEVELS

REPEATABLE = {"searcher": "searcher:games=3"}
"""A bot whose answers depend on the time it has, with options that make them repeatable."""

OUR_BOTS = [
    REPEATABLE.get(name, name) for name in (*BUILT_IN, *LEVELS) if LEVELS.get(name) not in BUILT_IN
]
"""The registry's names, without levels that are another name for a bot of the list."""
