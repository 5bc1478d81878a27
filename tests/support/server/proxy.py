"""A TCP proxy in front of a socket file, to cut a server off from its database or broker."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

from support.server.process import free_port


class Proxy:
    """Forwards connections until it is cut: then those are aborted, and new ones are refused.

    While it is held, connections stay open and nothing passes.
    """

    def __init__(self, target: Path) -> None:
        self.target = target
        self.port = free_port()
        self._server: asyncio.Server | None = None
        self._writers: set[asyncio.StreamWriter] = set()
        self._passing = asyncio.Event()
        self._passing.set()

    async def open(self) -> Proxy:
        self._server = await asyncio.start_server(self._forward, "127.0.0.1", self.port)
        return self

    async def cut(self) -> None:
        """Abort every connection, and accept no others."""
        if self._server is not None:
            self._server.close()
            self._server = None
        for writer in list(self._writers):
            writer.transport.abort()

    def hold(self) -> None:
        """Let nothing pass."""
        self._passing.clear()

    def release(self) -> None:
        """Let everything pass again, first what was held."""
        self._passing.set()

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            inward, outward = await asyncio.open_unix_connection(str(self.target))
        except OSError:
            writer.transport.abort()
            return
        ends = {writer, outward}
        self._writers |= ends
        try:
            await asyncio.gather(self._copy(reader, outward), self._copy(inward, writer))
        finally:
            self._writers -= ends

    async def _copy(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                await self._passing.wait()
                writer.write(data)
                await writer.drain()
        await self._passing.wait()
        writer.transport.abort()
