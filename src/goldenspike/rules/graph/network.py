"""A player's own network: which places it connects (TICKET-3), and its longest path (SCORE-2).

The network is a graph. Its edges are the player's tracks, its nodes are places; but each track into
a country ends at a node of its own, so that nothing is connected through one (G-LAND-1). A path of
the rules is a trail of graph theory: it uses no edge twice.
"""

from goldenspike.boards.limits import MAX_PLACES
from goldenspike.rules.kernel_types import Ints, Record

MAX_STEPS = 4_000_000
"""Edges tried for one longest trail; the search then takes the longest one found. Networks on the
built-in boards need less than a million, but a board can be made that would be searched for years.
"""
CUT = 2
"""`edge_used` of an edge that was cut off with its branch; in the core it is 0 or 1."""


def build_network(s: Record, b: Record, p: int, scratch: Record) -> tuple[int, int]:
    """Write the network of p to `scratch`; returns the numbers of its nodes and of its edges."""
    edges = 0
    for t in range(int(b.tracks)):
        scratch.edge_track[edges] = t
        edges += int(s.owner[t]) == p
    return join_edges(b, edges, scratch), edges


def add_shared(s: Record, b: Record, p: int, edges: int, scratch: Record) -> int:
    """SHARED-1: add the shared tracks that others have claimed to the network of p.

    `build_network` has written it. Returns the number of its edges.
    """
    for t in range(int(b.tracks)):
        if is_lent(s, b, p, t):
            scratch.edge_track[edges] = t
            edges += 1
    join_edges(b, edges, scratch)
    return edges


def is_lent(s: Record, b: Record, p: int, t: int) -> bool:
    """SHARED-1: is t a shared track that another player than p has claimed?"""
    return int(b.track_shared[t]) == 1 and int(s.owner[t]) >= 0 and int(s.owner[t]) != p


def join_edges(b: Record, edges: int, scratch: Record) -> int:
    """Make edges of the first `edges` tracks in `edge_track`, and find the components.

    Returns the number of nodes, places without tracks included.
    """
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
        scratch.parent[find_root(scratch, u)] = find_root(scratch, v)
    return nodes


def find_root(scratch: Record, node: int) -> int:
    """Return the root of a node's component (union-find with path halving)."""
    while int(scratch.parent[node]) != node:
        scratch.parent[node] = scratch.parent[int(scratch.parent[node])]
        node = int(scratch.parent[node])
    return node


def connected(b: Record, edges: int, scratch: Record, a: int, z: int) -> bool:
    """Do the edges of `build_network` connect places a and z?"""
    if int(b.country[a]) == 0 and int(b.country[z]) == 0:
        return find_root(scratch, a) == find_root(scratch, z)
    for i in range(edges):
        start = node_at(b, scratch, i, a)
        if start >= 0:
            if int(b.country[z]) == 0:
                if find_root(scratch, start) == find_root(scratch, z):
                    return True
            else:
                for j in range(edges):
                    goal = node_at(b, scratch, j, z)
                    if goal >= 0 and find_root(scratch, start) == find_root(scratch, goal):
                        return True
            if int(b.country[a]) == 0:
                break
    return False


def node_at(b: Record, scratch: Record, i: int, place: int) -> int:
    """Return the node of edge i that is at a place, or -1 if the edge does not end there."""
    t = int(scratch.edge_track[i])
    if int(b.track_a[t]) == place:
        return int(scratch.edge_a[i])
    if int(b.track_b[t]) == place:
        return int(scratch.edge_b[i])
    return -1


def longest_path(nodes: int, edges: int, scratch: Record) -> int:
    """Return the length of the longest trail; `build_network` has written the network."""
    return longest_above(nodes, edges, 0, scratch)


def longest_above(nodes: int, edges: int, best: int, scratch: Record) -> int:
    """Return the length of the longest trail if that is more than `best`, else `best`.

    Branches without cycles are cut off from their leaves inwards, and each node keeps the length of
    the longest trail into them. Most networks have no cycles, and are finished then. What is left
    of the others, their core, is searched.
    """
    for node in range(nodes):
        scratch.degree[node] = 0
        scratch.edge_xor[node] = 0
        scratch.branch[node] = 0
        scratch.branch_2[node] = 0
    for i in range(edges):
        u = int(scratch.edge_a[i])
        v = int(scratch.edge_b[i])
        scratch.degree[u] += 1
        scratch.degree[v] += 1
        scratch.edge_xor[u] = int(scratch.edge_xor[u]) ^ i
        scratch.edge_xor[v] = int(scratch.edge_xor[v]) ^ i
        scratch.edge_used[i] = 0
    scratch.best_n = 0
    scratch.trail_steps = 0
    left = edges
    for end in range(nodes):
        u = end
        while int(scratch.degree[u]) == 1:
            i = int(scratch.edge_xor[u])
            v = int(scratch.edge_a[i]) + int(scratch.edge_b[i]) - u
            scratch.edge_used[i] = CUT
            left -= 1
            scratch.degree[u] = 0
            scratch.degree[v] -= 1
            scratch.edge_xor[v] = int(scratch.edge_xor[v]) ^ i
            length = int(scratch.branch[u]) + int(scratch.edge_length[i])
            best = max(best, length + int(scratch.branch[v]))
            if length > int(scratch.branch[v]):
                scratch.branch_2[v] = scratch.branch[v]
                scratch.branch[v] = length
            elif length > int(scratch.branch_2[v]):
                scratch.branch_2[v] = length
            u = v
    if left > 0:
        for i in range(edges):
            if int(scratch.edge_used[i]) == 0:
                best = search_core(edges, find_root(scratch, int(scratch.edge_a[i])), best, scratch)
    return best


def search_core(edges: int, top: int, best: int, scratch: Record) -> int:
    """Return the length of the longest trail through the core of the component with root `top`, if
    that is more than `best`, else `best`.

    A trail that can't be extended starts at a node of odd degree, so it comes out of a branch or
    from a node of the core whose degree is odd; or it is a closed trail over all of a component
    without branches. All edges of the component are marked as used at the end.
    """
    count = 0
    total = 0
    for i in range(edges):
        if int(scratch.edge_used[i]) == 0 and find_root(scratch, int(scratch.edge_a[i])) == top:
            length = int(scratch.edge_length[i])
            total += length
            for node in (int(scratch.edge_a[i]), int(scratch.edge_b[i])):
                if int(scratch.edge_xor[node]) >= 0:
                    # A new node of the core. `edge_xor` is not needed any more; from here on it is
                    # -1 less the number of the node's edges that are in `incident`.
                    scratch.edge_xor[node] = -1
                    scratch.least[node] = length
                    scratch.core[count] = node
                    count += 1
                scratch.least[node] = min(int(scratch.least[node]), length)
    at = 0
    odd = 0
    odd_branches = 0
    odd_least = 0
    largest_least = 0
    for j in range(count):
        node = int(scratch.core[j])
        scratch.start[node] = at
        at += int(scratch.degree[node])
        scratch.odd[node] = int(scratch.degree[node]) & 1
        largest_least = max(largest_least, int(scratch.least[node]))
        if int(scratch.odd[node]) == 1:
            odd += 1
            odd_branches += int(scratch.branch[node])
            odd_least += int(scratch.least[node])
    for i in range(edges):
        if int(scratch.edge_used[i]) == 0 and find_root(scratch, int(scratch.edge_a[i])) == top:
            for node in (int(scratch.edge_a[i]), int(scratch.edge_b[i])):
                scratch.incident[int(scratch.start[node]) - 1 - int(scratch.edge_xor[node])] = i
                scratch.edge_xor[node] -= 1
    before = best
    if odd == 2:
        best = max(best, total + odd_branches)
    for j in range(count):
        node = int(scratch.core[j])
        if odd == 0:
            best = max(best, total + int(scratch.branch[node]) + int(scratch.branch_2[node]))
    if best > before:
        scratch.best_n = 0
    for j in range(count):
        node = int(scratch.core[j])
        if int(scratch.branch[node]) > 0 or int(scratch.degree[node]) & 1:
            last_branch = int(scratch.branch_2[node])
            for other in range(count):
                if other != j:
                    last_branch = max(last_branch, int(scratch.branch[int(scratch.core[other])]))
            best = search_trails(scratch, node, best, total, odd_least, largest_least, last_branch)
    for i in range(edges):
        if int(scratch.edge_used[i]) == 0 and find_root(scratch, int(scratch.edge_a[i])) == top:
            scratch.edge_used[i] = 1
    return best


def search_trails(
    scratch: Record,
    start: int,
    best: int,
    unused: int,
    odd_least: int,
    largest_least: int,
    last_branch: int,
) -> int:
    """Search the trails from `start` depth first; returns the best length found, at least `best`.

    Branch and bound: each node with an odd number of unused edges leaves one of them unused, unless
    the trail is at that node or ends there, and one edge may be the one of two nodes. That bounds
    what a trail can still gain in the core; `last_branch` bounds what it gains in a last branch.
    """
    depth = 0
    length = int(scratch.branch[start])
    scratch.step_node[0] = start
    scratch.step_next[0] = 0
    while depth >= 0:
        u = int(scratch.step_node[depth])
        j = int(scratch.step_next[depth])
        if int(scratch.trail_steps) >= MAX_STEPS:
            j = int(scratch.degree[u])
        elif j == 0:
            here = int(scratch.least[u]) if int(scratch.odd[u]) == 1 else 0
            left_out = max(0, odd_least - here - largest_least + 1) // 2
            if length + unused - left_out + last_branch <= best:
                j = int(scratch.degree[u])
        if j < int(scratch.degree[u]):
            scratch.step_next[depth] = j + 1
            i = int(scratch.incident[int(scratch.start[u]) + j])
            if int(scratch.edge_used[i]) == 1:
                continue
            v = int(scratch.edge_a[i]) + int(scratch.edge_b[i]) - u
            scratch.edge_used[i] = 1
            scratch.trail_steps += 1
            length += int(scratch.edge_length[i])
            unused -= int(scratch.edge_length[i])
            odd_least += toggle_parity(scratch, u) + toggle_parity(scratch, v)
            scratch.step_edge[depth] = i
            depth += 1
            with_branch = length + int(scratch.branch_2[v] if v == start else scratch.branch[v])
            if with_branch > best:
                best = with_branch
                save_trail(scratch, depth)
            scratch.step_node[depth] = v
            scratch.step_next[depth] = 0
        else:
            depth -= 1
            if depth >= 0:
                i = int(scratch.step_edge[depth])
                scratch.edge_used[i] = 0
                length -= int(scratch.edge_length[i])
                unused += int(scratch.edge_length[i])
                odd_least += toggle_parity(scratch, u) + toggle_parity(
                    scratch, int(scratch.step_node[depth])
                )
    return best


def save_trail(scratch: Record, depth: int) -> None:
    """Save the edges of the core that the trail uses so far: it is the best one found."""
    scratch.best_n = depth
    for i in range(depth):
        scratch.best_edge[i] = scratch.step_edge[i]


def toggle_parity(scratch: Record, node: int) -> int:
    """Flip `odd` as an edge of the node is used or released; returns the change of `odd_least`."""
    if int(scratch.odd[node]) == 1:
        scratch.odd[node] = 0
        return -int(scratch.least[node])
    scratch.odd[node] = 1
    return int(scratch.least[node])


def trace_longest_path(s: Record, b: Record, p: int, scratch: Record, out: Ints) -> int:
    """Write the tracks of a longest path of p to `out`, in their order; returns how many.

    Tracks are removed one by one unless that makes the longest path shorter; those that are left
    are the path. If the search has saved a trail, all other edges of the core are removed first:
    otherwise a dense network would be searched again for every track.
    """
    nodes, edges = build_network(s, b, p, scratch)
    length = longest_path(nodes, edges, scratch)
    if int(scratch.best_n) > 0:
        edges = keep_trail_and_branches(edges, scratch)
    for i in range(edges - 1, -1, -1):
        last = edges - 1
        t = scratch.edge_track[i]
        scratch.edge_track[i] = scratch.edge_track[last]
        nodes = join_edges(b, last, scratch)
        if longest_above(nodes, last, length - 1, scratch) >= length:
            edges = last
        else:
            scratch.edge_track[i] = t
    return write_trail(b, edges, scratch, out)


def keep_trail_and_branches(edges: int, scratch: Record) -> int:
    """Keep only the branches and the saved trail in `edge_track`; returns how many edges remain."""
    for j in range(int(scratch.best_n)):
        scratch.edge_used[int(scratch.best_edge[j])] = CUT
    count = 0
    for i in range(edges):
        if int(scratch.edge_used[i]) == CUT:
            scratch.edge_track[count] = scratch.edge_track[i]
            count += 1
    return count


def write_trail(b: Record, edges: int, scratch: Record, out: Ints) -> int:
    """Write the tracks in `edge_track`, which form one trail, to `out` in the order of that trail.

    Hierholzer's algorithm: follow unused edges; at a node without any, backtrack and write the edge
    by which the node was reached.
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
