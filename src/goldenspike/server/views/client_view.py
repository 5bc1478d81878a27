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
from goldenspike.server.views.past_events import PastEvent, PastEvents, Viewer
from goldenspike.view_json import ViewMark, ViewParts

KEPT_EVENTS = 4
"""Events kept for clients that reconnect; one that missed more gets a snapshot."""

encode = msgspec.json.encode


@dataclass(slots=True)
class Sent:
    """What a viewer has been sent, as far as the next patch depends on it."""

    hints: SeatHints
    legal: list[str] | None
    events: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=KEPT_EVENTS))


class TableViews:
    """The views of one table's game, and the texts made of them."""

    def __init__(self) -> None:
        self._sent: dict[Viewer, Sent] = {}
        self._mark: ViewMark | None = None
        """Of the last views that were made: the next patches are from these."""
        self._seats = EncodedSeats()
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
        self._mark = None

    def forget_history(self) -> None:
        """Drop the events, because the game is replayed from its start."""
        self._past = PastEvents()
        self._log.clear()

    def invalidate(self) -> None:
        """Drop what can be made again."""
        self._log.clear()

    def remember(self, n: int, event: gs.Event, by: By) -> PastEvent:
        """Keep event `n` for the log, if it is the next one."""
        past = PastEvent.of(event, by)
        if n == len(self._past) + 1:
            self._past.add(past)
            self._log.clear()
        return past

    def advance(
        self, game: gs.Game, n: int, event: gs.Event, by: By, clock: ClockState | None
    ) -> dict[Viewer, str]:
        """Each viewer's message about action `n`, which has been played."""
        past = self.remember(n, event, by)
        if not self._sent or self._mark is None:
            return {}
        parts = game.view_parts(self._sent, self._mark)
        shared = encode(merge_patch.diff(self._mark.shared, parts.shared))[1:-1]
        self._mark = parts.mark
        self._seats.update(parts)
        start = b'{"type":"event","n":%d,"by":"%b","clock":%b,"event":' % (
            n, by.encode(), encode(clock)
        )  # fmt: skip
        texts: dict[Viewer, str] = {}
        for viewer, sent in self._sent.items():
            fields = [shared] if shared else []
            if self._seats.changed_for(viewer):
                fields.append(b'"seats":' + self._seats.seen_by(viewer))
            legal = parts.legal_of(viewer)
            if legal != sent.legal:
                fields.append(b'"legal":' + encode(legal))
                sent.legal = legal
            hints = game.hints(viewer, sent.hints)
            text = b'%b%b,"patch":{%b},"hints":%b}' % (
                start,
                past.seen_by(viewer).encode(),
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
        if sent is None:
            parts = game.view_parts([*self._sent, viewer])
            sent = self._sent[viewer] = Sent(game.hints(viewer), parts.legal_of(viewer))
            self._mark = parts.mark
            self._seats.update(parts)
            if have == n:
                return []
        if viewer not in self._log:
            self._log[viewer] = self._past.log(viewer)
        return [snapshot_text(n, game, viewer, sent.hints, clock), self._log[viewer]]


class EncodedSeats:
    """The seats of the last views, each encoded once for all who see it alike."""

    def __init__(self) -> None:
        self._to_all: list[bytes] = []
        """The seats as spectators see them; as everybody does when the game is over."""
        self._to_players: list[bytes] = []
        self._own: dict[int, bytes] = {}
        """By viewer, its own seat."""
        self._changed: set[tuple[str, int]] = set()

    def update(self, parts: ViewParts) -> None:
        """Take over the seats that have changed."""
        self._changed = set()
        if len(self._to_all) != len(parts.seats):
            self._to_all, self._to_players = ([b""] * len(parts.seats) for _ in range(2))
        if not parts.own:
            self._own = {}
        for seat, (to_all, to_player) in enumerate(zip(parts.seats, parts.to_players, strict=True)):
            if to_all:
                text = encode(to_all)
                self._set("all", self._to_all, seat, text)
                same = to_player is to_all
                self._set("players", self._to_players, seat, text if same else encode(to_player))
        for seat, own in parts.own.items():
            if own:
                self._set("own", self._own, seat, encode(own))

    def _set(self, to: str, seats: Any, seat: int, text: bytes) -> None:
        # Compared, since a change that this viewer cannot see must not show.
        before = seats[seat] if to != "own" else seats.get(seat)
        if text != before:
            seats[seat] = text
            self._changed.add((to, seat))

    def changed_for(self, viewer: Viewer) -> bool:
        """Whether the last update has changed what a viewer sees."""
        if viewer is None or viewer not in self._own:
            return any(to == "all" for to, _ in self._changed)
        return ("own", viewer) in self._changed or any(
            to == "players" and seat != viewer for to, seat in self._changed
        )

    def seen_by(self, viewer: Viewer) -> bytes:
        """The seats as one viewer sees them."""
        if viewer is None or viewer not in self._own:
            return b"[%b]" % b",".join(self._to_all)
        seats = self._to_players.copy()
        seats[viewer] = self._own[viewer]
        return b"[%b]" % b",".join(seats)


def hints_patch(game: gs.Game, before: SeatHints, after: SeatHints) -> bytes:
    """What changed in a viewer's hints, as a JSON merge patch; null if nothing did."""
    return (
        b"null" if after is before else encode(after.patch_since(before, game.kernel_board) or None)
    )


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
