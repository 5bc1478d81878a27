"""What a table needs of an open socket."""

from __future__ import annotations

from typing import Protocol

from goldenspike.server.people.lobby import Watcher


class Subscriber(Watcher, Protocol):
    """A socket at a table: who it belongs to, which seat it looks from, and how to reach it."""

    person: str | None
    seat: int | None
    """Seat it looks from; None for a spectator."""
    token_id: str | None
    """The public half of its token, to close it when that is logged out."""
    greeted: bool
    """Whether it has said hello."""
    watching: bool
    """Whether it came without a token, to watch."""

    def send_text(self, text: str) -> None:
        """Queue a message that is encoded already."""
