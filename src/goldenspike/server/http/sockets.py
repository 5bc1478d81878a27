"""The two WebSockets: a table's and the lobby's."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from goldenspike.server.http.addresses import address_of
from goldenspike.server.http.connection import Connection
from goldenspike.server.http.relay import Relay
from goldenspike.server.http.request_limits import COLD_TABLE, Limits
from goldenspike.server.http.visits import Visit
from goldenspike.server.http.websocket import WRITE_NOW
from goldenspike.server.metrics import Metrics
from goldenspike.server.people.accounts import People
from goldenspike.server.people.lobby import Lobby
from goldenspike.server.people.rate_limits import Bucket
from goldenspike.server.people.tokens import token_id
from goldenspike.server.protocol.messages import (
    MESSAGE_LIMIT,
    Ask,
    Hello,
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
from goldenspike.server.views.answers import EXTRA_COST

Socket = WebSocket[Any, Any, Any]
HELLO_SECONDS = 20.0
POSITION_COST = 4
"""Tokens for a whole position beside its message; the first one is free."""
CLOSE_CODES = {"not_found": 4404, "rate_limited": 1013, "server_full": 1013}
"""With 1013 a client tries again later; others are refused for good."""
FLOOD_LIMIT = 20
"""Consecutive messages over the rate limit after which a socket is closed."""


@websocket("/ws/tables/{table_id:str}")
async def table_socket(
    socket: Socket,
    table_id: str,
    relay: Relay,
    people: People,
    metrics: Metrics,
    settings: Settings,
    limits: Limits,
) -> None:
    """The socket of a seat or a spectator at a table."""
    with contextlib.suppress(StorageError):
        if await relay.hand_over(table_id, socket.scope):
            return
    await socket.accept()
    connection = _connection(socket, metrics, settings)
    visit: Visit | None = None
    try:
        try:
            if await relay.is_cold(table_id):
                limits.requests.check(address_of(socket.scope), COLD_TABLE)
            visit = await relay.visit(connection, table_id)
        except Refusal as refusal:
            _refuse(metrics, connection, None, refusal, 0)
            connection.close(_close_code(refusal, settings), refusal.code)
        except StorageError:
            _refuse(metrics, connection, None, Refusal("storage"), 0)
            connection.close(1013, "storage")
        else:
            await Conversation(socket, connection, visit, people, metrics, limits).run()
    except WebSocketDisconnect:
        pass
    finally:
        if visit is not None:
            visit.leave()
        if connection.counted_for is not None:
            limits.remove_person(connection.counted_for)
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
    visit: Visit
    people: People
    metrics: Metrics
    limits: Limits

    async def run(self) -> None:
        """Handle messages one after the other until the connection is closed."""
        while not self.connection.closed:
            if self.connection.greeted:
                text = await _receive(self.socket)
            else:
                try:
                    text = await asyncio.wait_for(_receive(self.socket), HELLO_SECONDS)
                except TimeoutError:
                    _refuse(self.metrics, self.connection, None, Refusal("hello_first"), 0)
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
            _refuse(self.metrics, self.connection, message_id, refusal, self.visit.n)
            _count_flood(self.connection, refusal)
        except StorageError:
            _refuse(self.metrics, self.connection, message_id, Refusal("storage"), self.visit.n)

    async def _handle(self, request: TableRequest) -> None:
        connection = self.connection
        if isinstance(request, Ping):
            connection.send(Pong())
        elif isinstance(request, Hello):
            if connection.greeted:
                connection.bucket.check(POSITION_COST)
            await self.visit.greet(await self._person(request), request)
        elif not connection.greeted:
            raise Refusal("hello_first")
        else:
            if isinstance(request, Resync):
                connection.bucket.check(POSITION_COST)
            elif isinstance(request, Ask):
                connection.bucket.check(EXTRA_COST.get(request.what, 0))
            await self.visit.request(request)

    async def _person(self, hello: Hello) -> str | None:
        """Who says hello."""
        connection = self.connection
        # Set before the token is looked up: a log-out at the same time has to find this socket.
        connection.token_id = None if hello.token is None else token_id(hello.token)
        if hello.token is None:
            return None
        try:
            person = (await self.people.by_token(hello.token)).id
        except Refusal as refusal:
            connection.close_after = (4401, refusal.code)
            raise
        self._count_for(person)
        return person

    def _count_for(self, person: str) -> None:
        """Count the socket as one of this person."""
        connection = self.connection
        if connection.counted_for != person:
            self.limits.add_person(person)
            if connection.counted_for is not None:
                self.limits.remove_person(connection.counted_for)
            connection.counted_for = person


def _connection(socket: Socket, metrics: Metrics, settings: Settings) -> Connection:
    async def send_text(text: str) -> None:
        await socket.send_data(text)

    async def close(code: int, reason: str) -> None:
        with contextlib.suppress(Exception):
            await socket.close(code, reason)

    metrics.sockets.inc()
    bucket = Bucket(settings.socket_rate, settings.socket_burst)
    extensions: Any = socket.scope.get("extensions") or {}
    return Connection(send_text, close, bucket, **extensions.get(WRITE_NOW, {}))


def _close_code(refusal: Refusal, settings: Settings) -> int:
    """How a socket is closed that is not let in."""
    if refusal.code == "other_rules" and settings.postgres:
        # No version forgets rules, so this process is older than others: they are being upgraded.
        return 1013
    return CLOSE_CODES.get(refusal.code, 4409)


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
