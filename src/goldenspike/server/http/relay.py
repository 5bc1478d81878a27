"""Passes messages between a socket of one process and its table, whose home is another one.

The process that has the socket checks tokens and limits, answers pings, and otherwise only passes
on what it hears: it has no game and makes no views. If anything is lost on the way, the socket is
closed; its client connects again, says which number it has and sends again what was not
acknowledged.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections import deque
from collections.abc import Callable
from typing import Any

import msgspec

from goldenspike.server.cluster.bus import ALL, Bus
from goldenspike.server.cluster.handover import Handover
from goldenspike.server.cluster.leases import Leases
from goldenspike.server.cluster.notifications import (
    Asked,
    Deliver,
    Greeting,
    HangUp,
    Notification,
    SocketGone,
    TableWanted,
)
from goldenspike.server.http.visits import HomeVisit, Request, Visit
from goldenspike.server.http.websocket import CONNECTION
from goldenspike.server.metrics import Metrics
from goldenspike.server.protocol.messages import FromServer, Hello
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.storage.database import StorageError
from goldenspike.server.tables.automation import Automation
from goldenspike.server.tables.background import Background
from goldenspike.server.tables.subscriber import Subscriber
from goldenspike.server.tables.table import Table
from goldenspike.server.tables.table_server import HeldElsewhere, TableServer

ANSWER_SECONDS = 5.0
"""How long the home of a table has to answer a hello."""
OTHER_VERSION = ("other_rules", "other_board")
"""Refusals of a game that a newer version of the program may play."""
WANTED_PAUSES = (0.05, 0.1, 0.2, 0.4, 0.8)
"""Seconds between looks for a newer process that has become home to a table."""
CHECKED_TOKEN = ""
"""Stands for a token in a hello that is passed on."""


class Relay:
    """Sockets of this process at tables elsewhere, and those of others at tables here."""

    def __init__(
        self,
        bus: Bus,
        leases: Leases,
        tables: TableServer,
        automation: Automation,
        metrics: Metrics,
        background: Background,
        handover: Handover,
    ) -> None:
        self.bus = bus
        self._handover = handover
        self._leases = leases
        self._tables = tables
        self._automation = automation
        self._metrics = metrics
        self._background = background
        self._numbers = itertools.count(1)
        self._away: dict[int, AwayVisit] = {}
        """Sockets of this process at tables elsewhere."""
        self._guests: dict[tuple[str, int], RelayedSocket] = {}
        """Sockets of other processes at tables here, by process and number."""

    async def hand_over(self, table_id: str, scope: Any) -> bool:
        """Give a connection to the table's home, if that is a worker beside this one.

        Before it is accepted: the other process answers its request, and nothing is relayed.
        """
        extension = (scope.get("extensions") or {}).get(CONNECTION)
        if extension is None or not self._handover.any_other() or "\0" in table_id:
            return False
        home = await self._leases.home_elsewhere(table_id)
        if home is None or not self._handover.reaches(home):
            return False
        socket, request = extension["connection"].detach()
        with socket:
            given = await self._handover.give(home, socket, request)
        extension["connection"].detached(given)
        return given

    async def is_cold(self, table_id: str) -> bool:
        """Whether the table would have to be loaded by this process."""
        if self._tables.has(table_id) or "\0" in table_id:
            # PostgreSQL's text cannot hold NUL: there is no such table.
            return False
        return not await self._leases.is_elsewhere(table_id)

    async def visit(self, connection: Subscriber, table_id: str) -> Visit:
        """Bring a new socket to its table, here or elsewhere."""
        try:
            table = await self._tables.load(table_id)
        except HeldElsewhere as held:
            return self._visit_away(connection, table_id, held.process)
        except Refusal as refusal:
            home = await self._newer_home(table_id) if refusal.code in OTHER_VERSION else None
            if home is None:
                raise
            return self._visit_away(connection, table_id, home)
        # Nothing was awaited since `load` returned, so the table is still in memory.
        self._tables.sockets.add(connection)
        return LocalVisit(
            connection, table, self._automation, self._metrics, self._tables.sockets.discard
        )

    def _visit_away(self, connection: Subscriber, table_id: str, home: str) -> Visit:
        if not self.bus.connected:
            raise StorageError
        number = next(self._numbers)
        away = AwayVisit(self, connection, table_id, home, number)
        self._away[number] = away
        self._tables.sockets.add(connection)
        return away

    async def _newer_home(self, table_id: str) -> str | None:
        """Let a process of a newer version become home to a table, and wait for that."""
        if len(self._leases.alive) > 1:
            self.bus.send(ALL, TableWanted(table_id))
            for pause in WANTED_PAUSES:
                await asyncio.sleep(pause)
                home = await self._leases.home_elsewhere(table_id)
                if home is not None:
                    return home
        return None

    def left(self, away: AwayVisit) -> None:
        """A socket of this process is gone."""
        self._tables.sockets.discard(away.connection)
        if self._away.pop(away.number, None) is not None:
            self.bus.send(away.home, SocketGone(away.number))

    # From other processes ---------------------------------------------------------------------

    def receive(self, sender: str, notification: Notification) -> None:
        """Another process passes something on."""
        match notification:
            case Deliver(sockets, text):
                for number in sockets:
                    away = self._away.get(number)
                    if away is not None and away.home == sender:
                        away.answered = True
                        away.connection.send_text(text)
            case HangUp(number, code, reason):
                away = self._away.get(number)
                if away is not None and away.home == sender:
                    away.connection.close(code, reason)
            case Greeting(number, table_id):
                guest = self._guests.get((sender, number))
                if guest is None:
                    guest = RelayedSocket(self.bus, sender, number)
                    self._guests[sender, number] = guest
                self._queue(guest, table_id, notification)
            case Asked(number):
                guest = self._guests.get((sender, number))
                if guest is None:
                    self.bus.send(sender, HangUp(number, 1013, "moved"))
                else:
                    self._queue(guest, None, notification)
            case SocketGone(number):
                self._drop((sender, number))
            case _:
                self._tables.receive(notification)

    def _queue(self, guest: RelayedSocket, table_id: str | None, message: Greeting | Asked) -> None:
        """Handle a message after those that came before it."""
        guest.table_id = table_id or guest.table_id
        guest.waiting.append(message)
        if not guest.busy:
            guest.busy = True
            self._background.spawn(self._handle(guest))

    async def _handle(self, guest: RelayedSocket) -> None:
        try:
            while guest.waiting:
                message = guest.waiting.popleft()
                if guest.visit is None:
                    await self._let_in(guest)
                if guest.visit is None or guest.closed:
                    return
                if isinstance(message, Greeting):
                    await guest.visit.greet(message.person, message.hello)
                else:
                    await guest.visit.request(message.request)
        finally:
            guest.busy = False

    async def _let_in(self, guest: RelayedSocket) -> None:
        assert guest.table_id is not None
        try:
            table = await self._tables.load(guest.table_id)
        except (HeldElsewhere, StorageError):
            guest.close(1013, "moved")
        except Refusal as refusal:
            guest.close(4404 if refusal.code == "not_found" else 4409, refusal.code)
        else:
            if not guest.closed:
                guest.visit = HomeVisit(guest, table, self._automation, self._metrics)

    def _drop(self, key: tuple[str, int]) -> None:
        guest = self._guests.pop(key, None)
        if guest is not None:
            guest.closed = True
            if guest.visit is not None:
                guest.visit.leave()

    # Losses -----------------------------------------------------------------------------------

    async def missed(self, process: str) -> None:
        """Something that a process sent was lost: start again with all that goes through it."""
        self._cut(lambda other: other == process)
        self._background.spawn(self._tables.compare_with_database())

    def lost(self) -> None:
        """This process hears of nobody: its clients may find one that does."""
        self._cut(lambda _: True)

    async def restored(self) -> None:
        """This process listens again, and may have missed anything."""
        self._cut(lambda _: True)
        self._background.spawn(self._tables.compare_with_database())

    async def died(self, processes: set[str]) -> None:
        """Processes have let their leases expire."""
        self._cut(lambda other: other in processes)
        for process in processes:
            self.bus.forget(process)

    def _cut(self, which: Callable[[str], bool]) -> None:
        for away in list(self._away.values()):
            if which(away.home):
                away.connection.close(1013, "moved")
        for key, guest in list(self._guests.items()):
            if which(key[0]):
                guest.close(1013, "gap")
                self._drop(key)


class LocalVisit(HomeVisit):
    """A visit of a socket of this process at a table in this process."""

    def __init__(
        self,
        connection: Subscriber,
        table: Table,
        automation: Automation,
        metrics: Metrics,
        on_leave: Callable[[Subscriber], None],
    ) -> None:
        super().__init__(connection, table, automation, metrics)
        self._on_leave = on_leave

    def leave(self) -> None:
        """The socket is gone."""
        self._on_leave(self._subscriber)
        super().leave()


class AwayVisit:
    """A visit of a socket of this process at a table whose home is elsewhere."""

    def __init__(
        self, relay: Relay, connection: Subscriber, table_id: str, home: str, number: int
    ) -> None:
        self._relay = relay
        self.connection = connection
        self._table_id = table_id
        self.home = home
        self.number = number
        self.answered = False
        self._timer: asyncio.TimerHandle | None = None

    @property
    def n(self) -> int:
        """Not known here."""
        return 0

    async def greet(self, person: str | None, hello: Hello) -> None:
        """Pass a hello on, without its token."""
        # The home has the last word on whether it was greeted.
        self.connection.greeted = True
        token = None if hello.token is None else CHECKED_TOKEN
        passed = msgspec.structs.replace(hello, token=token)
        self._relay.bus.send(self.home, Greeting(self.number, self._table_id, person, passed))
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(ANSWER_SECONDS, self._check_answered)

    async def request(self, request: Request) -> None:
        """Pass a message on."""
        self._relay.bus.send(self.home, Asked(self.number, request))

    def leave(self) -> None:
        """The socket is gone."""
        if self._timer is not None:
            self._timer.cancel()
        self._relay.left(self)

    def _check_answered(self) -> None:
        if not self.answered:
            self.connection.close(1013, "moved")


class RelayedSocket:
    """A socket of another process at a table here."""

    def __init__(self, bus: Bus, process: str, number: int) -> None:
        self._bus = bus
        self._process = process
        self._number = number
        self.person: str | None = None
        self.seat: int | None = None
        self.token_id: str | None = None
        self.greeted = False
        self.watching = True
        self.closed = False
        self.table_id: str | None = None
        self.visit: HomeVisit | None = None
        self.waiting: deque[Greeting | Asked] = deque()
        self.busy = False
        """Whether its messages are being handled."""

    def send(self, message: FromServer) -> None:
        """Send a message."""
        self.send_text(msgspec.json.encode(message).decode())

    def send_text(self, text: str) -> None:
        """Send a message that is encoded already."""
        if not self.closed:
            self._bus.deliver(self._process, self._number, text)

    def close(self, code: int, reason: str) -> None:
        """Have the socket closed."""
        if not self.closed:
            self.closed = True
            self._bus.send(self._process, HangUp(self._number, code, reason))

    async def drained(self) -> None:
        """The bus sends what is queued."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._bus.flush(), 1)
