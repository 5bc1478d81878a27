"""Sends notifications between the processes on one database, over a transport.

A transport may lose messages, and be down at any moment. Nothing is lost with them: whatever has to
last is in the database. Envelopes are numbered, so that a receiver notices a gap and asks again.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from goldenspike.server.cluster.notifications import (
    Deliver,
    Envelope,
    Heartbeat,
    Notification,
    decode,
    encode,
)
from goldenspike.server.log import log
from goldenspike.server.storage.database import after_commit

ALL = "all"
"""The channel to which every process listens, beside the one with its own name."""
HEARTBEAT_SECONDS = 1.0
MISSED_HEARTBEATS = 4
"""A process that misses so many of its own heartbeats takes its connection for dead."""
WAITING_LIMIT = 20_000
"""Notifications that wait to be sent; beyond that they are dropped, which receivers notice."""

Receive = Callable[[str, Notification], None]
"""Called with the sending process and what it says."""


class Transport(Protocol):
    """Carries texts between processes: at most once, in order for each sender and channel."""

    async def listen(
        self, channels: list[str], receive: Callable[[str], None], ready: Callable[[], None]
    ) -> None:
        """Connect, call `ready`, and then `receive` with every text; raises when that is over."""

    async def publish(self, messages: list[tuple[str, str]]) -> None:
        """Send texts to channels, in this order; raises if the transport is down."""

    async def close(self) -> None:
        """Close every connection."""


class Bus:
    """The notifications of one process. Without a transport, there are no other processes."""

    def __init__(self, process: str, transport: Transport | None) -> None:
        self.process = process
        """Name of this process, by which the others know it."""
        self._transport = transport
        self._waiting: dict[str, list[Notification]] = {}
        """What is to be sent, by channel."""
        self._waiting_number = 0
        self._numbers: dict[str, int] = {}
        """Number of the last envelope sent, by channel."""
        self._partners = {ALL}
        """Channels that heartbeats go to: all, and each process that something was sent to."""
        self._heard: dict[tuple[str, bool], int] = {}
        """Number of the last envelope received, by sender and whether it was to all."""
        self._wake = asyncio.Event()
        self._sending = False
        self._tasks: list[asyncio.Task[None]] = []
        self._listening = False
        self._unheard = 0
        """Own heartbeats in a row that have not come back."""
        self.gaps = 0
        """Times that something sent to this process was lost."""

    @property
    def shared(self) -> bool:
        """Whether other processes may serve the same database."""
        return self._transport is not None

    @property
    def connected(self) -> bool:
        """Whether this process receives notifications now; a single process needs none."""
        return self._listening or not self.shared

    def start(
        self,
        receive: Receive,
        restored: Callable[[], Awaitable[None]],
        missed: Callable[[str], Awaitable[None]] | None = None,
        lost: Callable[[], None] | None = None,
    ) -> None:
        """Listen.

        `receive` gets each notification, `restored` is awaited after each new connection, `missed`
        when something that one process sent was lost, and `lost` is called when this process hears
        of nobody any more.
        """
        if self._transport is not None:
            self._tasks = [
                asyncio.create_task(self._listen(receive, restored, missed, lost), name="bus"),
                asyncio.create_task(self._send_for_ever(), name="bus out"),
                asyncio.create_task(self._beat(), name="bus heartbeat"),
            ]

    async def stop(self) -> None:
        """Send what is waiting, and stop."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.flush(), 2)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._transport is not None:
            await self._transport.close()

    async def flush(self) -> None:
        """Wait until everything is sent."""
        while self.shared and (self._waiting or self._sending):
            await asyncio.sleep(0.005)

    async def publish(self, connection: AsyncConnection, content: Notification) -> None:
        """Notify the other processes when this transaction has been committed."""
        after_commit(connection, lambda: self.send(ALL, content))

    async def publish_now(self, content: Notification) -> None:
        """Notify the other processes; if that fails, they find out later."""
        self.send(ALL, content)

    def send(self, to: str, content: Notification) -> None:
        """Notify one process, or all others, without waiting."""
        if self._transport is None:
            return
        if self._waiting_number > WAITING_LIMIT:
            self._drop()
        self._partners.add(to)
        self._waiting.setdefault(to, []).append(content)
        self._waiting_number += 1
        self._wake.set()

    def deliver(self, to: str, socket: int, text: str) -> None:
        """Have a text written to a socket of another process."""
        waiting = self._waiting.get(to)
        last = waiting[-1] if waiting else None
        if isinstance(last, Deliver) and last.text is text:
            # The same message for several sockets travels once.
            last.sockets.append(socket)
        else:
            self.send(to, Deliver([socket], text))

    def _drop(self) -> None:
        """Give up what is waiting; the numbers go on, so that the receivers notice."""
        for channel in self._waiting:
            self._numbers[channel] = self._numbers.get(channel, 0) + 1
        self._waiting, self._waiting_number = {}, 0

    async def _send_for_ever(self) -> None:
        assert self._transport is not None
        while True:
            await self._wake.wait()
            self._wake.clear()
            waiting, self._waiting, self._waiting_number = self._waiting, {}, 0
            messages = []
            for channel, contents in waiting.items():
                number = self._numbers[channel] = self._numbers.get(channel, 0) + 1
                envelope = Envelope(self.process, channel == ALL, number, contents)
                messages.append((channel, encode(envelope).decode()))
            self._sending = True
            try:
                await self._transport.publish(messages)
            except Exception as error:
                log.warning("bus_not_sent", error=type(error).__name__)
                await asyncio.sleep(0.2)
            finally:
                self._sending = False

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            self._unheard += 1
            # To each process that anything was sent to, and to all: a loss at the end shows too.
            for channel in list(self._partners):
                self.send(channel, Heartbeat())

    def forget(self, process: str) -> None:
        """A process seems to have died: send it nothing more, unless it turns up again."""
        self._partners.discard(process)
        self._waiting.pop(process, None)
        self._heard.pop((process, True), None)
        self._heard.pop((process, False), None)

    # Receiving --------------------------------------------------------------------------------

    async def _listen(
        self,
        receive: Receive,
        restored: Callable[[], Awaitable[None]],
        missed: Callable[[str], Awaitable[None]] | None,
        lost: Callable[[], None] | None,
    ) -> None:
        assert self._transport is not None
        ready = asyncio.Event()

        def take(text: str) -> None:
            try:
                envelope = decode(text)
            except msgspec.DecodeError:
                # From a process of another version, while servers are upgraded one by one.
                log.warning("notification_unreadable")
                return
            if envelope.sender == self.process:
                self._unheard = 0
                return
            source = envelope.sender, envelope.to_all
            last = self._heard.get(source)
            if last is not None and envelope.number <= last:
                return
            self._heard[source] = envelope.number
            if last is not None and envelope.number != last + 1:
                self.gaps += 1
                log.warning("bus_gap", sender=envelope.sender)
                if missed is not None:
                    gap = asyncio.ensure_future(missed(envelope.sender))
                    background.add(gap)
                    gap.add_done_callback(background.discard)
            for content in envelope.contents:
                if not isinstance(content, Heartbeat):
                    receive(envelope.sender, content)

        background: set[asyncio.Future[None]] = set()
        pause = 0.1
        while True:
            ready.clear()
            self._heard.clear()
            listening = asyncio.create_task(
                self._transport.listen([ALL, self.process], take, ready.set)
            )
            try:
                await _first(listening, ready)
                self._unheard, pause = 0, 0.1
                self._listening = True
                await restored()
                while not listening.done() and self._unheard < MISSED_HEARTBEATS:
                    await asyncio.wait([listening], timeout=HEARTBEAT_SECONDS / 2)
                if listening.done():
                    listening.result()
                log.warning("bus_lost", error="silent")
            except asyncio.CancelledError:
                raise
            except Exception as error:
                log.warning("bus_lost", error=type(error).__name__)
            finally:
                if self._listening and lost is not None:
                    lost()
                self._listening = False
                listening.cancel()
                await asyncio.gather(listening, return_exceptions=True)
            await asyncio.sleep(pause)
            pause = min(pause * 2, 2)


async def _first(listening: asyncio.Task[None], ready: asyncio.Event) -> None:
    """Wait until the transport is ready; raises if it fails before."""
    waiting = asyncio.create_task(ready.wait())
    both: set[asyncio.Task[Any]] = {listening, waiting}
    try:
        await asyncio.wait(both, return_when="FIRST_COMPLETED", timeout=10)
        if not ready.is_set():
            if listening.done():
                listening.result()
            raise TimeoutError
    finally:
        waiting.cancel()
