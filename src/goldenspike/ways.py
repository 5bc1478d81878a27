"""The cheapest way that is still open for a ticket, and the longest path of a seat."""

from __future__ import annotations

from dataclasses import dataclass

from goldenspike.boards.model import Ticket
from goldenspike.errors import InputError
from goldenspike.game import View
from goldenspike.rules.cheapest_way import (
    FAR,
    find_distances,
    last_track,
    set_train_costs,
    step_back,
)
from goldenspike.rules.engine import ThreadScratch
from goldenspike.rules.network import trace_longest_path

_thread = ThreadScratch()


@dataclass(frozen=True, slots=True)
class Way:
    """What a seat still has to claim to connect a ticket's places."""

    tracks: tuple[int, ...]
    """Indices into `board.tracks`, from the ticket's first place on, without tracks it owns."""
    spaces: int
    """Their total length: how many trains they take."""

    @property
    def done(self) -> bool:
        """Is there nothing left to claim, so that the ticket is made?"""
        return not self.tracks


def cheapest_way(view: View, ticket: Ticket) -> Way | None:
    """Find the way for the view's seat with the fewest spaces to claim; None if there is none."""
    if view.seat is None:
        raise InputError("a spectator has no tickets to make: take the view of a seat")
    b, graph = view.kernel_board.plain, _thread.scratch
    set_train_costs(view.state, b, view.seat, graph)
    spaces = find_distances(b, graph, ticket.a, ticket.b)
    if spaces == FAR:
        return None
    tracks: list[int] = []
    place = ticket.b
    while place != ticket.a:
        track = last_track(graph, place)
        if graph.track_cost[track] > 0:
            tracks.append(view.kernel_board.track_order[track])
        place = step_back(b, graph, place)
    return Way(tuple(reversed(tracks)), spaces)


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
