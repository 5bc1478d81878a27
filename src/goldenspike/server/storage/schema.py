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
)
"""Guests and accounts; an account is a person with a log-in name and a password hash.

`account_key` is the account's name without case and look-alike spellings, and unique.
"""

tokens = Table(
    "tokens",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("hash", String(64), nullable=False),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("created", BigInteger, nullable=False),
    Index("tokens_person", "person"),
)
"""Only the SHA-256 of a token's secret half is stored."""

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
    Index("tables_status", "status", "public"),
    Index("tables_owner", "owner"),
    Index("tables_next", "next"),
)
"""A change to a table or its seats compares and increments `version` (optimistic locking).

`rules` and `board_hash` say which rules and board a started game is played by, as game records do;
null stands for the current ones.
"""

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
