"""A browser that wants messages, with the push service it is registered with; also a webhook."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from goldenspike.server.people import web_push
from goldenspike.server.people.web_push import to_base64
from goldenspike.server.protocol.person_bodies import PushSubscription


class Browser:
    """A browser's half of a subscription, and the push service it is registered with."""

    def __init__(self) -> None:
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"0123456789abcdef"
        self.status = 201
        self.requests: list[tuple[dict[str, str], bytes]] = []
        self.paths: list[str] = []
        self.base = ""

    @contextlib.asynccontextmanager
    async def listening(self) -> AsyncIterator[Browser]:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.base = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        async with server:
            yield self

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        self.paths.append(first.split()[1])
        headers = {k.lower(): v for k, _, v in (line.partition(": ") for line in lines) if k}
        body = await reader.readexactly(int(headers["content-length"]))
        self.requests.append((headers, body))
        writer.write(f"HTTP/1.1 {self.status} x\r\nContent-Length: 0\r\n\r\n".encode())
        await writer.drain()
        writer.close()

    def wish(self) -> PushSubscription:
        key = to_base64(web_push.public_key(self.private))
        return PushSubscription(f"{self.base}/push/1", key, to_base64(self.auth))

    def opened(self, body: bytes) -> dict[str, Any]:
        """What a browser makes of a body; written after the RFC, not after our code."""
        salt, sender, sealed = body[:16], body[21 : 21 + body[20]], body[21 + body[20] :]
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self.private.exchange(ec.ECDH(), theirs)
        info = b"WebPush: info\0" + web_push.public_key(self.private) + sender
        material = HKDF(SHA256(), 32, self.auth, info).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(material)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(material)
        plain = AESGCM(key).decrypt(nonce, sealed, None)
        message: dict[str, Any] = json.loads(plain.rstrip(b"\0").removesuffix(b"\x02"))
        return message
