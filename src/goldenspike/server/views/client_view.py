"""Snapshots, events and logs for the viewers of one table: what they share is encoded once.

Everything comes from `Game.view(viewer)`, `Game.view_parts`, `Game.hints` and `Event`, which are
built by allow-list. Tests compare these bytes with those of games in which all that is hidden is
resampled.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Any

import msgspec

import goldenspike as gs
from goldenspike.seat_hints import SeatHints
from goldenspike.server.protocol import merge_patch
from goldenspike.server.protocol.messages import By, ClockState
from goldenspike.server.views.past_events import PastEvents, Viewer
from goldenspike.view_json import ViewParts

KEPT_EVENTS = 4
"""Events kept for clients that reconnect; one that missed more gets a snapshot."""

encode = msgspec.json.encode


@dataclass(slots=True)
class Sent:
    """What a viewer has been sent, as far as the next patch depends on it."""

    hints: SeatHints
    seats: bytes
    legal: list[str] | None
    events: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=KEPT_EVENTS))


class TableViews:
    """The views of one table's game, and the texts made of them."""

    def __init__(self) -> None:
        self._sent: dict[Viewer, Sent] = {}
        self._shared: dict[str, Any] = {}
        """The part of the last view that is the same for all viewers."""
        self._past = PastEvents()
        self._log: dict[Viewer, str] = {}
        """The logs that were asked for at the current number."""

    @property
    def any_sent(self) -> bool:
        """Whether anyone has been sent a view."""
        return bool(self._sent)

    def clear(self) -> None:
        """Forget who has been sent a view."""
        self._sent.clear()

    def forget_history(self) -> None:
        """Drop the events, because the game is replayed from its start."""
        self._past = PastEvents()
        self._log.clear()

    def invalidate(self) -> None:
        """Drop what can be made again."""
        self._log.clear()

    def remember(self, n: int, event: gs.Event, by: By) -> None:
        """Keep event `n` for the log, if it is the next one."""
        if n == len(self._past) + 1:
            self._past.add(event, by)
            self._log.clear()

    def advance(
        self, game: gs.Game, n: int, event: gs.Event, by: By, clock: ClockState | None
    ) -> dict[Viewer, str]:
        """Each viewer's message about action `n`, which has been played."""
        self.remember(n, event, by)
        if not self._sent:
            return {}
        parts = game.view_parts(self._sent)
        shared = encode(merge_patch.diff(self._shared, parts.shared))[1:-1]
        self._shared = parts.shared
        seats = EncodedSeats(parts)
        start = b'{"type":"event","n":%d,"by":"%b","clock":%b,' % (n, by.encode(), encode(clock))
        to_others = encode(event.public)
        texts: dict[Viewer, str] = {}
        for viewer, sent in self._sent.items():
            fields = [shared] if shared else []
            others = seats.seen_by(viewer)
            if others != sent.seats:
                fields.append(b'"seats":' + others)
                sent.seats = others
            legal = parts.legal_of(viewer)
            if legal != sent.legal:
                fields.append(b'"legal":' + encode(legal))
                sent.legal = legal
            hints = game.hints(viewer, sent.hints)
            text = b'%b"event":%b,"patch":{%b},"hints":%b}' % (
                start,
                encode(event.seen_by(viewer)) if viewer == event.seat else to_others,
                b",".join(fields),
                hints_patch(game, sent.hints, hints),
            )
            sent.hints = hints
            texts[viewer] = text.decode()
            sent.events.append((n, texts[viewer]))
        return texts

    def texts_since(
        self, have: int | None, game: gs.Game, n: int, viewer: Viewer, clock: ClockState | None
    ) -> list[str]:
        """Messages that bring a viewer from number `have` (None: from nothing) to number `n`."""
        sent = self._sent.get(viewer)
        if sent is not None and have is not None and 0 <= have <= n:
            missed = [text for number, text in sent.events if number > have]
            if len(missed) == n - have:
                return missed
        parts = game.view_parts([viewer])
        if sent is None:
            seats = EncodedSeats(parts).seen_by(viewer)
            sent = Sent(game.hints(viewer), seats, parts.legal_of(viewer))
            self._sent[viewer] = sent
            self._shared = parts.shared
            if have == n:
                return []
        if viewer not in self._log:
            self._log[viewer] = self._past.log(viewer)
        return [snapshot_text(n, game, viewer, sent.hints, clock), self._log[viewer]]


class EncodedSeats:
    """The seats of a view, each encoded once for all who see it alike."""

    def __init__(self, parts: ViewParts) -> None:
        self._parts = parts
        self._to_players = [encode(seat) for seat in parts.to_players]

    def seen_by(self, viewer: Viewer) -> bytes:
        """The seats as one viewer sees them."""
        own = None if viewer is None else self._parts.own.get(viewer)
        if viewer is None or own is None:
            return encode(self._parts.seats)
        others = self._to_players
        return b"[%b]" % b",".join([*others[:viewer], encode(own), *others[viewer + 1 :]])


def hints_patch(game: gs.Game, before: SeatHints, after: SeatHints) -> bytes:
    """What changed in a viewer's hints, as a JSON merge patch; null if nothing did."""
    if after is before:
        return b"null"
    board = game.kernel_board
    return encode(merge_patch.diff(before.to_json(board), after.to_json(board)) or None)


def seat_view(game: gs.Game, seat: int) -> gs.View:
    """What a seat knows, for the bot that plays it."""
    return game.view(seat)


def view_of(game: gs.Game, viewer: Viewer) -> dict[str, Any]:
    """A seat's view, or a spectator's, as JSON."""
    return game.view(viewer).to_json()


def snapshot_text(
    n: int, game: gs.Game, viewer: Viewer, hints: SeatHints, clock: ClockState | None
) -> str:
    """The message with a viewer's whole view."""
    shown = hints.to_json(game.kernel_board)
    message = {"type": "snapshot", "n": n, "view": view_of(game, viewer), "clock": clock}
    return encode(message | {"hints": shown}).decode()
