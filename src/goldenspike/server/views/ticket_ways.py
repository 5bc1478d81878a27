"""The cheapest remaining way to make a ticket."""

from __future__ import annotations

from goldenspike.game import View
from goldenspike.server.protocol.messages import Way
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.ways import cheapest_way


def ticket_way(view: View, ticket_id: str) -> Way:
    """The tracks with the fewest spaces that the viewer still has to claim for a ticket."""
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
