"""A board as plain data for programs, in the words of the board file."""

from __future__ import annotations

from typing import Any

from goldenspike.boards.model import KINDS, Board, Deal, Place, Ticket, Track


def board_to_json(board: Board) -> dict[str, Any]:
    """Everything the board's file says, with places by id; what `board show --json` prints."""
    return {
        "id": board.id,
        "name": board.name,
        "names": dict(board.names),
        "source": board.source,
        "digest": board.digest,
        "aspect": board.aspect,
        "geography": board.geography,
        "players": {
            "fewest": board.min_players,
            "most": board.max_players,
            "colours": list(board.player_colours),
            "trains": board.trains,
        },
        "cards": {
            "of_each_colour": board.cards_per_colour,
            "locomotives": board.locomotives,
            "hand": board.hand,
            "market": board.market,
        },
        "deals": {"first": _deal(board.first_deal), "later": _deal(board.later_deal)},
        "points": {
            "routes": {str(length): board.route_points[length] for length in board.route_points},
            "longest_path": board.longest_path_bonus,
            "most_tickets": board.most_tickets_bonus,
            "tie_breaks": list(board.tie_breaks),
        },
        "rules": {
            "locomotive_ends_draw": board.locomotive_ends_draw,
            "locomotives_clear_market": board.locomotives_clear_market,
            "wild_on": [kind for kind in KINDS if kind in board.wild_on],
            "parallel_closed_for": sorted(board.parallel_closed_for),
            "ferry_substitute": board.ferry_substitute,
            "tunnel_cards": board.tunnel_cards,
            "last_turn_trains": board.last_turn_trains,
        },
        "passengers": None
        if board.passengers is None
        else {
            "colours": list(board.passengers.colours),
            "of_each_colour": board.passengers.per_colour,
            "most": board.passengers.first,
            "second_most": board.passengers.second,
        },
        "ticket_decks": list(board.ticket_decks),
        "places": [_place(place) for place in board.places],
        "tracks": [_track(board, track) for track in board.tracks],
        "tickets": [_ticket(board, ticket) for ticket in board.tickets],
    }


def _deal(deal: Deal) -> dict[str, Any]:
    return {"draw": deal.draw, "keep": deal.keep, "returned": deal.returned}


def _place(place: Place) -> dict[str, Any]:
    return {
        "id": place.id,
        "name": place.name,
        "names": dict(place.names),
        "country": place.country,
        "lat": place.lat,
        "lon": place.lon,
        "x": place.x,
        "y": place.y,
        "passengers": place.passengers,
    }


def _track(board: Board, track: Track) -> dict[str, Any]:
    return {
        "id": track.id,
        "a": board.places[track.a].id,
        "b": board.places[track.b].id,
        "length": track.length,
        "colour": track.colour,
        "kind": track.kind,
        "locomotives": track.locomotives,
        "substitute": track.card_substitute,
    }


def _ticket(board: Board, ticket: Ticket) -> dict[str, Any]:
    return {
        "id": ticket.id,
        "a": board.places[ticket.a].id,
        "b": board.places[ticket.b].id,
        "points": ticket.points,
        "deck": board.ticket_decks[ticket.deck],
    }
