"""The cheapest way still open for a ticket, from what one seat sees and nothing else."""

from __future__ import annotations

import heapq
from typing import Any

from goldenspike.boards.model import Board

from .errors import Refusal
from .messages import Way


def cheapest_way(board: Board, view: dict[str, Any], ticket_id: str) -> Way:
    """Tracks the viewer still has to claim to connect the ticket's places, fewest spaces first."""
    ticket = next((t for t in board.tickets if t.id == ticket_id), None)
    if ticket is None:
        raise Refusal("question_bad", why=f"{board.id} has no ticket {ticket_id}.")
    seat = view["seat"]
    costs = _open_tracks(board, view["routes"], seat, view["players"])
    links: dict[int, list[tuple[int, int]]] = {}
    for number in costs:
        track = board.tracks[number]
        links.setdefault(track.a, []).append((track.b, number))
        links.setdefault(track.b, []).append((track.a, number))
    best: dict[int, int] = {ticket.a: 0}
    came: dict[int, tuple[int, int]] = {}
    queue = [(0, ticket.a)]
    while queue:
        cost, place = heapq.heappop(queue)
        if place == ticket.b:
            break
        if cost > best[place] or (board.places[place].country and place != ticket.a):
            continue  # G-LAND-1: no connection runs through a country.
        for other, number in links.get(place, ()):
            total = cost + costs[number]
            if total < best.get(other, 1 << 30):
                best[other] = total
                came[other] = (place, number)
                heapq.heappush(queue, (total, other))
    if ticket.b not in best:
        return Way(ticket_id, False, False, [], 0, False)
    tracks: list[str] = []
    place = ticket.b
    while place != ticket.a:
        place, number = came[place]
        if costs[number]:
            tracks.append(board.tracks[number].id)
    tracks.reverse()
    spaces = best[ticket.b]
    enough = spaces <= view["seats"][seat]["trains"]
    return Way(ticket_id, spaces == 0, enough, tracks, spaces, enough)


def _open_tracks(board: Board, routes: dict[str, int], seat: int, players: int) -> dict[int, int]:
    """Number -> spaces of every track the seat owns (0) or may still claim some day."""
    owners: dict[tuple[int, int], set[int]] = {}
    for track in board.tracks:
        if track.id in routes:
            owners.setdefault((track.a, track.b), set()).add(routes[track.id])
    one_only = players in board.parallel_closed_for
    costs = {}
    for number, track in enumerate(board.tracks):
        there = owners.get((track.a, track.b), set())
        if routes.get(track.id) == seat:
            costs[number] = 0
        elif track.id not in routes and seat not in there and not (one_only and there):
            costs[number] = track.length
    return costs
