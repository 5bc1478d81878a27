"""The cheapest way that is still open for a ticket, and the longest path of a seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from goldenspike.boards.model import Ticket
from goldenspike.errors import InputError
from goldenspike.game import View
from goldenspike.rules.engine import ThreadScratch
from goldenspike.rules.graph.borrowing import build_ticket_network
from goldenspike.rules.graph.cheapest_tree import find_ticket_way, find_valued_way
from goldenspike.rules.graph.cheapest_way import FAR
from goldenspike.rules.graph.network import trace_longest_path
from goldenspike.rules.graph.ticket_ends import has_values, ticket_score
from goldenspike.rules.kernel_board import KernelBoard
from goldenspike.rules.tickets import held_tickets, offered_tickets
from goldenspike.seat_hints import list_ticket_way, trace_way

_thread = ThreadScratch()


@dataclass(frozen=True, slots=True)
class Way:
    """What a seat still has to claim to connect a ticket's places."""

    tracks: tuple[int, ...]
    """Indices into `board.tracks`, from the ticket's first place on, without tracks it owns; those
    of a tour are in no order."""
    spaces: int
    """How many trains they take: one for each space, and those asked for beside (COST-1)."""

    @property
    def done(self) -> bool:
        """Is there nothing left to claim, so that the ticket is made?"""
        return not self.tracks


def cheapest_way(view: View, ticket: Ticket) -> Way | None:
    """Find the way for the view's seat with the fewest spaces to claim; None if there is none."""
    if view.seat is None:
        raise InputError("a spectator has no tickets to make: take the view of a seat")
    kernel_board = view.kernel_board
    found = trace_way(kernel_board, view.state, view.seat, view.board.tickets.index(ticket))
    if found is None:
        return None
    tracks, spaces = found
    return Way(tuple(kernel_board.track_order[t] for t in tracks), spaces)


def cheapest_tracks(
    kernel_board: KernelBoard, ticket: int, costs: Sequence[int | None], worth: int = 0
) -> tuple[list[int], int] | None:
    """Find the tracks that make a ticket for the least in all; None if there is no way.

    A ticket with several values goes to the end whose points, each of this `worth`, exceed the
    costs most; by default to the nearest.

    `costs` are those of the tracks as in `board.tracks`, None where one can't be used, and so are
    the numbers of those found. They are in no order; tracks that cost nothing are left out.
    """
    b, graph = kernel_board.plain, _thread.scratch
    for t, number in enumerate(kernel_board.track_order):
        cost = costs[number]
        graph.track_cost[t] = FAR if cost is None else cost
    if has_values(b, ticket):
        cost = find_valued_way(b, graph, ticket, worth)
    else:
        cost = find_ticket_way(b, graph, ticket)
    if cost == FAR:
        return None
    found = list_ticket_way(b, graph, ticket)
    return [kernel_board.track_order[t] for t in found if graph.track_cost[t]], cost


def ticket_points(view: View) -> dict[str, int]:
    """Return what each ticket held or on offer would score as it is: below zero if it is not made.

    >>> import goldenspike as gs
    >>> from goldenspike.ways import ticket_points
    >>> game = gs.Game("usa", players=2, seed=7, first=0)
    >>> event = game.play(game.legal()[-1])  # keeps all three
    >>> points = ticket_points(game.view(0))
    >>> sum(points.values()) == game.scores()[0].ticket_points < 0
    True
    """
    if view.seat is None:
        raise InputError("a spectator has no tickets to score: take the view of a seat")
    s, b, tickets = view.state, view.kernel_board.plain, view.board.tickets
    edges = build_ticket_network(s, b, view.seat, _thread.scratch)
    return {
        tickets[t].id: ticket_score(b, edges, _thread.scratch, t)
        for t in (*held_tickets(s, view.seat), *offered_tickets(s, view.seat))
    }


def longest_path(view: View, seat: int) -> list[int]:
    """List the tracks (indices into `board.tracks`) of a longest path of a seat (SCORE-2), in
    order.

    >>> import goldenspike as gs
    >>> from goldenspike.ways import longest_path
    >>> game = gs.Game("usa", players=2, seed=7, first=0)
    >>> while not game.over:
    ...     event = game.play(game.legal()[-1])
    >>> path = longest_path(game.view(None), 0)
    >>> spaces = sum(game.board.tracks[number].length for number in path)
    >>> spaces == game.scores()[0].longest
    True
    """
    b = view.kernel_board.plain
    out = [0] * b.tracks
    n = trace_longest_path(view.state, b, seat, _thread.scratch, out)
    return [view.kernel_board.track_order[t] for t in out[:n]]
