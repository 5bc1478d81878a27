"""A table in memory: its game, the lock under which it changes, and how it is loaded."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Self

import goldenspike as gs
from goldenspike.server.log import log
from goldenspike.server.people.chat import TableChat
from goldenspike.server.protocol.messages import Reacted, Said
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.storage.database import StorageError
from goldenspike.server.storage.stored_games import ActionRow, new_game
from goldenspike.server.storage.table_rows import TableRow
from goldenspike.server.storage.times import milliseconds
from goldenspike.server.tables.audience import Audience
from goldenspike.server.tables.clock import TableClock
from goldenspike.server.tables.collaborators import Collaborators
from goldenspike.server.tables.first_choices import FirstChoices
from goldenspike.server.tables.subscriber import Subscriber
from goldenspike.server.views.client_view import TableViews, seat_view


class Exclusive:
    """What `LoadedTable.exclusive` returns; a generator would take longer than all else it does."""

    __slots__ = ("_table",)

    def __init__(self, table: LoadedTable) -> None:
        self._table = table

    async def __aenter__(self) -> None:
        table = self._table
        await table.lock.acquire()
        try:
            await table.ensure_loaded()
        except BaseException as error:
            table.lock.release()
            if isinstance(error, StorageError):
                raise Refusal("storage") from None
            raise

    async def __aexit__(self, *_raised: object) -> None:
        self._table.lock.release()


class LoadedTable:
    """The base class of `Table`: what is stored, in memory, and events for its sockets."""

    def __init__(self, row: TableRow, collaborators: Collaborators[Self]) -> None:
        self.row = row
        self._journal = collaborators.journal
        self._read_row = collaborators.read_row
        self._board_of = collaborators.board_of
        self._metrics = collaborators.metrics
        self._background = collaborators.background
        self._on_finished: Callable[[], Coroutine[Any, Any, None]] = lambda: (
            collaborators.on_finished(self)
        )
        self._still_home = collaborators.still_home
        self._on_turn = collaborators.on_turn
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
        self._first = FirstChoices(collaborators.choices, row.id)
        self.audience = Audience(
            row.id,
            seats=lambda: len(self.row.seats),
            on_change=lambda: self.clock.schedule(),
        )
        self.presence = self.audience.presence
        self.chat = TableChat(collaborators.chat, row.id, self._deliver_chat)
        self.clock = TableClock(
            self, collaborators.uptime, lambda: collaborators.act(self), self._background
        )
        self.idle_since = milliseconds()

    @property
    def started_game(self) -> gs.Game:
        """The game, where it is known to be loaded."""
        assert self.game is not None, "the game has not started or is not loaded"
        return self.game

    @property
    def deciding(self) -> list[int]:
        """The seats that are to decide now: one, or all that have to choose first tickets."""
        choosing = self._first.round
        if choosing is not None:
            return choosing.to_choose(self.n)
        return [] if self.turn is None else [self.turn]

    @property
    def since(self) -> int:
        """Since when they are."""
        return self.last_at if self._first.round is None else self._first.round.since

    def decision_view(self, seat: int) -> gs.View:
        """What a seat decides by, on its turn or when it chooses first tickets."""
        if self._first.round is not None and seat != self.turn:
            return self._first.round.decision_view(seat)
        return seat_view(self.started_game, seat)

    # Loading ---------------------------------------------------------------------------------

    async def ensure_loaded(self) -> None:
        """Make sure that the stored game is in memory; call with the lock held."""
        if self.row.status != "waiting" and self.game is None:
            await self._reload()

    def exclusive(self) -> Exclusive:
        """Hold the lock, with the stored game in memory."""
        return Exclusive(self)

    def invalidate(self) -> None:
        """Drop the game: the stored one may differ."""
        self.game = None

    async def _reload(self) -> None:
        stored = await self._journal.read(self.row.id)
        game = new_game(self.row, await self._board_of(self.row))
        self.turn = game.seat
        self._first.advance(game, 0, self.row.started or 0)
        self._views.forget_history()
        for index, row in enumerate(stored):
            event = self._replayed(game, row, index + 1)
            self._views.remember(row.number, event, row.by)
            if row.move_id is not None:
                self._moves[row.seat, row.move_id] = row.number
            if row.number > self.n and self._views.any_sent:
                self.game = game
                self.advance(row, event)
            else:
                if row.number > self.n:
                    self.n, self.last_at = row.number, row.at
                self._first.advance(game, row.number, row.at)
            if index % 25 == 24:
                await asyncio.sleep(0)
        self.game = game
        self.turn = None if game.over else game.seat
        self._moves |= await self._first.load()
        self._check_finished()
        self.clock.schedule()

    def _replayed(self, game: gs.Game, row: ActionRow, number: int) -> gs.Event:
        """Play a stored action again; one that cannot be played harms only its own table."""
        try:
            if row.seat != game.seat or row.number != number:
                raise gs.InputError("another seat or number")
            return game.play(row.action)
        except gs.InputError as error:
            log.failure("action_unreadable", error, table=self.row.id, n=row.number)
            raise Refusal("internal", incident=f"table {self.row.id}") from None

    def _check_finished(self) -> None:
        if self.started_game.over and self.row.status == "running":
            self._background.spawn(self._on_finished())

    # Telling ---------------------------------------------------------------------------------

    def advance(self, row: ActionRow, event: gs.Event) -> None:
        """The stored action `row` has been played: send everyone the event."""
        game = self.started_game
        # Stored actions are never taken back, and states are most of what a table takes.
        game.forget_recent()
        self.n = row.number
        self.last_at = row.at
        self.turn = None if game.over else game.seat
        if row.move_id is not None:
            self._moves[row.seat, row.move_id] = row.number
        choosing = self._first.round
        self._first.advance(game, row.number, row.at)
        texts = self._views.advance(game, row.number, event, row.by, self.clock.state())
        self.audience.send_event(texts, row.number)
        if choosing is not None:
            self.tell_choices()
        self._check_finished()
        self.clock.schedule()

    def tell_choices(self) -> None:
        """Tell everyone who has still to choose first tickets."""
        for subscriber in self.audience.subscribers:
            subscriber.send(self._first.message(subscriber.seat, self.n))

    def _may_read_chat(self, subscriber: Subscriber) -> bool:
        """The chat of a private table is for those who sit at it."""
        return self.row.public or subscriber.seat is not None

    def _deliver_chat(self, said: Said | Reacted) -> None:
        for subscriber in list(self.audience.subscribers):
            if self._may_read_chat(subscriber):
                subscriber.send(said)
