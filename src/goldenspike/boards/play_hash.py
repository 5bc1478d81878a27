"""The hash of what matters for play on a board: equal hashes, equal games.

Names, colours of players, positions, comments and the formatting of the file are left out. The
order of places, tracks and tickets counts, because cards are dealt and tracks numbered in it.

The hash of a released board must never change: games and records are found by it. So a switch that
is new here goes into `_later_switches`, which names it only if it is not at its default.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from goldenspike.boards.model import Board

FORMAT = "goldenspike-board-1"

FILE_HASHES = {
    "ca733e5bf1b27fac22bf2627d1eea52b9627f1f274edf759c351e590162bc050":
        "98c21f47190a5012f0e15e78638193203e9975ab447b1908434ee05e75d43088",
    "b8eb1bfc950e0eea9040617f49d9e6a314122c8f037a7347e61a15ee391aa60e":
        "407febeb1ae1ffd26c05bba1ffc145498c0b0ea5d6075298e2f58a2f4bf0b0f7",
    "651154ed29b83dbfd689aa649970255402daf502de6502e795abd0c77e517aae":
        "b0d8771f006aac409dea42e181a2649f42cb10648f3f56a73b4b1ec4b88b3e03",
}  # fmt: skip
"""Version 0.1 recorded the SHA-256 of the board's file: those of its files, and their hashes."""


def play_hash(board: Board) -> str:
    """Return the hash of what matters for play, in hexadecimal."""
    text = json.dumps([FORMAT, _what_matters(board)], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def current_hash(recorded: str) -> str:
    """Return the hash of the board that a record or a stored game names, also one of version 0.1.

    >>> import goldenspike as gs
    >>> old = "651154ed29b83dbfd689aa649970255402daf502de6502e795abd0c77e517aae"
    >>> current_hash(old) == gs.load_board("usa").play_hash
    True
    """
    return FILE_HASHES.get(recorded, recorded)


def _what_matters(board: Board) -> dict[str, Any]:
    people = board.passengers
    return {
        "players": [board.min_players, board.max_players],
        "trains": board.trains,
        "cards": [board.cards_per_colour, board.locomotives, board.hand, board.market],
        "deals": [
            [deal.draw, deal.keep, deal.returned] for deal in (board.first_deal, board.later_deal)
        ],
        "points": sorted([length, points] for length, points in board.route_points.items()),
        "bonuses": [board.longest_path_bonus, board.most_tickets_bonus],
        "tie_breaks": list(board.tie_breaks),
        "rules": {
            "locomotive_ends_draw": board.locomotive_ends_draw,
            "locomotives_clear_market": board.locomotives_clear_market,
            "wild_on": sorted(board.wild_on),
            "parallel_closed_for": sorted(board.parallel_closed_for),
            "ferry_substitute": board.ferry_substitute,
            "tunnel_cards": board.tunnel_cards,
            "last_turn_trains": board.last_turn_trains,
            **_later_switches(board),
        },
        "passengers": people
        and [list(people.colours), people.per_colour, people.first, people.second],
        "ticket_decks": list(board.ticket_decks),
        "places": [[place.id, place.country, place.passengers] for place in board.places],
        "tracks": [
            [t.id, t.a, t.b, t.length, t.colour, t.kind, t.locomotives, t.card_substitute]
            for t in board.tracks
        ],
        "tickets": [[t.id, t.a, t.b, t.points, t.deck] for t in board.tickets],
    }


def _later_switches(board: Board) -> dict[str, Any]:
    """Return the switches added since version 0.1 that are not at their default."""
    later: dict[str, Any] = {}
    if board.bonuses:
        later["bonuses"] = [
            [bonus.id, bonus.counts, bonus.ranks, bonus.table, bonus.ties]
            for bonus in board.bonuses
        ]
    if any(bonus.counts == "regions" for bonus in board.bonuses):
        later["regions"] = [region.places for region in board.regions]
    costs = [[track.extra_trains, track.extra_points, track.toll] for track in board.tracks]
    if any(map(any, costs)):
        later["costs"] = costs
    if board.tokens:
        later["tokens"] = [board.tokens, board.token_points]
    if board.stations:
        later["stations"] = [
            list(board.stations.costs),
            board.stations.unused,
            board.stations.shared,
        ]
    if board.companies:
        later["companies"] = [[each.id, each.shares, each.points] for each in board.companies]
        later["shares"] = [track.companies for track in board.tracks]
    if any(track.shared for track in board.tracks):
        later["shared"] = [track.shared for track in board.tracks]
    if board.first_deal.mix:
        later["first_mix"] = board.first_deal.mix
    if not all(ticket.joins_two_places for ticket in board.tickets):
        later["ticket_ends"] = [ticket.ends for ticket in board.tickets]
    if any(ticket.values for ticket in board.tickets):
        later["ticket_values"] = [ticket.values for ticket in board.tickets]
    return later
