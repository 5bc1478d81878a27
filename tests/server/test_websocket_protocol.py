"""The WebSocket protocol below the application: frames, and when reading pauses."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from goldenspike.server.http.websocket import BoundedWebSocket, text_frame

REQUEST = (
    b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


@pytest.mark.quick
@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65535, 65536, 200_000])
def test_a_frame_is_the_one_that_the_library_makes(size: int):
    text = b"x" * size
    assert text_frame(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


async def test_what_the_application_does_not_take_is_not_read():
    taken: list[int] = []
    made: list[BoundedWebSocket] = []
    free, ended = asyncio.Event(), asyncio.Event()

    async def application(_scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while len(taken) < 100:
            message = await receive()
            taken.append(int(message["text"][:5]))
            await free.wait()
        ended.set()

    def protocol() -> BoundedWebSocket:
        made.append(BoundedWebSocket(config, ServerState(), {}))
        return made[0]

    config = uvicorn.Config(application, ws_max_size=100_000, log_config=None)
    config.load()
    server = await asyncio.get_running_loop().create_server(protocol, "127.0.0.1", 0)
    async with server:
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        writer.write(REQUEST)
        await reader.readuntil(b"\r\n\r\n")
        for number in range(100):
            writer.write(Frame(Opcode.TEXT, b"%05d" % number + b"x" * 60_000).serialize(mask=True))
        await asyncio.sleep(2)
        assert taken == [0]
        # What was read together with the one after it, or with the rest of that.
        assert made[0].queue.qsize() < 10
        free.set()
        await asyncio.wait_for(ended.wait(), 30)
        assert taken == list(range(100))
        writer.close()
