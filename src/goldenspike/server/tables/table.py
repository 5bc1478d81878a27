"""One table: the only place where its game changes."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

import goldenspike as gs
from goldenspike.server.protocol.messages import Ack, By, Move
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.storage.database import StorageError
from goldenspike.server.storage.stored_games import ActionRow
from goldenspike.server.storage.times import milliseconds
from goldenspike.server.tables.clock import RETRY_SECONDS
from goldenspike.server.tables.subscriber import Subscriber
from goldenspike.server.tables.watched_table import WatchedTable
from goldenspike.server.views.answers import illegal_action


class StoredMove(NamedTuple):
    """A move that is in the database."""

    number: int
    unannounced: tuple[ActionRow, gs.Event] | None = None
    """Its row and what it did, for the sockets at the table; None if they were told before."""
    waits: bool = False
    """Whether it is a choice of first tickets that waits for its turn."""


class Table(WatchedTable):
    """A table to which this process is home: it plays the game, and drives bots and clocks."""

    async def load(self) -> None:
        """Read all that is stored; call with the lock held, once notifications reach the table.

        The row is read again, because a change before that was notified to nobody here.
        """
        self.row = await self._read_row(self.row.id)
        self.last_at = self.row.started or 0
        await self.chat.load()
        await self.ensure_loaded()
        await self._play_waiting()
        self.clock.remember_absence(self.row.wake_at)

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
            await self._play_waiting()
            return stored.number

    async def play(self, seat: int, action: str, on: int, by: By) -> int:
        """Store a move that a bot chose and send everyone the event; returns its number."""
        async with self.exclusive():
            stored = await self._store(seat, action, on, None, by)
            self._announce(stored)
            await self._play_waiting()
            return stored.number

    async def _store(
        self, seat: int, action: str, on: int, move_id: str | None, by: By
    ) -> StoredMove:
        """Make a move and store it, with the lock held; a refusal changes nothing."""
        known = self._stored_number(seat, move_id)
        if known is not None:
            return StoredMove(known)
        game = self._check_move(seat, on, by)
        if self._first.round is not None and seat != game.seat:
            return await self._keep_choice(seat, action, move_id, by)
        return await self._append(game, seat, action, move_id, by)

    async def _append(
        self, game: gs.Game, seat: int, action: str, move_id: str | None, by: By
    ) -> StoredMove:
        """Make a legal move of the seat to act, and store it."""
        on, steps = self.n, game.action_count
        try:
            event = game.play(action)
        except gs.InputError as error:
            raise illegal_action(error) from None
        row = ActionRow(
            table_id=self.row.id,
            number=self.n + 1,
            seat=seat,
            # The canonical text, not the one that was typed, unless that names substitutes too:
            # then the event has only the claim, without the cards given for it.
            action=str(event.action) if game.action_count == steps + 1 else action,
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
        except asyncio.CancelledError:
            # It is in memory, and nobody knows yet whether it is stored.
            self.invalidate()
            raise
        if stored:
            self._metrics.moves.labels(by).inc()
            return StoredMove(row.number, (row, event))
        # Another process is home to the table now, or this move was stored before its connection
        # was lost.
        self.invalidate()
        try:
            if not await self._still_home(self.row.id):
                raise Refusal("storage")
            await self.ensure_loaded()
        except StorageError:
            raise Refusal("storage") from None
        known = self._stored_number(seat, move_id)
        if known is None:
            raise Refusal("stale", on=on, n=self.n)
        return StoredMove(known)

    def _announce(self, move: StoredMove) -> None:
        if move.unannounced is not None:
            self.advance(*move.unannounced)
            self._tell_absent([] if self.turn is None else [self.turn])
        elif move.waits:
            self.tell_choices()
            self.clock.schedule()

    async def _keep_choice(self, seat: int, action: str, move_id: str | None, by: By) -> StoredMove:
        """Store first tickets that are chosen before the seat's turn."""
        try:
            number = await self._first.keep(seat, action, move_id, by)
        except StorageError:
            self.invalidate()
            raise Refusal("storage") from None
        if number is None:
            # They were stored before the connection was lost, or by another process.
            self.invalidate()
            await self.ensure_loaded()
            number = self._stored_number(seat, move_id)
            if number is None:
                raise Refusal("not_your_turn", seat=self.turn)
            return StoredMove(number)
        if move_id is not None:
            self._moves[seat, move_id] = number
        self._metrics.moves.labels(by).inc()
        return StoredMove(number, waits=True)

    async def _play_waiting(self) -> None:
        """Play the first tickets whose turn has come; call with the lock held."""
        while (choice := self._first.next(self.n)) is not None:
            game, seat, move_id = self.started_game, choice.seat, choice.move_id
            try:
                self._announce(await self._append(game, seat, choice.action, move_id, choice.by))
            except Refusal as refusal:
                if refusal.code == "illegal":
                    # The decks have changed: the seat chooses again.
                    await self._first.drop(choice)
                    self._moves.pop((seat, move_id or ""), None)
                    self.tell_choices()
                elif refusal.code != "stale":
                    self._background.spawn(self._retry_waiting())
                    return

    async def _retry_waiting(self) -> None:
        await asyncio.sleep(RETRY_SECONDS)
        try:
            if await self._still_home(self.row.id):
                async with self.exclusive():
                    await self._play_waiting()
        except (Refusal, StorageError):
            self._background.spawn(self._retry_waiting())

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
        choosing = self._first.round
        if choosing is not None and choosing.may_choose(seat, on, self.n):
            return game
        if on != self.n:
            raise Refusal("stale", on=on, n=self.n)
        if choosing is not None or game.seat != seat:
            raise Refusal("not_your_turn", seat=game.seat)
        return game

    def _stored_number(self, seat: int, move_id: str | None) -> int | None:
        """The number of a move that was sent before."""
        return None if move_id is None else self._moves.get((seat, move_id))
