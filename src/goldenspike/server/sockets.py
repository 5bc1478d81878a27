"""The two WebSockets: a table's and the lobby's."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from . import questions
from .connection import Connection
from .database import StorageError
from .errors import ErrorBody, Refusal
from .house import House
from .limits import Bucket
from .log import log
from .messages import (
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
    decode_request,
)
from .people import token_id
from .room import Room

Socket = WebSocket[Any, Any, Any]
HELLO_SECONDS = 20.0
POSITION_COST = 4
"""What a whole position costs beside the message that asks for it, after the first one."""
FLOOD = 20
"""Messages over the limit, one after the other, after which a socket is closed."""


@websocket("/ws/tables/{table_id:str}")
async def table_socket(socket: Socket, table_id: str) -> None:
    """One seat's, or one spectator's, line to a table."""
    house: House = socket.app.state.house
    await socket.accept()
    connection = _connection(house, socket)
    room: Room | None = None
    try:
        try:
            room = await house.room(table_id)
        except Refusal as refusal:
            _refuse(house, connection, None, refusal, 0)
            connection.close(4404 if refusal.code == "not_found" else 4409, refusal.code)
        except StorageError:
            _refuse(house, connection, None, Refusal("storage"), 0)
            connection.close(1013, "storage")
        else:
            # Nothing is awaited since it was found, so the room cannot have left memory.
            room.sockets.add(connection)
            await _converse(house, room, connection, socket)
    except WebSocketDisconnect:
        pass
    finally:
        if room is not None:
            room.leave(connection)
        await _end(house, connection)


@websocket("/ws/lobby")
async def lobby_socket(socket: Socket) -> None:
    """The list of public tables, live."""
    house: House = socket.app.state.house
    await socket.accept()
    connection = _connection(house, socket)
    try:
        await house.lobby.enter(connection)
        while not connection.closed:
            text = await _receive(socket)
            try:
                _admit(connection, text)
                request = _decode(text)
                if not isinstance(request, Ping):
                    raise Refusal("unknown_message", type=type(request).__name__.lower())
                connection.send(Pong())
            except Refusal as refusal:
                _refuse(house, connection, None, refusal, 0)
                _count_flood(connection, refusal)
    except WebSocketDisconnect:
        pass
    except StorageError:
        connection.close(1013, "storage")
    finally:
        house.lobby.connections.discard(connection)
        await _end(house, connection)


def _connection(house: House, socket: Socket) -> Connection:
    async def send_text(text: str) -> None:
        await socket.send_data(text)

    async def close(code: int, reason: str) -> None:
        with contextlib.suppress(Exception):
            await socket.close(code, reason)

    house.metrics.sockets.inc()
    settings = house.settings
    return Connection(send_text, close, Bucket(settings.socket_rate, settings.socket_burst))


async def _end(house: House, connection: Connection) -> None:
    house.metrics.sockets.dec()
    if connection.closed:
        # What is queued, and the reason for closing, still has to go out.
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(connection.drained(), 2)
    await connection.finish()


async def _receive(socket: Socket) -> str | bytes:
    message: Any = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(detail="disconnected")
    text: str | bytes | None = message.get("text")
    return text if text is not None else message.get("bytes") or b""


async def _converse(house: House, room: Room, connection: Connection, socket: Socket) -> None:
    while not connection.closed:
        if connection.greeted:
            text = await _receive(socket)
        else:
            try:
                text = await asyncio.wait_for(_receive(socket), HELLO_SECONDS)
            except TimeoutError:
                _refuse(house, connection, None, Refusal("hello_first"), room.n)
                connection.close(1008, "hello_first")
                return
        message_id: str | None = None
        try:
            _admit(connection, text)
            request = _decode(text)
            message_id = getattr(request, "id", None)
            await _handle(house, room, connection, request)
            connection.overflow = 0
        except Refusal as refusal:
            _refuse(house, connection, message_id, refusal, room.n)
            _count_flood(connection, refusal)
        except StorageError:
            _refuse(house, connection, message_id, Refusal("storage"), room.n)
        except Exception as error:
            incident = secrets.token_hex(4)
            log.failure("message_failed", error, table=room.row.id, incident=incident)
            _refuse(house, connection, message_id, Refusal("internal", incident=incident), room.n)


async def _handle(house: House, room: Room, connection: Connection, request: Any) -> None:
    if isinstance(request, Ping):
        connection.send(Pong())
    elif isinstance(request, Hello):
        if connection.greeted:
            connection.bucket.check(POSITION_COST)
        await _greet(house, room, connection, request)
    elif not connection.greeted:
        raise Refusal("hello_first")
    elif isinstance(request, Move):
        await _move(house, room, connection, request)
    elif isinstance(request, Resync):
        connection.bucket.check(POSITION_COST)
        await room.resync(connection)
    elif isinstance(request, Chat):
        number = await house.chat.say(room, connection, request.text, request.id)
        connection.send(Ack(request.id, number))
    elif isinstance(request, Ask):
        connection.bucket.check(questions.EXTRA_COST.get(request.what, 0))
        async with room.settled():
            connection.send(questions.answer(room, connection.seat, request))


async def _greet(house: House, room: Room, connection: Connection, hello: Hello) -> None:
    person = None
    # Known before it is looked up: who logs it out meanwhile has to find this socket.
    connection.token_id = None if hello.token is None else token_id(hello.token)
    if hello.token is not None:
        try:
            person = (await house.people.by_token(hello.token)).id
        except Refusal as refusal:
            connection.close_after = (4401, refusal.code)
            raise
    await room.enter(connection, person, hello)
    await _is_back(house, room, connection)


async def _move(house: House, room: Room, connection: Connection, move: Move) -> None:
    began = time.perf_counter()
    # A move under way is finished even if its socket goes away.
    number = await asyncio.shield(asyncio.ensure_future(room.move(connection, move)))
    connection.send(Ack(move.id, number))
    house.metrics.move_seconds.observe(time.perf_counter() - began)
    await _is_back(house, room, connection)


async def _is_back(house: House, room: Room, connection: Connection) -> None:
    """No bot stands in from here on. What was asked for is done, whether or not this works."""
    await house.guarded(house.driver.returned(room, connection.seat))


def _admit(connection: Connection, text: str | bytes) -> None:
    if connection.closed:
        # Its token was logged out while it sent this: nothing is done, and nobody hears of it.
        raise Refusal("token_unknown")
    connection.bucket.check()
    size = len(text) if isinstance(text, bytes) else len(text.encode("utf-8", "surrogatepass"))
    if size > MESSAGE_LIMIT:
        raise Refusal("too_large", limit=MESSAGE_LIMIT)


def _decode(text: str | bytes) -> Any:
    try:
        return decode_request(text)
    except msgspec.ValidationError as error:
        raise Refusal("malformed", why=str(error)) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Refusal("malformed", why="this is not JSON") from None


def _refuse(
    house: House, connection: Connection, message_id: str | None, refusal: Refusal, n: int
) -> None:
    house.metrics.refusals.labels(refusal.code).inc()
    body: ErrorBody = refusal.body
    connection.send(Refused(message_id, body, n))
    if connection.close_after is not None:
        connection.close(*connection.close_after)


def _count_flood(connection: Connection, refusal: Refusal) -> None:
    if refusal.code == "rate_limited":
        connection.overflow += 1
        if connection.overflow >= FLOOD:
            connection.close(1008, "rate_limited")
