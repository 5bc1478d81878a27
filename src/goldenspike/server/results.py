"""The final scores of a game as they are stored and shown."""

from __future__ import annotations

from .bodies import FinalScore, TicketResult
from .longest import longest_tracks
from .room import Room
from .ways import ticket_way


def final_scores(room: Room) -> list[FinalScore]:
    """Every part of every seat's score."""
    board = room.game.board
    points = {ticket.id: ticket.points for ticket in board.tickets}
    scores = []
    for seat, score in zip(room.row.seats, room.game.scores(), strict=True):
        view = room.game.view(seat.seat)
        shown = view.to_json()
        held = shown["seats"][seat.seat]["tickets"]
        owned = [track for track, owner in shown["routes"].items() if owner == seat.seat]
        scores.append(
            FinalScore(
                seat=seat.seat,
                name=seat.name,
                route_points=score.route_points,
                ticket_points=score.ticket_points,
                tickets_made=score.tickets_made,
                tickets_missed=score.tickets_missed,
                tickets=[TicketResult(t, points[t], ticket_way(view, t).done) for t in held],
                longest=score.longest,
                bonuses=dict(score.bonuses),
                passenger_points=score.passenger_points,
                total=score.total,
                rank=score.rank,
                longest_path=longest_tracks(board, owned, score.longest),
            )
        )
    return scores
