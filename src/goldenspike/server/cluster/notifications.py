"""What server processes on one database tell each other.

A notification only says where to look ("table t is at 17"); what there is to know is read from the
database.
"""

from __future__ import annotations

import msgspec


class Base(msgspec.Struct, frozen=True, tag_field="type", tag=True):
    """Any notification."""


class MoveStored(Base, frozen=True):
    """An action was stored. `storage.journal` writes it, in the SQL statement that stores it."""

    table: str
    n: int
    """Its number."""


class TableChanged(Base, frozen=True):
    """A table or its seats were changed, or it was removed."""

    table: str


class ChatStored(Base, frozen=True):
    """A chat line was stored."""

    table: str


class LoggedOut(Base, frozen=True):
    """A token is no longer valid."""

    token_id: str


class Heartbeat(Base, frozen=True):
    """The sender is alive."""


class PresenceQuery(Base, frozen=True):
    """Who is connected to you?"""

    table: str | None = None
    """At which table; None for all."""
    process: str | None = None
    """Which process is asked; None for all."""


class PresenceReport(Base, frozen=True):
    """Who is connected to the sender at a table: open sockets by seat, and spectators."""

    table: str
    seats: dict[int, int]
    spectators: int


Notification = (
    MoveStored | TableChanged | ChatStored | LoggedOut | Heartbeat | PresenceQuery | PresenceReport
)


class Envelope(msgspec.Struct, frozen=True):
    """A notification and the process that sent it."""

    sender: str
    content: Notification


decode = msgspec.json.Decoder(Envelope).decode
