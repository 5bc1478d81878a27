"""One table in memory: its game, and the order in which things happen to it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import goldenspike as gs
from goldenspike.server.cluster.presence import TablePresence
from goldenspike.server.metrics import Metrics
from goldenspike.server.people.chat import ChatStore, TableChat
from goldenspike.server.protocol import messages
from goldenspike.server.protocol.messages import Ack, Ask, By, Chat, Finished, Hello, Move
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.storage.chat_lines import ChatLine
from goldenspike.server.storage.database import StorageError
from goldenspike.server.storage.journal import Journal
from goldenspike.server.storage.stored_games import ActionRow, new_game
from goldenspike.server.storage.table_rows import TableRow
from goldenspike.server.storage.times import milliseconds
from goldenspike.server.tables.audience import Audience
from goldenspike.server.tables.background import Background
from goldenspike.server.tables.clock import TableClock
from goldenspike.server.tables.subscriber import Subscriber
from goldenspike.server.views.answers import answer, illegal_action
from goldenspike.server.views.client_view import TableViews
from goldenspike.server.views.results import result_of


@dataclass(frozen=True, slots=True)
class Collaborators:
    """All that a table is given when it is made; it knows nothing else of its server."""

    journal: Journal
    read_row: Callable[[str], Awaitable[TableRow]]
    """Reads a table as it is stored."""
    chat: ChatStore
    tell_peers: Callable[[TablePresence], None]
    """Reports to the other processes who is connected here."""
    metrics: Metrics
    background: Background
    act: Callable[[Table], Awaitable[float]]
    """Acts in place of players: does what is due, and returns how many seconds to wait at least
    before it is called again."""
    on_finished: Callable[[Table], Coroutine[Any, Any, None]]
    """Called in the background when the game is over and its result not stored."""


class Made(NamedTuple):
    """A move that is stored."""

    number: int
    untold: tuple[ActionRow, gs.Event] | None = None
    """What is stored and what came of it, for those at the table; None if they know already."""


class Table:
    """A table that someone watches, or whose bots or clocks this process drives."""

    def __init__(self, row: TableRow, collaborators: Collaborators) -> None:
        self.row = row
        self._journal = collaborators.journal
        self._read_row = collaborators.read_row
        self._metrics = collaborators.metrics
        self._background = collaborators.background
        self._on_finished = collaborators.on_finished
        self.lock = asyncio.Lock()
        self.game: gs.Game | None = None
        """None before the start, and while what is stored may differ from what was in memory."""
        self.n = 0
        """Number of the last action."""
        self.turn: int | None = None
        self.last_at = row.started or 0
        self._moves: dict[tuple[int, str], int] = {}
        """Numbers of stored moves by seat and the id they were sent with."""
        self._views = TableViews()
        self.audience = Audience(
            row.id,
            seats=lambda: len(self.row.seats),
            tell_peers=collaborators.tell_peers,
            on_change=lambda: self.clock.schedule(),
        )
        self.presence = self.audience.presence
        self.chat = TableChat(collaborators.chat, row.id, self.audience.broadcast)
        self.clock = TableClock(self, lambda: collaborators.act(self), self._background)
        self.idle_since = milliseconds()

    @property
    def started_game(self) -> gs.Game:
        """The game, where it is known to be in memory."""
        assert self.game is not None, "the game has not started or is not loaded"
        return self.game

    # Loading ---------------------------------------------------------------------------------

    async def load(self) -> None:
        """Fetch all that is stored; call with the lock held, once news of the table arrive.

        The row is read again: what changed before that was told to nobody.
        """
        self.row = await self._read_row(self.row.id)
        self.last_at = self.row.started or 0
        await self.chat.load()
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
            for row in await self._journal.read(self.row.id, self.n):
                self._advance(row, self.game.play(row.action))

    def invalidate(self) -> None:
        """Forget the game: what is stored and what is in memory may differ."""
        self.game = None

    async def _reload(self) -> None:
        stored = await self._journal.read(self.row.id)
        game = new_game(self.row)
        self.turn = game.seat
        self._views.forget_history()
        for index, row in enumerate(stored):
            event = game.play(row.action)
            self._views.remember(row.number, event, row.by)
            if row.move_id is not None:
                self._moves[row.seat, row.move_id] = row.number
            if row.number > self.n and self._views.any_sent:
                self.game = game
                self._advance(row, event)
            elif row.number > self.n:
                self.n, self.last_at = row.number, row.at
            if index % 25 == 24:
                await asyncio.sleep(0)
        self.game = game
        self.turn = None if game.over else game.seat
        self._check_finished()
        self.clock.schedule()

    def _check_finished(self) -> None:
        if self.started_game.over and self.row.status == "running":
            self._background.spawn(self._on_finished(self))

    # Playing ---------------------------------------------------------------------------------

    async def move(self, subscriber: Subscriber, move: Move) -> int:
        """Store, acknowledge and tell everyone a socket's move for the seat it looks from.

        Returns its number. A move that is stored already is only acknowledged again.
        """
        async with self.settled():
            if subscriber.seat is None:
                raise Refusal("spectator")
            made = await self._store(subscriber.seat, move.action, move.on, move.id, "person")
            try:
                # Before the event: that is made for every seat, and this need not wait for it.
                subscriber.send(Ack(move.id, made.number))
            finally:
                self._tell(made)
            return made.number

    async def play(self, seat: int, action: str, on: int, by: By) -> int:
        """Store and tell everyone a move that a bot chose; returns its number."""
        async with self.settled():
            made = await self._store(seat, action, on, None, by)
            self._tell(made)
            return made.number

    async def _store(self, seat: int, action: str, on: int, move_id: str | None, by: By) -> Made:
        """Make a move and store it, with the table to oneself; a refusal changes nothing."""
        known = self._known(seat, move_id)
        if known is not None:
            return Made(known)
        game = self._check_move(seat, on, by)
        try:
            event = game.play(action)
        except gs.InputError as error:
            raise illegal_action(error) from None
        row = ActionRow(
            table_id=self.row.id,
            number=self.n + 1,
            seat=seat,
            # Stored as it is written, not as it was typed.
            action=str(event.action),
            move_id=move_id,
            by=by,
            at=max(milliseconds(), self.last_at),
            turn=None if game.over else game.seat,
        )
        try:
            stored = await self._journal.append(row)
        except StorageError:
            self.invalidate()
            raise Refusal("storage") from None
        if stored:
            self._metrics.moves.labels(by).inc()
            return Made(row.number, (row, event))
        # Another process was quicker, or this very move was stored before a lost connection.
        self.invalidate()
        try:
            await self.ready()
        except StorageError:
            raise Refusal("storage") from None
        known = self._known(seat, move_id)
        if known is None:
            raise Refusal("stale", on=on, n=self.n)
        return Made(known)

    def _tell(self, made: Made) -> None:
        if made.untold is not None:
            self._advance(*made.untold)

    def _check_move(self, seat: int, on: int, by: By) -> gs.Game:
        """The game, if this seat may move at this number."""
        if self._background.closing:
            raise Refusal("closing")
        if self.row.status == "waiting":
            raise Refusal("table_waiting")
        game = self.started_game
        if game.over:
            raise Refusal("table_finished")
        if by == "person" and self.row.seats[seat].stand_in == "for_good":
            raise Refusal("seat_given_up", seat=seat)
        if on != self.n:
            raise Refusal("stale", on=on, n=self.n)
        if game.seat != seat:
            raise Refusal("not_your_turn", seat=game.seat)
        return game

    def _known(self, seat: int, move_id: str | None) -> int | None:
        return None if move_id is None else self._moves.get((seat, move_id))

    def _advance(self, row: ActionRow, event: gs.Event) -> None:
        """The stored action `row` has been played: tell everyone."""
        game = self.started_game
        self.n = row.number
        self.last_at = row.at
        self.turn = None if game.over else game.seat
        if row.move_id is not None:
            self._moves[row.seat, row.move_id] = row.number
        texts = self._views.advance(game, row.number, event, row.by, self.clock.state())
        self.audience.send_event(texts, row.number)
        self._check_finished()
        self.clock.schedule()

    # Watching --------------------------------------------------------------------------------

    async def enter(self, subscriber: Subscriber, person: str | None, hello: Hello) -> None:
        """A socket says hello: tell it all it may know, and the others that it is here."""
        async with self.settled():
            mine = self.row.seats_of(person)
            if hello.seat is not None and hello.seat not in mine:
                raise Refusal("not_your_seat", seat=hello.seat)
            first = mine[0] if mine else None
            subscriber.person = person
            subscriber.seat = hello.seat if hello.seat is not None else first
            subscriber.watching = hello.token is None
            subscriber.greeted = True
            self.audience.subscribers.add(subscriber)
            subscriber.send(self._table_message(subscriber))
            for said in self.chat:
                subscriber.send(said)
            if self.row.status != "waiting":
                self._send_position(subscriber, hello.have)
            if self.row.status == "finished":
                subscriber.send(Finished(result_of(self.row, self.n)))
            self.audience.welcome(subscriber)

    async def resync(self, subscriber: Subscriber) -> None:
        """A fresh snapshot for one socket."""
        async with self.settled():
            if self.row.status == "waiting":
                subscriber.send(self._table_message(subscriber))
            else:
                self._send_position(subscriber, None)

    async def answer(self, subscriber: Subscriber, ask: Ask) -> None:
        """Answer a question about what the socket's seat sees."""
        async with self.settled():
            subscriber.send(answer(self.game, self.n, self._views, subscriber.seat, ask))

    async def say(self, subscriber: Subscriber, said: Chat) -> int:
        """Store a chat line and pass it on; returns its number."""
        seat, person = subscriber.seat, subscriber.person
        if seat is None or person is None:
            raise Refusal("spectator")
        known = self.chat.number_of(person, said.id)
        if known is not None:
            return known
        text = self.chat.check(person, said.text)
        name = self.row.seats[seat].name or ""
        line = ChatLine(self.row.id, seat, name, text, milliseconds(), person, said.id)
        async with self.lock:
            return await self.chat.store(line)

    def leave(self, subscriber: Subscriber) -> None:
        """A socket is gone."""
        self.idle_since = milliseconds()
        self.audience.leave(subscriber)
        if not self.audience.sockets:
            self._views.invalidate()

    def close(self, code: int, reason: str) -> None:
        """The table leaves memory: its timer stops and its sockets are closed."""
        self.clock.stop()
        self.audience.close(code, reason)

    def _table_message(self, subscriber: Subscriber) -> messages.Table:
        info = self.row.to_public(self.n, self.turn)
        return messages.Table(info, self.row.you(subscriber.person), subscriber.seat)

    def _send_position(self, subscriber: Subscriber, have: int | None) -> None:
        for text in self._views.texts_since(
            have, self.started_game, self.n, subscriber.seat, self.clock.state()
        ):
            subscriber.send_text(text)

    # Seats -----------------------------------------------------------------------------------

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
                self._views.clear()
            subscribers = self.audience.subscribers
            moved = [s for s in subscribers if self._reseat(s, before)]
            for subscriber in subscribers:
                subscriber.send(self._table_message(subscriber))
            if row.status != "waiting":
                await self._show(list(subscribers) if begins else moved)
            if begins or moved:
                self.audience.presence_changed()
            if before.status == "running" and row.status == "finished":
                self.audience.broadcast(Finished(result_of(row, self.n)))
        self.clock.schedule()

    def _reseat(self, subscriber: Subscriber, before: TableRow) -> bool:
        """Put a socket where its person sits now; whether that is another seat."""
        seat = subscriber.seat
        mine = self.row.seats_of(subscriber.person)
        held = before.seats_of(subscriber.person)
        if seat in held and len(mine) == len(held):
            subscriber.seat = mine[held.index(seat)]
        elif seat is None or seat not in mine:
            subscriber.seat = mine[0] if mine and not subscriber.watching else None
        return subscriber.seat != seat

    async def _show(self, subscribers: Iterable[Subscriber]) -> None:
        """Send the position to those who see it anew."""
        try:
            await self.ready()
        except StorageError:
            for subscriber in subscribers:
                subscriber.close(1013, "storage")
                self.audience.subscribers.discard(subscriber)
            return
        for subscriber in subscribers:
            self._send_position(subscriber, None)
