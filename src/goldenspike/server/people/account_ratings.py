"""Ratings of accounts on each board, by openskill's Plackett-Luce model."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Row, case, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from goldenspike.server.protocol.result_bodies import Leaderboard, RatedPerson, RatingChange
from goldenspike.server.storage.schema import people, ratings
from goldenspike.server.storage.table_rows import SeatRow, TableRow

LEADERBOARD_SIZE = 100
PLAYED_MOVES = 2
"""Actions that somebody who played a game has made: the first tickets, and a turn."""
POINTS = 400 / math.log(10) / (math.sqrt(2) * 25 / 6)
"""Points of the Elo scale for one unit of the model's skill.

With certain ratings the model's odds of one player against another are exp(difference / (sqrt(2) *
beta)), with beta = 25 / 6; on the Elo scale 400 points are odds of ten to one.
"""
SETTLED = 110
"""A rating whose deviation is at most this many points is no longer provisional."""


def rated_seats(row: TableRow, moves: Mapping[int, int]) -> list[SeatRow]:
    """Seats that are rated: of different accounts who played, and at least two.

    `moves` says how many actions of each seat its person has decided. A board that somebody made
    has no ratings: whoever made it could have made it so as to win. Nor has a game that goes on
    from a moment of another one.
    """
    if row.options.own_board is not None or row.options.start is not None:
        return []
    seats = [s for s in row.seats if s.kind == "person" and s.account]
    holders = [s.person for s in seats]
    alone = [s for s in seats if holders.count(s.person) == 1]
    played = [s for s in alone if moves.get(s.seat, 0) >= PLAYED_MOVES]
    return played if len(played) >= 2 else []


async def rate_game(
    connection: AsyncConnection, row: TableRow, moves: Mapping[int, int]
) -> list[RatingChange]:
    """Rate a game that has just ended; call inside the transaction that stores its result."""
    seats = rated_seats(row, moves)
    if not seats or row.scores is None:
        return []
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    accounts = [seat.person for seat in seats if seat.person is not None]
    await _lock_ratings(connection, accounts)
    known = await connection.execute(
        select(ratings).where(ratings.c.board == row.board, ratings.c.person.in_(accounts))
    )
    before = {line.person: line for line in known}
    teams = []
    ranks: list[float] = []
    for seat in seats:
        line = before.get(seat.person)
        teams.append(
            [model.rating(mu=line.mu, sigma=line.sigma) if line is not None else model.rating()]
        )
        ranks.append(row.scores[seat.seat].rank)
    changes = []
    for seat, (old,), (new,), rank in zip(
        seats, teams, model.rate(teams, ranks=ranks), ranks, strict=True
    ):
        line = before.get(seat.person)
        values = {
            "mu": new.mu,
            "sigma": new.sigma,
            "games": (line.games if line is not None else 0) + 1,
            "wins": (line.wins if line is not None else 0) + (rank == 1),
        }
        whose = {"person": seat.person, "board": row.board}
        if line is None:
            await connection.execute(insert(ratings).values(**whose, **values))
        else:
            await connection.execute(update(ratings).filter_by(**whose).values(**values))
        changes.append(RatingChange(seat.seat, public_rating(old.mu), public_rating(new.mu)))
    return changes


async def _lock_ratings(connection: AsyncConnection, accounts: list[str]) -> None:
    """Lock the ratings of these people, so that games that end together are rated one by one.

    The rows of the people are locked, because there may be no rating yet, and in a fixed order, to
    avoid deadlocks. SQLite has a single writer anyway.
    """
    if connection.dialect.name == "postgresql":
        query = select(people.c.id).where(people.c.id.in_(accounts)).order_by(people.c.id)
        await connection.execute(query.with_for_update(key_share=True))


def public_rating(mu: float) -> float:
    """The skill on the scale of Elo: a new account has 1500, and 400 more are odds of ten to one.

    >>> public_rating(25.0), public_rating(30.0)
    (1500, 1647)
    """
    return round(1500 + (mu - 25) * POINTS)


def public_deviation(sigma: float) -> float:
    """How uncertain a rating is, on the same scale: one standard deviation."""
    return round(sigma * POINTS)


async def leaderboard(
    connection: AsyncConnection, board: str, person: str | None = None
) -> Leaderboard:
    """The best accounts on a board, and the line of this person wherever it is."""
    provisional = case((ratings.c.sigma * POINTS > SETTLED, 1), else_=0)
    order = (provisional, ratings.c.mu.desc(), people.c.name, people.c.id)
    placed = (
        select(ratings, people.c.name, func.row_number().over(order_by=order).label("place"))
        .join(people, people.c.id == ratings.c.person)
        .where(ratings.c.board == board)
        .subquery()
    )
    wanted = (placed.c.place <= LEADERBOARD_SIZE) | (placed.c.person == person)
    lines = list(await connection.execute(select(placed).where(wanted).order_by(placed.c.place)))
    best = [_rated_person(line) for line in lines if line.place <= LEADERBOARD_SIZE]
    mine = next((_rated_person(line) for line in lines if line.person == person), None)
    return Leaderboard(board, best, mine)


def _rated_person(line: Row[Any]) -> RatedPerson:
    return RatedPerson(
        line.place,
        line.name,
        public_rating(line.mu),
        public_deviation(line.sigma),
        line.sigma * POINTS > SETTLED,
        round(line.mu, 3),
        round(line.sigma, 3),
        line.games,
        line.wins,
    )
