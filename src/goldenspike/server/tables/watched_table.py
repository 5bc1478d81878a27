"""The sockets at a table: what they are sent when they come, ask, or change their seats."""

from __future__ import annotations

from collections.abc import Iterable

from goldenspike.server.protocol import messages
from goldenspike.server.protocol.messages import Ask, Chat, Finished, Hello, React, Reacted
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.storage.chat_lines import ChatLine
from goldenspike.server.storage.database import StorageError
from goldenspike.server.storage.table_rows import TableRow
from goldenspike.server.storage.times import milliseconds
from goldenspike.server.tables.loaded_table import LoadedTable
from goldenspike.server.tables.subscriber import Subscriber
from goldenspike.server.views.answers import answer
from goldenspike.server.views.results import result_of


class WatchedTable(LoadedTable):
    """A loaded table, as its sockets use it: everything but moves."""

    async def enter(self, subscriber: Subscriber, person: str | None, hello: Hello) -> None:
        """A socket says hello: send it all it may know, and the others who is connected."""
        async with self.exclusive():
            self.row.require_shown(person, hello.code)
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
            self._send_chat(subscriber)
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
            subscriber.send(answer(self.game, self.n, subscriber.seat, ask))

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

    async def react(self, subscriber: Subscriber, react: React) -> None:
        """Show a seat's reaction to all who may read the chat; nothing is stored."""
        seat, person = subscriber.seat, subscriber.person
        if seat is None or person is None:
            raise Refusal("spectator")
        await self.chat.check_reaction(person)
        self._deliver_chat(Reacted(seat, react.reaction))

    def _send_chat(self, subscriber: Subscriber) -> None:
        if self._may_read_chat(subscriber):
            for said in self.chat:
                subscriber.send(said)

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
        if self._first.round is not None:
            subscriber.send(self._first.message(subscriber.seat, self.n))

    # Seats -----------------------------------------------------------------------------------

    async def row_changed(self, row: TableRow) -> None:
        """The table or its seats changed: move sockets to their seats and tell everyone.

        A socket changes its seat under the lock and gets the new seat's position at once, so that
        no event of another view comes in between.
        """
        async with self.lock:
            await self.apply(row)

    async def apply(self, row: TableRow) -> None:
        """The same, with the lock held."""
        before = self.row
        if row.version <= before.version:
            return
        self.row = row
        begins = before.status == "waiting" and row.status != "waiting"
        if begins:
            self.last_at = row.started or 0
            self._views.clear()
        subscribers = self.audience.subscribers
        standing = [s for s in subscribers if s.seat is None]
        moved = [s for s in subscribers if self._reseat(s, before)]
        for subscriber in subscribers:
            subscriber.send(self._table_message(subscriber))
        for subscriber in standing:
            if not row.public and subscriber.seat is not None:
                self._send_chat(subscriber)
        if row.status != "waiting":
            await self._send_positions(list(subscribers) if begins else moved)
        if begins or moved:
            self.audience.presence_changed()
        if begins and self.game is not None:
            self._tell_absent(self.deciding)
        if before.status == "running" and row.status == "finished":
            self.audience.broadcast(Finished(result_of(row, self.n)))
        self.clock.schedule()

    def _tell_absent(self, seats: list[int]) -> None:
        """Have those of these seats told who are to decide and are away."""
        for seat in (self.row.seats[number] for number in seats):
            away = seat.stand_in == "no" and not self.presence.connected(seat.seat)
            if seat.person is not None and seat.kind == "person" and away:
                self._on_turn(self.row.id, self.n, seat.person)

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
