"""A player's own network: which places it connects, and its longest path (TICKET-3, G-LAND-1, SCORE-2).

A country is an end station: each track into one ends at a node of its own, so that nothing is ever
connected through it. Everything is kept in `work`, the scratch array, because the hot path allocates
nothing.
"""

from goldenspike.boards.limits import MAX_PLACES

PARENT = 0
DEGREE = 256
START = 512
AROUND = 768
FROM = 1024
TO = 1152
LENGTH = 1280
USED = 1408
AT_NODE = 1536
AT_EDGE = 1664
TAKEN = 1792
NETWORK_WORK = 2048


def build_network(s, b, p, work):
    """Collect the tracks of p as edges, their ends as nodes and the nodes' components."""
    edges = 0
    nodes = MAX_PLACES
    for node in range(MAX_PLACES):
        work[PARENT + node] = node
    for t in range(int(b.tracks)):
        if int(s.owner[t]) != p:
            continue
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
        work[FROM + edges] = u
        work[TO + edges] = v
        work[LENGTH + edges] = b.track_length[t]
        work[USED + edges] = t
        edges += 1
        work[PARENT + root(work, u)] = root(work, v)
    return nodes, edges


def root(work, node):
    while int(work[PARENT + node]) != node:
        work[PARENT + node] = work[PARENT + int(work[PARENT + node])]
        node = int(work[PARENT + node])
    return node


def connected(b, edges, work, a, z):
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


def end_at(b, work, i, place):
    """The node at which edge i touches a place, or -1."""
    t = int(work[USED + i])
    if int(b.track_a[t]) == place:
        return int(work[FROM + i])
    if int(b.track_b[t]) == place:
        return int(work[TO + i])
    return -1


def longest_path(nodes, edges, work):
    """The most spaces on one run that uses no track twice.

    A run that can't be made longer starts where an odd number of tracks meet, or is a round trip
    over its whole component. So a component with at most two odd nodes is walked whole, and others
    are searched from their odd nodes. Each further odd node leaves at least one of its tracks out,
    which bounds what a component can give.
    """
    for node in range(nodes + 1):
        work[DEGREE + node] = 0
    for i in range(edges):
        work[DEGREE + int(work[FROM + i])] += 1
        work[DEGREE + int(work[TO + i])] += 1
    at = 0
    for node in range(nodes):
        work[START + node] = at
        at += int(work[DEGREE + node])
        work[DEGREE + node] = 0
    for i in range(edges):
        u = int(work[FROM + i])
        v = int(work[TO + i])
        work[AROUND + int(work[START + u]) + int(work[DEGREE + u])] = i
        work[DEGREE + u] += 1
        work[AROUND + int(work[START + v]) + int(work[DEGREE + v])] = i
        work[DEGREE + v] += 1
        work[USED + i] = 0
    best = 0
    for top in range(nodes):
        if int(work[DEGREE + top]) == 0 or root(work, top) != top:
            continue
        whole = 0
        odd = 0
        left_out = 0
        dearest = 0
        second = 0
        for node in range(nodes):
            degree = int(work[DEGREE + node])
            if degree == 0 or root(work, node) != top:
                continue
            least = 1000
            for j in range(degree):
                length = int(work[LENGTH + int(work[AROUND + int(work[START + node]) + j])])
                whole += length
                least = min(least, length)
            if degree & 1:
                odd += 1
                left_out += least
                if least > dearest:
                    second = dearest
                    dearest = least
                elif least > second:
                    second = least
        whole = whole // 2
        if whole <= best:
            continue
        if odd <= 2:
            best = whole
            continue
        # Two of the odd nodes may be the run's ends; a track left out may serve two of the others.
        bound = whole - (left_out - dearest - second + 1) // 2
        if bound <= best:
            continue
        for node in range(nodes):
            if int(work[DEGREE + node]) & 1 and root(work, node) == top:
                best = search_runs(work, node, best, bound)
                if best >= bound:
                    break
    return best


def search_runs(work, start, best, bound):
    """Depth-first over all runs from `start`, without recursion; stops when the bound is reached."""
    depth = 0
    run = 0
    work[AT_NODE] = start
    work[AT_EDGE] = 0
    while depth >= 0:
        node = int(work[AT_NODE + depth])
        j = int(work[AT_EDGE + depth])
        if j < int(work[DEGREE + node]) and best < bound:
            work[AT_EDGE + depth] = j + 1
            i = int(work[AROUND + int(work[START + node]) + j])
            if int(work[USED + i]) == 0:
                work[USED + i] = 1
                run += int(work[LENGTH + i])
                best = max(best, run)
                work[TAKEN + depth] = i
                depth += 1
                work[AT_NODE + depth] = int(work[FROM + i]) + int(work[TO + i]) - node
                work[AT_EDGE + depth] = 0
        else:
            depth -= 1
            if depth >= 0:
                i = int(work[TAKEN + depth])
                work[USED + i] = 0
                run -= int(work[LENGTH + i])
    return best
