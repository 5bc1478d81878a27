"""What HTTP requests and answers carry about games that are over, and ratings."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from goldenspike.server.protocol.table_bodies import TableInfo


class TicketResult(Struct, frozen=True):
    """One ticket at the end; `points` are those scored, or lost if it is not made."""

    ticket: str
    points: int
    made: bool


class FinalScore(Struct, frozen=True):
    """Every part of a seat's score."""

    seat: int
    name: str | None
    route_points: int
    ticket_points: int
    tickets_made: int
    tickets_missed: int
    tickets: list[TicketResult]
    longest: int
    bonuses: dict[str, int]
    passenger_points: int
    total: int
    rank: Annotated[int, Meta(description="1 is the winner; a shared rank is a shared place.")]
    longest_path: Annotated[
        list[str], Meta(description="Tracks of one longest path, in walking order.")
    ] = []


class RatingChange(Struct, frozen=True):
    """What a rated game did to an account's rating."""

    seat: int
    before: float
    after: float


class Result(Struct, frozen=True):
    """A finished game."""

    table: TableInfo
    scores: list[FinalScore]
    seed: Annotated[
        str,
        Meta(
            description="64 hex digits: the SHA-256 of the lines `goldenspike-deal-1`, `secret` "
            "and each seat's number (`-` without one), joined by line feeds."
        ),
    ]
    commitment: str
    commitment_holds: Annotated[
        bool, Meta(description="SHA-256 of `secret` is `commitment`, and the seed is made of it.")
    ]
    secret: Annotated[
        str | None,
        Meta(description="64 hex digits; null in games of version 0.1, which committed to `seed`."),
    ]
    numbers: Annotated[list[str | None], Meta(description="What each seat gave to the deal.")]
    ratings: Annotated[list[RatingChange], Meta(description="Empty unless the game was rated.")]


class ReplayStep(Struct, frozen=True):
    """One action of a finished game."""

    n: int
    seat: int
    action: Annotated[str, Meta(description="Notation text.")]
    event: dict[str, Any]
    patch: Annotated[dict[str, Any], Meta(description="JSON merge patch (RFC 7386) on the view.")]
    at: int
    closed: Annotated[
        list[str], Meta(description="Tracks that this step closed to everybody for good.")
    ] = []


class Replay(Struct, frozen=True):
    """A finished game step by step: apply each patch to the view before it."""

    table: TableInfo
    eyes: Annotated[int | None, Meta(description="Seat whose view it is; null: everything open.")]
    start: Annotated[dict[str, Any], Meta(description="The view at number 0.")]
    steps: list[ReplayStep]


class RatedPerson(Struct, frozen=True):
    """A line of the leaderboard."""

    place: int
    name: str
    rating: Annotated[
        float, Meta(description="On the Elo scale: a newcomer has 1500, 400 more are ten to one.")
    ]
    deviation: Annotated[float, Meta(description="One standard deviation of the rating.")]
    provisional: Annotated[bool, Meta(description="Too uncertain yet: listed below the others.")]
    mu: float
    sigma: float
    games: int
    wins: int


class Leaderboard(Struct, frozen=True):
    """Accounts on one board by rating."""

    board: str
    people: list[RatedPerson]
    you: Annotated[
        RatedPerson | None,
        Meta(description="Your own line, also below those shown; null: no rated game yet."),
    ] = None
