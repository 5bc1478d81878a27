"""A player's own network: which places it connects (TICKET-3), and its longest path (SCORE-2).

A country is an end station (G-LAND-1): each track into one ends at a node of its own, so that
nothing is ever connected through it. Everything is kept in `work`, the scratch array, because the
hot path allocates nothing.
"""

from goldenspike.boards.limits import MAX_PLACES, MAX_TRACKS
from goldenspike.rules.shapes import Ints, Record

# How `work` is used here. By node, of which every track may add two:
NODES = MAX_PLACES + 2 * MAX_TRACKS
PARENT = 0
"""Another node of the same component, or the node itself if it stands for the component."""
DEGREE = PARENT + NODES
"""How many edges meet here; in the end, how many that are part of a circuit or between two."""
MET = DEGREE + NODES
"""Those edges, all in one number by exclusive or, so that the last of them can be told."""
BRANCH = MET + NODES
"""The longest run into the branches that hang on the node, branches being free of circuits."""
BRANCH_2 = BRANCH + NODES
"""The longest run into another branch than that."""
LEAST = BRANCH_2 + NODES
"""The shortest edge of the core that meets here."""
ODD = LEAST + NODES
"""Whether an odd number of edges not walked yet meet here."""
START = ODD + NODES
"""Where the node's edges begin behind `AROUND`."""
CORE = START + NODES
"""Nodes of one component that are left when its branches are cut off."""
# By edge:
FROM = CORE + NODES
TO = FROM + MAX_TRACKS
LENGTH = TO + MAX_TRACKS
TRACK = LENGTH + MAX_TRACKS
USED = TRACK + MAX_TRACKS
AROUND = USED + MAX_TRACKS
# By step of a run:
AT_NODE = AROUND + 2 * MAX_TRACKS
AT_EDGE = AT_NODE + MAX_TRACKS + 1
TAKEN = AT_EDGE + MAX_TRACKS + 1
NETWORK_WORK = TAKEN + MAX_TRACKS + 1


def build_network(s: Record, b: Record, p: int, work: Ints) -> tuple[int, int]:
    """Collect the tracks of p as edges, their ends as nodes and the nodes' components."""
    edges = 0
    nodes = MAX_PLACES
    for node in range(MAX_PLACES):
        work[PARENT + node] = node
    for t in range(int(b.tracks)):
        work[TRACK + edges] = t
        edges += int(s.owner[t]) == p
    for i in range(edges):
        t = int(work[TRACK + i])
        u = int(b.track_a[t])
        v = int(b.track_b[t])
        if int(b.country[u]) == 1:
            u = nodes
            work[PARENT + u] = u
            nodes += 1
        if int(b.country[v]) == 1:
            v = nodes
            work[PARENT + v] = v
            nodes += 1
        work[FROM + i] = u
        work[TO + i] = v
        work[LENGTH + i] = b.track_length[t]
        work[PARENT + root(work, u)] = root(work, v)
    return nodes, edges


def root(work: Ints, node: int) -> int:
    """The node that stands for this one's component."""
    while int(work[PARENT + node]) != node:
        work[PARENT + node] = work[PARENT + int(work[PARENT + node])]
        node = int(work[PARENT + node])
    return node


def connected(b: Record, edges: int, work: Ints, a: int, z: int) -> bool:
    """Do the tracks of `build_network` join places a and z?"""
    if int(b.country[a]) == 0 and int(b.country[z]) == 0:
        return root(work, a) == root(work, z)
    for i in range(edges):
        start = end_at(b, work, i, a)
        if start >= 0:
            if int(b.country[z]) == 0:
                if root(work, start) == root(work, z):
                    return True
            else:
                for j in range(edges):
                    goal = end_at(b, work, j, z)
                    if goal >= 0 and root(work, start) == root(work, goal):
                        return True
            if int(b.country[a]) == 0:
                break
    return False


def end_at(b: Record, work: Ints, i: int, place: int) -> int:
    """The node at which edge i touches a place, or -1."""
    t = int(work[TRACK + i])
    if int(b.track_a[t]) == place:
        return int(work[FROM + i])
    if int(b.track_b[t]) == place:
        return int(work[TO + i])
    return -1


def longest_path(nodes: int, edges: int, work: Ints) -> int:
    """The most spaces on one run that uses no track twice.

    Branches without circuits are cut off from their ends inwards, and each node remembers how far a
    run goes into them: most networks are nothing but branches, and are done then. What is left of
    the others, their core, is searched.
    """
    for node in range(nodes):
        work[DEGREE + node] = 0
        work[MET + node] = 0
        work[BRANCH + node] = 0
        work[BRANCH_2 + node] = 0
    for i in range(edges):
        u = int(work[FROM + i])
        v = int(work[TO + i])
        work[DEGREE + u] += 1
        work[DEGREE + v] += 1
        work[MET + u] = int(work[MET + u]) ^ i
        work[MET + v] = int(work[MET + v]) ^ i
        work[USED + i] = 0
    best = 0
    left = edges
    for end in range(nodes):
        u = end
        while int(work[DEGREE + u]) == 1:
            i = int(work[MET + u])
            v = int(work[FROM + i]) + int(work[TO + i]) - u
            work[USED + i] = 1
            left -= 1
            work[DEGREE + u] = 0
            work[DEGREE + v] -= 1
            work[MET + v] = int(work[MET + v]) ^ i
            run = int(work[BRANCH + u]) + int(work[LENGTH + i])
            best = max(best, run + int(work[BRANCH + v]))
            if run > int(work[BRANCH + v]):
                work[BRANCH_2 + v] = work[BRANCH + v]
                work[BRANCH + v] = run
            elif run > int(work[BRANCH_2 + v]):
                work[BRANCH_2 + v] = run
            u = v
    if left > 0:
        for i in range(edges):
            if int(work[USED + i]) == 0:
                best = search_core(edges, root(work, int(work[FROM + i])), best, work)
    return best


def search_core(edges: int, top: int, best: int, work: Ints) -> int:
    """The longest run through the core of one component, if it is longer than `best`.

    A run that can't be made longer starts where an odd number of tracks meet, so it comes out of a
    branch or from an odd node of the core; or it is a round trip over all of a component without
    branches. The component's edges are marked as used in the end.
    """
    count = 0
    whole = 0
    for i in range(edges):
        if int(work[USED + i]) == 0 and root(work, int(work[FROM + i])) == top:
            length = int(work[LENGTH + i])
            whole += length
            for node in (int(work[FROM + i]), int(work[TO + i])):
                if int(work[MET + node]) >= 0:
                    # Not met before: from here on, `MET` counts down the edges put around it.
                    work[MET + node] = -1
                    work[LEAST + node] = length
                    work[CORE + count] = node
                    count += 1
                work[LEAST + node] = min(int(work[LEAST + node]), length)
    at = 0
    odd = 0
    odd_ends = 0
    odd_least = 0
    dearest = 0
    for j in range(count):
        node = int(work[CORE + j])
        work[START + node] = at
        at += int(work[DEGREE + node])
        work[ODD + node] = int(work[DEGREE + node]) & 1
        dearest = max(dearest, int(work[LEAST + node]))
        if int(work[ODD + node]) == 1:
            odd += 1
            odd_ends += int(work[BRANCH + node])
            odd_least += int(work[LEAST + node])
    for i in range(edges):
        if int(work[USED + i]) == 0 and root(work, int(work[FROM + i])) == top:
            for node in (int(work[FROM + i]), int(work[TO + i])):
                work[AROUND + int(work[START + node]) - 1 - int(work[MET + node])] = i
                work[MET + node] -= 1
    if odd == 2:
        best = max(best, whole + odd_ends)
    for j in range(count):
        node = int(work[CORE + j])
        if odd == 0:
            best = max(best, whole + int(work[BRANCH + node]) + int(work[BRANCH_2 + node]))
    for j in range(count):
        node = int(work[CORE + j])
        if int(work[BRANCH + node]) > 0 or int(work[DEGREE + node]) & 1:
            last = int(work[BRANCH_2 + node])
            for other in range(count):
                if other != j:
                    last = max(last, int(work[BRANCH + int(work[CORE + other])]))
            best = search_runs(work, node, best, whole, odd_least, dearest, last)
    for i in range(edges):
        if int(work[USED + i]) == 0 and root(work, int(work[FROM + i])) == top:
            work[USED + i] = 1
    return best


def search_runs(
    work: Ints, start: int, best: int, unused: int, odd_least: int, dearest: int, last: int
) -> int:
    """Depth-first over all runs from `start` that may still become the best, without recursion.

    Of the edges not walked yet, each node where an odd number of them meet leaves one out, unless
    the run stands there or ends there; and one left out may serve two nodes. That bounds what a run
    can still gain in the core, and `last` what it can gain in a branch after it.
    """
    depth = 0
    run = int(work[BRANCH + start])
    work[AT_NODE] = start
    work[AT_EDGE] = 0
    while depth >= 0:
        u = int(work[AT_NODE + depth])
        j = int(work[AT_EDGE + depth])
        if j == 0:
            here = int(work[LEAST + u]) if int(work[ODD + u]) == 1 else 0
            left_out = max(0, odd_least - here - dearest + 1) // 2
            if run + unused - left_out + last <= best:
                j = int(work[DEGREE + u])
        if j < int(work[DEGREE + u]):
            work[AT_EDGE + depth] = j + 1
            i = int(work[AROUND + int(work[START + u]) + j])
            if int(work[USED + i]) == 1:
                continue
            v = int(work[FROM + i]) + int(work[TO + i]) - u
            work[USED + i] = 1
            run += int(work[LENGTH + i])
            unused -= int(work[LENGTH + i])
            odd_least += turn_odd(work, u) + turn_odd(work, v)
            best = max(best, run + int(work[(BRANCH_2 if v == start else BRANCH) + v]))
            work[TAKEN + depth] = i
            depth += 1
            work[AT_NODE + depth] = v
            work[AT_EDGE + depth] = 0
        else:
            depth -= 1
            if depth >= 0:
                i = int(work[TAKEN + depth])
                work[USED + i] = 0
                run -= int(work[LENGTH + i])
                unused += int(work[LENGTH + i])
                odd_least += turn_odd(work, u) + turn_odd(work, int(work[AT_NODE + depth]))
    return best


def turn_odd(work: Ints, node: int) -> int:
    """One edge more or less that is not walked yet; returns what that adds to `odd_least`."""
    if int(work[ODD + node]) == 1:
        work[ODD + node] = 0
        return -int(work[LEAST + node])
    work[ODD + node] = 1
    return int(work[LEAST + node])
