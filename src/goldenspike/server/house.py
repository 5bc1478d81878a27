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
from .people import People, PersonRow
from .replays import Replays
from .results import final_scores
from .room import Room
from .rows import TableRow
from .settings import Settings

T = TypeVar("T")
PEER_SECONDS = 35
"""A process that was silent for so long is gone, and with it who was connected there."""


class House:
    """Everything one server process knows and does."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.process = secrets.token_hex(6)
        self.database = Database(settings)
        self.journal = Journal(self.database, self.process, settings.group_commit)
        self.bus = Bus(self.database, self.process, self._heard, self._line_restored)
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
        self._peers: dict[str, int] = {}
        """Other processes and when they were last heard of."""
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
            room.schedule()
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
                    room = Room(self, row)
                    await room.load_chat()
                    if table_id in self.rooms:
                        return self.rooms[table_id]
                    async with room.lock:
                        self.rooms[table_id] = room
                        try:
                            await room.ready()
                        except BaseException:
                            del self.rooms[table_id]
                            raise
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
        self.row_changed(row, ours=True)
        return row, result

    async def leave(self, table_id: str, person: PersonRow, seat: int) -> TableRow:
        """Free a seat; a table that nobody waits at any more is gone."""
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
            self.row_changed(row)
        return row

    def _table_gone(self, table_id: str) -> None:
        room = self.rooms.pop(table_id, None)
        if room is not None:
            for connection in list(room.connections):
                connection.close(4404, "not_found")
        self.lobby.gone(table_id)

    def row_changed(self, row: TableRow, ours: bool = False) -> None:
        """A table was stored anew: its room and the lobby hear of it."""
        room = self.rooms.get(row.id)
        if room is not None and row.version > room.row.version:
            room.row_changed(row)
        elif room is None and row.status == "running" and ours:
            self.spawn(self.room(row.id))
        self.tell_lobby(row)

    async def refresh(self, table_id: str) -> None:
        """Look at a table's row again."""
        async with self.database.read() as connection:
            found = await rows.read(connection, [table_id])
        if found:
            self.row_changed(found[0])
        else:
            self._table_gone(table_id)

    def logged_out(self, token_id: str) -> None:
        """A token is forgotten: so are the sockets that it opened."""
        for room in self.rooms.values():
            for connection in list(room.connections):
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
        pause = 0.2
        while True:
            try:
                await self._finish(room)
                return
            except StorageError:
                await asyncio.sleep(pause)
                pause = min(pause * 2, 10)

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
        self.row_changed(row)
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

    # Other processes -------------------------------------------------------------------------

    def tell_presence(self, room: Room) -> None:
        """Let other processes know who is connected here."""
        if self.database.postgres:
            seats, spectators = room.here()
            self.spawn(
                self.bus.tell_now(
                    table=room.row.id,
                    seats={str(s): c for s, c in seats.items()},
                    spectators=spectators,
                )
            )

    def _heard(self, news: dict[str, Any]) -> None:
        sender = news["from"]
        stranger = sender not in self._peers
        self._peers[sender] = milliseconds()
        if stranger:
            # A process that has just come up does not know who is connected here.
            for room in self.rooms.values():
                if room.connections:
                    self.tell_presence(room)
        if "logged_out" in news:
            self.logged_out(news["logged_out"])
        table_id = news.get("table")
        if table_id is None:
            return
        room_here = self.rooms.get(table_id)
        if "version" in news:
            self.spawn(self.refresh(table_id))
        elif room_here is None:
            return
        elif "n" in news:
            if news["n"] > room_here.n:
                self.spawn(room_here.catch_up())
        elif "chat" in news:
            self.spawn(room_here.load_chat())
        elif "seats" in news:
            seats = {int(seat): count for seat, count in news["seats"].items()}
            if sender not in room_here.elsewhere and room_here.connections:
                # It has opened this table only now, so it missed when ours connected.
                self.tell_presence(room_here)
            room_here.elsewhere[sender] = (seats, news["spectators"])
            room_here.presence_changed(told=True)

    async def mind_the_others(self) -> None:
        """Show that this process lives, forget those that do not, and find what was not heard."""
        if not self.database.postgres:
            return
        await self.bus.tell_now(alive=True)
        silent = milliseconds() - PEER_SECONDS * 1000
        for process in [p for p, heard in self._peers.items() if heard < silent]:
            del self._peers[process]
            for room in self.rooms.values():
                if room.elsewhere.pop(process, None) is not None:
                    room.presence_changed(told=True)
        watched = [i for i, room in self.rooms.items() if room.connections]
        if watched:
            async with self.database.read() as connection:
                at = await rows.progress(connection, watched)
            for table_id, (number, _) in at.items():
                if table_id in self.rooms and number > self.rooms[table_id].n:
                    self.spawn(self.rooms[table_id].catch_up())

    async def _line_restored(self) -> None:
        for room in list(self.rooms.values()):
            self.spawn(self.refresh(room.row.id))
            self.spawn(room.catch_up())
            self.spawn(room.load_chat())
