"""Views as JSON: what several viewers see of one state, with the part they share made once.

Everything is written by allow-list, from fields that the viewer may see (`rules/fields.py` says who
sees which). So it makes no difference whether the state is a whole one, or one from which all that
is hidden was removed; a test compares the two at every step of random games.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from goldenspike.notation.card_text import counts_by_name
from goldenspike.notation.positions import (
    market_by_name,
    passengers_by_name,
    routes_by_name,
    shares_by_name,
    stations_by_name,
    waiting_by_name,
    write_claim,
)
from goldenspike.rules import tickets as ticket_rules
from goldenspike.rules.codes import OVER_PHASE, PHASES
from goldenspike.rules.engine import ThreadScratch, plain
from goldenspike.rules.graph.borrowing import build_ticket_network
from goldenspike.rules.kernel_board import KernelBoard

held_tickets = plain(ticket_rules.held_tickets)
offered_tickets = plain(ticket_rules.offered_tickets)
_thread = ThreadScratch()


class ViewMark(NamedTuple):
    """What parts were made from, to see what has changed since."""

    shared: dict[str, Any]
    owner: list[int]
    waiting: list[list[int]]
    seats: list[tuple[Any, ...]]
    """By seat: the fields that everybody sees."""
    own: dict[int, tuple[Any, ...]]
    """By viewer: the fields of its seat that it sees as well."""


class ViewParts(NamedTuple):
    """What several viewers see of one state, taken apart.

    A seat is empty if it is the same as at the mark that the parts were made with.
    """

    viewers: list[int | None]
    shared: dict[str, Any]
    """The fields that all of them see alike; `seats` is not among them."""
    seats: list[dict[str, Any]]
    """The seats as spectators see them; all of each when the game is over."""
    to_players: list[dict[str, Any]]
    """The same with what only those who play can deduce of the others' hands."""
    own: dict[int, dict[str, Any]]
    """Each viewer's own seat; empty when the game is over."""
    turn: int
    legal: list[str] | None
    """The actions of the seat to act; None if that seat is no viewer."""
    mark: ViewMark

    def seats_of(self, viewer: int | None) -> list[dict[str, Any]]:
        """The seats as one viewer sees them."""
        if viewer is None or viewer not in self.own:
            return self.seats
        return [*self.to_players[:viewer], self.own[viewer], *self.to_players[viewer + 1 :]]

    def legal_of(self, viewer: int | None) -> list[str] | None:
        """The actions that one viewer may choose from; None if it is not to act."""
        return self.legal if viewer == self.turn else None


def write_views(parts: ViewParts) -> dict[int | None, dict[str, Any]]:
    """Put together what each viewer (a seat; None is a spectator) sees."""
    views: dict[int | None, dict[str, Any]] = {}
    for viewer in parts.viewers:
        shared = parts.shared
        start = {"board": shared["board"], "players": shared["players"], "seat": viewer}
        seen = start | shared | {"seats": parts.seats_of(viewer)}
        legal = parts.legal_of(viewer)
        if legal is not None:
            seen["legal"] = legal
        views[viewer] = seen
    return views


def write_parts(
    kernel_board: KernelBoard,
    s: Any,
    viewers: Iterable[int | None],
    legal: list[str] | None,
    since: ViewMark | None = None,
) -> ViewParts:
    """Write what the viewers see; `legal` are the actions of the seat to act, if it is one.

    `since` is the mark of parts from an earlier moment of the same game: what has not changed is
    not written again.
    """
    over = s.phase == OVER_PHASE
    who = list(viewers)
    if over:
        # All is shown now.
        since = None
    made_from = [_public_fields(s, p) for p in range(s.players)]
    fresh = [since is None or made_from[p] != since.seats[p] for p in range(s.players)]
    seats = [_public_seat(kernel_board, s, p) if fresh[p] else {} for p in range(s.players)]
    if over:
        seats = [seat | _own_part(kernel_board, s, p) for p, seat in enumerate(seats)]
        if kernel_board.board.stations:
            seats = [seat | _borrowed(kernel_board, s, p) for p, seat in enumerate(seats)]
    to_players = [
        seat | {"counted": counts_by_name(s.counted[p])}
        if seat and not over and s.counted[p] != s.known[p]
        else seat
        for p, seat in enumerate(seats)
    ]
    own: dict[int, dict[str, Any]] = {}
    own_from: dict[int, tuple[Any, ...]] = {}
    for p in who:
        if p is not None and not over:
            own_from[p] = _own_fields(s, p)
            if fresh[p] or since is None or since.own.get(p) != own_from[p]:
                seat = seats[p] or _public_seat(kernel_board, s, p)
                own[p] = seat | _own_part(kernel_board, s, p)
            else:
                own[p] = {}
    shared = _shared_part(kernel_board, s, since)
    mark = ViewMark(shared, s.owner, s.waiting, made_from, own_from)
    return ViewParts(who, shared, seats, to_players, own, s.turn, None if over else legal, mark)


def _shared_part(kernel_board: KernelBoard, s: Any, since: ViewMark | None) -> dict[str, Any]:
    """Write what everybody sees alike, but for the seats."""
    board = kernel_board.board
    same_map = since is not None and (since.owner is s.owner or since.owner == s.owner)
    shared: dict[str, Any] = {
        "board": board.source,
        "players": s.players,
        "turn": s.turn,
        "phase": PHASES[s.phase],
        "deck": s.deck_n,
        "discards": counts_by_name(s.discards),
        "market": market_by_name(board, s),
        "ticket_decks": dict(zip(board.ticket_decks, s.ticket_deck_n, strict=False)),
        "removed_tickets": sum(s.removed_n),
        "routes": since.shared["routes"]
        if since is not None and same_map
        else routes_by_name(kernel_board, s),
        "last_turns": s.last_turns if s.last_turns >= 0 else None,
    }
    if board.passengers:
        same = since is not None and (since.waiting is s.waiting or since.waiting == s.waiting)
        shared["places"] = (
            since.shared["places"] if since is not None and same else waiting_by_name(board, s)
        )
    if board.stations:
        shared["stations"] = stations_by_name(board, s)
    if board.companies:
        shared["shares"] = shares_by_name(board, s)
    return shared | write_claim(kernel_board, s)


def _public_fields(s: Any, p: int) -> tuple[Any, ...]:
    """Return what the public part of a seat is made from."""
    return (
        s.cards[p], s.known[p], s.counted[p], s.held_n[p], s.offer_n[p], s.trains[p],
        s.route_points[p], s.passengers[p], s.stations[p],
    )  # fmt: skip


def _own_fields(s: Any, p: int) -> tuple[Any, ...]:
    """Return what the seat's own part is made from.

    Tickets are returned when others are kept, and stay so until the log ends and begins again.
    """
    return s.hands[p], s.held[p], s.offer[p], s.spared[p], s.log_n


def _public_seat(kernel_board: KernelBoard, s: Any, p: int) -> dict[str, Any]:
    board = kernel_board.board
    seat: dict[str, Any] = {
        "card_count": s.cards[p],
        "known": counts_by_name(s.known[p]),
        "ticket_counts": dict(zip(board.ticket_decks, s.held_n[p], strict=False)),
        "offer_counts": dict(zip(board.ticket_decks, s.offer_n[p], strict=False)),
        "trains": s.trains[p],
        "route_points": s.route_points[p],
    }
    if board.tokens:
        seat["tokens"] = s.tokens[p]
    if board.stations:
        seat["stations"] = s.stations[p]
    if board.passengers:
        seat["passengers"] = passengers_by_name(board, s, p)
    return seat


def _own_part(kernel_board: KernelBoard, s: Any, p: int) -> dict[str, Any]:
    """Write what a seat sees of itself, and everybody when the game is over."""
    tickets = kernel_board.board.tickets
    return {
        "cards": counts_by_name(s.hands[p]),
        "tickets": [tickets[t].id for t in held_tickets(s, p)],
        "offer": [tickets[t].id for t in offered_tickets(s, p)],
        "returned": [tickets[t].id for t in _returned(s, p)],
    }


def _borrowed(kernel_board: KernelBoard, s: Any, p: int) -> dict[str, Any]:
    """Write the tracks that the seat's stations borrow at the end (STATION-4)."""
    scratch, tracks = _thread.scratch, kernel_board.board.tracks
    edges = build_ticket_network(s, kernel_board.plain, p, scratch)
    b = kernel_board.plain
    used = [t for t in scratch.edge_track[:edges] if s.owner[t] != p and not b.track_shared[t]]
    return {"borrowed": [tracks[kernel_board.track_order[t]].id for t in used]}


def _returned(s: Any, p: int) -> list[int]:
    """List the tickets that the seat was offered and gave back, as far as the log goes."""
    back = [t for t, mark in enumerate(s.spared[p]) if mark] if any(s.spared[p]) else []
    for i in range(s.log_n):
        if s.log_seat[i] == p:
            n = sum(s.log_offered[i])
            back += [t for j, t in enumerate(s.log_offer[i][:n]) if not s.log_mask[i] >> j & 1]
    return back
