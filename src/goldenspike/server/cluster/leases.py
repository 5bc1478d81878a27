"""Leases of tables: one process at a time drives a table's bots and clocks.

They are PostgreSQL advisory locks of the bus's session, so they are released at once when the
process dies. A process that is alone on its database holds every lease.
"""

from __future__ import annotations

import contextlib
import hashlib

from goldenspike.server.cluster.bus import Bus


class Leases:
    """The leases of one process."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._held: dict[str, int] = {}
        """Table -> the session of the bus in which its lease was acquired."""

    async def acquire(self, table_id: str) -> bool:
        """Become the process that drives a table; False if another one does."""
        if not self._bus.shared or self._holds(table_id):
            return True
        session = self._bus.session
        try:
            got = await self._bus.ask_database("SELECT pg_try_advisory_lock($1)", _key(table_id))
        except Exception:
            return False
        if got:
            self._held[table_id] = session
        return bool(got)

    async def release(self, table_id: str) -> None:
        """Let another process drive a table."""
        held = self._holds(table_id)
        self._held.pop(table_id, None)
        if held:
            with contextlib.suppress(Exception):
                await self._bus.ask_database("SELECT pg_advisory_unlock($1)", _key(table_id))

    def _holds(self, table_id: str) -> bool:
        """Whether this process has the lease; locks end with their session."""
        return self._bus.connected and self._held.get(table_id) == self._bus.session


def _key(table_id: str) -> int:
    digest = hashlib.sha256(b"table " + table_id.encode()).digest()
    return int.from_bytes(digest[:8], "big", signed=True)
