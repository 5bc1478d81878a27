"""One tree over information sets: how it grows by an iteration. Plain functions, also compiled.

A node stands for a sequence of actions. Every iteration draws a world that fits the view, goes down
the tree by actions that are legal in it, adds a node, plays the game to its end by a policy, and
adds the result to all nodes on the way. So a node's statistics are averages over worlds, and every
seat decides by its own result (single-observer ISMCTS). A node counts how often its action was
available, since what is legal depends on the world.

`links` has a row for each node, `statistics` too; node 0 is the root, and 0 also means none.
"""

import math
from typing import Any

from goldenspike.rules.chacha import random_below
from goldenspike.rules.codes import (
    BUILDING,
    CLAIMING,
    OVER_PHASE,
    TOTAL,
    claimed_track,
    decode,
    payment_index,
    station_place,
)
from goldenspike.rules.kernel_types import Ints, Record, Sheet
from goldenspike.rules.legal import legal
from goldenspike.rules.turns import step

FIRST_CHILD, NEXT_SIBLING, CODE, SEAT = range(4)
"""Columns of `links`: the tree's shape, and the action of a node with the seat that takes it."""
VISITS, AVAILABLE, VALUE = range(3)
"""Columns of `statistics`; `VALUE` is the sum of the seat's results, each from 0 to 1."""
MAX_DEPTH = 60
"""Actions from the root down to the last node, at most."""


def descend(s: Record, b: Record, links: Any, statistics: Any, tree: Record, nodes: int) -> int:
    """Go down the tree from its root in world `s`, and add node number `nodes` where it ends.

    `tree` has the settings, and working memory. Its `wanted` is the action that the policy takes at
    the root; it is tried first. Writes the nodes on the way to `tree.path`; returns how many there
    are.
    """
    node = 0
    depth = 0
    while int(s.phase) != OVER_PHASE and depth < MAX_DEPTH:
        n = one_payment_each(b, tree.codes, legal(s, b, tree.scratch, tree.codes))
        child = int(links[node][FIRST_CHILD])
        while child > 0:
            tree.child_of[int(links[child][CODE])] = child
            child = int(links[child][NEXT_SIBLING])
        wanted = int(tree.wanted) if node == 0 else -1
        chosen = select_child(s, statistics, tree, n, wanted)
        code = int(tree.codes[chosen])
        child = int(tree.child_of[code])
        clear_children(links, node, tree)
        added = child == 0
        if added:
            child = nodes
            links[child][CODE] = code
            links[child][SEAT] = int(s.turn)
            links[child][NEXT_SIBLING] = links[node][FIRST_CHILD]
            links[node][FIRST_CHILD] = child
            statistics[child][AVAILABLE] += 1
        tree.path[depth] = child
        depth += 1
        step(s, b, code)
        if added:
            break
        node = child
    return depth


def select_child(s: Record, statistics: Any, tree: Record, n: int, wanted: int) -> int:
    """Return the index in `tree.codes` of the action to follow: a new one, or the best by UCB.

    Change this for another way of searching. `tree.child_of` has the node of each code, or 0.
    """
    untried = 0
    chosen = -1
    best = -1.0
    for i in range(n):
        code = int(tree.codes[i])
        child = int(tree.child_of[code])
        if child == 0:
            if code == wanted:
                return i
            untried += 1
            # Each of the untried actions is equally likely to be the one that stays.
            if random_below(s, untried) == 0:
                chosen = i
    for i in range(n):
        child = int(tree.child_of[int(tree.codes[i])])
        if child > 0:
            statistics[child][AVAILABLE] += 1
            if untried == 0:
                visits = statistics[child][VISITS]
                mean = statistics[child][VALUE] / visits
                score = mean + tree.exploration * math.sqrt(
                    math.log(statistics[child][AVAILABLE]) / visits
                )
                if score > best:
                    best = score
                    chosen = i
    return chosen


def clear_children(links: Any, node: int, tree: Record) -> None:
    """Forget the nodes of the actions that `descend` has looked up."""
    child = int(links[node][FIRST_CHILD])
    while child > 0:
        tree.child_of[int(links[child][CODE])] = 0
        child = int(links[child][NEXT_SIBLING])


def one_payment_each(b: Record, codes: Ints, n: int) -> int:
    """Leave one claim of each track and one station at each place in a list of codes, with fewest
    locomotives; returns its size.

    A hand may pay for a track in dozens of ways that hardly differ; searching all of them would
    take all the time.
    """
    kept = 0
    track = -1
    built = -1
    fewest = 0
    for i in range(n):
        code = int(codes[i])
        kind, argument = decode(b, code)
        if kind == CLAIMING:
            t = claimed_track(b, argument)
            payment = payment_index(b, t, argument)
            given = int(b.track_length[t]) - int(b.payment_coloured[payment])
            if t == track:
                # The codes of a track are consecutive.
                if given < fewest:
                    fewest = given
                    codes[kept - 1] = code
                continue
            track = t
            fewest = given
        elif kind == BUILDING:
            place, _ = station_place(b, argument)
            if place == built:
                continue
            built = place
        codes[kept] = code
        kept += 1
    return kept


def add_result(
    links: Any,
    statistics: Any,
    tree: Record,
    depth: int,
    sheet: Sheet,
    players: int,
) -> None:
    """Add the result of a finished game to all nodes on the way."""
    limit = int(tree.margin_limit)
    for i in range(depth):
        node = int(tree.path[i])
        p = int(links[node][SEAT])
        best = -(1 << 20)
        for q in range(players):
            if q != p:
                best = max(best, int(sheet[q][TOTAL]))
        margin = max(-limit, min(limit, int(sheet[p][TOTAL]) - best))
        statistics[node][VISITS] += 1
        statistics[node][VALUE] += 0.5 + 0.5 * margin / limit
