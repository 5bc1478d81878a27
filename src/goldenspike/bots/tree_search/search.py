"""`search_tree`: information-set Monte Carlo tree search from a view, in compiled code."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import repeat

import numpy as np

from goldenspike.bots.compiled_play import is_random, policy_of
from goldenspike.bots.policy_bot import choose_code
from goldenspike.bots.registry import make_bot
from goldenspike.bots.stream import Stream
from goldenspike.bots.tree_search.plain_growth import grow_plain
from goldenspike.bots.tree_search.tree import (
    CODE,
    FIRST_CHILD,
    NEXT_SIBLING,
    VALUE,
    VISITS,
)
from goldenspike.bots.tree_search.tree_record import Links, Settings, Statistics, new_search_memory
from goldenspike.errors import InputError
from goldenspike.game import View
from goldenspike.notation.actions import Action, write_action
from goldenspike.playouts import first_seed
from goldenspike.rules.compiled.preparation import is_ready
from goldenspike.rules.engine import key_words

COMPILED = "goldenspike.bots.tree_search.compiled_tree"
SEEDS_OF_A_TREE = 1 << 32


@dataclass(frozen=True, slots=True)
class Branch:
    """An action at the root: how often it was visited, and its mean result for the seat."""

    action: Action
    visits: int
    value: float
    """From 0 (behind by the limit of margins or more) to 1 (ahead by as much); 0.5 is level."""


@dataclass(frozen=True, slots=True)
class Tree:
    """What a search has found."""

    branches: list[Branch]
    """Actions at the root, the most visited first."""
    links: tuple[Links, ...]
    """The nodes of every tree, as `tree_search.tree` describes them."""
    statistics: tuple[Statistics, ...]

    @property
    def best(self) -> Action:
        """The action that was visited most."""
        return self.branches[0].action


def search_tree(
    view: View,
    iterations: int = 1000,
    policy: str = "greedy",
    seed: int = 1,
    threads: int = 1,
    *,
    trees: int = 1,
    exploration: float = 0.5,
    margin_limit: int = 60,
) -> Tree:
    """Search from a view of the seat to act; each iteration imagines a world and plays it out.

    `policy` plays all seats from where the tree ends: `random`, `greedy` or `planner`. `trees`
    grow independently, each with its share of the iterations, and their results at the root are
    added up; `threads` only says how many grow at a time, and does not change what is found.
    Results are margins over the best other seat, cut at `margin_limit` points.

    >>> import goldenspike as gs
    >>> from goldenspike.bots.tree_search import search_tree
    >>> game = gs.Game("usa", players=2, seed=7, first=0)
    >>> tree = search_tree(game.view(0), iterations=4, policy="random")
    >>> game.is_legal(tree.best), sum(branch.visits for branch in tree.branches)
    (True, 4)
    """
    if not view.to_act:
        raise InputError("a search needs the view of the seat to act")
    if min(iterations, threads, trees) < 1 or exploration < 0 or margin_limit < 1:
        raise InputError(
            "iterations, threads, trees and margin_limit are at least 1, exploration at least 0"
        )
    bot = make_bot(policy)
    record = policy_of(bot)
    if record is None:
        raise InputError(f"{policy} can't play to the end: policies are random, greedy, planner")
    at_random = is_random(bot)
    wanted = -1 if at_random else choose_code(record, view, Stream("wanted"))
    players = int(view.state.players)
    search = Settings(view, players, record, at_random, wanted, exploration, margin_limit)
    shares = [iterations // trees + (i < iterations % trees) for i in range(trees)]
    keys = [first_seed(seed) + i * SEEDS_OF_A_TREE for i in range(trees)]
    with ThreadPoolExecutor(threads) as pool:
        grown = list(pool.map(grow, repeat(search), shares, keys))
    return Tree(
        root_branches(view, grown),
        tuple(links for links, _ in grown),
        tuple(statistics for _, statistics in grown),
    )


def grow(search: Settings, iterations: int, first: int) -> tuple[Links, Statistics]:
    """Grow a tree by so many iterations, with consecutive seeds."""
    links = np.zeros((iterations + 1, 4), np.int32)
    statistics = np.zeros((iterations + 1, 3))
    view = search.view
    if not (view.kernel == "compiled" or is_ready(COMPILED)):
        grow_plain(search, links, statistics, first)
        return links, statistics
    from goldenspike.bots.tree_search import compiled_tree

    compiled_tree.grow(
        compiled_tree.choose_code,
        view.raw if view.kernel == "compiled" else view.state.to_row(),
        view.kernel_board.row,
        np.array(key_words(first), np.int64),
        np.array([search.policy] * search.players),
        links,
        statistics,
        int(search.at_random),
        new_search_memory(search),
    )
    return links, statistics


def root_branches(view: View, grown: list[tuple[Links, Statistics]]) -> list[Branch]:
    """Add up the results of the trees at their roots; the most visited come first."""
    visits: Counter[int] = Counter()
    values: defaultdict[int, float] = defaultdict(float)
    for links, statistics in grown:
        for node in children(links, 0):
            code = int(links[node][CODE])
            visits[code] += int(statistics[node][VISITS])
            values[code] += float(statistics[node][VALUE])
    found = [
        Branch(write_action(view.kernel_board, view.state, code), n, values[code] / n)
        for code, n in visits.items()
    ]
    return sorted(found, key=lambda branch: (-branch.visits, -branch.value, branch.action.code))


def children(links: Links, node: int) -> Iterator[int]:
    """Iterate over the children of a node: rows of `links` and of the statistics.

    The columns of `links` are `FIRST_CHILD`, `NEXT_SIBLING`, `CODE` and `SEAT`.
    """
    child = int(links[node][FIRST_CHILD])
    while child > 0:
        yield child
        child = int(links[child][NEXT_SIBLING])
