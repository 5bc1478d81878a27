"""What a set of first tickets is described by: its size, its way over the map, and its tickets."""

from __future__ import annotations

import heapq
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from goldenspike.boards.model import Board

COVARIATES = ("one", "tickets", "spaces", "saved", "beyond", "points")
"""The features before those of single tickets: 1, how many tickets there are beyond two, the spaces
of a short network for all of them, the spaces that it saves against single ways, those beyond
three quarters of the trains, and the tickets' points; all but the first two in tens."""


class KeepFeatures:
    """Features of sets of tickets on one board."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._near: dict[int, list[tuple[int, int, int]]] = {}
        for number, track in enumerate(board.tracks):
            self._near.setdefault(track.a, []).append((track.b, track.length, number))
            self._near.setdefault(track.b, []).append((track.a, track.length, number))
        self._single = [sum(self._way(t, frozenset()).values()) for t in range(len(board.tickets))]
        self.size = len(COVARIATES) + len(board.tickets)

    def of(self, tickets: Iterable[int]) -> NDArray[np.float64]:
        """Return the features of a set of tickets (indices into `board.tickets`)."""
        kept = sorted(tickets, key=lambda t: (-self._single[t], t))
        used: dict[int, int] = {}
        for ticket in kept:
            used |= self._way(ticket, frozenset(used))
        spaces = sum(used.values())
        saved = sum(self._single[t] for t in kept) - spaces
        beyond = max(0.0, spaces - 0.75 * self._board.trains)
        points = sum(self._board.tickets[t].points for t in kept)
        found = np.zeros(self.size)
        tens = (spaces / 10, saved / 10, beyond / 10, points / 10)
        found[: len(COVARIATES)] = (1, len(kept) - 2, *tens)
        found[[len(COVARIATES) + t for t in kept]] = 1
        return found

    def _way(self, ticket: int, free: frozenset[int]) -> dict[int, int]:
        """Return the tracks of a ticket's shortest way, with their spaces; tracks in `free` cost
        nothing. Ways do not lead through countries.

        Unlike `rules.graph.cheapest_way`, of equal ways this takes the one that leads to places
        with smaller numbers: the package's data was fitted with that.
        """
        board = self._board
        start, end = board.tickets[ticket].a, board.tickets[ticket].b
        best: dict[int, tuple[int, int, int]] = {start: (0, -1, -1)}
        queue = [(0, start)]
        while queue:
            cost, place = heapq.heappop(queue)
            if place == end:
                break
            if cost > best[place][0] or (place != start and board.places[place].country):
                continue
            for other, length, track in self._near.get(place, ()):
                there = cost + (0 if track in free else length)
                if other not in best or there < best[other][0]:
                    best[other] = (there, place, track)
                    heapq.heappush(queue, (there, other))
        way: dict[int, int] = {}
        place = end
        while place in best and best[place][2] >= 0:
            _, before, track = best[place]
            way[track] = board.tracks[track].length
            place = before
        return way
