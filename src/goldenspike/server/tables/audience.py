"""The sockets at one table: sends them messages, and tracks who is connected."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from goldenspike.server.cluster.presence import Counts, TablePresence
from goldenspike.server.log import log
from goldenspike.server.protocol.messages import FromServer, Presence, SeatPresence
from goldenspike.server.storage.times import milliseconds
from goldenspike.server.tables.subscriber import Subscriber
from goldenspike.server.views.past_events import Viewer


class Audience:
    """The sockets at one table."""

    def __init__(
        self,
        table_id: str,
        seats: Callable[[], int],
        on_change: Callable[[], None],
    ) -> None:
        self._seats = seats
        """How many seats the table has now."""
        self._on_change = on_change
        """Called whenever who is connected may have changed."""
        self.sockets: set[Subscriber] = set()
        """Every open socket; while there is one, the table stays in memory."""
        self.subscribers: set[Subscriber] = set()
        """The sockets that have said hello."""
        self.presence = TablePresence(table_id, self._counts)
        self._presence_text = ""

    # Connecting -------------------------------------------------------------------------------

    def welcome(self, subscriber: Subscriber) -> None:
        """Tell a socket that has said hello who is connected, and the others if that changed."""
        before = self._presence_text
        self.presence_changed()
        if self._presence_text == before:
            subscriber.send_text(before)

    def leave(self, subscriber: Subscriber) -> None:
        """A socket is gone."""
        self.sockets.discard(subscriber)
        if subscriber in self.subscribers:
            self.subscribers.discard(subscriber)
            self.presence_changed()

    def close(self, code: int, reason: str) -> None:
        """Close every socket."""
        for socket in list(self.sockets):
            socket.close(code, reason)

    # Sending ----------------------------------------------------------------------------------

    def broadcast(self, message: FromServer) -> None:
        """Send everyone the same message."""
        self._broadcast_text(msgspec.json.encode(message).decode())

    def send_event(self, texts: Mapping[Viewer, str], n: int) -> None:
        """Send each socket its seat's message about action `n`."""
        for subscriber in list(self.subscribers):
            try:
                subscriber.send_text(texts[subscriber.seat])
            except Exception as error:
                # The action is stored: the others have to get it, and the game goes on. This
                # socket's client reconnects and gets a snapshot.
                log.failure("send_failed", error, table=self.presence.table_id, n=n)
                subscriber.close(1011, "internal")

    def presence_changed(self) -> None:
        """Tell the sockets who is connected.

        Sends nothing that was sent before, so that repeated hellos cost nobody anything.
        """
        now, presence = milliseconds(), self.presence
        connected = []
        for seat in range(self._seats()):
            there = presence.connected(seat)
            connected.append(SeatPresence(seat, there))
            if there:
                presence.offline_since.pop(seat, None)
            else:
                presence.offline_since.setdefault(seat, now)
        message = Presence(connected, presence.spectators())
        text = msgspec.json.encode(message).decode()
        if text != self._presence_text:
            self._presence_text = text
            self._broadcast_text(text)
        self._on_change()

    def _broadcast_text(self, text: str) -> None:
        for subscriber in self.subscribers:
            subscriber.send_text(text)

    def _counts(self) -> Counts:
        seats: dict[int, int] = {}
        spectators = 0
        for subscriber in self.subscribers:
            if subscriber.seat is None:
                spectators += 1
            else:
                seats[subscriber.seat] = seats.get(subscriber.seat, 0) + 1
        return Counts(seats, spectators)
