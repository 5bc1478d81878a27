"""A player's own network: which places it connects (TICKET-3), and its longest path (SCORE-2).

A country is an end station (G-LAND-1): each track into one ends at a node of its own, so that
nothing is ever connected through it.
"""

from goldenspike.boards.limits import MAX_PLACES
from goldenspike.rules.kernel_types import Ints, Record

CUT = 2
"""Marks an edge of a branch; those of the core are used (1) or not (0)."""


def build_network(s: Record, b: Record, p: int, scratch: Record) -> tuple[int, int]:
    """Collect the tracks of p as edges, their ends as nodes and the nodes' components."""
    edges = 0
    for t in range(int(b.tracks)):
        scratch.edge_track[edges] = t
        edges += int(s.owner[t]) == p
    return join_edges(b, edges, scratch), edges


def join_edges(b: Record, edges: int, scratch: Record) -> int:
    """The nodes at the ends of the listed tracks, and their components; returns how many."""
    nodes = MAX_PLACES
    for node in range(MAX_PLACES):
        scratch.parent[node] = node
    for i in range(edges):
        t = int(scratch.edge_track[i])
        u = int(b.track_a[t])
        v = int(b.track_b[t])
        if int(b.country[u]) == 1:
            u = nodes
            scratch.parent[u] = u
            nodes += 1
        if int(b.country[v]) == 1:
            v = nodes
            scratch.parent[v] = v
            nodes += 1
        scratch.edge_a[i] = u
        scratch.edge_b[i] = v
        scratch.edge_length[i] = b.track_length[t]
        scratch.parent[root(scratch, u)] = root(scratch, v)
    return nodes


def root(scratch: Record, node: int) -> int:
    """The node that stands for this one's component."""
    while int(scratch.parent[node]) != node:
        scratch.parent[node] = scratch.parent[int(scratch.parent[node])]
        node = int(scratch.parent[node])
    return node


def connected(b: Record, edges: int, scratch: Record, a: int, z: int) -> bool:
    """Do the tracks of `build_network` join places a and z?"""
    if int(b.country[a]) == 0 and int(b.country[z]) == 0:
        return root(scratch, a) == root(scratch, z)
    for i in range(edges):
        start = end_at(b, scratch, i, a)
        if start >= 0:
            if int(b.country[z]) == 0:
                if root(scratch, start) == root(scratch, z):
                    return True
            else:
                for j in range(edges):
                    goal = end_at(b, scratch, j, z)
                    if goal >= 0 and root(scratch, start) == root(scratch, goal):
                        return True
            if int(b.country[a]) == 0:
                break
    return False


def end_at(b: Record, scratch: Record, i: int, place: int) -> int:
    """The node at which edge i touches a place, or -1."""
    t = int(scratch.edge_track[i])
    if int(b.track_a[t]) == place:
        return int(scratch.edge_a[i])
    if int(b.track_b[t]) == place:
        return int(scratch.edge_b[i])
    return -1


def longest_path(nodes: int, edges: int, scratch: Record) -> int:
    """The most spaces on one run that uses no track twice."""
    return longest_above(nodes, edges, 0, scratch)


def longest_above(nodes: int, edges: int, best: int, scratch: Record) -> int:
    """The most spaces on one run that uses no track twice, if that is more than `best`.

    Branches without circuits are cut off from their ends inwards, and each node remembers how far a
    run goes into them: most networks are nothing but branches, and are done then. What is left of
    the others, their core, is searched.
    """
    for node in range(nodes):
        scratch.degree[node] = 0
        scratch.met[node] = 0
        scratch.branch[node] = 0
        scratch.branch_2[node] = 0
    for i in range(edges):
        u = int(scratch.edge_a[i])
        v = int(scratch.edge_b[i])
        scratch.degree[u] += 1
        scratch.degree[v] += 1
        scratch.met[u] = int(scratch.met[u]) ^ i
        scratch.met[v] = int(scratch.met[v]) ^ i
        scratch.edge_used[i] = 0
    scratch.kept_n = 0
    left = edges
    for end in range(nodes):
        u = end
        while int(scratch.degree[u]) == 1:
            i = int(scratch.met[u])
            v = int(scratch.edge_a[i]) + int(scratch.edge_b[i]) - u
            scratch.edge_used[i] = CUT
            left -= 1
            scratch.degree[u] = 0
            scratch.degree[v] -= 1
            scratch.met[v] = int(scratch.met[v]) ^ i
            run = int(scratch.branch[u]) + int(scratch.edge_length[i])
            best = max(best, run + int(scratch.branch[v]))
            if run > int(scratch.branch[v]):
                scratch.branch_2[v] = scratch.branch[v]
                scratch.branch[v] = run
            elif run > int(scratch.branch_2[v]):
                scratch.branch_2[v] = run
            u = v
    if left > 0:
        for i in range(edges):
            if int(scratch.edge_used[i]) == 0:
                best = search_core(edges, root(scratch, int(scratch.edge_a[i])), best, scratch)
    return best


def search_core(edges: int, top: int, best: int, scratch: Record) -> int:
    """The longest run through the core of one component, if it is longer than `best`.

    A run that can't be made longer starts where an odd number of tracks meet, so it comes out of a
    branch or from an odd node of the core; or it is a round trip over all of a component without
    branches. The component's edges are marked as used in the end.
    """
    count = 0
    whole = 0
    for i in range(edges):
        if int(scratch.edge_used[i]) == 0 and root(scratch, int(scratch.edge_a[i])) == top:
            length = int(scratch.edge_length[i])
            whole += length
            for node in (int(scratch.edge_a[i]), int(scratch.edge_b[i])):
                if int(scratch.met[node]) >= 0:
                    # Not met before: from here on, `met` counts down the edges put around it.
                    scratch.met[node] = -1
                    scratch.least[node] = length
                    scratch.core[count] = node
                    count += 1
                scratch.least[node] = min(int(scratch.least[node]), length)
    at = 0
    odd = 0
    odd_ends = 0
    odd_least = 0
    dearest = 0
    for j in range(count):
        node = int(scratch.core[j])
        scratch.start[node] = at
        at += int(scratch.degree[node])
        scratch.odd[node] = int(scratch.degree[node]) & 1
        dearest = max(dearest, int(scratch.least[node]))
        if int(scratch.odd[node]) == 1:
            odd += 1
            odd_ends += int(scratch.branch[node])
            odd_least += int(scratch.least[node])
    for i in range(edges):
        if int(scratch.edge_used[i]) == 0 and root(scratch, int(scratch.edge_a[i])) == top:
            for node in (int(scratch.edge_a[i]), int(scratch.edge_b[i])):
                scratch.around[int(scratch.start[node]) - 1 - int(scratch.met[node])] = i
                scratch.met[node] -= 1
    before = best
    if odd == 2:
        best = max(best, whole + odd_ends)
    for j in range(count):
        node = int(scratch.core[j])
        if odd == 0:
            best = max(best, whole + int(scratch.branch[node]) + int(scratch.branch_2[node]))
    if best > before:
        scratch.kept_n = 0
    for j in range(count):
        node = int(scratch.core[j])
        if int(scratch.branch[node]) > 0 or int(scratch.degree[node]) & 1:
            last = int(scratch.branch_2[node])
            for other in range(count):
                if other != j:
                    last = max(last, int(scratch.branch[int(scratch.core[other])]))
            best = search_runs(scratch, node, best, whole, odd_least, dearest, last)
    for i in range(edges):
        if int(scratch.edge_used[i]) == 0 and root(scratch, int(scratch.edge_a[i])) == top:
            scratch.edge_used[i] = 1
    return best


def search_runs(
    scratch: Record, start: int, best: int, unused: int, odd_least: int, dearest: int, last: int
) -> int:
    """Depth-first over all runs from `start` that may still become the best, without recursion.

    Of the edges not walked yet, each node where an odd number of them meet leaves one out, unless
    the run stands there or ends there; and one left out may serve two nodes. That bounds what a run
    can still gain in the core, and `last` what it can gain in a branch after it.
    """
    depth = 0
    run = int(scratch.branch[start])
    scratch.step_node[0] = start
    scratch.step_next[0] = 0
    while depth >= 0:
        u = int(scratch.step_node[depth])
        j = int(scratch.step_next[depth])
        if j == 0:
            here = int(scratch.least[u]) if int(scratch.odd[u]) == 1 else 0
            left_out = max(0, odd_least - here - dearest + 1) // 2
            if run + unused - left_out + last <= best:
                j = int(scratch.degree[u])
        if j < int(scratch.degree[u]):
            scratch.step_next[depth] = j + 1
            i = int(scratch.around[int(scratch.start[u]) + j])
            if int(scratch.edge_used[i]) == 1:
                continue
            v = int(scratch.edge_a[i]) + int(scratch.edge_b[i]) - u
            scratch.edge_used[i] = 1
            run += int(scratch.edge_length[i])
            unused -= int(scratch.edge_length[i])
            odd_least += turn_odd(scratch, u) + turn_odd(scratch, v)
            scratch.step_edge[depth] = i
            depth += 1
            whole = run + int(scratch.branch_2[v] if v == start else scratch.branch[v])
            if whole > best:
                best = whole
                keep_run(scratch, depth)
            scratch.step_node[depth] = v
            scratch.step_next[depth] = 0
        else:
            depth -= 1
            if depth >= 0:
                i = int(scratch.step_edge[depth])
                scratch.edge_used[i] = 0
                run -= int(scratch.edge_length[i])
                unused += int(scratch.edge_length[i])
                odd_least += turn_odd(scratch, u) + turn_odd(scratch, int(scratch.step_node[depth]))
    return best


def keep_run(scratch: Record, depth: int) -> None:
    """Note the edges walked so far: the best run goes over them and no others of the core."""
    scratch.kept_n = depth
    for i in range(depth):
        scratch.kept_edge[i] = scratch.step_edge[i]


def turn_odd(scratch: Record, node: int) -> int:
    """One edge more or less that is not walked yet; returns what that adds to `odd_least`."""
    if int(scratch.odd[node]) == 1:
        scratch.odd[node] = 0
        return -int(scratch.least[node])
    scratch.odd[node] = 1
    return int(scratch.least[node])


def trace_longest_path(s: Record, b: Record, p: int, scratch: Record, out: Ints) -> int:
    """Write the tracks of a longest path of p to `out`, in walking order; returns how many.

    Tracks are left out one by one as long as the path does not get shorter; those that can't be
    spared are the path. If the search noted a run, all that the core has beside it goes first:
    without that, a dense network would be searched again for every track.
    """
    nodes, edges = build_network(s, b, p, scratch)
    length = longest_path(nodes, edges, scratch)
    if int(scratch.kept_n) > 0:
        edges = drop_unkept(edges, scratch)
    for i in range(edges - 1, -1, -1):
        last = edges - 1
        t = scratch.edge_track[i]
        scratch.edge_track[i] = scratch.edge_track[last]
        nodes = join_edges(b, last, scratch)
        if longest_above(nodes, last, length - 1, scratch) == length:
            edges = last
        else:
            scratch.edge_track[i] = t
    return walk(b, edges, scratch, out)


def drop_unkept(edges: int, scratch: Record) -> int:
    """Leave only the branches and the noted run in the list of tracks; returns how many."""
    for j in range(int(scratch.kept_n)):
        scratch.edge_used[int(scratch.kept_edge[j])] = CUT
    count = 0
    for i in range(edges):
        if int(scratch.edge_used[i]) == CUT:
            scratch.edge_track[count] = scratch.edge_track[i]
            count += 1
    return count


def walk(b: Record, edges: int, scratch: Record, out: Ints) -> int:
    """Write the listed tracks, which one run can use up, to `out` in the order of such a run.

    Hierholzer's method: walk on while there are edges left; where there are none, the edge walked
    last is the last one of the run that has no place in it yet.
    """
    nodes = join_edges(b, edges, scratch)
    for node in range(nodes):
        scratch.degree[node] = 0
    start = int(scratch.edge_a[0])
    for i in range(edges):
        scratch.degree[int(scratch.edge_a[i])] += 1
        scratch.degree[int(scratch.edge_b[i])] += 1
        scratch.edge_used[i] = 0
    for node in range(nodes):
        if int(scratch.degree[node]) & 1:
            start = node
    count = 0
    depth = 0
    scratch.step_node[0] = start
    scratch.step_next[0] = 0
    while depth >= 0:
        u = int(scratch.step_node[depth])
        i = int(scratch.step_next[depth])
        if i == edges:
            depth -= 1
            if depth >= 0:
                out[count] = scratch.edge_track[int(scratch.step_edge[depth])]
                count += 1
            continue
        scratch.step_next[depth] = i + 1
        a = int(scratch.edge_a[i])
        z = int(scratch.edge_b[i])
        if int(scratch.edge_used[i]) == 0 and u in (a, z):
            scratch.edge_used[i] = 1
            scratch.step_edge[depth] = i
            depth += 1
            scratch.step_node[depth] = a + z - u
            scratch.step_next[depth] = 0
    return count
