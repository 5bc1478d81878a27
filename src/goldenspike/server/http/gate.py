"""The outermost ASGI layer: checks origins and rate limits, and adds security headers."""

from __future__ import annotations

import functools
import ipaddress
import math
from collections.abc import Awaitable, Callable
from typing import cast
from urllib.parse import urlsplit

import msgspec
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send, WebSocketScope
from litestar.utils import normalize_path

from goldenspike.server.metrics import Metrics
from goldenspike.server.people.rate_limits import Buckets
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.settings import Settings

POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        # For positions and colours that scripts set; it allows no style sheet and no script.
        "style-src-attr 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "worker-src 'self'",
        "manifest-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)
GUESSABLE = ("/api/guests", "/api/accounts", "/api/login", "/api/codes/")
"""Paths with a stricter limit, where names, passwords and codes could be guessed."""
COSTLY = ("/replay", "/record", "/api/docs", "/api/openapi.json")
COSTLY_REQUEST = 10
"""Tokens for a request that takes many times as long as others."""
LISTS = ("/api/tables", "/api/me/games", "/ws/lobby")
LIST_REQUEST = 4
"""Tokens for a request that reads hundreds of tables."""
UNLIMITED = ("/health", "/metrics")


class Gate:
    """Wraps the application: every request and every socket passes through it."""

    def __init__(
        self,
        app: ASGIApp,
        settings: Settings,
        metrics: Metrics,
        announce_shutdown: Callable[[], Awaitable[None]],
    ) -> None:
        self._app = app
        self._settings = settings
        self._metrics = metrics
        self.announce_shutdown = announce_shutdown
        """Stores moves under way and tells every socket; awaited before the server stops."""
        self._requests = Buckets(settings.http_rate, settings.http_burst)
        self._guesses = Buckets(settings.login_rate, settings.login_burst)
        self._sockets: dict[str, int] = {}
        self._origins = {o.strip().rstrip("/") for o in settings.origins.split(",") if o.strip()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or socket."""
        kind: str = scope["type"]
        if kind == "lifespan":
            await self._app(scope, receive, send)
            return
        # The framework treats //api/login like /api/login, and so must the limits.
        plain = {**scope, "path": normalize_path(scope["path"])}
        if kind == "websocket":
            await self._socket(cast(WebSocketScope, plain), receive, send)
        else:
            await self._request(cast(HTTPScope, plain), receive, send)

    async def _request(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._metrics.requests.labels(str(message["status"])).inc()
                headers = [*message.get("headers", ()), *HEADERS]
                if scope["path"].startswith("/api/"):
                    headers.append((b"cache-control", b"no-store"))
                message = {**message, "headers": headers}
            await send(message)

        path, address = scope["path"], _address(scope)
        try:
            if scope["method"] not in ("GET", "HEAD"):
                self._check_origin(scope)
            if path not in UNLIMITED:
                self._requests.check(address, cost_of(path))
            if path.startswith(GUESSABLE):
                self._guesses.check(address)
        except Refusal as refusal:
            self._metrics.refusals.labels(refusal.code).inc()
            await _answer(refusal, send_with_headers)
            return
        await self._app(scope, receive, send_with_headers)

    async def _socket(self, scope: WebSocketScope, receive: Receive, send: Send) -> None:
        address = _address(scope)
        try:
            self._check_origin(scope)
            self._requests.check(address, cost_of(scope["path"]))
            limit = self._settings.sockets_per_address
            if self._sockets.get(address, 0) >= limit:
                raise Refusal("too_many_connections", limit=limit)
        except Refusal as refusal:
            self._metrics.refusals.labels(refusal.code).inc()
            await receive()
            if "websocket.http.response" in (scope.get("extensions") or ()):
                await _answer(refusal, send, "websocket.http.response")
            else:
                await send({"type": "websocket.close", "code": 1008, "reason": refusal.code})
            return
        self._sockets[address] = self._sockets.get(address, 0) + 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._sockets[address] -= 1
            if not self._sockets[address]:
                del self._sockets[address]

    def _check_origin(self, scope: Scope) -> None:
        """Refuse pages of other origins; programs send no Origin header and pass."""
        headers = dict(scope["headers"])
        origin = headers.get(b"origin")
        if origin is None:
            return
        name = origin.decode("latin-1")
        host = headers.get(b"host", b"").decode("latin-1")
        if _host_of(name) != host.lower() and name not in self._origins:
            raise Refusal("origin_refused", origin=name[:200])


def cost_of(path: str) -> int:
    """How many tokens a request takes from the limit of its address.

    >>> cost_of("/api/me"), cost_of("/api/tables"), cost_of("/api/tables/x/replay")
    (1, 4, 10)
    """
    if path in LISTS:
        return LIST_REQUEST
    return COSTLY_REQUEST if path.endswith(COSTLY) else 1


def _host_of(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc.lower() or None
    except ValueError:
        return None


def _address(scope: Scope) -> str:
    client = scope.get("client")
    return rate_limit_key(client[0]) if client else "local"


@functools.lru_cache(4096)
def rate_limit_key(address: str) -> str:
    """The key for the limits of an address: the address itself, or the /64 network of IPv6.

    A household or a machine gets a whole /64 and may use any of its addresses.

    >>> rate_limit_key("2001:db8:1:2:3:4:5:6"), rate_limit_key("::ffff:192.0.2.1")
    ('2001:db8:1:2::', '192.0.2.1')
    """
    try:
        known = ipaddress.IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    if known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    return str(ipaddress.IPv6Address(int(known) >> 64 << 64))


async def _answer(refusal: Refusal, send: Send, kind: str = "http.response") -> None:
    headers = [(b"content-type", b"application/json")]
    if refusal.code == "rate_limited":
        wait = refusal.body.params["retry_after"]
        headers.append((b"retry-after", str(math.ceil(wait)).encode()))
    body = msgspec.json.encode({"error": refusal.body})
    start = {"type": f"{kind}.start", "status": refusal.status, "headers": headers}
    await send(cast(Message, start))
    await send(cast(Message, {"type": f"{kind}.body", "body": body}))
