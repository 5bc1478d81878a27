"""What HTTP requests and answers carry about people: names, accounts, reports, notices."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from goldenspike.server.protocol.bodies import Body, Name, Seat

PASSWORD_LEAST = 8
PASSWORD_LIMIT = 200

Password = Annotated[str, Meta(max_length=1000, description="8 to 200 characters.")]


class NewGuest(Body, frozen=True):
    """Start playing: a nickname is all it takes, and one is found for you without it."""

    name: Annotated[
        Name | None,
        Meta(description="null: one is found for you."),
    ] = None


class Credentials(Body, frozen=True):
    """An account's name and password."""

    name: Name
    password: Password


class ChangePassword(Body, frozen=True):
    """A new password; every device is logged out."""

    old: Password
    new: Password


class Confirmation(Body, frozen=True):
    """The account's password once more, for what cannot be undone; null for a guest."""

    password: Password | None = None


class Recovery(Body, frozen=True):
    """A recovery code in place of a forgotten password."""

    name: Name
    code: Annotated[str, Meta(max_length=64, description="One of the codes; it is used up.")]
    password: Password


class RecoveryCodes(Struct, frozen=True):
    """Codes that replace a forgotten password, each once. They are shown once."""

    codes: list[str]


class Rename(Body, frozen=True):
    """A new nickname."""

    name: Name


class Person(Struct, frozen=True):
    """Who you are here."""

    id: str
    name: str
    account: Annotated[str | None, Meta(description="Account name; null for a guest.")]
    moderator: bool = False


class Admitted(Struct, frozen=True):
    """A person and the token that proves it. The token is shown once and kept by the client."""

    token: str
    person: Person


ReportReason = Literal["insult", "cheating", "spam", "name", "other"]


class ReportPlayer(Body, frozen=True):
    """A complaint about somebody at your table; moderators read it with their last chat lines."""

    seat: Seat
    reason: ReportReason
    text: Annotated[str, Meta(max_length=1000)] = ""


class ReportBoard(Body, frozen=True):
    """A complaint about a board that somebody made."""

    text: Annotated[str, Meta(max_length=1000)] = ""


class ModeratedReport(Struct, frozen=True):
    """A complaint as moderators see it; not who made it."""

    id: int
    at: int
    table: Annotated[str, Meta(description="Empty: it is about a board.")]
    board: Annotated[str | None, Meta(description="The board that it is about.")]
    person: Annotated[
        str, Meta(description="Id of the person it is about; empty: who made a board is gone.")
    ]
    name: Annotated[str, Meta(description="Of the person, or of the board.")]
    reason: ReportReason | Literal["board"]
    text: str
    chat: Annotated[list[str], Meta(description="What they said last, when it was made.")]
    banned: Annotated[int | None, Meta(description="Banned until then.")]
    muted: Annotated[int | None, Meta(description="Muted until then.")]


class ReportList(Struct, frozen=True):
    """Open reports, the oldest first."""

    reports: list[ModeratedReport]


class Restriction(Body, frozen=True):
    """How long somebody is banned or muted."""

    what: Literal["ban", "mute"]
    days: Annotated[float, Meta(ge=0, le=36500, description="0 ends it.")]


class QuietHours(Body, frozen=True):
    """When no messages are sent: from one hour to another, by a time zone."""

    start: Annotated[int, Meta(ge=0, le=23)]
    end: Annotated[int, Meta(ge=0, le=23)]
    zone: Annotated[str, Meta(max_length=64, description="For example Europe/Rome.")]


class NoticeSettings(Body, frozen=True):
    """How you are told that it is your turn."""

    quiet: QuietHours | None = None
    webhook: Annotated[
        Annotated[str, Meta(max_length=500)] | None,
        Meta(description="An https address that gets a POST; null: none."),
    ] = None


class Notices(Struct, frozen=True):
    """Your settings for notices, and what a browser needs to subscribe."""

    settings: NoticeSettings
    devices: Annotated[int, Meta(description="Browsers of yours that get messages.")]
    key: Annotated[str, Meta(description="The server's public VAPID key, for the browser.")]


class PushSubscription(Body, frozen=True):
    """A browser's subscription, as `PushSubscription.toJSON()` gives it."""

    endpoint: Annotated[str, Meta(max_length=1000)]
    p256dh: Annotated[str, Meta(max_length=200)]
    auth: Annotated[str, Meta(max_length=100)]


class Unsubscribe(Body, frozen=True):
    """The endpoint that is to get no more messages."""

    endpoint: Annotated[str, Meta(max_length=1000)]
