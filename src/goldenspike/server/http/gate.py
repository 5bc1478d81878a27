"""The outermost ASGI layer: checks origins and rate limits, and adds security headers."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable
from typing import Any, cast
from urllib.parse import urlsplit

import msgspec
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send, WebSocketScope
from litestar.utils import normalize_path

from goldenspike.server.cluster.handover import Handover
from goldenspike.server.http.addresses import address_of
from goldenspike.server.http.request_limits import ConnectionLimits, Limits
from goldenspike.server.log import log
from goldenspike.server.metrics import Metrics
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
SECURE = (b"strict-transport-security", b"max-age=31536000")
"""Sent over https only: browsers then never use http for this host."""
GUESSABLE = ("/api/guests", "/api/accounts", "/api/login", "/api/recover", "/api/codes/", "/join/")
"""Paths with a stricter limit, where names, passwords and codes could be guessed."""
COSTLY = ("/replay", "/record", "/api/docs", "/api/openapi.json")
COSTLY_REQUEST = 10
"""Tokens for a request that takes many times as long as others."""
LESSONS = "/api/lessons/"
"""Each request there makes a table with a game that has begun, in place of another one."""
LISTS = ("/api/tables", "/api/me/games", "/ws/lobby")
LIST_REQUEST = 4
"""Tokens for a request that reads hundreds of tables."""
CHECKS = ("/health", "/metrics")
"""Paths with a limit of their own, so that they answer when other requests are refused."""
PREFLIGHT = (
    (b"access-control-allow-methods", b"GET, POST, PATCH, PUT, DELETE"),
    (b"access-control-allow-headers", b"authorization, content-type"),
    (b"access-control-max-age", b"3600"),
)


class Gate:
    """Wraps the application: every request and every socket passes through it."""

    def __init__(
        self,
        app: ASGIApp,
        settings: Settings,
        metrics: Metrics,
        limits: Limits,
        announce_shutdown: Callable[[], Awaitable[None]],
        handover: Handover,
    ) -> None:
        self._app = app
        self._settings = settings
        self._metrics = metrics
        self.announce_shutdown = announce_shutdown
        """Stores moves under way and tells every socket; awaited before the server stops."""
        self.handover = handover
        """Connections from and to other workers; opened and closed with the server."""
        self._limits = limits
        self.connections = ConnectionLimits(settings)
        self._origins = {o.strip().rstrip("/") for o in settings.origins.split(",") if o.strip()}
        self._warned_of_proxy = bool(settings.proxies)

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
        shared_with = self._foreign_origin(scope)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._metrics.requests.labels(str(message["status"])).inc()
                headers = [*message.get("headers", ()), *HEADERS]
                if scope["path"].startswith("/api/"):
                    headers.append((b"cache-control", b"no-store"))
                if scope["scheme"] == "https":
                    headers.append(SECURE)
                if self._origins:
                    headers.append((b"vary", b"origin"))
                if shared_with is not None:
                    headers = [h for h in headers if h[0] != b"cross-origin-resource-policy"]
                    headers.append((b"access-control-allow-origin", shared_with))
                    headers.append((b"access-control-expose-headers", b"retry-after"))
                message = {**message, "headers": headers}
            await send(message)

        path, address = scope["path"], address_of(scope)
        self._warn_of_proxy(scope)
        try:
            if scope["method"] not in ("GET", "HEAD"):
                self._check_origin(scope)
            if path in CHECKS:
                self._limits.checks.check(address)
            else:
                self._limits.requests.check(address, cost_of(path))
            if path.startswith(GUESSABLE):
                self._limits.guesses.check(address)
            if scope["method"] == "POST" and makes_table(path):
                self._limits.new_tables.check(address)
        except Refusal as refusal:
            self._metrics.refusals.labels(refusal.code).inc()
            await _answer(refusal, send_with_headers)
            return
        if scope["method"] == "OPTIONS" and shared_with is not None:
            start = {"type": "http.response.start", "status": 204, "headers": list(PREFLIGHT)}
            await send_with_headers(cast(Message, start))
            await send_with_headers(cast(Message, {"type": "http.response.body", "body": b""}))
            return
        await self._app(scope, receive, send_with_headers)

    async def _socket(self, scope: WebSocketScope, receive: Receive, send: Send) -> None:
        address = address_of(scope)
        self._warn_of_proxy(scope)
        try:
            self._check_origin(scope)
            self._limits.requests.check(address, cost_of(scope["path"]))
            self._limits.open_socket(address)
        except Refusal as refusal:
            self._metrics.refusals.labels(refusal.code).inc()
            await receive()
            if "websocket.http.response" in (scope.get("extensions") or ()):
                await _answer(refusal, send, "websocket.http.response")
            else:
                await send({"type": "websocket.close", "code": 1008, "reason": refusal.code})
            return
        try:
            await self._app(scope, receive, send)
        finally:
            self._limits.close_socket(address)

    def _foreign_origin(self, scope: Scope) -> bytes | None:
        """The Origin header, if it is one of the other origins that may use the server."""
        origin: bytes | None = dict(scope["headers"]).get(b"origin")
        return origin if origin is not None and origin.decode("latin-1") in self._origins else None

    def _warn_of_proxy(self, scope: Scope) -> None:
        """Say once that a proxy is not configured: then everybody shares its limits."""
        if not self._warned_of_proxy and b"x-forwarded-for" in dict(scope["headers"]):
            self._warned_of_proxy = True
            log.warning(
                "proxy_not_configured",
                hint="X-Forwarded-For is ignored: set GOLDENSPIKE_PROXIES to the proxy's address",
            )

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
    return COSTLY_REQUEST if path.endswith(COSTLY) or path.startswith(LESSONS) else 1


def _host_of(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc.lower() or None
    except ValueError:
        return None


def makes_table(path: str) -> bool:
    """Whether a POST to this path makes a table.

    >>> makes_table("/api/tables"), makes_table("/api/tables/x/rematch"), makes_table("/api/me")
    (True, True, False)
    """
    return path == "/api/tables" or (
        path.startswith("/api/tables/") and path.endswith(("/rematch", "/what-if"))
    )


def find_gate(app: Any) -> Gate:
    """The gate inside uvicorn's own layers."""
    while not isinstance(app, Gate):
        app = app.app
    return app


async def _answer(refusal: Refusal, send: Send, kind: str = "http.response") -> None:
    headers = [(b"content-type", b"application/json")]
    if refusal.code == "rate_limited":
        wait = refusal.body.params["retry_after"]
        headers.append((b"retry-after", str(math.ceil(wait)).encode()))
    body = msgspec.json.encode({"error": refusal.body})
    start = {"type": f"{kind}.start", "status": refusal.status, "headers": headers}
    await send(cast(Message, start))
    await send(cast(Message, {"type": f"{kind}.body", "body": body}))
