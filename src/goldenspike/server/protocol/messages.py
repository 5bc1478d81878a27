"""What travels on the sockets. `docs/protocol.md` is generated from these types.

Messages are JSON objects with a `type`. Those a client sends refuse unknown fields.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from goldenspike.server.protocol.bodies import Seat
from goldenspike.server.protocol.refusals import ErrorBody
from goldenspike.server.protocol.result_bodies import Result
from goldenspike.server.protocol.table_bodies import TableInfo, You

CHAT_LIMIT = 500
ACTION_LIMIT = 2000
MESSAGE_LIMIT = 8192

MoveId = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=64,
        pattern=r"^[ -~]+\Z",
        description="Your own, new for each thing you send: 1 to 64 printable ASCII characters.",
    ),
]
Number = Annotated[int, Meta(ge=0, le=2**31, description="Number of the table's last action.")]


LongWord = Annotated[str, Meta(max_length=200)]
ActionText = Annotated[str, Meta(max_length=ACTION_LIMIT)]
Count = Annotated[int, Meta(ge=0, le=2**31)]


class FromClient(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """Anything a client sends."""


class Hello(FromClient, frozen=True):
    """First message on `/ws/tables/{id}`; sent again, it changes the seat you look from."""

    token: Annotated[LongWord | None, Meta(description="Yours; null watches as a spectator.")] = (
        None
    )
    seat: Annotated[
        Seat | None,
        Meta(description="One of your seats; null: your first one, or a spectator."),
    ] = None
    have: Annotated[
        Count | None,
        Meta(description="Number you are at: only what came after it is sent."),
    ] = None
    code: Annotated[
        LongWord | None,
        Meta(description="The table's short code: the invitation to watch a private table."),
    ] = None


class Move(FromClient, frozen=True):
    """Make a move. Send it again with the same `id` if you do not know whether it arrived."""

    id: MoveId
    on: Number
    action: Annotated[
        str, Meta(max_length=ACTION_LIMIT, description="Notation text, as in `legal`.")
    ]


class Ask(FromClient, frozen=True):
    """A question about your own view; answered by `answer`, changes nothing."""

    id: MoveId
    what: Annotated[
        Literal["track", "ticket", "action", "idea"],
        Meta(
            description="track: its legal payments now, or why there are none (when it is not "
            "your turn: what keeps you from it whoever's turn it is); ticket: the "
            "cheapest remaining way to make it; action: whether this text is legal, and why not; "
            "idea: what a good player would do in your place (only at tables where all other "
            "seats are bots)."
        ),
    ]
    track: LongWord | None = None
    ticket: LongWord | None = None
    action: ActionText | None = None


class Chat(FromClient, frozen=True):
    """Say something at the table (seats only)."""

    id: MoveId
    text: Annotated[str, Meta(max_length=2000, description="1 to 500 characters are accepted.")]


Reaction = Literal["good_luck", "well_played", "wow", "oops", "thanks", "hurry"]


class React(FromClient, frozen=True):
    """Show the others a reaction (seats only). It counts as a chat line for the limit, and is not
    stored.
    """

    id: MoveId
    reaction: Reaction


class Resync(FromClient, frozen=True):
    """Ask for a fresh snapshot, for example after a gap in the numbers."""


class Ping(FromClient, frozen=True):
    """Keeps the connection open; answered by `pong`."""


TableRequest = Hello | Move | Ask | Chat | React | Resync | Ping


class FromServer(Struct, frozen=True, tag_field="type", tag=str.lower):
    """Anything the server sends."""


class ClockState(Struct, frozen=True):
    """The clock of the seat to act."""

    seat: int
    limit: Annotated[int, Meta(description="Milliseconds a move may take.")]
    deadline: Annotated[int, Meta(description="Milliseconds since 1970 by the server's clock.")]
    now: Annotated[int, Meta(description="The server's clock when this was sent.")]


class Table(FromServer, frozen=True):
    """The table and your part in it: after hello, and whenever seats, owner or status change."""

    table: TableInfo
    you: You
    seat: Annotated[int | None, Meta(description="Seat this socket looks from; null: spectator.")]


class Hints(Struct, frozen=True):
    """How near a seat is to every track and ticket."""

    closed: Annotated[
        list[str],
        Meta(description="Free tracks closed to the seat by a parallel one; spectator: to all."),
    ]
    missing: Annotated[
        dict[str, int], Meta(description="Cards the seat lacks for each other free track.")
    ]
    tickets: Annotated[
        dict[str, Literal["made", "open", "lost"]],
        Meta(description="Its own tickets: connected, still possible, or not any more."),
    ]


class Snapshot(FromServer, frozen=True):
    """The whole view of the socket's seat at number `n`. Replaces everything before it."""

    n: int
    view: Annotated[dict[str, Any], Meta(description="As `View.to_json()`; see below.")]
    clock: ClockState | None
    hints: Hints


By = Literal["person", "bot", "stand_in"]
"""Who decided an action; a stand-in is a bot in place of an absent person."""


class Event(FromServer, frozen=True):
    """Action number `n` as this seat may see it."""

    n: int
    event: Annotated[dict[str, Any], Meta(description="What happened, for words and animation.")]
    patch: Annotated[
        dict[str, Any],
        Meta(description="JSON merge patch (RFC 7386) from the view at n-1 to the view at n."),
    ]
    by: Annotated[
        By,
        Meta(description="Who decided: stand_in is a bot in place of an absent person."),
    ]
    clock: ClockState | None
    hints: Annotated[
        dict[str, Any] | None,
        Meta(description="JSON merge patch on your hints; null if nothing changed in them."),
    ]


class Logged(Struct, frozen=True):
    """One earlier action."""

    n: int
    event: Annotated[dict[str, Any], Meta(description="As this seat may see it.")]
    by: By


class Choices(FromServer, frozen=True):
    """First tickets are chosen by all seats at the same time. Sent after a snapshot while they are,
    and whenever this changes: who has still to choose, and your own choice.

    Send yours as a `move`, also before your turn: it is stored, and stays secret until the seats
    before you have chosen; then its event comes. The `ack` has the number it will get.
    """

    seats: Annotated[list[int], Meta(description="Seats that have still to choose.")]
    legal: Annotated[list[str], Meta(description="What you may choose; empty once you have.")]
    chosen: Annotated[
        str | None, Meta(description="Your choice that waits for its turn; nobody else sees it.")
    ]


class Log(FromServer, frozen=True):
    """Everything that happened before a snapshot, in order: sent after it."""

    events: list[Logged]


class Ack(FromServer, frozen=True):
    """What you sent with this id is stored; a reaction has been shown."""

    id: str
    n: Annotated[
        int,
        Meta(
            description="Number your move got; for chat, its place in the chat; for a reaction, "
            "the number the table is at."
        ),
    ]


class Refused(FromServer, frozen=True):
    """What you sent changed nothing, and why."""

    id: Annotated[str | None, Meta(description="null if it could not be read.")]
    error: ErrorBody
    n: Annotated[int, Meta(description="Number the table is at.")]


class Way(Struct, frozen=True):
    """The cheapest way still open to connect a ticket's places."""

    ticket: str
    done: bool
    possible: bool
    tracks: Annotated[list[str], Meta(description="Tracks still to claim, from one end on.")]
    spaces: Annotated[int, Meta(description="Their spaces added up: trains and cards needed.")]
    enough_trains: bool


class Reason(Struct, frozen=True):
    """Why something is not legal now."""

    rule: Annotated[str, Meta(description="Rule ID, for example CLAIM-5.")]
    why: Annotated[str, Meta(description="In English.")]
    code: Annotated[str, Meta(description="The kind of reason, for other languages.")] = "illegal"
    params: Annotated[
        dict[str, Any],
        Meta(
            description="Figures that go with it. Where cards are lacking for a track: `missing`, "
            "how many, and `locomotives`, how many of them no other card will do for."
        ),
    ] = {}


class Sentence(Struct, frozen=True):
    """Something said about a game, for any language: docs/review.md has the keys."""

    key: str
    values: dict[str, Any] = {}


class Suggestion(Struct, frozen=True):
    """What a good player would do in your place, by what you know."""

    action: str
    reasons: list[Sentence]
    plan: Annotated[list[str], Meta(description="Tracks that a plan for your tickets needs.")]


class Answer(FromServer, frozen=True):
    """Answer to `ask`; which fields are set depends on `what`."""

    id: str
    n: int
    payments: Annotated[
        list[str] | None, Meta(description="track: every legal claim of it, as action texts.")
    ] = None
    legal: Annotated[bool | None, Meta(description="track, action: whether it is legal now.")] = (
        None
    )
    reason: Annotated[Reason | None, Meta(description="track, action: why it is not.")] = None
    missing: Annotated[
        int | None, Meta(description="track: cards you lack to pay for it, whoever's turn it is.")
    ] = None
    way: Annotated[Way | None, Meta(description="ticket: how to make it.")] = None
    idea: Annotated[Suggestion | None, Meta(description="idea: at number `n`.")] = None


class SeatPresence(Struct, frozen=True):
    """Whether someone is connected at a seat."""

    seat: int
    connected: bool


class Presence(FromServer, frozen=True):
    """Who is connected; sent after hello and whenever it changes."""

    seats: list[SeatPresence]
    spectators: int


class Said(FromServer, frozen=True):
    """A chat line. `number` counts the table's lines; the last 100 are sent after hello."""

    number: int
    seat: int | None
    name: str
    text: str
    at: int


class Reacted(FromServer, frozen=True):
    """A reaction of a seat, to show for a moment; sent once, to those who may read the chat."""

    seat: int
    reaction: Reaction


class Finished(FromServer, frozen=True):
    """The game is over: scores with every part and the seed."""

    result: Result


class Closing(FromServer, frozen=True):
    """The server is going down: reconnect, with growing pauses."""


class Pong(FromServer, frozen=True):
    """Answer to `ping`."""


class LobbyTables(FromServer, frozen=True):
    """The first page of public tables that wait or are being played; first on `/ws/lobby`."""

    tables: list[TableInfo]


class LobbyChanges(FromServer, frozen=True):
    """What has changed since the last message; sent at most once a second."""

    tables: Annotated[list[TableInfo], Meta(description="Public tables, new or changed.")]
    gone: Annotated[list[str], Meta(description="Ids of tables that are no longer listed.")]


TableAnswer = (
    Table
    | Snapshot
    | Log
    | Choices
    | Event
    | Ack
    | Refused
    | Answer
    | Presence
    | Said
    | Reacted
    | Finished
    | Closing
    | Pong
)
LobbyAnswer = LobbyTables | LobbyChanges | Refused | Closing | Pong

decode_request: Callable[[str | bytes], TableRequest] = msgspec.json.Decoder(TableRequest).decode
