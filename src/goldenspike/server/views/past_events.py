"""The events of one table's game so far, as JSON: for the log that goes with a snapshot."""

from __future__ import annotations

import zlib
from typing import NamedTuple

import msgspec

import goldenspike as gs
from goldenspike.server.protocol.messages import By

Viewer = int | None
"""A seat, or None for spectators."""
PACKED_TOGETHER = 32
"""Events that are compressed together: to a fifth of their size, at a microsecond each."""


class PastEvent(NamedTuple):
    """An event as its two JSON objects."""

    seat: int
    public: str
    own: str
    by: By

    @classmethod
    def of(cls, event: gs.Event, by: By) -> PastEvent:
        """Encode an event, once for all who see it now or later."""
        own = _encode(event.own) if event.own else ""
        return cls(event.seat, _encode(event.public), own, by)

    def seen_by(self, viewer: Viewer) -> str:
        """What `Event.seen_by` is, as JSON."""
        if viewer != self.seat or not self.own:
            return self.public
        return f"{self.public[:-1]},{self.own[1:]}"


class PastEvents:
    """Every event so far; the older ones are compressed."""

    def __init__(self) -> None:
        self._packed: list[bytes] = []
        self._recent: list[PastEvent] = []

    def __len__(self) -> int:
        return len(self._packed) * PACKED_TOGETHER + len(self._recent)

    def add(self, event: PastEvent) -> None:
        """Keep the next event."""
        if len(self._recent) == PACKED_TOGETHER:
            self._packed.append(zlib.compress(msgspec.json.encode(self._recent), 1))
            self._recent = []
        self._recent.append(event)

    def log(self, viewer: Viewer) -> str:
        """The `Log` message of a viewer."""
        past = [
            event
            for pack in self._packed
            for event in msgspec.json.decode(zlib.decompress(pack), type=list[PastEvent])
        ]
        events = [
            f'{{"n":{n},"event":{event.seen_by(viewer)},"by":"{event.by}"}}'
            for n, event in enumerate([*past, *self._recent], 1)
        ]
        return f'{{"type":"log","events":[{",".join(events)}]}}'


def _encode(part: dict[str, object]) -> str:
    return msgspec.json.encode(part).decode()
