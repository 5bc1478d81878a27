"""One table in memory: its game, and the lock under which it changes."""

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


class StoredMove(NamedTuple):
    """A move that is in the database."""

    number: int
    unannounced: tuple[ActionRow, gs.Event] | None = None
    """Its row and what it did, for the sockets at the table; None if they were told before."""


class Table:
    """A table that sockets are at, or whose bots and clocks this process drives."""

    def __init__(self, row: TableRow, collaborators: Collaborators) -> None:
        self.row = row
        self._journal = collaborators.journal
        self._read_row = collaborators.read_row
        self._metrics = collaborators.metrics
        self._background = collaborators.background
        self._on_finished = collaborators.on_finished
        self.lock = asyncio.Lock()
        self.game: gs.Game | None = None
        """None before the start, and when the stored game may differ from the one in memory."""
        self.n = 0
        """Number of the last action."""
        self.turn: int | None = None
        self.last_at = row.started or 0
        self._moves: dict[tuple[int, str], int] = {}
        """Numbers of stored moves by seat and the client's id, to recognise repeated ones."""
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
        """The game, where it is known to be loaded."""
        assert self.game is not None, "the game has not started or is not loaded"
        return self.game

    # Loading ---------------------------------------------------------------------------------

    async def load(self) -> None:
        """Read all that is stored; call with the lock held, once notifications reach the table.

        The row is read again, because a change before that was notified to nobody here.
        """
        self.row = await self._read_row(self.row.id)
        self.last_at = self.row.started or 0
        await self.chat.load()
        await self.ensure_loaded()

    async def ensure_loaded(self) -> None:
        """Make sure that the stored game is in memory; call with the lock held."""
        if self.row.status != "waiting" and self.game is None:
            await self._reload()

    @contextlib.asynccontextmanager
    async def exclusive(self) -> AsyncIterator[None]:
        """Hold the lock, with the stored game in memory."""
        async with self.lock:
            try:
                await self.ensure_loaded()
            except StorageError:
                raise Refusal("storage") from None
            yield

    async def catch_up(self) -> None:
        """Play the actions that other processes have stored."""
        async with self.lock:
            if self.row.status == "waiting":
                return
            if self.game is None:
                await self._reload()
                return
            for row in await self._journal.read(self.row.id, self.n):
                self._advance(row, self.game.play(row.action))

    def invalidate(self) -> None:
        """Drop the game: the stored one may differ."""
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
        """Store and acknowledge a socket's move for its seat, and send everyone the event.

        Returns its number. A move that is stored already is only acknowledged again.
        """
        async with self.exclusive():
            if subscriber.seat is None:
                raise Refusal("spectator")
            stored = await self._store(subscriber.seat, move.action, move.on, move.id, "person")
            try:
                # Before the event, which takes time because it is made for every seat.
                subscriber.send(Ack(move.id, stored.number))
            finally:
                self._announce(stored)
            return stored.number

    async def play(self, seat: int, action: str, on: int, by: By) -> int:
        """Store a move that a bot chose and send everyone the event; returns its number."""
        async with self.exclusive():
            stored = await self._store(seat, action, on, None, by)
            self._announce(stored)
            return stored.number

    async def _store(
        self, seat: int, action: str, on: int, move_id: str | None, by: By
    ) -> StoredMove:
        """Make a move and store it, with the lock held; a refusal changes nothing."""
        known = self._stored_number(seat, move_id)
        if known is not None:
            return StoredMove(known)
        game = self._check_move(seat, on, by)
        try:
            event = game.play(action)
        except gs.InputError as error:
            raise illegal_action(error) from None
        row = ActionRow(
            table_id=self.row.id,
            number=self.n + 1,
            seat=seat,
            # The canonical text, not the one that was typed.
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
            return StoredMove(row.number, (row, event))
        # Another process was quicker, or this move was stored before its connection was lost.
        self.invalidate()
        try:
            await self.ensure_loaded()
        except StorageError:
            raise Refusal("storage") from None
        known = self._stored_number(seat, move_id)
        if known is None:
            raise Refusal("stale", on=on, n=self.n)
        return StoredMove(known)

    def _announce(self, move: StoredMove) -> None:
        if move.unannounced is not None:
            self._advance(*move.unannounced)

    def _check_move(self, seat: int, on: int, by: By) -> gs.Game:
        """The game, if this seat may move now."""
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

    def _stored_number(self, seat: int, move_id: str | None) -> int | None:
        """The number of a move that was sent before."""
        return None if move_id is None else self._moves.get((seat, move_id))

    def _advance(self, row: ActionRow, event: gs.Event) -> None:
        """The stored action `row` has been played: send everyone the event."""
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
        """A socket says hello: send it all it may know, and the others who is connected."""
        async with self.exclusive():
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
        """Send one socket a fresh snapshot."""
        async with self.exclusive():
            if self.row.status == "waiting":
                subscriber.send(self._table_message(subscriber))
            else:
                self._send_position(subscriber, None)

    async def answer(self, subscriber: Subscriber, ask: Ask) -> None:
        """Answer a question about the view of the socket's seat."""
        async with self.exclusive():
            subscriber.send(answer(self.game, self.n, self._views, subscriber.seat, ask))

    async def say(self, subscriber: Subscriber, said: Chat) -> int:
        """Store and deliver a chat line; returns its number."""
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
        """Stop the timer and close the sockets, because the table leaves memory."""
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
        """The table or its seats changed: move sockets to their seats and tell everyone.

        A socket changes its seat under the lock and gets the new seat's position at once, so that
        no event of another view comes in between.
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
                await self._send_positions(list(subscribers) if begins else moved)
            if begins or moved:
                self.audience.presence_changed()
            if before.status == "running" and row.status == "finished":
                self.audience.broadcast(Finished(result_of(row, self.n)))
        self.clock.schedule()

    def _reseat(self, subscriber: Subscriber, before: TableRow) -> bool:
        """Let a socket look from where its person sits now; whether that is another seat."""
        seat = subscriber.seat
        mine = self.row.seats_of(subscriber.person)
        held = before.seats_of(subscriber.person)
        if seat in held and len(mine) == len(held):
            subscriber.seat = mine[held.index(seat)]
        elif seat is None or seat not in mine:
            subscriber.seat = mine[0] if mine and not subscriber.watching else None
        return subscriber.seat != seat

    async def _send_positions(self, subscribers: Iterable[Subscriber]) -> None:
        """Send the whole position to sockets that see it for the first time."""
        try:
            await self.ensure_loaded()
        except StorageError:
            for subscriber in subscribers:
                subscriber.close(1013, "storage")
                self.audience.subscribers.discard(subscriber)
            return
        for subscriber in subscribers:
            self._send_position(subscriber, None)
