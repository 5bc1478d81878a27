"""The lobby: lists public tables, and tells those who watch the list of changes."""

from __future__ import annotations

import asyncio
import time
from typing import Protocol

import msgspec

from goldenspike.server.protocol.messages import FromServer, LobbyChanges, LobbyTables
from goldenspike.server.protocol.table_bodies import TableInfo, TableList
from goldenspike.server.storage import table_rows, table_search
from goldenspike.server.storage.database import Database
from goldenspike.server.storage.table_rows import TableRow

PAGE = 100
"""Tables on a page of the lobby."""
GATHER_SECONDS = 1.0
"""Changes are gathered for this long, and the list is read at most once in this time."""


class Watcher(Protocol):
    """An open socket: messages are queued, so that a slow reader blocks nobody."""

    def send(self, message: FromServer) -> None:
        """Queue a message."""

    def send_text(self, text: str) -> None:
        """Queue a message that is encoded already."""

    def close(self, code: int, reason: str) -> None:
        """Close after what is queued has been sent."""

    async def drained(self) -> None:
        """Wait until everything queued, and the close, has been sent."""


class Lobby:
    """The lobby of one process.

    Changes are gathered and sent together, once a second, however many there are.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self.watchers: set[Watcher] = set()
        self._changed: dict[str, TableInfo | None] = {}
        """Tables that have changed since the last message; None: gone."""
        self._timer: asyncio.TimerHandle | None = None
        self._first_page: tuple[float, TableList] | None = None
        """Until when the first page may be shown, and what it is."""
        self._reading = asyncio.Lock()
        self._flushes = 0
        self._listed: set[str] = set()
        """Tables that watchers know: only of these they are told that they are gone."""
        self._gone: set[str] = set()
        """Tables that went while the list was being read."""

    async def public_tables(self, page: int = 0) -> TableList:
        """A page of the public tables that wait or are being played."""
        async with self._database.read() as connection:
            found, total = await table_search.public(connection, PAGE, page * PAGE)
            rows = await table_rows.read(connection, found)
            return TableList(await table_rows.to_public(connection, rows), total)

    async def first_page(self) -> TableList:
        """The first page, at most a second old, with every change that was sent before."""
        async with self._reading:
            while self._first_page is None or time.monotonic() > self._first_page[0]:
                flushes, until = self._flushes, time.monotonic() + GATHER_SECONDS
                self._gone.clear()
                page = await self.public_tables()
                if flushes == self._flushes:
                    self._first_page = (until, page)
                    self._listed.update(info.id for info in page.tables)
                    for table_id in self._gone:
                        self.gone(table_id)
            return self._first_page[1]

    async def enter(self, watcher: Watcher) -> None:
        """Send a new watcher the list, and from then on what changes."""
        self.watchers.add(watcher)
        try:
            watcher.send(LobbyTables((await self.first_page()).tables))
        except BaseException:
            self.watchers.discard(watcher)
            raise

    def tell(self, row: TableRow, n: int, turn: int | None) -> None:
        """A table is new or has changed."""
        if row.status == "finished":
            self.gone(row.id)
        elif row.public:
            self._listed.add(row.id)
            self._change(row.id, row.to_public(n, turn))

    def gone(self, table_id: str) -> None:
        """A table is finished or was removed."""
        if table_id in self._listed:
            self._listed.discard(table_id)
            self._change(table_id, None)
        else:
            self._gone.add(table_id)

    def flush(self) -> None:
        """Send what has changed, to everybody at once."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        changed, self._changed = self._changed, {}
        self._first_page = None
        self._flushes += 1
        if not changed or not self.watchers:
            return
        shown = [info for info in changed.values() if info is not None]
        gone = [table_id for table_id, info in changed.items() if info is None]
        text = msgspec.json.encode(LobbyChanges(shown, gone)).decode()
        for watcher in self.watchers:
            watcher.send_text(text)

    def _change(self, table_id: str, info: TableInfo | None) -> None:
        self._changed[table_id] = info
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(GATHER_SECONDS, self.flush)
