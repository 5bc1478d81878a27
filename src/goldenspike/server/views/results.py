"""The result of a game: its final scores, and the answer about a finished table."""

from __future__ import annotations

import goldenspike as gs
from goldenspike.notation.deals import commitment_of
from goldenspike.server.protocol.result_bodies import FinalScore, Result, TicketResult
from goldenspike.server.storage.stored_games import dealt_seed
from goldenspike.server.storage.table_rows import SeatRow, TableRow
from goldenspike.ways import longest_path, ticket_points


def final_scores(game: gs.Game, seats: list[SeatRow]) -> list[FinalScore]:
    """Every part of every seat's score."""
    board = game.board
    scores = []
    for seat, score in zip(seats, game.scores(), strict=True):
        view = game.view(seat.seat)
        path = longest_path(view, seat.seat)
        scores.append(
            FinalScore(
                seat=seat.seat,
                name=seat.name,
                route_points=score.route_points,
                ticket_points=score.ticket_points,
                tickets_made=score.tickets_made,
                tickets_missed=score.tickets_missed,
                tickets=[TicketResult(t, abs(n), n > 0) for t, n in ticket_points(view).items()],
                longest=score.longest,
                bonuses=dict(score.bonuses),
                passenger_points=score.passenger_points,
                total=score.total,
                rank=score.rank,
                longest_path=[board.tracks[number].id for number in path],
            )
        )
    return scores


def result_of(row: TableRow, n: int) -> Result:
    """The result of a finished table whose last action has number `n`."""
    row.require_finished()
    assert row.scores is not None
    assert row.seed is not None
    return Result(
        table=row.to_public(n, None),
        scores=row.scores,
        seed=row.seed,
        commitment=row.commitment or "",
        commitment_holds=commitment_of(row.secret or row.seed) == row.commitment
        and row.seed == dealt_seed(row),
        secret=row.secret,
        numbers=[seat.number for seat in row.seats],
        ratings=row.ratings,
    )
