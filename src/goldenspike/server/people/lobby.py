"""The lobby: lists public tables, and tells those who watch the list of changes."""

from __future__ import annotations

from typing import Protocol

from goldenspike.server.protocol.bodies import TableInfo
from goldenspike.server.protocol.messages import FromServer, LobbyGone, LobbyTable, LobbyTables
from goldenspike.server.storage import table_rows, table_search
from goldenspike.server.storage.database import Database
from goldenspike.server.storage.table_rows import TableRow

LOBBY_LIMIT = 200


class Watcher(Protocol):
    """An open socket: messages are queued, so that a slow reader blocks nobody."""

    def send(self, message: FromServer) -> None:
        """Queue a message."""

    def close(self, code: int, reason: str) -> None:
        """Close after what is queued has been sent."""

    async def drained(self) -> None:
        """Wait until everything queued, and the close, has been sent."""


class Lobby:
    """The lobby of one process."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.watchers: set[Watcher] = set()
        self._entering: dict[Watcher, list[LobbyTable | LobbyGone]] = {}
        """Watchers for whom the list is being read, and the changes since."""
        self._told: set[str] = set()
        """Tables that watchers know: only of these they are told that they are gone."""

    async def public_tables(self) -> list[TableInfo]:
        """Public tables that wait or are being played, the newest first."""
        async with self._database.read() as connection:
            found = await table_search.public(connection, LOBBY_LIMIT)
            return await table_rows.to_public(connection, await table_rows.read(connection, found))

    async def enter(self, watcher: Watcher) -> None:
        """Send a new watcher the list, and from then on every change."""
        changes = self._entering[watcher] = []
        try:
            found = await self.public_tables()
        finally:
            del self._entering[watcher]
        told = {info.id for info in found}
        watcher.send(LobbyTables(found))
        for change in changes:
            if isinstance(change, LobbyTable):
                told.add(change.table.id)
            elif change.id not in told:
                continue
            watcher.send(change)
        self._told |= told
        self.watchers.add(watcher)

    def tell(self, row: TableRow, n: int, turn: int | None) -> None:
        """A table is new or has changed."""
        if row.status == "finished":
            self.gone(row.id)
        elif row.public and (self.watchers or self._entering):
            self._told.add(row.id)
            self._send(LobbyTable(row.to_public(n, turn)))

    def gone(self, table_id: str) -> None:
        """A table is finished or was removed."""
        gone = LobbyGone(table_id)
        if table_id in self._told:
            self._told.discard(table_id)
            self._send(gone)
        else:
            for changes in self._entering.values():
                changes.append(gone)

    def _send(self, change: LobbyTable | LobbyGone) -> None:
        for watcher in self.watchers:
            watcher.send(change)
        for changes in self._entering.values():
            changes.append(change)
