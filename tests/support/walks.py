"""Random games with preferences: they reach states that uniformly random ones do not."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st

import goldenspike as gs

EVERY_SWITCH = os.path.relpath(Path(__file__).parents[1] / "boards" / "island.toml")
TABLES = [
    *(("usa", players) for players in (2, 3, 4, 5)),
    *(("germany", players) for players in (2, 3, 4, 5)),
    *(("nordic", players) for players in (2, 3)),
    *((EVERY_SWITCH, players) for players in (2, 3)),
    (f"{EVERY_SWITCH}:short", 3),
    (f"{EVERY_SWITCH}:many_cards", 2),
]
"""Every board with every number of players, one that uses every switch there is, and its
variants."""

TASTES = {
    "fair": {},
    "tickets": {"tickets": 5.0, "keep": 1.0},
    "hoarding": {"draw": 8.0, "claim": 0.2, "tickets": 0.3},
    "building": {"claim": 5.0, "tickets": 0.2},
    "stations": {"claim": 3.0, "station": 6.0},
}
"""How much more or less than by number of ways players like a kind of action."""

TIMES = int(os.environ.get("GOLDENSPIKE_TEST_TIMES", "1"))
"""So many times the examples: what pytest's option --times says."""

tables = st.sampled_from(TABLES)
tastes = st.sampled_from(sorted(TASTES))
seeds = st.integers(0, 2**64 - 1)


def examples(number: int) -> Callable[[Any], Any]:
    """A law is tried on so many examples, or with `--times N` on N times as many."""
    return lambda law: pytest.mark.laws(settings(max_examples=number * TIMES)(law))


def choose(legal: list[gs.Action], taste: str, rng: random.Random) -> gs.Action:
    """One of the actions: first a kind by taste, then any of that kind."""
    kinds: dict[str, list[gs.Action]] = {}
    for action in legal:
        kinds.setdefault(action.text.split()[0], []).append(action)
    names = sorted(kinds)
    likes = [TASTES[taste].get(name, 1.0) * len(kinds[name]) ** 0.3 for name in names]
    return rng.choice(kinds[rng.choices(names, likes)[0]])


def walk(board: str, players: int, seed: int, taste: str = "fair") -> Iterator[gs.Game]:
    """A game from the deal to the end: the same object, yielded at every step."""
    game = gs.Game(board, players, seed=seed)
    rng = random.Random(seed)
    yield game
    while not game.over:
        game.play(choose(game.legal(), taste, rng))
        yield game


def somewhere(board: str, players: int, seed: int, taste: str, steps: int) -> gs.Game:
    """The game after so many steps, or at its end."""
    game = gs.Game(board, players, seed=seed)
    for n, game in enumerate(walk(board, players, seed, taste)):  # noqa: B007
        if n == steps:
            break
    return game
