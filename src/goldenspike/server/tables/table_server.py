"""The tables in the memory of one process: loads them, keeps them current, drops them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from goldenspike.server.cluster.notifications import (
    ChatStored,
    LoggedOut,
    MoveStored,
    Notification,
    TableChanged,
)
from goldenspike.server.cluster.peers import Peers
from goldenspike.server.people.lobby import Lobby
from goldenspike.server.storage import table_rows
from goldenspike.server.storage.table_rows import TableRow
from goldenspike.server.tables.background import Background
from goldenspike.server.tables.subscriber import Subscriber
from goldenspike.server.tables.table import Table
from goldenspike.server.tables.table_store import TableStore


class TableServer:
    """The tables that one process has in memory."""

    def __init__(
        self,
        store: TableStore,
        lobby: Lobby,
        peers: Peers,
        background: Background,
        new_table: Callable[[TableRow], Table],
    ) -> None:
        self._store = store
        self._lobby = lobby
        self._peers = peers
        self._background = background
        self._new_table = new_table
        """Makes a table that is not loaded yet, with its collaborators."""
        self.loaded: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Lock] = {}

    # Memory ----------------------------------------------------------------------------------

    async def load(self, table_id: str) -> Table:
        """The table in memory, loaded if it is not there yet."""
        table = self.loaded.get(table_id)
        if table is not None:
            return table
        async with self._loading.setdefault(table_id, asyncio.Lock()):
            try:
                table = self.loaded.get(table_id)
                if table is None:
                    row = await self._store.read(table_id)
                    if table_id in self.loaded:
                        return self.loaded[table_id]
                    table = self._new_table(row)
                    async with table.lock:
                        self.loaded[table_id] = table
                        self._peers.watch(table.presence)
                        try:
                            await table.load()
                        except BaseException:
                            self.forget(table_id)
                            raise
                    self._background.spawn(self._peers.ask(table_id))
            finally:
                self._loading.pop(table_id, None)
        return table

    def forget(self, table_id: str, code: int = 1013, reason: str = "reload") -> None:
        """Drop a table from memory, with its timer and its sockets.

        The timer would act on an old state, and the sockets would get no events once the table is
        loaded again.
        """
        table = self.loaded.pop(table_id, None)
        if table is not None:
            self._peers.forget(table_id)
            table.close(code, reason)

    def subscribers(self) -> list[Subscriber]:
        """Every socket that has said hello at a table."""
        return [s for table in self.loaded.values() for s in table.audience.subscribers]

    def close_sockets_of(self, token_id: str) -> None:
        """Close the sockets opened with a token that is logged out."""
        for table in self.loaded.values():
            for socket in list(table.audience.sockets):
                if socket.token_id == token_id:
                    socket.close(4401, "token_unknown")

    # What is stored --------------------------------------------------------------------------

    async def row_changed(self, row: TableRow, ours: bool = False) -> None:
        """A table was stored: update it in memory, and tell the lobby."""
        table = self.loaded.get(row.id)
        if table is not None:
            await table.row_changed(row)
        elif row.status == "running" and ours:
            self._background.spawn(self.load(row.id))
        self._tell_lobby(row)

    async def refresh(self, table_ids: list[str]) -> None:
        """Read the rows of changed or removed tables again, and tell the lobby."""
        for table_id in table_ids:
            async with self._store.database.read() as connection:
                found = await table_rows.read(connection, [table_id])
            if found:
                await self.row_changed(found[0])
            else:
                self.forget(table_id, 4404, "not_found")
                self._lobby.gone(table_id)

    def _tell_lobby(self, row: TableRow) -> None:
        table = self.loaded.get(row.id)
        if table is not None:
            self._lobby.tell(row, table.n, table.turn)
        else:
            self._lobby.tell(row, 0, row.options.first_turn)

    # Other processes -------------------------------------------------------------------------

    def receive(self, sender: str, notification: Notification) -> None:
        """Another process has published a notification."""
        self._peers.receive(sender, notification)
        spawn = self._background.spawn
        match notification:
            case LoggedOut(token_id):
                self.close_sockets_of(token_id)
            case TableChanged(table_id):
                spawn(self.refresh([table_id]))
            case MoveStored(table_id, n):
                table = self.loaded.get(table_id)
                if table is not None and n > table.n:
                    spawn(table.catch_up())
            case ChatStored(table_id):
                table = self.loaded.get(table_id)
                if table is not None:
                    spawn(table.chat.load())

    async def connection_restored(self) -> None:
        """Notifications may have been missed: compare everything in memory with the database."""
        spawn = self._background.spawn
        for table in list(self.loaded.values()):
            spawn(self.refresh([table.row.id]))
            spawn(table.catch_up())
            spawn(table.chat.load())
        spawn(self._peers.ask_again())

    async def find_missed(self) -> None:
        """Catch up at watched tables with stored actions that this process was not notified of."""
        watched = [
            table_id for table_id, table in self.loaded.items() if table.audience.subscribers
        ]
        if not watched:
            return
        async with self._store.database.read() as connection:
            at = await table_rows.progress(connection, watched)
        for table_id, (number, _) in at.items():
            table = self.loaded.get(table_id)
            if table is not None and number > table.n:
                self._background.spawn(table.catch_up())
