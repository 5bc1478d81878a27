"""The tables to which one process is home: loads them, keeps them current, drops them."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

from sqlalchemy import select

from goldenspike.server.cluster.leases import Leases
from goldenspike.server.cluster.notifications import (
    LoggedOut,
    Notification,
    TableChanged,
    TableWanted,
)
from goldenspike.server.people.lobby import Lobby
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.storage import schema, table_rows
from goldenspike.server.storage.database import StorageError
from goldenspike.server.storage.table_rows import TableRow
from goldenspike.server.tables.background import Background
from goldenspike.server.tables.subscriber import Subscriber
from goldenspike.server.tables.table import Table
from goldenspike.server.tables.table_store import TableStore


class HeldElsewhere(Exception):
    """Another process is home to the table."""

    def __init__(self, process: str) -> None:
        super().__init__(process)
        self.process = process


class TableServer:
    """The tables that one process has in memory: those to which it is home."""

    def __init__(
        self,
        store: TableStore,
        lobby: Lobby,
        leases: Leases,
        background: Background,
        new_table: Callable[[TableRow], Table],
        valid_tokens: Callable[[list[str]], Awaitable[set[str]]],
        check_playable: Callable[[TableRow], Awaitable[None]],
        most: int = 10**9,
    ) -> None:
        self._store = store
        self._lobby = lobby
        self._leases = leases
        self._background = background
        self._new_table = new_table
        """Makes a table that is not loaded yet, with its collaborators."""
        self._valid_tokens = valid_tokens
        """Tells which of these tokens are not logged out."""
        self._check_playable = check_playable
        """Refuses a game whose rules or board this program does not know."""
        self._most = most
        """Tables that may be in memory."""
        self.loaded: dict[str, Table] = {}
        self.sockets: set[Subscriber] = set()
        """Every open table socket of this process, wherever the home of its table is."""
        self._loading: dict[str, asyncio.Lock] = {}

    def is_there(self, table_id: str, person: str) -> bool:
        """Whether a person is connected to a seat of theirs at a table of this process."""
        table = self.loaded.get(table_id)
        return table is not None and any(
            table.presence.connected(seat) for seat in table.row.seats_of(person)
        )

    # Memory ----------------------------------------------------------------------------------

    async def load(self, table_id: str) -> Table:
        """The table in memory, loaded if it is not there yet.

        Raises `HeldElsewhere` if another process is home to it.
        """
        if self._leases.lapsed:
            # Another process may be its home by now, and this one cannot ask.
            raise StorageError
        table = self.loaded.get(table_id)
        if table is not None:
            return table
        async with self._loading.setdefault(table_id, asyncio.Lock()):
            try:
                table = self.loaded.get(table_id)
                if table is None:
                    table = await self._load(table_id)
            finally:
                self._loading.pop(table_id, None)
        return table

    async def _load(self, table_id: str) -> Table:
        row = await self._store.read(table_id)
        try:
            await self._check_playable(row)
        except Refusal:
            # A newer process may play it; this one must not become its home, but may relay.
            home = await self._leases.home_elsewhere(table_id)
            if home is None:
                raise
            raise HeldElsewhere(home) from None
        lease = await self._leases.locate(table_id)
        if lease.holder != self._leases.process:
            raise HeldElsewhere(lease.holder)
        if table_id in self.loaded:
            return self.loaded[table_id]
        if len(self.loaded) + len(self._loading) > self._most:
            self._background.spawn(self._leases.release(table_id))
            raise Refusal("server_full")
        table = self._new_table(row)
        async with table.lock:
            self.loaded[table_id] = table
            try:
                await table.load()
            except BaseException:
                self.forget(table_id)
                self._background.spawn(self._leases.release(table_id))
                raise
        return table

    def has(self, table_id: str) -> bool:
        """Whether a table is in memory, or will be in a moment."""
        return table_id in self.loaded or table_id in self._loading

    @property
    def nearly_full(self) -> bool:
        """Whether few more tables can be loaded."""
        return len(self.loaded) > self._most * 0.8

    def forget(self, table_id: str, code: int = 1013, reason: str = "reload") -> None:
        """Drop a table from memory, with its timer and its sockets.

        The timer would act on an old state, and the sockets would get no events once the table is
        loaded again.
        """
        table = self.loaded.pop(table_id, None)
        if table is not None:
            table.close(code, reason)

    async def give_up(self, table_id: str) -> None:
        """Drop a table from memory, and let any process become its home."""
        self.forget(table_id)
        await self._leases.release(table_id)

    def leases_lost(self, table_ids: list[str]) -> None:
        """Other processes are home to these tables now: the clients look for them there."""
        for table_id in table_ids:
            self.forget(table_id, 1013, "moved")

    def leases_lapsed(self) -> None:
        """The database is out of reach: let the clients try whether another process reaches it.

        The tables stay in memory. If nobody has taken them over, they are played on from there.
        """
        for socket in list(self.sockets):
            socket.close(1013, "storage")

    async def still_home(self, table_id: str) -> bool:
        """Ask the database whether this process is home to a table; drops the table if not."""
        if await self._leases.still_holds(table_id):
            return True
        self._leases.forget(table_id)
        self.leases_lost([table_id])
        return False

    def subscribers(self) -> list[Subscriber]:
        """Every socket that has said hello at a table in memory, in any process."""
        return [s for table in self.loaded.values() for s in table.audience.subscribers]

    def close_sockets_of(self, token_id: str) -> None:
        """Close the sockets of this process that were opened with a token that is logged out."""
        for socket in self._with_tokens():
            if socket.token_id == token_id:
                socket.close(4401, "token_unknown")

    def _with_tokens(self) -> set[Subscriber]:
        """The sockets of this process; those that others relay have no token here."""
        at_tables = (table.audience.sockets for table in self.loaded.values())
        return self.sockets.union(*at_tables)

    async def check_tokens(self) -> None:
        """Close the sockets of this process whose tokens have been logged out unnoticed."""
        used = {s.token_id for s in self._with_tokens() if s.token_id is not None}
        if used:
            for token_id in used - await self._valid_tokens(sorted(used)):
                self.close_sockets_of(token_id)

    # What is stored --------------------------------------------------------------------------

    async def row_changed(self, row: TableRow, ours: bool = False) -> None:
        """A table was stored: update it in memory, and tell the lobby."""
        table = self.loaded.get(row.id)
        if table is not None:
            await table.row_changed(row)
        elif row.status == "running" and ours:
            self._background.spawn(self._load_quietly(row.id))
        self._tell_lobby(row)

    async def _load_quietly(self, table_id: str) -> None:
        with contextlib.suppress(HeldElsewhere):
            await self.load(table_id)

    async def _load_if_playable(self, table_id: str) -> None:
        with contextlib.suppress(Refusal):
            await self._load_quietly(table_id)

    async def refresh(self, table_ids: list[str]) -> None:
        """Read the rows of changed or removed tables again, and tell the lobby."""
        for table_id in table_ids:
            async with self._store.database.read() as connection:
                found = await table_rows.read(connection, [table_id])
            if found:
                await self.row_changed(found[0])
            else:
                self.forget(table_id, 4404, "not_found")
                self._leases.forget(table_id)
                self._lobby.gone(table_id)

    def _tell_lobby(self, row: TableRow) -> None:
        table = self.loaded.get(row.id)
        if table is not None:
            self._lobby.tell(row, table.n, table.turn)
        else:
            self._lobby.tell(row, 0, row.options.first_turn)

    # Other processes -------------------------------------------------------------------------

    def receive(self, notification: Notification) -> None:
        """Another process has published a notification."""
        match notification:
            case LoggedOut(token_id):
                self.close_sockets_of(token_id)
            case TableChanged(table_id):
                self._background.spawn(self.refresh([table_id]))
            case TableWanted(table_id):
                self._background.spawn(self._load_if_playable(table_id))

    async def compare_with_database(self) -> None:
        """Notifications may have been missed: find tables that changed, and logged out tokens."""
        await self.check_tokens()
        known = {table_id: table.row.version for table_id, table in self.loaded.items()}
        if not known:
            return
        query = select(schema.tables.c.id, schema.tables.c.version)
        async with self._store.database.read() as connection:
            found = await connection.execute(query.where(schema.tables.c.id.in_(known)))
            stored = {row.id: row.version for row in found}
        await self.refresh([t for t, version in known.items() if stored.get(t) != version])
