"""Hands connections over between worker processes of one machine, each to the home of its table.

The workers of one supervisor share a folder, in which each listens on a Unix socket of its own
name. A connection is passed as an open file, together with the request that was read from it; from
then on only the home has it, and nothing that is said on it is relayed.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any

from goldenspike.server.log import log

ANSWER_SECONDS = 5.0
"""How long the other process has to take a connection."""
TAKEN = b"1"
PIECE = 65536

Take = Callable[[socket.socket, bytes], Awaitable[None]]
"""Serves a connection, whose first request has been read already."""
Spawn = Callable[[Coroutine[Any, Any, None]], object]
"""Runs something in the background."""


class Handover:
    """The connections that one worker gives away and takes; none without a folder."""

    def __init__(self, folder: str, process: str, spawn: Spawn) -> None:
        can = bool(folder) and hasattr(socket, "send_fds")
        self._folder = Path(folder) if can else None
        self._process = process
        self._spawn = spawn
        self._listener: socket.socket | None = None

    def any_other(self) -> bool:
        """Whether there may be workers beside this one."""
        return self._folder is not None

    def reaches(self, process: str) -> bool:
        """Whether a process is a worker beside this one."""
        return self._folder is not None and self._path(process).exists()

    def listen(self, take: Take) -> None:
        """Take connections from now on."""
        if self._folder is not None:
            self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            self._listener.bind(str(self._path(self._process)))
            self._listener.listen(1024)
            self._listener.setblocking(False)
            self._spawn(self._accept_for_ever(self._listener, take))

    def close(self) -> None:
        """Take no more connections."""
        if self._listener is not None:
            self._path(self._process).unlink(missing_ok=True)
            self._listener.close()
            self._listener = None

    async def give(self, process: str, connection: socket.socket, request: bytes) -> bool:
        """Give a connection away; False if the process does not listen, and it is still ours.

        If it is unknown whether it was taken, it is shut down: its client connects again.
        """
        loop = asyncio.get_running_loop()
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as way:
            way.setblocking(False)
            try:
                await loop.sock_connect(way, str(self._path(process)))
            except OSError:
                return False
            answer = b""
            with contextlib.suppress(OSError):
                async with asyncio.timeout(ANSWER_SECONDS):
                    if socket.send_fds(way, [request], [connection.fileno()]) == len(request):
                        way.shutdown(socket.SHUT_WR)
                        answer = await loop.sock_recv(way, len(TAKEN))
            if answer == TAKEN:
                log.debug("connection_given", process=process)
            else:
                log.warning("connection_not_taken", process=process)
                with contextlib.suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)
            return True

    async def _accept_for_ever(self, listener: socket.socket, take: Take) -> None:
        loop = asyncio.get_running_loop()
        while self._listener is listener:
            way, _ = await loop.sock_accept(listener)
            self._spawn(self._take(way, take))

    async def _take(self, way: socket.socket, take: Take) -> None:
        loop = asyncio.get_running_loop()
        with way:
            async with asyncio.timeout(ANSWER_SECONDS):
                await _readable(way)
                request, files, _, _ = socket.recv_fds(way, PIECE, 1)
                connection = socket.socket(fileno=files[0])
                try:
                    while piece := await loop.sock_recv(way, PIECE):
                        request += piece
                    connection.setblocking(False)
                    await take(connection, request)
                except BaseException:
                    connection.close()
                    raise
            with contextlib.suppress(OSError):
                await loop.sock_sendall(way, TAKEN)

    def _path(self, process: str) -> Path:
        assert self._folder is not None
        return self._folder / f"{process}.socket"


async def _readable(way: socket.socket) -> None:
    loop = asyncio.get_running_loop()
    ready: asyncio.Future[None] = loop.create_future()

    def on_ready() -> None:
        if not ready.done():
            ready.set_result(None)

    loop.add_reader(way, on_ready)
    try:
        await ready
    finally:
        loop.remove_reader(way)
