"""Snapshots, events and logs for the viewers of one table, each encoded once for a viewer.

Everything comes from `Game.view(viewer)` and `Event.seen_by(viewer)`, which are built by
allow-list. Tests compare these bytes with those of games in which all that is hidden is resampled.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

import goldenspike as gs
from goldenspike.server.protocol import merge_patch
from goldenspike.server.protocol.messages import By, ClockState, Event, Log, Logged, Snapshot

T = TypeVar("T")

Viewer = int | None
"""A seat, or None for spectators."""

KEPT_EVENTS = 64
"""Events kept for clients that reconnect; one that missed more gets a snapshot."""


class TableViews:
    """The views of one table's game, and the texts made of them."""

    def __init__(self) -> None:
        self._views: dict[Viewer, dict[str, Any]] = {}
        """The current view of each viewer that has been sent one."""
        self._events: dict[Viewer, deque[tuple[int, str]]] = {}
        self._history: list[tuple[int, gs.Event, By]] = []
        """Every event so far with its number, for the log that goes with a snapshot."""
        self._cache: dict[tuple[str, Viewer], Any] = {}
        self._cached_at = 0

    @property
    def any_sent(self) -> bool:
        """Whether anyone has been sent a view."""
        return bool(self._views)

    def clear(self) -> None:
        """Forget who has been sent a view."""
        self._views.clear()
        self._events.clear()

    def forget_history(self) -> None:
        """Drop the events, because the game is replayed from its start."""
        self._history = []

    def remember(self, n: int, event: gs.Event, by: By) -> None:
        """Keep an event for the log."""
        if n == len(self._history) + 1:
            self._history.append((n, event, by))

    def advance(
        self, game: gs.Game, n: int, event: gs.Event, by: By, clock: ClockState | None
    ) -> dict[Viewer, str]:
        """Each viewer's message about action `n`, which has been played."""
        self.remember(n, event, by)
        texts: dict[Viewer, str] = {}
        for viewer, before in self._views.items():
            after = view_of(game, viewer)
            texts[viewer] = event_text(before, after, event, viewer, n, by, clock)
            self._views[viewer] = after
            self._events[viewer].append((n, texts[viewer]))
        return texts

    def texts_since(
        self, have: int | None, game: gs.Game, n: int, viewer: Viewer, clock: ClockState | None
    ) -> list[str]:
        """Messages that bring a viewer from number `have` (None: from nothing) to number `n`."""
        if viewer not in self._views:
            self._views[viewer] = view_of(game, viewer)
            self._events[viewer] = deque(maxlen=KEPT_EVENTS)
        missed = [text for number, text in self._events[viewer] if have is None or number > have]
        if have is not None and 0 <= have <= n and len(missed) == n - have:
            return missed
        return [
            snapshot_text(n, self._views[viewer], clock),
            self.cached("log", viewer, n, lambda: self._log(viewer)),
        ]

    def cached(self, what: str, viewer: Viewer, n: int, make: Callable[[], T]) -> T:
        """Something that a viewer may ask for repeatedly, computed once for each number."""
        if self._cached_at != n:
            self._cache.clear()
            self._cached_at = n
        if (what, viewer) not in self._cache:
            self._cache[what, viewer] = make()
        made: T = self._cache[what, viewer]
        return made

    def invalidate(self) -> None:
        """Clear the cache."""
        self._cache.clear()

    def _log(self, viewer: Viewer) -> str:
        past = [Logged(n, event.seen_by(viewer), by) for n, event, by in self._history]
        return msgspec.json.encode(Log(past)).decode()


def seat_view(game: gs.Game, seat: int) -> gs.View:
    """What a seat knows, for the bot that plays it."""
    return game.view(seat)


def view_of(game: gs.Game, viewer: Viewer) -> dict[str, Any]:
    """A seat's view, or a spectator's, as JSON."""
    return game.view(viewer).to_json()


def event_text(
    before: dict[str, Any],
    after: dict[str, Any],
    event: gs.Event,
    viewer: Viewer,
    n: int,
    by: By,
    clock: ClockState | None,
) -> str:
    """The message about action `n` for one viewer, whose view changed from `before` to `after`."""
    message = Event(
        n=n,
        event=event.seen_by(viewer),
        patch=merge_patch.diff(before, after),
        by=by,
        clock=clock,
    )
    return msgspec.json.encode(message).decode()


def snapshot_text(n: int, view: dict[str, Any], clock: ClockState | None) -> str:
    """The message with a viewer's whole view."""
    return msgspec.json.encode(Snapshot(n, view, clock)).decode()
