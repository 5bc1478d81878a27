"""Hints: how near a seat is to every track and to each of its tickets, kept current cheaply.

Only what the seat may see is read: who owns which track, and its own cards, trains and tickets. So
it makes no difference whether the state is a whole one or that of a view; a test compares the two.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

from goldenspike.rules import claims, missing_cards, stations
from goldenspike.rules import tickets as ticket_rules
from goldenspike.rules.codes import GRAY, LOCOMOTIVE, NOBODY
from goldenspike.rules.engine import ThreadScratch, plain
from goldenspike.rules.graph import borrowing, cheapest_tree, cheapest_way, network, ticket_ends
from goldenspike.rules.graph.cheapest_way import FAR
from goldenspike.rules.kernel_board import KernelBoard

held_tickets = plain(ticket_rules.held_tickets)
is_open = plain(claims.is_open)
missing_in_colour = plain(missing_cards.missing_in_colour)
has_station = plain(stations.has_station)
build_ticket_network = plain(borrowing.build_ticket_network)
find_ticket_way = plain(cheapest_tree.find_ticket_way)
list_tree = plain(cheapest_tree.list_tree)
last_track = plain(cheapest_way.last_track)
set_train_costs = plain(cheapest_way.set_train_costs)
step_back = plain(cheapest_way.step_back)
build_network = plain(network.build_network)
is_made = plain(ticket_ends.is_made)

_thread = ThreadScratch()
MOST_KEPT = 2000
"""How many results are kept for a board."""
NO_TRACKS: frozenset[int] = frozenset()
Track = tuple[str, int, int, int]
"""A track's id, its number in the kernel, the trains it takes and its toll."""


class TrackFacts:
    """What hints need to know of a board's tracks."""

    def __init__(self, kernel_board: KernelBoard) -> None:
        b, numbers = kernel_board.plain, kernel_board.track_number
        self.tracks: list[Track] = [
            (track.id, numbers[i], track.trains, b.track_toll[numbers[i]])
            for i, track in enumerate(kernel_board.board.tracks)
        ]
        self._most_trains = max((track[2] for track in self.tracks), default=0)
        self._most_toll = max((track[3] for track in self.tracks), default=0)
        self.track = {track[1]: track for track in self.tracks}
        """The same by number."""
        self.closable = [(name, t) for name, t, *_ in self.tracks if b.parallel_n[t]]
        """The tracks that parallel ones may close."""
        self.parallel: dict[int, list[int]] = {
            t: b.parallel[t][: b.parallel_n[t]] for _, t, *_ in self.tracks
        }
        """Of each track, those parallel to it."""
        self.classes: list[list[list[Track]]] = [[] for _ in range(GRAY + 1)]
        """By colour, the tracks of each class."""
        self._kinds: list[list[int]] = [[] for _ in range(GRAY + 1)]
        """By colour, the numbers of these classes."""
        for k in range(b.classes):
            of_class = range(b.class_start[k], b.class_start[k + 1])
            self.classes[b.class_colour[k]].append([self.track[t] for t in of_class])
            self._kinds[b.class_colour[k]].append(k)
        self._special = [any(not b.class_plain[k] for k in of) for of in self._kinds]
        """By colour: whether other cards may be given for some of its tracks."""
        self._board = b
        self._lacking: dict[tuple[int, int, int, int], tuple[int, ...]] = {}

    def limited_by(self, trains: int, tokens: int) -> bool:
        """Whether so few trains or tokens are too few for some track."""
        return trains < self._most_trains or tokens < self._most_toll

    def lacking(self, hand: list[int], total: int) -> list[tuple[int, ...]]:
        """Return, by colour, how many cards a hand lacks for a track of each class."""
        locomotives, most = hand[LOCOMOTIVE], max(hand[:LOCOMOTIVE])
        return [
            self._lacking_in(colour, most if colour == GRAY else hand[colour], locomotives, total)
            for colour in range(GRAY + 1)
        ]

    def touched(self, before: list[int], after: list[int]) -> frozenset[int]:
        """Return the tracks that have changed their owner, and those parallel to them."""
        if before is after or before == after:
            return NO_TRACKS
        taken = [t for t in self.parallel if before[t] != after[t]]
        return frozenset(taken).union(*(self.parallel[t] for t in taken))

    def _lacking_in(self, colour: int, have: int, locomotives: int, total: int) -> tuple[int, ...]:
        """Return `missing_in_colour` for each class of a colour, each computed once."""
        # The size of the hand matters only where other cards may be given as substitutes.
        key = (colour, have, locomotives, total if self._special[colour] else 0)
        known = self._lacking.get(key)
        if known is None:
            b = self._board
            known = tuple(
                missing_in_colour(b, k, have, locomotives, total)[0] for k in self._kinds[colour]
            )
            if len(self._lacking) >= MOST_KEPT:
                self._lacking.clear()
            self._lacking[key] = known
        return known


_facts: WeakKeyDictionary[KernelBoard, TrackFacts] = WeakKeyDictionary()


def _facts_of(kernel_board: KernelBoard) -> TrackFacts:
    facts = _facts.get(kernel_board)
    if facts is None:
        facts = _facts[kernel_board] = TrackFacts(kernel_board)
    return facts


@dataclass(frozen=True, slots=True)
class SeatHints:
    """Hints for one viewer at one number.

    How many cards the seat lacks for each track is not kept: it follows from `lacking` and from
    which tracks are open.
    """

    seat: int | None
    closed: list[str]
    """Free tracks that are closed to the seat by a parallel one; spectator: to everybody."""
    owner: list[int]
    blocked: list[int]
    ways: dict[int, frozenset[int] | None] = field(default_factory=dict)
    """By ticket, a way that the seat can still claim (numbers in the kernel); None: none is left.

    It was the cheapest one when it was found; empty: the ticket is made.
    """
    hand: list[int] = field(default_factory=list)
    trains: int = 0
    tokens: int = 0
    lacking: list[tuple[int, ...]] = field(default_factory=list)
    """By colour, how many cards the seat lacks for a track of each class."""

    def to_json(self, kernel_board: KernelBoard) -> dict[str, Any]:
        """Return the hints as JSON, tickets as `made`, `open` or `lost`."""
        return {
            "closed": self.closed,
            "missing": self._missing(_facts_of(kernel_board)),
            "tickets": self._tickets(kernel_board),
        }

    def patch_since(self, last: SeatHints, kernel_board: KernelBoard) -> dict[str, Any]:
        """Return what changed since earlier hints of the same seat, as a JSON merge patch."""
        if self is last:
            return {}
        patch: dict[str, Any] = {}
        if self.closed != last.closed:
            patch["closed"] = self.closed
        missing = self._missing_since(last, _facts_of(kernel_board))
        if missing:
            patch["missing"] = missing
        if self.ways is not last.ways:
            before = last._tickets(kernel_board)
            after = self._tickets(kernel_board)
            tickets = {t: state for t, state in after.items() if before.get(t) != state}
            if tickets:
                patch["tickets"] = tickets
        return patch

    def _open(self, tracks: Iterable[Track]) -> list[Track]:
        """Those of the tracks that the seat could claim with enough cards."""
        most, tokens, blocked, seat = self.trains, self.tokens, self.blocked, 1 << (self.seat or 0)
        return [
            track
            for track in tracks
            if not blocked[track[1]] & seat and track[2] <= most and track[3] <= tokens
        ]

    def _missing(self, facts: TrackFacts) -> dict[str, int]:
        return {
            track[0]: number
            for classes, numbers in zip(facts.classes, self.lacking, strict=False)
            for tracks, number in zip(classes, numbers, strict=True)
            for track in self._open(tracks)
        }

    def _missing_since(self, last: SeatHints, facts: TrackFacts) -> dict[str, int | None]:
        missing: dict[str, int | None] = {}
        if self.seat is None:
            return missing
        most, tokens, blocked, seat = self.trains, self.tokens, self.blocked, 1 << self.seat
        if self.lacking is not last.lacking:
            for classes, before, after in zip(
                facts.classes, last.lacking, self.lacking, strict=True
            ):
                if before is not after:
                    for tracks, was, now in zip(classes, before, after, strict=True):
                        if was != now:
                            # `_open` of a few tracks each would take longer than all the rest.
                            for name, t, trains, toll in tracks:
                                if not blocked[t] & seat and trains <= most and toll <= tokens:
                                    missing[name] = now
        if (most, tokens) != (last.trains, last.tokens) and facts.limited_by(most, tokens):
            gone = facts.tracks
        else:
            gone = [facts.track[t] for t in facts.touched(last.owner, self.owner)]
        were = last._open(gone)
        still = {track[1] for track in self._open(were)}
        missing |= {track[0]: None for track in were if track[1] not in still}
        return missing

    def _tickets(self, kernel_board: KernelBoard) -> dict[str, str]:
        tickets = kernel_board.board.tickets
        return {
            tickets[t].id: "lost" if way is None else "open" if way else "made"
            for t, way in self.ways.items()
        }


def find_hints(
    kernel_board: KernelBoard, s: Any, viewer: int | None, last: SeatHints | None = None
) -> SeatHints:
    """Return the hints of a seat, or of a spectator; `last` itself if nothing has changed since.

    `last` are hints of the same viewer at an earlier moment of the same game.
    """
    facts = _facts_of(kernel_board)
    touched = NO_TRACKS if last is None else facts.touched(last.owner, s.owner)
    if viewer is None:
        if last is not None and not touched:
            return last
        closed = closed_tracks(kernel_board, s, range(s.players))
        return SeatHints(None, closed, s.owner, s.blocked)
    held, hand, trains = held_tickets(s, viewer), s.hands[viewer], s.trains[viewer]
    if last is None:
        lacking = facts.lacking(hand, s.cards[viewer])
        ways = {t: find_way(kernel_board, s, viewer, t) for t in held}
        closed = closed_tracks(kernel_board, s, [viewer])
    else:
        same_hand, same_tickets = last.hand == hand, list(last.ways) == held
        if same_hand and same_tickets and not touched:
            return last
        lacking = last.lacking if same_hand else facts.lacking(hand, s.cards[viewer])
        ways, closed = last.ways, last.closed
        if kernel_board.board.stations or kernel_board.plain.shared:
            # What others lend may change with any claim (STATION-4, SHARED-1).
            ways = {t: find_way(kernel_board, s, viewer, t) for t in held}
        elif touched or not same_tickets:
            ways = _current_ways(kernel_board, s, viewer, held, last, touched)
        if any(facts.parallel[t] for t in touched):
            closed = closed_tracks(kernel_board, s, [viewer])
    tokens = s.tokens[viewer]
    return SeatHints(viewer, closed, s.owner, s.blocked, ways, hand, trains, tokens, lacking)


def closed_tracks(kernel_board: KernelBoard, s: Any, seats: range | list[int]) -> list[str]:
    """List the free tracks that are closed to each of these seats (CLAIM-5, CLAIM-6)."""
    mask = sum(1 << seat for seat in seats)
    blocked, owner = s.blocked, s.owner
    return [
        name
        for name, t in _facts_of(kernel_board).closable
        if blocked[t] & mask == mask and owner[t] == NOBODY
    ]


def _current_ways(
    kernel_board: KernelBoard,
    s: Any,
    seat: int,
    held: Iterable[int],
    last: SeatHints,
    touched: frozenset[int],
) -> dict[int, frozenset[int] | None]:
    """Return a way for each ticket; the last one as long as it will do, since finding one is slow.

    What is made stays made, and what is lost stays lost: a claim takes at least as many trains as
    it brings a way nearer.
    """
    b, trains = kernel_board.plain, s.trains[seat]
    ways: dict[int, frozenset[int] | None] = {}
    edges = -1
    for ticket in held:
        if ticket not in last.ways:
            ways[ticket] = find_way(kernel_board, s, seat, ticket)
            continue
        way = last.ways[ticket]
        if way and (trains != last.trains or not touched.isdisjoint(way)):
            way = frozenset(t for t in way if s.owner[t] != seat)
            if way and trains != last.trains:
                # The seat claimed a track, perhaps beside the way: is the ticket made by now?
                if edges < 0:
                    _, edges = build_network(s, b, seat, _thread.scratch)
                if is_made(b, edges, _thread.scratch, ticket):
                    way = frozenset()
            way = frozenset(_open_instead(kernel_board, s, seat, t) for t in way)
            too_long = sum(b.track_trains[t] for t in way) > trains
            tokens = s.tokens[seat]
            usable = all(is_open(s, seat, t) and b.track_toll[t] <= tokens for t in way)
            if too_long or not usable:
                way, edges = find_way(kernel_board, s, seat, ticket), -1
        ways[ticket] = way
    return ways


def _open_instead(kernel_board: KernelBoard, s: Any, seat: int, track: int) -> int:
    """Return a track, or if it is closed an open one parallel to it, if there is one."""
    if not is_open(s, seat, track):
        for other in _facts_of(kernel_board).parallel[track]:
            if is_open(s, seat, other):
                return other
    return track


def find_way(kernel_board: KernelBoard, s: Any, seat: int, ticket: int) -> frozenset[int] | None:
    """Return the tracks that a seat still has to claim on the cheapest way for a ticket.

    None if there is no way, or if it takes more trains than the seat has. As long as the seat may
    build stations, ways over the tracks of others count too.
    """
    found = trace_way(kernel_board, s, seat, ticket)
    if s.stations[seat] and (found is None or found[1] > s.trains[seat]):
        found = trace_way(kernel_board, s, seat, ticket, lent=True)
    return None if found is None or found[1] > s.trains[seat] else frozenset(found[0])


def trace_way(
    kernel_board: KernelBoard, s: Any, seat: int, ticket: int, lent: bool = False
) -> tuple[list[int], int] | None:
    """Find the way for a ticket that takes the fewest trains; None if there is none.

    Returns the tracks (numbers in the kernel) from the ticket's first place on, for a tour in no
    order, without those that the seat owns or its stations borrow, and the trains that they take.
    With `lent`, the way may also go over tracks of others, each for one train.
    """
    b, graph = kernel_board.plain, _thread.scratch
    set_train_costs(s, b, seat, graph)
    if lent:
        for t in range(b.tracks):
            if s.owner[t] not in (NOBODY, seat):
                graph.track_cost[t] = 1
    if has_station(s, b, seat):
        for t in graph.edge_track[: build_ticket_network(s, b, seat, graph)]:
            graph.track_cost[t] = 0
    spaces = find_ticket_way(b, graph, ticket)
    if spaces == FAR:
        return None
    return [t for t in list_ticket_way(b, graph, ticket) if graph.track_cost[t] > 0], spaces


def list_ticket_way(b: Any, graph: Any, ticket: int) -> list[int]:
    """List the tracks that `find_ticket_way` has found, from the first place on if it is a way."""
    if b.ticket_ends[ticket]:
        return list(graph.tree_track[: list_tree(b, graph)])
    tracks, place = [], b.ticket_b[ticket]
    while place != b.ticket_a[ticket]:
        tracks.append(last_track(graph, place))
        place = step_back(b, graph, place)
    return tracks[::-1]
