"""What HTTP requests and answers carry about tables, their seats, and boards to play on."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from goldenspike.server.protocol.bodies import Body, Seat, Word

BOT_LEVELS = ("easy", "normal", "hard", "expert")
"""From the weakest to the strongest."""

SeatKind = Literal["open", "person", "bot", "closed"]
Status = Literal["waiting", "running", "finished"]
Absent = Literal["wait", "bot", "bot_finishes"]
"""What happens in place of a player who is away."""
StandIn = Literal["no", "until_return", "for_good"]
"""Whether a bot plays in place of a seat's person, and for how long."""


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
    variant: Annotated[
        Word | None, Meta(description="Id of a variant of the board; null: the board itself.")
    ] = None


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


class Contribute(Body, frozen=True):
    """Your share of the deal, for one of your seats: a number that nobody can guess.

    Note `table.commitment` first, and compare both with the record after the game.
    """

    seat: Seat
    number: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z", description="64 hex digits.")]


class SetSeat(Body, frozen=True):
    """Before the start the owner opens or closes a seat or gives it to a bot; a person is freed."""

    seat: Seat
    kind: Literal["open", "bot", "closed"]
    level: Word | None = None


class SeatInfo(Struct, frozen=True):
    """A seat as everyone sees it."""

    seat: int
    kind: SeatKind
    name: Annotated[
        str | None,
        Meta(
            description="Of an open seat: for whom it is reserved; of a bot: its character's, null "
            "at tables of earlier versions."
        ),
    ]
    colour: str | None
    level: Annotated[str | None, Meta(description="Bot level, of a bot's seat.")]
    account: Annotated[bool, Meta(description="Whether an account holds it (and is rated).")]
    stand_in: Annotated[
        StandIn, Meta(description="Whether a bot plays in place of the person just now.")
    ] = "no"
    contributed: Annotated[bool, Meta(description="Whether it has given a number to the deal.")] = (
        False
    )


class BoardVariant(Struct, frozen=True):
    """A variant in a board's file."""

    id: str
    name: str
    names: Annotated[dict[str, str], Meta(description="By language.")]


class Origin(Struct, frozen=True):
    """The moment of a finished game that another one goes on from."""

    table: str
    step: Annotated[int, Meta(description="Actions of that game that were played.")]
    cards: Annotated[
        Literal["known", "open"],
        Meta(
            description="known: what the seat to act could not know was drawn again; open: as it "
            "really was."
        ),
    ]


class TableInfo(Struct, frozen=True):
    """A table as everyone sees it."""

    id: str
    code: Annotated[str, Meta(description="Short code to join by.")]
    board: str
    board_name: Annotated[str, Meta(description="Of a board that somebody made; else empty.")]
    board_hash: Annotated[
        str | None,
        Meta(description="Hash of what is played on, from the start on: `/api/boards` takes it."),
    ]
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
        str | None,
        Meta(description="SHA-256 of the server's secret (64 hex digits); see `seed` of a result."),
    ]
    n: Annotated[int, Meta(description="Number of the last action; 0 before the first.")]
    turn: Annotated[int | None, Meta(description="Seat to act in a running game.")]
    next: Annotated[str | None, Meta(description="The rematch's table, once there is one.")]
    lesson: Annotated[
        str | None, Meta(description="The lesson whose prepared deal is played here.")
    ] = None
    variant: Annotated[
        BoardVariant | None, Meta(description="The variant that is played; null: the board itself.")
    ] = None
    origin: Annotated[
        Origin | None, Meta(description="What it goes on from; such a game is never rated.")
    ] = None


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
    """A page of the public tables that wait for players or are being played.

    The newest table of each owner comes first, then everybody's second, and so on.
    """

    tables: list[TableInfo]
    total: Annotated[int, Meta(description="How many there are on all pages.")] = 0


class MyGame(Struct, frozen=True):
    """One of your games."""

    table: TableInfo
    seats: list[int]
    your_turn: bool
    rank: Annotated[int | None, Meta(description="Best rank of your seats, once finished.")]
    score: Annotated[int | None, Meta(description="Points of that seat, once finished.")] = None


class Waiting(Struct, frozen=True):
    """How many of your games wait for you."""

    games: int


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
    variants: list[BoardVariant] = []


class BoardList(Struct, frozen=True):
    """Boards that can be played here, the bot levels, and the bots of each."""

    boards: list[BoardSummary]
    bot_levels: list[str]
    bot_names: Annotated[
        dict[str, list[str]], Meta(description="By level: who may come to a table as a bot.")
    ] = {}


class BoardDetail(Struct, frozen=True):
    """Everything about a board: its fields as in its file, and where things are drawn."""

    board: dict[str, Any]
    layout: Annotated[dict[str, Any] | None, Meta(description="Drawing: null if not made.")]
