"""What server processes on one database tell each other.

News goes to all: it only says where to look ("table t has changed"), and what there is to know is
read from the database. Relayed messages go to one process, from a socket to the home of its table
or back.
"""

from __future__ import annotations

import contextlib

import msgspec

from goldenspike.server.protocol.messages import Ask, Chat, Hello, Move, React, Resync


class Base(msgspec.Struct, frozen=True, tag_field="type", tag=True):
    """Any notification."""


# To all processes -----------------------------------------------------------------------------


class TableChanged(Base, frozen=True):
    """A table or its seats were changed, or it was removed."""

    table: str


class TableWanted(Base, frozen=True):
    """Somebody is at a table that this process cannot play: its rules or its board are newer."""

    table: str


class LoggedOut(Base, frozen=True):
    """A token is no longer valid."""

    token_id: str


class Heartbeat(Base, frozen=True):
    """Follows what was sent before, so that its number shows whether that has arrived."""


# From the process that has a socket to the home of its table -----------------------------------


class Greeting(Base, frozen=True):
    """A socket says hello. Its process has checked the token, which is not passed on."""

    socket: int
    """Number of the socket in the process that has it."""
    table: str
    person: str | None
    hello: Hello


class Asked(Base, frozen=True):
    """A socket that has said hello sends a message."""

    socket: int
    request: Move | Ask | Chat | React | Resync


class SocketGone(Base, frozen=True):
    """A socket was closed."""

    socket: int


# From the home of a table to the process that has a socket --------------------------------------


class Deliver(Base, frozen=True):
    """Write this text to these sockets."""

    sockets: list[int]
    text: str


class HangUp(Base, frozen=True):
    """Close a socket."""

    socket: int
    code: int
    reason: str


News = TableChanged | TableWanted | LoggedOut | Heartbeat
Relayed = Greeting | Asked | SocketGone | Deliver | HangUp
Notification = News | Relayed


class Envelope(msgspec.Struct, frozen=True, array_like=True):
    """Notifications in the order in which they were sent, and who sent them."""

    sender: str
    to_all: bool
    number: int
    """Counts the sender's envelopes to this receiver, or to all: a gap means that one was lost."""
    contents: list[Notification]


class _Unread(msgspec.Struct, frozen=True, array_like=True):
    """An envelope whose notifications are not decoded yet."""

    sender: str
    to_all: bool
    number: int
    contents: list[msgspec.Raw]


encode = msgspec.json.Encoder().encode
_envelope = msgspec.json.Decoder(Envelope)
_unread = msgspec.json.Decoder(_Unread)
_notification: msgspec.json.Decoder[Notification] = msgspec.json.Decoder(Notification)


def decode(text: str) -> Envelope:
    """Read an envelope, without those of its notifications that only newer processes know."""
    try:
        return _envelope.decode(text)
    except msgspec.ValidationError:
        unread = _unread.decode(text)
    known: list[Notification] = []
    for content in unread.contents:
        with contextlib.suppress(msgspec.ValidationError):
            known.append(_notification.decode(content))
    return Envelope(unread.sender, unread.to_all, unread.number, known)
