"""The cheapest way still open for a ticket, from what one seat sees and nothing else."""

from __future__ import annotations

import heapq
from collections import defaultdict
from dataclasses import dataclass

from goldenspike.boards.model import Ticket
from goldenspike.view import View


@dataclass(frozen=True, slots=True)
class Way:
    """What a seat still has to claim to connect a ticket's places."""

    tracks: tuple[int, ...]
    """Indices into `board.tracks`, from the ticket's first place on; own tracks are not named."""
    spaces: int
    """Their spaces added up: as many trains and cards."""

    @property
    def done(self) -> bool:
        """Nothing is left to claim: the ticket is made."""
        return not self.tracks


def cheapest_way(view: View, ticket: Ticket) -> Way | None:
    """The way with the fewest spaces, or None if every way is closed to the seat."""
    costs = open_tracks(view)
    places = view.board.places
    links: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for number in costs:
        track = view.board.tracks[number]
        links[track.a].append((track.b, number))
        links[track.b].append((track.a, number))
    best = {ticket.a: 0}
    came: dict[int, tuple[int, int]] = {}
    queue = [(0, ticket.a)]
    while queue:
        cost, place = heapq.heappop(queue)
        if place == ticket.b:
            break
        # G-LAND-1: no connection runs through a country.
        if cost > best[place] or (places[place].country and place != ticket.a):
            continue
        for other, number in links[place]:
            total = cost + costs[number]
            if total < best.get(other, total + 1):
                best[other] = total
                came[other] = (place, number)
                heapq.heappush(queue, (total, other))
    if ticket.b not in best:
        return None
    tracks: list[int] = []
    place = ticket.b
    while place != ticket.a:
        place, number = came[place]
        if costs[number]:
            tracks.append(number)
    return Way(tuple(reversed(tracks)), best[ticket.b])


def open_tracks(view: View) -> dict[int, int]:
    """Track -> the spaces it still costs the seat: none for its own; closed ones are left out."""
    s, seat = view.state, view.seat
    costs = {}
    for number, track in enumerate(view.board.tracks):
        t = view.tables.track_number[number]
        if s.owner[t] == seat:
            costs[number] = 0
        elif s.owner[t] < 0 and not (seat is not None and s.blocked[t] >> seat & 1):
            costs[number] = track.length
    return costs
