"""All tables of one server process: loading, changing, finishing, and news of other processes."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from . import ratings, rows, seating
from .board_pages import BoardPages
from .bodies import Result, TableInfo
from .bot_seats import BotBench
from .bus import Bus
from .chatting import Chatting
from .database import Database, StorageError, milliseconds
from .driver import Driver
from .errors import Refusal
from .journal import Journal
from .lobby import Lobby
from .log import log
from .messages import Closing
from .metrics import Metrics
from .peers import Peers
from .people import People, PersonRow
from .replays import Replays
from .results import final_scores
from .room import Room
from .rows import TableRow
from .settings import Settings

T = TypeVar("T")


class House:
    """Everything one server process knows and does."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.process = secrets.token_hex(6)
        self.database = Database(settings)
        self.journal = Journal(self.database, self.process, settings.group_commit)
        self.peers = Peers(self)
        self.bus = Bus(self.database, self.process, self.peers.hear, self.peers.line_restored)
        self.people = People(self.database)
        self.bots = BotBench(settings.bot_workers, settings.bot_seconds, settings.bot_budget)
        self.metrics = Metrics()
        self.boards = BoardPages()
        self.rooms: dict[str, Room] = {}
        self.lobby = Lobby(self.database)
        self.chat = Chatting(self.database, self.bus, settings)
        self.replays = Replays(self)
        self.driver = Driver(self, self.bots)
        self.closing = False
        self._finishing: set[str] = set()
        self._loading: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    # Life ------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Open the database and take up the tables that go on by themselves."""
        await self.database.open()
        self.journal.start()
        self.bus.start()
        self.spawn(self.driver.sweep_for_ever())
        if self.settings.warm:
            self.spawn(self.boards.warm())
        log.info("open", database=self.settings.shown_url, process=self.process)

    async def farewell(self) -> None:
        """Take no more moves, store those under way, and tell everyone."""
        self.closing = True
        everyone = list(self.lobby.connections)
        for room in self.rooms.values():
            room.timing.schedule()
            everyone += room.connections
        await self.journal.settle()
        for connection in everyone:
            connection.send(Closing())
            connection.close(1001, "server going down")
        goodbyes = asyncio.gather(*(connection.drained() for connection in everyone))
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(goodbyes, 2)

    async def close(self) -> None:
        """Let go of everything."""
        self.closing = True
        await self.journal.stop()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.bots.stop()
        await self.bus.stop()
        await self.database.close()
        log.info("closed", process=self.process)

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Do something beside; a fault in it is logged and ends nothing else."""
        task = asyncio.get_running_loop().create_task(self.guarded(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def guarded(self, work: Coroutine[Any, Any, Any]) -> None:
        """Do something; a fault in it is logged and goes no further."""
        try:
            await work
        except (StorageError, Refusal) as error:
            log.warning("gave_up", error=type(error).__name__)
        except Exception as error:
            log.failure("task_failed", error)

    # Tables ----------------------------------------------------------------------------------

    async def room(self, table_id: str) -> Room:
        """The table in memory, loaded if it is not there yet."""
        room = self.rooms.get(table_id)
        if room is not None:
            return room
        async with self._loading.setdefault(table_id, asyncio.Lock()):
            try:
                room = self.rooms.get(table_id)
                if room is None:
                    async with self.database.read() as connection:
                        row = await rows.read_one(connection, table_id)
                    if table_id in self.rooms:
                        return self.rooms[table_id]
                    room = Room(self, row)
                    async with room.lock:
                        self.rooms[table_id] = room
                        try:
                            await room.load()
                        except BaseException:
                            self.forget(table_id)
                            raise
                    self.spawn(self.peers.ask(table_id))
            finally:
                self._loading.pop(table_id, None)
        return room

    def new_game(self, row: TableRow) -> Any:
        """The game a started table begins with; refuses one that would not come out the same."""
        assert row.seed is not None
        hindrance = seating.out_of_date(row)
        if hindrance is not None:
            raise hindrance
        return seating.new_game(row.board, len(row.seats), row.seed, row.options.first)

    async def change(self, table_id: str, alter: Callable[[TableRow], T]) -> tuple[TableRow, T]:
        """Change a table or its seats in one transaction, then tell everyone."""
        async with self.database.write() as connection:
            row = await rows.read_one(connection, table_id, lock=True)
            result = alter(row)
            await rows.save(connection, row)
            await self.bus.tell(connection, table=row.id, version=row.version)
        await self.row_changed(row, ours=True)
        return row, result

    async def leave(self, table_id: str, person: PersonRow, seat: int | None) -> TableRow:
        """Free a seat, or all of a person's; a table that nobody waits at any more is gone."""
        async with self.database.write() as connection:
            row = await rows.read_one(connection, table_id, lock=True)
            seating.leave(row, person, seat)
            gone = row.status == "waiting" and not any(s.kind == "person" for s in row.seats)
            if gone:
                touched = await rows.remove(connection, [table_id])
            else:
                await rows.save(connection, row)
                touched = []
            for changed in (table_id, *touched):
                await self.bus.tell(connection, table=changed, version=row.version)
        if gone:
            await self.look_again([table_id, *touched])
        else:
            await self.row_changed(row)
        return row

    def forget(self, table_id: str, code: int = 1013, reason: str = "reload") -> None:
        """A table leaves memory, and no part of it stays behind: its timer would act on what the
        table was, and its sockets would not hear of what happens in a room loaded later.
        """
        room = self.rooms.pop(table_id, None)
        if room is not None:
            room.timing.stop()
            for connection in list(room.sockets):
                connection.close(code, reason)

    def _table_gone(self, table_id: str) -> None:
        self.forget(table_id, 4404, "not_found")
        self.lobby.gone(table_id)

    async def row_changed(self, row: TableRow, ours: bool = False) -> None:
        """A table was stored anew: its room and the lobby hear of it."""
        room = self.rooms.get(row.id)
        if room is not None:
            await room.row_changed(row)
        elif row.status == "running" and ours:
            self.spawn(self.room(row.id))
        self.tell_lobby(row)

    async def refresh(self, table_id: str) -> None:
        """Look at a table's row again."""
        async with self.database.read() as connection:
            found = await rows.read(connection, [table_id])
        if found:
            await self.row_changed(found[0])
        else:
            self._table_gone(table_id)

    def logged_out(self, token_id: str) -> None:
        """A token is forgotten: so are the sockets that it opened."""
        for room in self.rooms.values():
            for connection in list(room.sockets):
                if connection.token_id == token_id:
                    connection.close(4401, "token_unknown")

    async def look_again(self, table_ids: list[str]) -> None:
        """Look at the rows of tables that were changed or removed beside their rooms."""
        for table_id in table_ids:
            await self.refresh(table_id)

    async def info(self, row: TableRow) -> TableInfo:
        """A table as everyone sees it."""
        async with self.database.read() as connection:
            return (await rows.shown(connection, [row]))[0]

    # Finishing -------------------------------------------------------------------------------

    async def finish(self, room: Room) -> None:
        """Store the result of a game that is over; tried until it works."""
        if room.row.id in self._finishing:
            return
        self._finishing.add(room.row.id)
        try:
            pause = 0.2
            while not await self._finished(room):
                await asyncio.sleep(pause)
                pause = min(pause * 2, 30)
        finally:
            self._finishing.discard(room.row.id)

    async def _finished(self, room: Room) -> bool:
        """Try once; whatever went wrong may go well the next time, unless the table is gone."""
        try:
            await self._finish(room)
        except StorageError:
            return False
        except Refusal as refusal:
            return refusal.code == "not_found"
        except Exception as error:
            log.failure("finish_failed", error, table=room.row.id)
            return False
        return True

    async def _finish(self, room: Room) -> None:
        async with room.lock:
            await room.ready()
            scores = final_scores(room)
        async with self.database.write() as connection:
            row = await rows.read_one(connection, room.row.id, lock=True)
            if row.status != "running":
                return
            row.status, row.finished, row.scores = "finished", milliseconds(), scores
            row.ratings = await ratings.update(connection, row)
            await rows.save(connection, row)
            await self.bus.tell(connection, table=row.id, version=row.version)
        await self.row_changed(row)
        log.info("table_finished", table=row.id, n=room.n)

    def result(self, row: TableRow, n: int) -> Result:
        """The result of a finished table."""
        if row.status != "finished" or row.scores is None or row.seed is None:
            raise Refusal("table_running" if row.status == "running" else "table_waiting")
        return Result(
            table=row.shown(n, None),
            scores=row.scores,
            seed=row.seed,
            commitment=row.commitment or "",
            commitment_holds=seating.commitment(row.seed) == row.commitment,
            ratings=row.ratings,
        )

    def tell_lobby(self, row: TableRow) -> None:
        """Show the lobby where a table is."""
        room = self.rooms.get(row.id)
        if room is not None:
            self.lobby.tell(row, room.n, room.turn)
        else:
            self.lobby.tell(row, 0, row.options.first_turn)
