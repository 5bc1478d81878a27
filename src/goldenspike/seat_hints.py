"""Hints: how near a seat is to every track and to each of its tickets, kept current cheaply.

Only what the seat may see is read: who owns which track, and its own cards, trains and tickets. So
it makes no difference whether the state is a whole one or that of a view; a test compares the two.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

from goldenspike.rules.cheapest_way import (
    FAR,
    find_distances,
    last_track,
    set_train_costs,
    step_back,
)
from goldenspike.rules.claims import is_open
from goldenspike.rules.codes import GRAY, LOCOMOTIVE, NOBODY
from goldenspike.rules.engine import ThreadScratch
from goldenspike.rules.kernel_board import KernelBoard
from goldenspike.rules.missing_cards import missing_in_colour
from goldenspike.rules.network import build_network, connected
from goldenspike.rules.tickets import held_tickets

_thread = ThreadScratch()
MOST_KEPT = 5000
"""How many results are kept for a board."""


class TrackFacts:
    """What hints need to know of a board's tracks."""

    def __init__(self, kernel_board: KernelBoard) -> None:
        b, numbers = kernel_board.plain, kernel_board.track_number
        self.tracks = [
            (track.id, numbers[i], b.track_class[numbers[i]], track.trains)
            for i, track in enumerate(kernel_board.board.tracks)
        ]
        """Of each track: its id, its number in the kernel, its class and the trains it takes."""
        self._board = b
        self._missing: dict[tuple[int, int, int, int], int] = {}

    def missing(self, k: int, have: int, locomotives: int, total: int) -> int:
        """Return `missing_in_colour`, each computed once."""
        # The size of the hand matters only where other cards may be given as substitutes.
        key = (k, have, locomotives, 0 if self._board.class_plain[k] else total)
        known = self._missing.get(key)
        if known is None:
            known = missing_in_colour(self._board, k, have, locomotives, total)[0]
            if len(self._missing) >= MOST_KEPT:
                self._missing.clear()
            self._missing[key] = known
        return known


_facts: WeakKeyDictionary[KernelBoard, TrackFacts] = WeakKeyDictionary()


def _facts_of(kernel_board: KernelBoard) -> TrackFacts:
    facts = _facts.get(kernel_board)
    if facts is None:
        facts = _facts[kernel_board] = TrackFacts(kernel_board)
    return facts


@dataclass(frozen=True, slots=True)
class SeatHints:
    """Hints for one viewer at one number."""

    closed: list[str]
    """Free tracks that are closed to the seat by a parallel one; spectator: to everybody."""
    missing: dict[str, int] = field(default_factory=dict)
    """How many cards the seat lacks for each other track that it could still claim."""
    ways: dict[int, frozenset[int] | None] = field(default_factory=dict)
    """By ticket, a way that the seat can still claim (numbers in the kernel); None: none is left.

    It was the cheapest one when it was found; empty: the ticket is made.
    """
    owner: list[int] = field(default_factory=list)
    hand: list[int] = field(default_factory=list)
    trains: int = 0
    """What the hints were made from, to see what has changed."""

    def to_json(self, kernel_board: KernelBoard) -> dict[str, Any]:
        """Return the hints as JSON, tickets as `made`, `open` or `lost`."""
        tickets = kernel_board.board.tickets
        states = {
            tickets[t].id: "lost" if way is None else "open" if way else "made"
            for t, way in self.ways.items()
        }
        return {"closed": self.closed, "missing": self.missing, "tickets": states}


def find_hints(
    kernel_board: KernelBoard, s: Any, viewer: int | None, last: SeatHints | None = None
) -> SeatHints:
    """Return the hints of a seat, or of a spectator; `last` itself if nothing has changed since.

    `last` are hints of the same viewer at an earlier moment of the same game.
    """
    same_map = last is not None and last.owner == s.owner
    if viewer is None:
        if last is not None and same_map:
            return last
        return SeatHints(closed_tracks(kernel_board, s, range(s.players)), owner=s.owner)
    held = held_tickets(s, viewer)
    if last is not None and same_map and last.hand == s.hands[viewer]:
        if list(last.ways) == held:
            return last
        missing = last.missing
    else:
        missing = missing_cards(kernel_board, s, viewer)
    if last is not None and same_map:
        closed = last.closed
        ways = {
            t: last.ways[t] if t in last.ways else find_way(kernel_board, s, viewer, t)
            for t in held
        }
    else:
        closed = closed_tracks(kernel_board, s, [viewer])
        ways = _current_ways(kernel_board, s, viewer, held, last)
    return SeatHints(closed, missing, ways, s.owner, s.hands[viewer], s.trains[viewer])


def closed_tracks(kernel_board: KernelBoard, s: Any, seats: range | list[int]) -> list[str]:
    """List the free tracks that are closed to each of these seats (CLAIM-5, CLAIM-6)."""
    mask = sum(1 << seat for seat in seats)
    return [
        name
        for name, t, _, _ in _facts_of(kernel_board).tracks
        if s.blocked[t] & mask == mask and s.owner[t] == NOBODY
    ]


def missing_cards(kernel_board: KernelBoard, s: Any, seat: int) -> dict[str, int]:
    """Return how many cards a seat lacks for each track that it could claim with enough cards."""
    hand, total, trains = s.hands[seat], s.cards[seat], s.trains[seat]
    colour_of, facts, most = kernel_board.plain.class_colour, _facts_of(kernel_board), max(hand[:8])
    by_class: dict[int, int] = {}
    missing = {}
    toll, tokens = kernel_board.plain.class_toll, s.tokens[seat]
    for name, t, k, needed in facts.tracks:
        if needed <= trains and not s.blocked[t] >> seat & 1 and toll[k] <= tokens:
            if k not in by_class:
                have = most if colour_of[k] == GRAY else hand[colour_of[k]]
                by_class[k] = facts.missing(k, have, hand[LOCOMOTIVE], total)
            missing[name] = by_class[k]
    return missing


def _current_ways(
    kernel_board: KernelBoard, s: Any, seat: int, held: Iterable[int], last: SeatHints | None
) -> dict[int, frozenset[int] | None]:
    """Return a way for each ticket; the last one as long as it will do, since finding one is slow.

    What is made stays made, and what is lost stays lost: a claim takes at least as many trains as
    it brings a way nearer.
    """
    b, trains = kernel_board.plain, s.trains[seat]
    ways: dict[int, frozenset[int] | None] = {}
    edges = -1
    for ticket in held:
        if last is None or ticket not in last.ways:
            ways[ticket] = find_way(kernel_board, s, seat, ticket)
            continue
        way = last.ways[ticket]
        if way:
            way = frozenset(t for t in way if s.owner[t] != seat)
            if way and trains != last.trains:
                # The seat claimed a track, perhaps beside the way: is the ticket made by now?
                ends, scratch = kernel_board.board.tickets[ticket], _thread.scratch
                if edges < 0:
                    _, edges = build_network(s, b, seat, scratch)
                if connected(b, edges, scratch, ends.a, ends.b):
                    way = frozenset()
            too_long = sum(b.track_trains[t] for t in way) > trains
            tokens = s.tokens[seat]
            usable = all(is_open(s, seat, t) and b.track_toll[t] <= tokens for t in way)
            if too_long or not usable:
                way, edges = find_way(kernel_board, s, seat, ticket), -1
        ways[ticket] = way
    return ways


def find_way(kernel_board: KernelBoard, s: Any, seat: int, ticket: int) -> frozenset[int] | None:
    """Return the tracks that a seat still has to claim on the cheapest way for a ticket.

    None if there is no way, or if it takes more trains than the seat has.
    """
    found = trace_way(kernel_board, s, seat, ticket)
    return None if found is None or found[1] > s.trains[seat] else frozenset(found[0])


def trace_way(
    kernel_board: KernelBoard, s: Any, seat: int, ticket: int
) -> tuple[list[int], int] | None:
    """Find the way for a ticket that takes the fewest trains; None if there is none.

    Returns the tracks (numbers in the kernel) from the ticket's first place on, without those that
    the seat owns, and the trains that they take.
    """
    b, graph, ends = kernel_board.plain, _thread.scratch, kernel_board.board.tickets[ticket]
    set_train_costs(s, b, seat, graph)
    spaces = find_distances(b, graph, ends.a, ends.b)
    if spaces == FAR:
        return None
    tracks, place = [], ends.b
    while place != ends.a:
        track = last_track(graph, place)
        if graph.track_cost[track] > 0:
            tracks.append(track)
        place = step_back(b, graph, place)
    return tracks[::-1], spaces
