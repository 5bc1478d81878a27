"""The bus over a server that speaks the Redis protocol (Redis, Valkey, ...), by PUBLISH."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

from goldenspike.errors import InputError


class RedisTransport:
    """Two connections: one that is subscribed, and one that publishes."""

    def __init__(self, url: str) -> None:
        try:
            from redis.asyncio import Redis
            from redis.asyncio.retry import Retry
            from redis.backoff import NoBackoff
        except ModuleNotFoundError:
            raise InputError(
                "GOLDENSPIKE_BUS names a Redis server, and the package for that is not installed: "
                "pip install 'goldenspike[server,redis]'"
            ) from None
        # No retries in the library: it would hide that something was lost.
        options: dict[str, Any] = {
            "retry": Retry(NoBackoff(), 0),
            "socket_connect_timeout": 5,
        }
        try:
            self._in = Redis.from_url(url, **options)
            self._out = Redis.from_url(url, socket_timeout=5, **options)
        except ValueError as error:
            raise InputError(f"GOLDENSPIKE_BUS: {error}") from None
        number = self._out.connection_pool.connection_kwargs.get("db", 0)
        self._prefix = f"goldenspike:{number}:"
        """Channels are shared by all of a server's databases; the number keeps them apart."""

    async def listen(
        self, channels: list[str], receive: Callable[[str], None], ready: Callable[[], None]
    ) -> None:
        """Connect, call `ready`, and then `receive` with every text; raises when that is over."""
        async with self._in.pubsub() as subscription:
            await subscription.subscribe(*(self._prefix + channel for channel in channels))
            confirmed = 0
            while True:
                message = await subscription.parse_response(block=True)
                if message is None:
                    raise ConnectionError
                if message[0] == b"subscribe":
                    confirmed += 1
                    if confirmed == len(channels):
                        ready()
                elif message[0] == b"message":
                    receive(message[2].decode())

    async def publish(self, messages: list[tuple[str, str]]) -> None:
        """Send texts to channels, in this order; raises if the transport is down."""
        if len(messages) == 1:
            channel, text = messages[0]
            await self._out.publish(self._prefix + channel, text)
            return
        pipeline = self._out.pipeline(transaction=False)
        for channel, text in messages:
            pipeline.publish(self._prefix + channel, text)
        await pipeline.execute()

    async def close(self) -> None:
        """Close every connection."""
        for client in (self._in, self._out):
            with contextlib.suppress(Exception):
                await client.aclose()
