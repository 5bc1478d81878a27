"""All tables of one server process: loading, changing, finishing, acting for bots and clocks."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from sqlalchemy import delete, func, insert, select
from sqlalchemy.exc import IntegrityError

from . import ratings, rows, seating
from .board_pages import BoardPages
from .bodies import FinalScore, Result, TableInfo, TicketResult
from .bot_seats import BotBench
from .bus import Bus
from .connection import Connection
from .database import Database, StorageError, milliseconds
from .errors import Refusal
from .journal import Journal
from .limits import Buckets
from .log import log
from .longest import longest_tracks
from .messages import CHAT_LIMIT, Closing, LobbyGone, LobbyTable, LobbyTables
from .metrics import Metrics
from .people import People, PersonRow
from .room import DAY, SECOND, Room
from .rows import TableRow
from .schema import chat, tables
from .settings import Settings
from .ways import cheapest_way

T = TypeVar("T")
SWEEP_SECONDS = 10.0
LOBBY_LIMIT = 200
STAND_IN_LEVEL = "normal"
FORGOTTEN_DAYS = 7
"""A table that has waited so long without starting is removed."""


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
        self.lobby: set[Connection] = set()
        self.closing = False
        self._loading: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._tidied = 0
        self._chatting = Buckets(settings.chat_rate, settings.chat_burst)

    # Life ------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Open the database and take up the tables that go on by themselves."""
        await self.database.open()
        self.journal.start()
        self.bus.start()
        self.spawn(self._sweep_for_ever())
        if self.settings.warm:
            self.spawn(self.boards.warm())
        log.info("open", database=self.settings.shown_url, process=self.process)

    async def farewell(self) -> None:
        """Take no more moves, store those under way, and tell everyone."""
        self.closing = True
        everyone = list(self.lobby)
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
        task = asyncio.get_running_loop().create_task(self._guarded(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _guarded(self, work: Coroutine[Any, Any, Any]) -> None:
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
        """The game a started table begins with."""
        assert row.seed is not None
        return seating.new_game(row.board, len(row.seats), row.seed, row.options.first)

    async def create(self, row: TableRow) -> TableInfo:
        """Store a new table."""
        while True:
            try:
                async with self.database.write() as connection:
                    mine = select(func.count()).where(
                        tables.c.owner == row.owner, tables.c.status != "finished"
                    )
                    if (await connection.execute(mine)).scalar_one() >= (
                        self.settings.tables_per_person
                    ):
                        raise Refusal("too_many_tables", limit=self.settings.tables_per_person)
                    await rows.create(connection, row)
                    await self.bus.tell(connection, table=row.id, version=row.version)
                break
            except IntegrityError:
                # Another table has this short code.
                row.code = seating.new_code()
        self._tell_lobby(row)
        log.info("table_created", table=row.id, board=row.board, seats=len(row.seats))
        return row.shown(0, None)

    async def change(self, table_id: str, alter: Callable[[TableRow], T]) -> tuple[TableRow, T]:
        """Change a table or its seats in one transaction, then tell everyone."""
        async with self.database.write() as connection:
            row = await rows.read_one(connection, table_id, lock=True)
            result = alter(row)
            await rows.save(connection, row)
            await self.bus.tell(connection, table=row.id, version=row.version)
        self._row_changed(row)
        return row, result

    async def leave(self, table_id: str, person: PersonRow, seat: int) -> TableRow:
        """Free a seat; a table that nobody waits at any more is gone."""
        async with self.database.write() as connection:
            row = await rows.read_one(connection, table_id, lock=True)
            seating.leave(row, person, seat)
            gone = row.status == "waiting" and not any(s.person for s in row.seats)
            if gone:
                await connection.execute(delete(tables).where(tables.c.id == table_id))
            else:
                await rows.save(connection, row)
            await self.bus.tell(connection, table=row.id, version=row.version)
        if gone:
            self._table_gone(table_id)
        else:
            self._row_changed(row)
        return row

    def _table_gone(self, table_id: str) -> None:
        room = self.rooms.pop(table_id, None)
        if room is not None:
            for connection in list(room.connections):
                connection.close(4404, "not_found")
        for connection in self.lobby:
            connection.send(LobbyGone(table_id))

    def _row_changed(self, row: TableRow) -> None:
        room = self.rooms.get(row.id)
        if room is not None and row.version > room.row.version:
            room.row_changed(row)
        elif room is None and row.status == "running":
            self.spawn(self.room(row.id))
        self._tell_lobby(row)

    async def refresh(self, table_id: str) -> None:
        """Look at a table's row again."""
        async with self.database.read() as connection:
            found = await rows.read(connection, [table_id])
        if found:
            self._row_changed(found[0])
        else:
            self._table_gone(table_id)

    async def info(self, row: TableRow) -> TableInfo:
        """A table as everyone sees it."""
        async with self.database.read() as connection:
            return (await rows.shown(connection, [row]))[0]

    async def rematch(self, table_id: str, person: PersonRow) -> str:
        """The id of the table for another game; made once however often it is asked for."""
        async with self.database.read() as connection:
            row = await rows.read_one(connection, table_id)
        again = seating.rematch(row, person)
        if row.next is not None:
            return row.next
        await self.create(again)

        def link(current: TableRow) -> str:
            if current.next is None:
                current.next = again.id
            return current.next

        _, chosen = await self.change(table_id, link)
        return chosen

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
        self._row_changed(row)
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

    # Acting for bots, clocks and absent people -------------------------------------------------

    async def act(self, room: Room) -> None:
        """Something is due at a table: let a bot move, or let one stand in."""
        due = room.due()
        if due is None or self.closing:
            return
        if due > milliseconds():
            room.schedule()
            return
        if not await self.bus.claim(room.row.id):
            room.schedule(later=2.0)
            return
        try:
            await self._act(room)
        except Refusal as refusal:
            # Someone moved meanwhile, or the disk is full: look again a little later.
            log.debug("act_again", table=room.row.id, code=refusal.code)
            room.schedule(later=0.5 if refusal.code == "stale" else 2.0)
        except StorageError:
            room.schedule(later=2.0)

    async def _act(self, room: Room) -> None:
        async with room.lock:
            await room.ready()
            if room.turn is None:
                return
            seat, on = room.row.seats[room.turn], room.n
            view = room.game.view(seat.seat)
        by_itself = room.plays_itself()
        if seat.kind == "person" and not by_itself and room.row.options.absent != "wait":
            stand_in = "until_return" if room.row.options.absent == "bot" else "for_good"
            if not (stand_in == "until_return" and room.connected(seat.seat)):
                await self.stand_in(room, seat.seat, stand_in)
        level = seat.level or STAND_IN_LEVEL
        action = await self.bots.choose(level, view, room.row.id)
        by: Any = "bot" if seat.kind == "bot" else "stand_in"
        await room.play(seat.seat, action, on, None, by)

    async def stand_in(self, room: Room, seat: int, value: str) -> None:
        """A bot takes a seat's moves over, or gives them back."""
        if room.row.seats[seat].stand_in in (value, "for_good"):
            return

        def alter(row: TableRow) -> None:
            row.seats[seat].stand_in = value

        await self.change(room.row.id, alter)

    async def returned(self, room: Room, seat: int | None) -> None:
        """A person is back at the seat: the bot stops standing in."""
        if (
            seat is not None
            and seat < len(room.row.seats)
            and room.row.seats[seat].stand_in == "until_return"
        ):
            await self.stand_in(room, seat, "no")

    # Chat ------------------------------------------------------------------------------------

    async def say(self, room: Room, connection: Connection, text: str, move_id: str) -> int:
        """Store and pass on a chat line; returns its number."""
        seat = connection.seat
        if seat is None or connection.person is None:
            raise Refusal("spectator")
        for said, person, known in room.chat:
            if person == connection.person and known == move_id:
                return said.number
        text = text.strip()
        if not 1 <= len(text) <= CHAT_LIMIT:
            raise Refusal("chat_bad", limit=CHAT_LIMIT)
        self._chatting.check(f"{room.row.id} {connection.person}")
        # PostgreSQL has no place for this character, and no reader a use.
        text = text.replace("\0", "")
        line = {
            "table_id": room.row.id,
            "seat": seat,
            "name": room.row.seats[seat].name or "",
            "text": text,
            "at": milliseconds(),
            "person": connection.person,
            "move_id": move_id,
        }
        async with room.lock:
            while True:
                try:
                    async with self.database.write() as database:
                        query = select(func.max(chat.c.number)).where(
                            chat.c.table_id == room.row.id
                        )
                        number = ((await database.execute(query)).scalar() or 0) + 1
                        await database.execute(insert(chat).values(number=number, **line))
                        await self.bus.tell(database, table=room.row.id, chat=number)
                    break
                except IntegrityError:
                    continue
        await room.load_chat()
        return number

    # Lobby -----------------------------------------------------------------------------------

    async def public_tables(self) -> list[TableInfo]:
        """Public tables that wait or are being played, the newest first."""
        async with self.database.read() as connection:
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

    async def enter_lobby(self, connection: Connection) -> None:
        """A socket wants to watch the lobby."""
        connection.send(LobbyTables(await self.public_tables()))
        self.lobby.add(connection)

    def _tell_lobby(self, row: TableRow) -> None:
        if not row.public or not self.lobby:
            return
        room = self.rooms.get(row.id)
        info = row.shown(room.n if room else 0, room.turn if room else row.options.first_turn)
        message = LobbyGone(row.id) if row.status == "finished" else LobbyTable(info)
        for connection in self.lobby:
            connection.send(message)

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
        table_id = news["table"]
        room = self.rooms.get(table_id)
        if "version" in news:
            self.spawn(self.refresh(table_id))
        elif room is None:
            return
        elif "n" in news:
            if news["n"] > room.n:
                self.spawn(room.catch_up())
        elif "chat" in news:
            self.spawn(room.load_chat())
        elif "seats" in news:
            seats = {int(seat): count for seat, count in news["seats"].items()}
            if seats or news["spectators"]:
                known = news["from"] in room.elsewhere
                room.elsewhere[news["from"]] = (milliseconds(), seats, news["spectators"])
                if not known:
                    self.tell_presence(room)
            else:
                room.elsewhere.pop(news["from"], None)
            room.presence_changed(told=True)

    async def _line_restored(self) -> None:
        for room in list(self.rooms.values()):
            self.spawn(self.refresh(room.row.id))
            self.spawn(room.catch_up())
            self.spawn(room.load_chat())

    async def _sweep_for_ever(self) -> None:
        while True:
            try:
                await self._sweep()
            except StorageError:
                log.warning("sweep_failed")
            except Exception as error:
                log.failure("sweep_failed", error)
            await asyncio.sleep(SWEEP_SECONDS)

    async def _sweep(self) -> None:
        """Take up tables that go on by themselves, tell who is here, forget idle ones."""
        async with self.database.read() as connection:
            query = select(tables.c.id).where(tables.c.status == "running")
            running = [row.id for row in await connection.execute(query)]
            waiting_here = [i for i in running if i not in self.rooms]
            found = await rows.read(connection, waiting_here[:5000])
        for row in found:
            if self._goes_on(row) and await self.bus.claim(row.id):
                # One table that cannot be loaded must not keep the others from going on.
                await self._guarded(self.room(row.id))
                await asyncio.sleep(0)
        now = milliseconds()
        if now > self._tidied + DAY // 24:
            self._tidied = now
            async with self.database.write() as connection:
                old = tables.c.created < now - FORGOTTEN_DAYS * DAY
                await connection.execute(delete(tables).where(tables.c.status == "waiting", old))
        for room in list(self.rooms.values()):
            room.forget_silent()
            if room.connections and self.database.postgres:
                self.tell_presence(room)
                if room.game is not None:
                    self.spawn(room.catch_up())
            idle = not room.connections and room.idle_since < now - self.settings.idle * SECOND
            if idle and room.due() is None and not room.lock.locked():
                del self.rooms[room.row.id]
                await self.bus.release(room.row.id)
        self.metrics.tables.set(len(self.rooms))
        self.metrics.bot_failures.set(self.bots.failures)
        self.metrics.commits.set(self.journal.commits)

    def _goes_on(self, row: TableRow) -> bool:
        alone = any(s.kind == "bot" or s.stand_in != "no" for s in row.seats)
        return alone or row.options.clock.kind != "none" or row.options.absent != "wait"


def final_scores(room: Room) -> list[FinalScore]:
    """Every part of every seat's score."""
    board = room.game.board
    points = {ticket.id: ticket.points for ticket in board.tickets}
    scores = []
    for seat, score in zip(room.row.seats, room.game.scores(), strict=True):
        view = room.game.view(seat.seat).to_json()
        held = view["seats"][seat.seat]["tickets"]
        owned = [track for track, owner in view["routes"].items() if owner == seat.seat]
        scores.append(
            FinalScore(
                seat=seat.seat,
                name=seat.name,
                route_points=score.route_points,
                ticket_points=score.ticket_points,
                tickets_made=score.tickets_made,
                tickets_missed=score.tickets_missed,
                tickets=[
                    TicketResult(t, points[t], cheapest_way(board, view, t).done) for t in held
                ],
                longest=score.longest,
                bonuses=dict(score.bonuses),
                passenger_points=score.passenger_points,
                total=score.total,
                rank=score.rank,
                longest_path=longest_tracks(board, owned, score.longest),
            )
        )
    return scores
