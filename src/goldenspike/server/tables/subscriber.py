"""What a table needs of an open socket."""

from __future__ import annotations

from typing import Protocol

from goldenspike.server.protocol.messages import FromServer


class Subscriber(Protocol):
    """A socket at a table: who it belongs to, what it sees from, and how to reach it."""

    person: str | None
    seat: int | None
    """Seat it looks from; None for a spectator."""
    token_id: str | None
    """The half of its token that may be known, to close it when that is logged out."""
    greeted: bool
    """Whether it has said hello."""
    watching: bool
    """Whether it came without a token, to watch only."""

    def send(self, message: FromServer) -> None:
        """Queue a message."""

    def send_text(self, text: str) -> None:
        """Queue a message that is encoded already."""

    def close(self, code: int, reason: str) -> None:
        """Close after what is queued has been sent."""

    async def drained(self) -> None:
        """Wait until everything queued, and the close, has been sent."""
