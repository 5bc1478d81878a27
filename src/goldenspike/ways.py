"""The cheapest way that is still open for a ticket, and the longest path of a seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from goldenspike.boards.model import Ticket
from goldenspike.errors import InputError
from goldenspike.game import View
from goldenspike.rules.engine import ThreadScratch
from goldenspike.rules.graph.cheapest_tree import find_ticket_way
from goldenspike.rules.graph.cheapest_way import FAR
from goldenspike.rules.graph.network import trace_longest_path
from goldenspike.rules.kernel_board import KernelBoard
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
    kernel_board: KernelBoard, ticket: int, costs: Sequence[int | None]
) -> tuple[list[int], int] | None:
    """Find the tracks that make a ticket for the least in all; None if there is no way.

    `costs` are those of the tracks as in `board.tracks`, None where one can't be used, and so are
    the numbers of those found. They are in no order; tracks that cost nothing are left out.
    """
    b, graph = kernel_board.plain, _thread.scratch
    for t, number in enumerate(kernel_board.track_order):
        cost = costs[number]
        graph.track_cost[t] = FAR if cost is None else cost
    cost = find_ticket_way(b, graph, ticket)
    if cost == FAR:
        return None
    found = list_ticket_way(b, graph, ticket)
    return [kernel_board.track_order[t] for t in found if graph.track_cost[t]], cost


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
