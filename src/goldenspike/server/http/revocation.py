"""Tells every process which tokens are revoked and which tables look different now."""

from __future__ import annotations

from goldenspike.server.cluster.bus import Bus
from goldenspike.server.cluster.notifications import LoggedOut
from goldenspike.server.people.accounts import Entered
from goldenspike.server.tables.table_server import TableServer
from goldenspike.server.tables.table_store import TableStore


class Revocation:
    """Closes the sockets of revoked tokens everywhere.

    A process that does not hear of it finds out with its next sweep.
    """

    def __init__(self, store: TableStore, tables: TableServer, bus: Bus) -> None:
        self._store = store
        self._tables = tables
        self._bus = bus

    async def tell(self, entered: Entered) -> None:
        """Somebody has got a new token, perhaps in place of others."""
        await self.changed(entered.tables, entered.revoked)

    async def changed(self, tables: list[str], revoked: list[str]) -> None:
        """People at these tables have changed, and these tokens are no longer valid."""
        await self.revoked(revoked)
        await self._store.changed_elsewhere(tables)

    async def revoked(self, token_ids: list[str]) -> None:
        """These tokens are no longer valid: their sockets are closed."""
        for token_id in token_ids:
            self._tables.close_sockets_of(token_id)
            await self._bus.publish_now(LoggedOut(token_id))
