"""One table in memory: the game, who watches it, and the order in which things happen to it."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from sqlalchemy import select

import goldenspike as gs

from . import rows, seen
from .connection import Connection
from .database import StorageError, milliseconds
from .errors import Refusal
from .journal import ActionRow
from .log import log
from .messages import (
    Finished,
    Hello,
    Log,
    Logged,
    Move,
    Presence,
    Said,
    SeatPresence,
    Table,
)
from .rows import TableRow
from .schema import actions, chat
from .seen import By
from .timing import Timing

if TYPE_CHECKING:
    from .house import House

T = TypeVar("T")

KEPT_EVENTS = 64
"""Events kept for those who reconnect; who missed more gets a snapshot."""
KEPT_CHAT = 100


class Room:
    """A table that someone watches, or whose bots or clocks this process drives."""

    def __init__(self, house: House, row: TableRow) -> None:
        self.house = house
        self.row = row
        self.lock = asyncio.Lock()
        self.game: Any = None
        self.n = 0
        self.turn: int | None = None
        self.last_at = row.started or 0
        self.moves: dict[tuple[int, str], int] = {}
        self.views: dict[int | None, dict[str, Any]] = {}
        self.events: dict[int | None, deque[tuple[int, str]]] = {}
        self.history: list[tuple[int, Any, By]] = []
        """Every event so far with its number: what a log is made of for whoever comes late."""
        self.sockets: set[Connection] = set()
        """Every open socket of the table; it stays in memory for each of them."""
        self.connections: set[Connection] = set()
        """Those of them that have said hello."""
        self.elsewhere: dict[str, tuple[dict[int, int], int]] = {}
        """Sockets by seat, and spectators, of other processes."""
        self._made: dict[tuple[str, int | None], Any] = {}
        self._made_at = 0
        self._presence = ""
        self._told: Any = None
        """Who is connected, as the sockets here and the other processes were last told."""
        self.chat: deque[tuple[Said, str | None, str | None]] = deque(maxlen=KEPT_CHAT)
        self.offline_since: dict[int, int] = {}
        self.timing = Timing(self)
        self.idle_since = milliseconds()

    # Loading ---------------------------------------------------------------------------------

    async def load(self) -> None:
        """Fetch all that is stored; call with the lock held, once the house knows of the room.

        The row is read again: what changed before that was told to nobody.
        """
        async with self.house.database.read() as connection:
            self.row = await rows.read_one(connection, self.row.id)
        self.last_at = self.row.started or 0
        await self.load_chat()
        await self.ready()

    async def ready(self) -> None:
        """Make sure the game in memory is the stored one; call with the lock held."""
        if self.row.status != "waiting" and self.game is None:
            await self._reload()

    @contextlib.asynccontextmanager
    async def settled(self) -> AsyncIterator[None]:
        """The table to oneself, with nothing under way: the game in memory is the stored one."""
        async with self.lock:
            try:
                await self.ready()
            except StorageError:
                raise Refusal("storage") from None
            yield

    async def catch_up(self) -> None:
        """Play what other processes stored meanwhile."""
        async with self.lock:
            if self.row.status == "waiting":
                return
            if self.game is None:
                await self._reload()
                return
            for row in await self._stored(self.n):
                self._advance(row, self.game.play(row.action))

    def spoil(self) -> None:
        """Forget the game: what is stored and what is in memory may differ."""
        self.game = None

    async def _stored(self, after: int) -> list[Any]:
        async with self.house.database.read() as connection:
            query = (
                select(actions)
                .where(actions.c.table_id == self.row.id, actions.c.number > after)
                .order_by(actions.c.number)
            )
            return list(await connection.execute(query))

    async def _reload(self) -> None:
        stored = await self._stored(0)
        game = self.house.new_game(self.row)
        self.turn = game.seat
        self.history = []
        for index, row in enumerate(stored):
            event = game.play(row.action)
            self._remember(row, event)
            if row.move_id is not None:
                self.moves[row.seat, row.move_id] = row.number
            if row.number > self.n and self.views:
                self.game = game
                self._advance(row, event)
            elif row.number > self.n:
                self.n, self.last_at = row.number, row.at
            if index % 25 == 24:
                await asyncio.sleep(0)
        self.game = game
        self.turn = None if game.over else game.seat
        if game.over and self.row.status == "running":
            self.house.spawn(self.house.finish(self))
        self.timing.schedule()

    async def load_chat(self) -> None:
        """Fetch the last lines of the chat."""
        async with self.house.database.read() as connection:
            query = (
                select(chat)
                .where(chat.c.table_id == self.row.id)
                .order_by(chat.c.number.desc())
                .limit(KEPT_CHAT)
            )
            lines = list(await connection.execute(query))
        known = self.chat[-1][0].number if self.chat else 0
        for line in reversed(lines):
            if line.number > known:
                self.hear(line)

    def hear(self, line: Any) -> None:
        """A chat line is stored: keep it and pass it on."""
        said = Said(line.number, line.seat, line.name, line.text, line.at)
        self.chat.append((said, line.person, line.move_id))
        text = msgspec.json.encode(said).decode()
        for connection in self.connections:
            connection.send_text(text)

    # Playing ---------------------------------------------------------------------------------

    async def move(self, connection: Connection, move: Move) -> int:
        """A socket's move for the seat it looks from; returns its number once it is stored."""
        async with self.settled():
            if connection.seat is None:
                raise Refusal("spectator")
            return await self._play(connection.seat, move.action, move.on, move.id, "person")

    async def play(self, seat: int, action: str, on: int, by: By) -> int:
        """A move that a bot chose; returns its number once it is stored."""
        async with self.settled():
            return await self._play(seat, action, on, None, by)

    async def _play(self, seat: int, action: str, on: int, move_id: str | None, by: By) -> int:
        """Make a move, with the table to oneself; a refusal changes nothing."""
        known = self._known(seat, move_id)
        if known is not None:
            return known
        if self.house.closing:
            raise Refusal("closing")
        if self.row.status == "waiting":
            raise Refusal("table_waiting")
        if self.game.over:
            raise Refusal("table_finished")
        if by == "person" and self.row.seats[seat].stand_in == "for_good":
            raise Refusal("seat_given_up", seat=seat)
        if on != self.n:
            raise Refusal("stale", on=on, n=self.n)
        if self.game.seat != seat:
            raise Refusal("not_your_turn", seat=self.game.seat)
        try:
            event = self.game.play(action)
        except gs.IllegalAction as error:
            raise illegal(error.reason) from None
        except gs.InputError as error:
            raise Refusal("illegal", rule="", why=str(error), reason="notation") from None
        row = ActionRow(
            table_id=self.row.id,
            number=self.n + 1,
            seat=seat,
            # Stored as it is written, not as it was typed.
            action=str(event.action),
            move_id=move_id,
            by=by,
            at=max(milliseconds(), self.last_at),
            turn=None if self.game.over else self.game.seat,
        )
        try:
            stored = await self.house.journal.append(row)
        except StorageError:
            self.spoil()
            raise Refusal("storage") from None
        if stored:
            self.house.metrics.moves.labels(by).inc()
            self._advance(row, event)
            return row.number
        # Another process was quicker, or this very move was stored before a lost connection.
        self.spoil()
        try:
            await self.ready()
        except StorageError:
            raise Refusal("storage") from None
        known = self._known(seat, move_id)
        if known is None:
            raise Refusal("stale", on=on, n=self.n)
        return known

    def _known(self, seat: int, move_id: str | None) -> int | None:
        return None if move_id is None else self.moves.get((seat, move_id))

    def _advance(self, row: Any, event: Any) -> None:
        """The stored action `row` has been played: tell everyone."""
        self._remember(row, event)
        self.n = row.number
        self.last_at = row.at
        self.turn = None if self.game.over else self.game.seat
        if row.move_id is not None:
            self.moves[row.seat, row.move_id] = row.number
        clock = self.timing.clock()
        texts: dict[int | None, str] = {}
        for viewer, before in self.views.items():
            after = seen.view_of(self.game, viewer)
            texts[viewer] = seen.event_text(before, after, event, viewer, row.number, row.by, clock)
            self.views[viewer] = after
            self.events[viewer].append((row.number, texts[viewer]))
        for connection in list(self.connections):
            try:
                connection.send_text(texts[connection.seat])
            except Exception as error:
                # The action is stored: it has to reach the others, and the table to go on. Who
                # comes back gets a snapshot.
                log.failure("telling_failed", error, table=self.row.id, n=row.number)
                connection.close(1011, "internal")
        if self.game.over and self.row.status == "running":
            self.house.spawn(self.house.finish(self))
        self.timing.schedule()

    def _remember(self, row: Any, event: Any) -> None:
        if row.number == len(self.history) + 1:
            self.history.append((row.number, event, row.by))

    # Watching --------------------------------------------------------------------------------

    async def enter(self, connection: Connection, person: str | None, hello: Hello) -> None:
        """A socket says hello: tell it all it may know, and the others that it is here."""
        async with self.settled():
            mine = self.row.seats_of(person)
            if hello.seat is not None and hello.seat not in mine:
                raise Refusal("not_your_seat", seat=hello.seat)
            first = mine[0] if mine else None
            connection.person = person
            connection.seat = hello.seat if hello.seat is not None else first
            connection.watching = hello.token is None
            connection.greeted = True
            self.connections.add(connection)
            connection.send(self.table_for(connection))
            for said, _, _ in self.chat:
                connection.send(said)
            if self.row.status != "waiting":
                self._send_position(connection, hello.have)
            if self.row.status == "finished":
                connection.send(Finished(self.house.result(self.row, self.n)))
            before = self._presence
            self.presence_changed()
            if self._presence == before:
                connection.send_text(before)

    async def resync(self, connection: Connection) -> None:
        """A fresh snapshot for one socket."""
        async with self.settled():
            if self.row.status == "waiting":
                connection.send(self.table_for(connection))
            else:
                self._send_position(connection, None)

    def leave(self, connection: Connection) -> None:
        """A socket is gone."""
        self.sockets.discard(connection)
        self.idle_since = milliseconds()
        if connection in self.connections:
            self.connections.discard(connection)
            self.presence_changed()
        if not self.sockets:
            self._made.clear()

    def table_for(self, connection: Connection) -> Table:
        """The table message for one socket."""
        info = self.row.shown(self.n, self.turn)
        return Table(info, self.row.you(connection.person), connection.seat)

    def _send_position(self, connection: Connection, have: int | None) -> None:
        viewer = connection.seat
        if viewer not in self.views:
            self.views[viewer] = seen.view_of(self.game, viewer)
            self.events[viewer] = deque(maxlen=KEPT_EVENTS)
        missed = [text for number, text in self.events[viewer] if have is None or number > have]
        if have is not None and 0 <= have <= self.n and len(missed) == self.n - have:
            for text in missed:
                connection.send_text(text)
        else:
            connection.send_text(
                seen.snapshot_text(self.n, self.views[viewer], self.timing.clock())
            )
            connection.send_text(self.once("log", viewer, lambda: self._log(viewer)))

    def _log(self, viewer: int | None) -> str:
        past = [Logged(n, event.seen_by(viewer), by) for n, event, by in self.history]
        return msgspec.json.encode(Log(past)).decode()

    def once(self, what: str, viewer: int | None, make: Callable[[], T]) -> T:
        """Something that a viewer may ask for again and again: made once for each number."""
        if self._made_at != self.n:
            self._made.clear()
            self._made_at = self.n
        if (what, viewer) not in self._made:
            self._made[what, viewer] = make()
        made: T = self._made[what, viewer]
        return made

    async def row_changed(self, row: TableRow) -> None:
        """The table or its seats changed: seats keep their sockets, everyone hears of it.

        A socket changes its seat with the table to itself, and gets the position from there: no
        event may come between that belongs to another view.
        """
        async with self.lock:
            before = self.row
            if row.version <= before.version:
                return
            self.row = row
            begins = before.status == "waiting" and row.status != "waiting"
            if begins:
                self.last_at = row.started or 0
                self.views.clear()
                self.events.clear()
            moved = [c for c in self.connections if self._reseat(c, before)]
            for connection in self.connections:
                connection.send(self.table_for(connection))
            if row.status != "waiting":
                await self._show(list(self.connections) if begins else moved)
            if begins or moved:
                self.presence_changed()
            if before.status == "running" and row.status == "finished":
                finished = Finished(self.house.result(row, self.n))
                for connection in self.connections:
                    connection.send(finished)
        self.timing.schedule()

    def _reseat(self, connection: Connection, before: TableRow) -> bool:
        """Put a socket where its person sits now; whether that is another seat."""
        seat = connection.seat
        mine = self.row.seats_of(connection.person)
        held = before.seats_of(connection.person)
        if seat in held and len(mine) == len(held):
            connection.seat = mine[held.index(seat)]
        elif seat is None or seat not in mine:
            connection.seat = mine[0] if mine and not connection.watching else None
        return connection.seat != seat

    async def _show(self, connections: Iterable[Connection]) -> None:
        """Send the position to those who see it anew."""
        try:
            await self.ready()
        except StorageError:
            for connection in connections:
                connection.close(1013, "storage")
                self.connections.discard(connection)
            return
        for connection in connections:
            self._send_position(connection, None)

    # Presence --------------------------------------------------------------------------------

    def here(self) -> tuple[dict[int, int], int]:
        """Sockets of this process by seat, and its spectators."""
        by_seat: dict[int, int] = {}
        spectators = 0
        for connection in self.connections:
            if connection.seat is None:
                spectators += 1
            else:
                by_seat[connection.seat] = by_seat.get(connection.seat, 0) + 1
        return by_seat, spectators

    def connected(self, seat: int) -> bool:
        """Whether anyone is connected at this seat, in any process."""
        return any(c.seat == seat for c in self.connections) or any(
            seat in seats for seats, _ in self.elsewhere.values()
        )

    def presence_changed(self, told: bool = False) -> None:
        """Tell this process's sockets, and unless they told us, the other processes.

        Only what is new: whoever says hello again and again keeps nobody busy.
        """
        now = milliseconds()
        here = self.here()
        spectators = here[1] + sum(count for _, count in self.elsewhere.values())
        present = []
        for seat in self.row.seats:
            there = self.connected(seat.seat)
            present.append(SeatPresence(seat.seat, there))
            if there:
                self.offline_since.pop(seat.seat, None)
            else:
                self.offline_since.setdefault(seat.seat, now)
        text = msgspec.json.encode(Presence(present, spectators)).decode()
        if text != self._presence:
            self._presence = text
            for connection in self.connections:
                connection.send_text(text)
        if not told and here != self._told:
            self._told = here
            self.house.peers.tell_presence(self)
        self.timing.schedule()


def illegal(reason: gs.Reason) -> Refusal:
    """The refusal for an action that the rules do not allow."""
    return Refusal(
        "illegal", rule=reason.rule, why=reason.why, reason=reason.code, **dict(reason.params)
    )
