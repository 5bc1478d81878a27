"""What a seat is told about an action. The only place where a game turns into bytes for a client.

Everything here comes from `Game.view(viewer)` and `Event.seen_by(viewer)`, which are built by
allow-list. Tests hold these bytes against games in which everything hidden is exchanged.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from . import merge_patch
from .messages import ClockState, Event, Snapshot

By = Literal["person", "bot", "stand_in"]


def view_of(game: Any, viewer: int | None) -> dict[str, Any]:
    """A seat's view, or a spectator's, as JSON."""
    view: dict[str, Any] = game.view(viewer).to_json()
    return view


def event_text(
    before: dict[str, Any],
    after: dict[str, Any],
    event: Any,
    viewer: int | None,
    n: int,
    by: By,
    clock: ClockState | None,
) -> str:
    """The message about action `n` for one viewer, whose view it changed from before to after."""
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
