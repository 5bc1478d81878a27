"""Distances between all places of a board, in trains, on the empty board."""

from __future__ import annotations

from statistics import mean

from goldenspike.boards.model import Board
from goldenspike.rules.engine import ThreadScratch
from goldenspike.rules.graph.cheapest_tree import find_ticket_way
from goldenspike.rules.graph.cheapest_way import FAR, distance_to, find_distances
from goldenspike.rules.kernel_board import build_kernel_board

_thread = ThreadScratch()


def place_distances(board: Board) -> list[list[int | None]]:
    """Return the fewest trains that connect each pair of places; None where nothing does."""
    # Built for this board alone: `kernel_board_of` keeps what it builds, and drafts are many.
    b, graph = build_kernel_board(board).plain, _thread.scratch
    for t in range(b.tracks):
        graph.track_cost[t] = b.track_trains[t]
    table: list[list[int | None]] = []
    for source in range(len(board.places)):
        find_distances(b, graph, source, -1)
        row = [distance_to(graph, place) for place in range(len(board.places))]
        table.append([trains if trains < FAR else None for trains in row])
    return table


def ticket_distances(board: Board) -> list[int | None]:
    """Return the fewest trains that make each ticket, tours included; None where nothing does.

    Of a ticket with several values it is the mean of the trains to each of its ends (VALUE-1).
    """
    b, graph = build_kernel_board(board).plain, _thread.scratch
    for t in range(b.tracks):
        graph.track_cost[t] = b.track_trains[t]
    found = []
    for number, ticket in enumerate(board.tickets):
        trains = find_ticket_way(b, graph, number)
        if ticket.values and trains < FAR:
            by_place = graph.tree_cost[1]
            trains = round(mean(min(by_place[p] for p in end) for end in ticket.ends[1:]))
        found.append(trains)
    return [trains if trains < FAR else None for trains in found]


def suggested_points(distance: int) -> int:
    """Return the points that a ticket over this distance should be worth: one for each train."""
    return max(1, distance)
