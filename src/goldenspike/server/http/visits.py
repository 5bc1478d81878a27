"""One socket at a table, in the process that is the table's home."""

from __future__ import annotations

import secrets
import time
from collections.abc import Awaitable
from typing import Protocol

from goldenspike.server.log import log
from goldenspike.server.metrics import Metrics
from goldenspike.server.protocol.messages import (
    Ack,
    Ask,
    Chat,
    Hello,
    Move,
    React,
    Refused,
    Resync,
)
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.storage.database import StorageError
from goldenspike.server.tables.automation import Automation
from goldenspike.server.tables.background import log_errors
from goldenspike.server.tables.subscriber import Subscriber
from goldenspike.server.tables.table import Table

Request = Move | Ask | Chat | React | Resync


class Visit(Protocol):
    """A socket's stay at a table, whose home is this process or another one."""

    @property
    def n(self) -> int:
        """Number of the table's last action, as far as it is known here."""

    async def greet(self, person: str | None, hello: Hello) -> None:
        """The socket says hello; whose it is has been checked."""

    async def request(self, request: Request) -> None:
        """The socket, which has said hello, sends a message."""

    def leave(self) -> None:
        """The socket is gone."""


class HomeVisit:
    """A visit at a table in this process."""

    def __init__(
        self, subscriber: Subscriber, table: Table, automation: Automation, metrics: Metrics
    ) -> None:
        self._subscriber = subscriber
        self._table = table
        self._automation = automation
        self._metrics = metrics
        table.audience.sockets.add(subscriber)

    @property
    def n(self) -> int:
        """Number of the table's last action."""
        return self._table.n

    async def greet(self, person: str | None, hello: Hello) -> None:
        """The socket says hello; whose it is has been checked."""
        await self._answered(self._greet(person, hello), None)

    async def request(self, request: Request) -> None:
        """The socket sends a message: do what it asks, or tell it why not."""
        message_id = None if isinstance(request, Resync) else request.id
        if not self._subscriber.greeted:
            self._refuse(message_id, Refusal("hello_first"))
        else:
            await self._answered(self._handle(request), message_id)

    def leave(self) -> None:
        """The socket is gone."""
        self._table.leave(self._subscriber)

    async def _greet(self, person: str | None, hello: Hello) -> None:
        await self._table.enter(self._subscriber, person, hello)
        await self._returned()

    async def _handle(self, request: Request) -> None:
        subscriber, table = self._subscriber, self._table
        if isinstance(request, Move):
            await self._move(request)
        elif isinstance(request, Resync):
            await table.resync(subscriber)
        elif isinstance(request, Chat):
            number = await table.say(subscriber, request)
            subscriber.send(Ack(request.id, number))
        elif isinstance(request, React):
            await table.react(subscriber, request)
            subscriber.send(Ack(request.id, table.n))
        elif request.what == "idea":
            # It takes a second or more: the socket's moves do not wait for it.
            self._automation.spawn(
                self._answered(self._automation.suggest(table, subscriber, request.id), request.id)
            )
        else:
            await table.answer(subscriber, request)

    async def _move(self, move: Move) -> None:
        began = time.perf_counter()
        await self._table.move(self._subscriber, move)
        self._metrics.move_seconds.observe(time.perf_counter() - began)
        await self._returned()

    async def _returned(self) -> None:
        """No bot stands in any more; if that fails, it is logged, and the request still counts."""
        await log_errors(self._automation.returned(self._table, self._subscriber.seat))

    async def _answered(self, work: Awaitable[None], message_id: str | None) -> None:
        try:
            await work
        except Refusal as refusal:
            self._refuse(message_id, refusal)
        except StorageError:
            self._refuse(message_id, Refusal("storage"))
        except Exception as error:
            incident = secrets.token_hex(4)
            log.failure("message_failed", error, table=self._table.row.id, incident=incident)
            self._refuse(message_id, Refusal("internal", incident=incident))

    def _refuse(self, message_id: str | None, refusal: Refusal) -> None:
        self._metrics.refusals.labels(refusal.code).inc()
        self._subscriber.send(Refused(message_id, refusal.body, self._table.n))
