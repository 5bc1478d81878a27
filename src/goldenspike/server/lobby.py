"""The lobby: public tables, and the sockets that watch them come and go."""

from __future__ import annotations

from sqlalchemy import select

from . import rows
from .bodies import TableInfo
from .connection import Connection
from .database import Database
from .messages import LobbyGone, LobbyTable, LobbyTables
from .rows import TableRow
from .schema import tables

LOBBY_LIMIT = 200


class Lobby:
    """The lobby of one process."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.connections: set[Connection] = set()
        self._entering: dict[Connection, list[LobbyTable | LobbyGone]] = {}
        """Sockets for which the list is being read, and what has happened since."""
        self._told: set[str] = set()
        """Tables that sockets here were told of: only of these they hear that they are gone."""

    async def public_tables(self) -> list[TableInfo]:
        """Public tables that wait or are being played, the newest first."""
        async with self._database.read() as connection:
            ids = [
                row.id
                for row in await connection.execute(
                    select(tables.c.id)
                    .where(tables.c.public, tables.c.status.in_(("waiting", "running")))
                    .order_by(tables.c.created.desc())
                    .limit(LOBBY_LIMIT)
                )
            ]
            return await rows.shown(connection, await rows.read(connection, ids))

    async def enter(self, connection: Connection) -> None:
        """A socket wants to watch the lobby."""
        since = self._entering[connection] = []
        try:
            found = await self.public_tables()
        finally:
            del self._entering[connection]
        told = {info.id for info in found}
        connection.send(LobbyTables(found))
        for news in since:
            if isinstance(news, LobbyTable):
                told.add(news.table.id)
            elif news.id not in told:
                continue
            connection.send(news)
        self._told |= told
        self.connections.add(connection)

    def tell(self, row: TableRow, n: int, turn: int | None) -> None:
        """A table is new or has changed."""
        if row.status == "finished":
            self.gone(row.id)
        elif row.public and (self.connections or self._entering):
            self._told.add(row.id)
            self._send(LobbyTable(row.shown(n, turn)))

    def gone(self, table_id: str) -> None:
        """A table is over or was given up."""
        gone = LobbyGone(table_id)
        if table_id in self._told:
            self._told.discard(table_id)
            self._send(gone)
        else:
            for since in self._entering.values():
                since.append(gone)

    def _send(self, news: LobbyTable | LobbyGone) -> None:
        for connection in self.connections:
            connection.send(news)
        for since in self._entering.values():
            since.append(news)
