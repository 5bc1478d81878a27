"""The cheapest way still open for a ticket, as a client is told it."""

from __future__ import annotations

from goldenspike.game import View
from goldenspike.server.protocol.messages import Way
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.ways import cheapest_way


def ticket_way(view: View, ticket_id: str) -> Way:
    """Tracks the viewer still has to claim to connect the ticket's places, fewest spaces first."""
    board = view.board
    ticket = next((t for t in board.tickets if t.id == ticket_id), None)
    if ticket is None:
        raise Refusal("question_bad", why=f"{board.id} has no ticket {ticket_id}.")
    way = cheapest_way(view, ticket)
    if way is None:
        return Way(ticket_id, False, False, [], 0, False)
    enough = way.spaces <= view.state.trains[view.seat]
    tracks = [board.tracks[number].id for number in way.tracks]
    return Way(ticket_id, way.done, enough, tracks, way.spaces, enough)
