"""The database's tables. A change here needs a new migration in `migrations/versions`."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
)

metadata = MetaData()

people = Table(
    "people",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", Text, nullable=False),
    Column("account", Text, nullable=True),
    Column("account_key", Text, nullable=True, unique=True),
    Column("password", Text, nullable=True),
    Column("created", BigInteger, nullable=False),
    Column("name_key", Text, nullable=True),
    Column("origin", String(32), nullable=True),
    Column("seen", BigInteger, nullable=True),
    Column("banned", BigInteger, nullable=True),
    Column("muted", BigInteger, nullable=True),
    Column("role", String(16), nullable=True),
    Column("deleted", BigInteger, nullable=True),
    Column("notices", Text, nullable=True),
    Index("people_name_key", "name_key"),
)
"""Guests and accounts; an account is a person with a log-in name and a password hash.

`account_key` is the account's name without case and look-alike spellings, and unique; `name_key`
what the shown name looks like. `origin` is a keyed hash of the address that the person came from.
`banned` and `muted` are times until which that lasts. `notices` is a `NoticeSettings` as JSON.
"""

tokens = Table(
    "tokens",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("hash", String(64), nullable=False),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=True),
    Column("origin", String(32), nullable=True),
    Column("device", String(64), nullable=True),
    Index("tokens_person", "person"),
)
"""Only the SHA-256 of a token's secret half is stored, and of the device's cookie."""

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("code", String(12), nullable=False, unique=True),
    Column("board", Text, nullable=False),
    Column("status", String(10), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("options", Text, nullable=False),
    Column("owner", String(32), ForeignKey("people.id"), nullable=False),
    Column("secret", String(64), nullable=True),
    Column("seed", String(64), nullable=True),
    Column("commitment", String(64), nullable=True),
    Column("rules", Integer, nullable=True),
    Column("board_hash", String(64), nullable=True),
    Column("version", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("started", BigInteger, nullable=True),
    Column("finished", BigInteger, nullable=True),
    Column("next", String(32), nullable=True),
    Column("scores", Text, nullable=True),
    Column("ratings", Text, nullable=True),
    Column("move_limit", BigInteger, nullable=False, server_default="0"),
    Column("absent", String(16), nullable=False, server_default="wait"),
    Column("first_turn", Integer, nullable=True),
    Column("wake_at", BigInteger, nullable=True),
    Index("tables_status", "status", "public"),
    Index("tables_owner", "owner"),
    Index("tables_next", "next"),
)
"""A change to a table or its seats compares and increments `version` (optimistic locking).

`seed` is made from `secret` and the seats' numbers when the game starts (`notation.deals`).
`rules` and `board_hash` say which rules and board a started game is played by, as game records do;
the board is in `boards`. `move_limit` (milliseconds), `absent` and `first_turn` repeat what
`options` say, for queries: these must not stop at one row whose options cannot be read. `wake_at`
is when a bot is to stand in for an absent person at a table that has left memory.
"""

boards = Table(
    "boards",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("board", Text, nullable=False),
    Column("file", Text, nullable=False),
    Column("stored", BigInteger, nullable=False),
)
"""The boards of games that have started, by the hash of what matters for play: the files' text."""

own_boards = Table(
    "own_boards",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("play_hash", String(64), nullable=False),
    Column("file", Text, nullable=False),
    Column("facts", Text, nullable=False),
    Column("stored", BigInteger, nullable=False),
    Column("drawing", String(10), nullable=False),
    Column("layout", Text, nullable=True),
    Column("why", Text, nullable=True),
    Column("removed", BigInteger, nullable=True),
    Column("kept", Boolean, nullable=False),
)
"""Boards that people made, by the name that their content gives them (`workshop.own_board`).

`facts` is an `OwnBoardFacts` as JSON, `layout` the drawing once `drawing` is `drawn`, `why` the
reason if it `failed`. `removed` is when a moderator ended its sharing. A board that is not `kept`,
because a club or an import brought it, goes when no design and no table needs it.
"""

designs = Table(
    "designs",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("created", BigInteger, nullable=False),
    Index("designs_person", "person"),
)
"""What people work on: a design is a board through its revisions."""

revisions = Table(
    "revisions",
    metadata,
    Column("design", String(32), ForeignKey("designs.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("board", String(40), ForeignKey("own_boards.id"), nullable=False),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("design", "number"),
    Index("revisions_board", "board"),
)

board_reports = Table(
    "board_reports",
    metadata,
    Column("board", String(40), ForeignKey("own_boards.id", ondelete="CASCADE"), primary_key=True),
    Column("person", String(32), nullable=False),
    Column("state", String(10), nullable=False),
    Column("done", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("report", Text, nullable=True),
    Column("touched", BigInteger, nullable=False),
)
"""How balanced boards are: the report as JSON once `state` is `done`, before that how many games
have been played. `touched` is when its process was last seen at work."""

seats = Table(
    "seats",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("kind", String(10), nullable=False),
    Column("person", String(32), ForeignKey("people.id"), nullable=True),
    Column("name", Text, nullable=True),
    Column("colour", Text, nullable=True),
    Column("level", Text, nullable=True),
    Column("stand_in", String(16), nullable=False),
    Column("number", String(64), nullable=True),
    PrimaryKeyConstraint("table_id", "seat"),
    Index("seats_person", "person"),
)

actions = Table(
    "actions",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("action", Text, nullable=False),
    Column("move_id", Text, nullable=True),
    Column("by", String(10), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("turn", Integer, nullable=True),
    PrimaryKeyConstraint("table_id", "number"),
)
"""One row per action. The primary key is the concurrency control: it gives out each number once.

`turn` is the seat to act after it, so that lists of games need no replay.
"""

choices = Table(
    "choices",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("action", Text, nullable=False),
    Column("move_id", Text, nullable=True),
    Column("by", String(10), nullable=False),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("table_id", "number"),
)
"""First tickets that a seat has chosen before its turn: `number` is the one the action will get.

They become rows of `actions` when the seats before have chosen, and are removed at the game's end.
"""

reviews = Table(
    "reviews",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("version", String(64), nullable=False),
    Column("person", String(32), nullable=False),
    Column("state", String(10), nullable=False),
    Column("done", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("chances", Text, nullable=True),
    Column("review", Text, nullable=True),
    Column("touched", BigInteger, nullable=False),
    Index("reviews_person", "person"),
)
"""Reviews of finished games as JSON, once `state` is `done`; before that how many decisions have
been judged. `version` says what made them, `person` who asked for one that is not done, and
`touched` is when its process was last seen at work."""

heartbeat = Table(
    "heartbeat",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
)
"""One row: when a server last wrote that it is alive."""

downtimes = Table(
    "downtimes",
    metadata,
    Column("began", BigInteger, nullable=False),
    Column("ended", BigInteger, nullable=False),
    PrimaryKeyConstraint("began", "ended"),
)
"""When no server was there, and a moment after it: nobody's clock runs then."""

chat = Table(
    "chat",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("seat", Integer, nullable=True),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("person", String(32), nullable=True),
    Column("move_id", Text, nullable=True),
    PrimaryKeyConstraint("table_id", "number"),
)

ratings = Table(
    "ratings",
    metadata,
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("board", Text, nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    PrimaryKeyConstraint("person", "board"),
)

recovery_codes = Table(
    "recovery_codes",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("created", BigInteger, nullable=False),
    Index("recovery_codes_person", "person"),
)
"""SHA-256 of the codes with which an account's password can be replaced, each once."""

subscriptions = Table(
    "subscriptions",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("endpoint", Text, nullable=False),
    Column("p256dh", Text, nullable=False),
    Column("auth", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Index("subscriptions_person", "person"),
)
"""Browsers that get Web Push messages; the id is the SHA-256 of the endpoint."""

reports = Table(
    "reports",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("reporter", String(32), nullable=False),
    Column("person", String(32), nullable=False),
    Column("name", Text, nullable=False),
    Column("table_id", String(32), nullable=False),
    Column("reason", String(16), nullable=False),
    Column("text", Text, nullable=False),
    Column("chat", Text, nullable=False),
    Column("closed", BigInteger, nullable=True),
    Column("closed_by", Text, nullable=True),
    Index("reports_closed", "closed"),
)
"""Complaints about players, with the last chat lines of the person as they were, and about boards:
those have the reason `board`, and the board's id without `own_` as `table_id`."""

audit = Table(
    "audit",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("actor", Text, nullable=False),
    Column("action", String(32), nullable=False),
    Column("subject", Text, nullable=False),
    Column("detail", Text, nullable=False),
)
"""What operators and moderators did."""

server_values = Table(
    "server_values",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", Text, nullable=False),
)
"""Values that all processes share: keys of the server, and the time of the last health check."""
processes = Table(
    "processes",
    metadata,
    Column("process", String(32), primary_key=True),
    Column("expires", BigInteger, nullable=False),
)
"""Server processes on PostgreSQL, and until when each holds its leases, by the database's clock."""

leases = Table(
    "leases",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("holder", String(32), nullable=True),
    Column("fence", BigInteger, nullable=False),
    Index("leases_holder", "holder"),
)
"""The process that is home to each table. A new holder increments `fence`, which never goes back:
rows stay when a lease is given up.
"""
