"""The bus over PostgreSQL's LISTEN and NOTIFY: nothing to install beside the database."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import Callable

from goldenspike.server.storage.database import Database, PostgresConnection

PREFIX = "goldenspike_"
PIECE = 7900
"""Bytes in one notification: PostgreSQL takes less than 8000."""
NOTIFY = """
SELECT pg_notify(channel, payload)
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS t(channel, payload, place) ORDER BY place
"""


class PostgresTransport:
    """One connection that listens, and one that notifies."""

    def __init__(self, database: Database, process: str) -> None:
        self._database = database
        self._process = process
        self._out: PostgresConnection | None = None
        self._texts = itertools.count()

    async def listen(
        self, channels: list[str], receive: Callable[[str], None], ready: Callable[[], None]
    ) -> None:
        """Connect, call `ready`, and then `receive` with every text; raises when that is over."""
        pieces = Pieces(receive)
        connection = await self._database.connect()
        gone = asyncio.Event()
        connection.add_termination_listener(lambda _connection: gone.set())
        try:
            for channel in channels:
                await connection.add_listener(
                    PREFIX + channel, lambda _connection, _pid, _channel, text: pieces.take(text)
                )
            ready()
            await gone.wait()
            raise ConnectionError
        finally:
            connection.terminate()

    async def publish(self, messages: list[tuple[str, str]]) -> None:
        """Send texts to channels, in this order; raises if the transport is down."""
        channels, texts = [], []
        for channel, text in messages:
            for piece in cut(text, f"{self._process}{next(self._texts)}"):
                channels.append(PREFIX + channel)
                texts.append(piece)
        try:
            if self._out is None:
                self._out = await self._database.connect()
                # A notification is not data: no need to wait until the disk has it.
                await self._out.execute("SET synchronous_commit = off")
            await self._out.fetch(NOTIFY, channels, texts, timeout=5)
        except BaseException:
            await self.close()
            raise

    async def close(self) -> None:
        """Close the connection that notifies."""
        if self._out is not None:
            with contextlib.suppress(Exception):
                self._out.terminate()
            self._out = None


def cut(text: str, name: str) -> list[str]:
    """A text in pieces that fit into a notification, each with its place among them.

    >>> cut("short", "a1")
    ['a1 0 1 short']
    """
    size = PIECE if text.isascii() else PIECE // 4
    parts = [text[i : i + size] for i in range(0, len(text), size)]
    return [f"{name} {place} {len(parts)} {part}" for place, part in enumerate(parts)]


class Pieces:
    """Puts texts together again; pieces of one text come in order, others between them."""

    def __init__(self, receive: Callable[[str], None]) -> None:
        self._receive = receive
        self._open: dict[str, list[str]] = {}

    def take(self, piece: str) -> None:
        """Take in a piece; with the last one of a text, pass that on."""
        name, place, number, part = piece.split(" ", 3)
        if number == "1":
            self._receive(part)
            return
        parts = self._open.setdefault(name, [])
        if len(parts) != int(place):
            # A piece is lost: so is the text, which the numbers of the envelopes show.
            del self._open[name]
            return
        parts.append(part)
        if len(parts) == int(number):
            del self._open[name]
            self._receive("".join(parts))
