"""The two WebSockets: a table's and the lobby's."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from dataclasses import dataclass
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from goldenspike.server.http.connection import Connection
from goldenspike.server.log import log
from goldenspike.server.metrics import Metrics
from goldenspike.server.people.accounts import People, token_id
from goldenspike.server.people.lobby import Lobby
from goldenspike.server.people.rate_limits import Bucket
from goldenspike.server.protocol.messages import (
    MESSAGE_LIMIT,
    Ack,
    Ask,
    Chat,
    Hello,
    Move,
    Ping,
    Pong,
    Refused,
    Resync,
    TableRequest,
    decode_request,
)
from goldenspike.server.protocol.refusals import ErrorBody, Refusal
from goldenspike.server.settings import Settings
from goldenspike.server.storage.database import StorageError
from goldenspike.server.tables.automation import Automation
from goldenspike.server.tables.background import log_errors
from goldenspike.server.tables.table import Table
from goldenspike.server.tables.table_server import TableServer
from goldenspike.server.views.answers import EXTRA_COST

Socket = WebSocket[Any, Any, Any]
HELLO_SECONDS = 20.0
POSITION_COST = 4
"""Tokens for a whole position beside its message; the first one is free."""
FLOOD_LIMIT = 20
"""Consecutive messages over the rate limit after which a socket is closed."""


@websocket("/ws/tables/{table_id:str}")
async def table_socket(
    socket: Socket,
    table_id: str,
    tables: TableServer,
    automation: Automation,
    people: People,
    metrics: Metrics,
    settings: Settings,
) -> None:
    """The socket of a seat or a spectator at a table."""
    await socket.accept()
    connection = _connection(socket, metrics, settings)
    table: Table | None = None
    try:
        try:
            table = await tables.load(table_id)
        except Refusal as refusal:
            _refuse(metrics, connection, None, refusal, 0)
            connection.close(4404 if refusal.code == "not_found" else 4409, refusal.code)
        except StorageError:
            _refuse(metrics, connection, None, Refusal("storage"), 0)
            connection.close(1013, "storage")
        else:
            # Nothing was awaited since `load` returned, so the table is still in memory.
            table.audience.sockets.add(connection)
            await Conversation(socket, connection, table, automation, people, metrics).run()
    except WebSocketDisconnect:
        pass
    finally:
        if table is not None:
            table.leave(connection)
        await _end(connection, metrics)


@websocket("/ws/lobby")
async def lobby_socket(socket: Socket, lobby: Lobby, metrics: Metrics, settings: Settings) -> None:
    """The list of public tables, live."""
    await socket.accept()
    connection = _connection(socket, metrics, settings)
    try:
        await lobby.enter(connection)
        while not connection.closed:
            text = await _receive(socket)
            try:
                _admit(connection, text)
                request = _decode(text)
                if not isinstance(request, Ping):
                    raise Refusal("unknown_message", type=type(request).__name__.lower())
                connection.send(Pong())
            except Refusal as refusal:
                _refuse(metrics, connection, None, refusal, 0)
                _count_flood(connection, refusal)
    except WebSocketDisconnect:
        pass
    except StorageError:
        connection.close(1013, "storage")
    finally:
        lobby.watchers.discard(connection)
        await _end(connection, metrics)


@dataclass(frozen=True, slots=True)
class Conversation:
    """What is said on one table's socket, from hello to the end."""

    socket: Socket
    connection: Connection
    table: Table
    automation: Automation
    people: People
    metrics: Metrics

    async def run(self) -> None:
        """Handle messages one after the other until the connection is closed."""
        while not self.connection.closed:
            if self.connection.greeted:
                text = await _receive(self.socket)
            else:
                try:
                    text = await asyncio.wait_for(_receive(self.socket), HELLO_SECONDS)
                except TimeoutError:
                    self._refuse(None, Refusal("hello_first"))
                    self.connection.close(1008, "hello_first")
                    return
            await self._answer(text)

    async def _answer(self, text: str | bytes) -> None:
        message_id: str | None = None
        try:
            _admit(self.connection, text)
            request = _decode(text)
            message_id = getattr(request, "id", None)
            await self._handle(request)
            self.connection.overflow = 0
        except Refusal as refusal:
            self._refuse(message_id, refusal)
            _count_flood(self.connection, refusal)
        except StorageError:
            self._refuse(message_id, Refusal("storage"))
        except Exception as error:
            incident = secrets.token_hex(4)
            log.failure("message_failed", error, table=self.table.row.id, incident=incident)
            self._refuse(message_id, Refusal("internal", incident=incident))

    async def _handle(self, request: TableRequest) -> None:
        connection, table = self.connection, self.table
        if isinstance(request, Ping):
            connection.send(Pong())
        elif isinstance(request, Hello):
            if connection.greeted:
                connection.bucket.check(POSITION_COST)
            await self._greet(request)
        elif not connection.greeted:
            raise Refusal("hello_first")
        elif isinstance(request, Move):
            await self._move(request)
        elif isinstance(request, Resync):
            connection.bucket.check(POSITION_COST)
            await table.resync(connection)
        elif isinstance(request, Chat):
            number = await table.say(connection, request)
            connection.send(Ack(request.id, number))
        elif isinstance(request, Ask):
            connection.bucket.check(EXTRA_COST.get(request.what, 0))
            await table.answer(connection, request)

    async def _greet(self, hello: Hello) -> None:
        connection, person = self.connection, None
        # Set before the token is looked up: a log-out at the same time has to find this socket.
        connection.token_id = None if hello.token is None else token_id(hello.token)
        if hello.token is not None:
            try:
                person = (await self.people.by_token(hello.token)).id
            except Refusal as refusal:
                connection.close_after = (4401, refusal.code)
                raise
        await self.table.enter(connection, person, hello)
        await self._returned()

    async def _move(self, move: Move) -> None:
        began = time.perf_counter()
        # A move under way is completed even if its socket closes.
        moving = asyncio.ensure_future(self.table.move(self.connection, move))
        await asyncio.shield(moving)
        self.metrics.move_seconds.observe(time.perf_counter() - began)
        await self._returned()

    async def _returned(self) -> None:
        """No bot stands in any more; if that fails, it is logged, and the request still counts."""
        await log_errors(self.automation.returned(self.table, self.connection.seat))

    def _refuse(self, message_id: str | None, refusal: Refusal) -> None:
        _refuse(self.metrics, self.connection, message_id, refusal, self.table.n)


def _connection(socket: Socket, metrics: Metrics, settings: Settings) -> Connection:
    async def send_text(text: str) -> None:
        await socket.send_data(text)

    async def close(code: int, reason: str) -> None:
        with contextlib.suppress(Exception):
            await socket.close(code, reason)

    metrics.sockets.inc()
    return Connection(send_text, close, Bucket(settings.socket_rate, settings.socket_burst))


async def _end(connection: Connection, metrics: Metrics) -> None:
    metrics.sockets.dec()
    if connection.closed:
        # What is queued, and the close code, still have to be sent.
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(connection.drained(), 2)
    await connection.finish()


async def _receive(socket: Socket) -> str | bytes:
    message: Any = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(detail="disconnected")
    text: str | bytes | None = message.get("text")
    return text if text is not None else message.get("bytes") or b""


def _admit(connection: Connection, text: str | bytes) -> None:
    if connection.closed:
        # Its token was logged out while it sent this.
        raise Refusal("token_unknown")
    connection.bucket.check()
    size = len(text) if isinstance(text, bytes) else len(text.encode("utf-8", "surrogatepass"))
    if size > MESSAGE_LIMIT:
        raise Refusal("too_large", limit=MESSAGE_LIMIT)


def _decode(text: str | bytes) -> TableRequest:
    try:
        return decode_request(text)
    except msgspec.ValidationError as error:
        raise Refusal("malformed", why=str(error)) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Refusal("malformed", why="this is not JSON") from None


def _refuse(
    metrics: Metrics, connection: Connection, message_id: str | None, refusal: Refusal, n: int
) -> None:
    metrics.refusals.labels(refusal.code).inc()
    body: ErrorBody = refusal.body
    connection.send(Refused(message_id, body, n))
    if connection.close_after is not None:
        connection.close(*connection.close_after)


def _count_flood(connection: Connection, refusal: Refusal) -> None:
    if refusal.code == "rate_limited":
        connection.overflow += 1
        if connection.overflow >= FLOOD_LIMIT:
            connection.close(1008, "rate_limited")
