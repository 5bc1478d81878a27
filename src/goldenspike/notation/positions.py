"""Writing positions: a whole state as JSON that people can read and write.

Fields with their default values are left out, so that a position that is read and written again is
the same. Beyond the fields that every position has, these may appear: `passes` (turns passed in a
row), `to_give` (substitute cards still owed), `colour` (the colour a tunnel is being paid in, while
substitutes are given), `taking` (places that still owe a passenger), `ticket_log` (who chose how
many of which offered tickets), a seat's `counted` (what the only opponent has counted of its hand)
and `returned` (tickets it gave back in a first deal that was shuffled), and `rng` (the random
stream).
"""

from __future__ import annotations

from typing import Any

from goldenspike.boards.model import CARDS, Board
from goldenspike.notation.card_text import counts_by_name
from goldenspike.rules.codes import EMPTY, GIVE_PHASE, PASSENGER_PHASE, PHASES, TUNNEL
from goldenspike.rules.kernel_board import KernelBoard
from goldenspike.rules.record_layout import PlainState
from goldenspike.rules.tickets import held_tickets, offered_tickets

Position = dict[str, Any]


def write_position(kernel_board: KernelBoard, s: Any, rng: bool) -> Position:
    """Write the position of a state; `rng` says whether its random stream is part of it."""
    board = kernel_board.board
    position: Position = {
        "board": board.source,
        "players": s.players,
        "turn": s.turn,
        "phase": PHASES[s.phase],
        "deck": [CARDS[c] for c in reversed(s.deck[: s.deck_n])],
        "discards": counts_by_name(s.discards),
        "market": market_by_name(board, s),
        "ticket_decks": {
            deck: [board.tickets[t].id for t in s.ticket_deck[d][: s.ticket_deck_n[d]]]
            for d, deck in enumerate(board.ticket_decks)
        },
        "removed_tickets": [board.tickets[t].id for t in s.removed[: sum(s.removed_n)]],
        "routes": routes_by_name(kernel_board, s),
    }
    if board.passengers:
        position["places"] = waiting_by_name(board, s)
    if board.stations:
        position["stations"] = stations_by_name(board, s)
    if board.companies:
        position["shares"] = shares_by_name(board, s)
    position["seats"] = [_write_seat(kernel_board, s, p) for p in range(s.players)]
    position["last_turns"] = s.last_turns if s.last_turns >= 0 else None
    position.update(write_claim(kernel_board, s))
    if s.passes:
        position["passes"] = s.passes
    if s.log_n:
        position["ticket_log"] = _write_log(board, s)
    if rng:
        position["rng"] = write_rng(s)
    return position


def market_by_name(board: Board, s: Any) -> list[str | None]:
    """List the cards of the market, None for an empty place."""
    return [None if c == EMPTY else CARDS[c] for c in s.market[: board.market]]


def routes_by_name(kernel_board: KernelBoard, s: Any) -> dict[str, int]:
    """Map each track that is taken to the seat that owns it."""
    return {
        track.id: s.owner[kernel_board.track_number[i]]
        for i, track in enumerate(kernel_board.board.tracks)
        if s.owner[kernel_board.track_number[i]] >= 0
    }


def waiting_by_name(board: Board, s: Any) -> dict[str, list[str]]:
    """Map each place where passengers wait to their colours."""
    assert board.passengers is not None
    return {
        place.id: [board.passengers.colours[c - 1] for c in s.waiting[i] if c]
        for i, place in enumerate(board.places)
        if any(s.waiting[i])
    }


def stations_by_name(board: Board, s: Any) -> dict[str, list[int]]:
    """Map each place with stations to the seats that have one there."""
    return {
        place.id: [p for p in range(s.players) if s.station_seats[i] >> p & 1]
        for i, place in enumerate(board.places)
        if s.station_seats[i]
    }


def shares_by_name(board: Board, s: Any) -> dict[str, list[int]]:
    """Map each company to the seats that have its shares, in the order they were taken in."""
    return {
        company.id: [seat - 1 for seat in s.share_seats[i][: s.share_n[i]]]
        for i, company in enumerate(board.companies)
    }


def passengers_by_name(board: Board, s: Any, p: int) -> dict[str, int]:
    """Count the passengers that a seat has taken, by colour."""
    colours = board.passengers.colours if board.passengers else ()
    return {c: s.passengers[p][i] for i, c in enumerate(colours) if s.passengers[p][i]}


def _write_seat(kernel_board: KernelBoard, s: Any, p: int) -> dict[str, Any]:
    board = kernel_board.board
    seat: dict[str, Any] = {
        "cards": counts_by_name(s.hands[p]),
        "known": counts_by_name(s.known[p]),
        "tickets": [board.tickets[t].id for t in held_tickets(s, p)],
        "offer": [board.tickets[t].id for t in offered_tickets(s, p)],
        "trains": s.trains[p],
        "route_points": s.route_points[p],
    }
    if board.tokens:
        seat["tokens"] = s.tokens[p]
    if board.stations:
        seat["stations"] = s.stations[p]
    if board.passengers:
        seat["passengers"] = passengers_by_name(board, s, p)
    if s.counted[p] != s.known[p]:
        seat["counted"] = counts_by_name(s.counted[p])
    if any(s.spared[p]):
        seat["returned"] = [board.tickets[t].id for t, mark in enumerate(s.spared[p]) if mark]
    return seat


def write_claim(kernel_board: KernelBoard, s: Any) -> dict[str, Any]:
    """Write the fields of the claim that is being paid, all of them public; empty without one."""
    if s.claiming < 0:
        return {}
    board = kernel_board.board
    track = board.tracks[kernel_board.track_order[s.claiming]]
    claim: dict[str, Any] = {
        "claiming": track.id,
        "laid": counts_by_name(s.laid),
        "revealed": [CARDS[c] for c in s.revealed[: s.revealed_n]],
    }
    if s.phase == GIVE_PHASE:
        claim["to_give"] = s.to_give
        if kernel_board.plain.track_kind[s.claiming] == TUNNEL:
            claim["colour"] = CARDS[s.claim_colour]
    if s.phase == PASSENGER_PHASE:
        ends = (track.a, track.b)
        claim["taking"] = [board.places[ends[e]].id for e in (0, 1) if s.pending_ends >> e & 1]
    return claim


def _write_log(board: Board, s: Any) -> list[dict[str, Any]]:
    log = []
    for i in range(s.log_n):
        offer = s.log_offer[i][: sum(s.log_offered[i])]
        entry = {
            "seat": s.log_seat[i],
            "offer": [board.tickets[t].id for t in offer],
            "kept": [board.tickets[t].id for j, t in enumerate(offer) if s.log_mask[i] >> j & 1],
        }
        if i < s.log_first:
            entry["first"] = True
        log.append(entry)
    return log


def write_rng(s: Any) -> str:
    """Write the random stream as `key:block:used`: its key, the number of the next block, and how
    many words of the current block are used.
    """
    key = sum(word << 32 * i for i, word in enumerate(s.rng_key))
    return f"{key:064x}:{s.rng_block:x}:{s.rng_used}"


def empty_state(board: Board, players: int) -> PlainState:
    """Make the state of an empty table, to read a position into."""
    from goldenspike.rules.kernel_board import kernel_board_of
    from goldenspike.rules.setup import clear_table

    s = PlainState()
    clear_table(s, kernel_board_of(board).plain, players)
    return s
