"""What HTTP requests and answers carry. Field descriptions become the OpenAPI page."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

NAME_LIMIT = 40
PASSWORD_LEAST = 8
PASSWORD_LIMIT = 200

BOT_LEVELS = ("easy", "normal", "hard", "expert")
"""From the weakest to the strongest."""

SeatKind = Literal["open", "person", "bot", "closed"]
Status = Literal["waiting", "running", "finished"]
Absent = Literal["wait", "bot", "bot_finishes"]
"""What happens in place of a player who is away."""
StandIn = Literal["no", "until_return", "for_good"]
"""Whether a bot plays in place of a seat's person, and for how long."""
Name = Annotated[str, Meta(min_length=1, max_length=NAME_LIMIT, description="Shown to others.")]
Seat = Annotated[int, Meta(ge=0, le=7)]
Word = Annotated[str, Meta(max_length=40)]
Password = Annotated[str, Meta(max_length=1000, description="8 to 200 characters.")]


class Body(Struct, frozen=True, forbid_unknown_fields=True):
    """A request's body: unknown fields are refused, so that a misspelt one is noticed."""


class NewGuest(Body, frozen=True):
    """Start playing: a nickname is all it takes."""

    name: Name


class Credentials(Body, frozen=True):
    """An account's name and password."""

    name: Name
    password: Password


class Rename(Body, frozen=True):
    """A new nickname."""

    name: Name


class Person(Struct, frozen=True):
    """Who you are here."""

    id: str
    name: str
    account: Annotated[str | None, Meta(description="Account name; null for a guest.")]


class Admitted(Struct, frozen=True):
    """A person and the token that proves it. The token is shown once and kept by the client."""

    token: str
    person: Person


class SeatWish(Body, frozen=True):
    """What a seat of a new table is for."""

    kind: Literal["open", "bot", "closed"] = "open"
    level: Annotated[Word | None, Meta(description="Bot level: easy, normal, hard, expert.")] = None


class Clock(Body, frozen=True):
    """How long one move may take. A decision with parts has one clock for each part."""

    kind: Literal["none", "seconds", "days"] = "none"
    amount: Annotated[int, Meta(ge=0, le=3600, description="Seconds (5-3600) or days (1-30).")] = 0


class NewTable(Body, frozen=True):
    """A table to create. Its creator owns it and takes the first open seat."""

    board: Word
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=8)]
    public: Annotated[bool, Meta(description="Shown in the lobby.")] = False
    clock: Clock = Clock()
    absent: Annotated[
        Absent,
        Meta(
            description="A player who is away: wait; a bot plays until the return; or to the end."
        ),
    ] = "wait"
    absent_after: Annotated[
        int,
        Meta(ge=5, le=86400, description="Without a clock: seconds offline that count as away."),
    ] = 120
    first: Annotated[
        Seat | None, Meta(description="Seat that starts; null: by lot from the seed.")
    ] = None
    pace: Annotated[
        int, Meta(ge=0, le=10000, description="Milliseconds a bot waits before it moves.")
    ] = 1200
    sit: Annotated[bool, Meta(description="Whether the creator takes the first open seat.")] = True
    colour: Annotated[Word | None, Meta(description="The creator's colour.")] = None


class Join(Body, frozen=True):
    """Take a seat. One person may hold several seats (pass and play on one device)."""

    seat: Annotated[Seat | None, Meta(description="null: the first open one.")] = None
    name: Annotated[Word | None, Meta(description="Name at this seat; null: your own.")] = None
    colour: Annotated[Word | None, Meta(description="null: any free one.")] = None


class Leave(Body, frozen=True):
    """Free a seat of yours. An owner without a seat leaves the table with null."""

    seat: Annotated[Seat | None, Meta(description="null: all of yours.")] = None


class ChooseColour(Body, frozen=True):
    """A player colour of the board for one of your seats."""

    seat: Seat
    colour: Word


class SetSeat(Body, frozen=True):
    """Before the start the owner opens or closes a seat or gives it to a bot; a person is freed."""

    seat: Seat
    kind: Literal["open", "bot", "closed"]
    level: Word | None = None


class SeatInfo(Struct, frozen=True):
    """A seat as everyone sees it."""

    seat: int
    kind: SeatKind
    name: Annotated[str | None, Meta(description="Of an open seat: for whom it is reserved.")]
    colour: str | None
    level: Annotated[str | None, Meta(description="Bot level, of a bot's seat.")]
    account: Annotated[bool, Meta(description="Whether an account holds it (and is rated).")]
    stand_in: Annotated[
        StandIn, Meta(description="Whether a bot plays in place of the person just now.")
    ] = "no"


class TableInfo(Struct, frozen=True):
    """A table as everyone sees it."""

    id: str
    code: Annotated[str, Meta(description="Short code to join by.")]
    board: str
    status: Status
    public: bool
    seats: list[SeatInfo]
    clock: Clock
    absent: Absent
    absent_after: int
    first: int | None
    pace: int
    owner: Annotated[str, Meta(description="The owner's public id.")]
    created: Annotated[int, Meta(description="Milliseconds since 1970, as all times here.")]
    started: int | None
    finished: int | None
    commitment: Annotated[
        str | None, Meta(description="SHA-256 of the seed's 64 hex digits, from the start on.")
    ]
    n: Annotated[int, Meta(description="Number of the last action; 0 before the first.")]
    turn: Annotated[int | None, Meta(description="Seat to act in a running game.")]
    next: Annotated[str | None, Meta(description="The rematch's table, once there is one.")]


class You(Struct, frozen=True):
    """What of a table is yours."""

    seats: list[int]
    owner: bool


class TableForYou(Struct, frozen=True):
    """A table and your part in it."""

    table: TableInfo
    you: You


class Joined(Struct, frozen=True):
    """The seat you got."""

    seat: int
    table: TableInfo
    you: You


class TableList(Struct, frozen=True):
    """Public tables that wait for players or are being played."""

    tables: list[TableInfo]


class MyGame(Struct, frozen=True):
    """One of your games."""

    table: TableInfo
    seats: list[int]
    your_turn: bool
    rank: Annotated[int | None, Meta(description="Best rank of your seats, once finished.")]


class MyGames(Struct, frozen=True):
    """Your games, the newest first."""

    waiting: list[MyGame]
    running: list[MyGame]
    finished: list[MyGame]


class BoardSummary(Struct, frozen=True):
    """A board to choose."""

    id: str
    name: str
    names: dict[str, str]
    min_players: int
    max_players: int
    player_colours: list[str]
    trains: int
    digest: str


class BoardList(Struct, frozen=True):
    """Boards that can be played here, and the bot levels."""

    boards: list[BoardSummary]
    bot_levels: list[str]


class BoardDetail(Struct, frozen=True):
    """Everything about a board: its fields as in its file, and where things are drawn."""

    board: dict[str, Any]
    layout: Annotated[dict[str, Any] | None, Meta(description="Drawing: null if not made.")]


class TicketResult(Struct, frozen=True):
    """One ticket at the end."""

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
    seed: Annotated[str, Meta(description="64 hex digits.")]
    commitment: str
    commitment_holds: Annotated[bool, Meta(description="SHA-256 of `seed` is `commitment`.")]
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
    rating: Annotated[float, Meta(description="mu - 3 sigma of openskill's Plackett-Luce model.")]
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


HealthStatus = Literal["ok", "storage_unavailable"]


class Health(Struct, frozen=True):
    """Whether the server can serve."""

    status: HealthStatus
    version: str
    database: str
    tables_loaded: int
    sockets: int


class Done(Struct, frozen=True):
    """It is done."""

    done: bool = True
