"""Wiring: settings in, an ASGI application out."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import AsyncIterator
from typing import Any

from litestar import Litestar, Request, Response, Router
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig

import goldenspike as gs

from . import http_people, http_server, http_tables, sockets
from .database import StorageError
from .errors import Refusal
from .gate import Gate
from .house import House
from .log import log, set_up
from .settings import Settings

BODY_LIMIT = 64 * 1024


class JsonRequest(Request[Any, Any, Any]):
    """A request whose body is JSON, or is refused."""

    async def json(self) -> Any:
        """The body; what the framework takes for a fault of the server is one of the sender."""
        try:
            return await super().json()
        except (RecursionError, UnicodeDecodeError):
            raise Refusal("malformed", why="this is not JSON") from None


class NoPages(Router):
    """The document of the API is served by `http_server`, once and without scripts."""

    def register(self, value: Any) -> list[Any]:
        """None of the pages that come with the framework."""
        return []


def create_app(settings: Settings | None = None) -> Gate:
    """The whole server as an ASGI application; without settings, from the environment."""
    settings = settings if settings is not None else Settings.from_environment()
    set_up(settings.log)
    house = House(settings)

    @contextlib.asynccontextmanager
    async def lifespan(_app: Litestar) -> AsyncIterator[None]:
        await house.open()
        try:
            yield
        finally:
            await house.close()

    async def the_house() -> House:
        return house

    app = Litestar(
        route_handlers=[
            *http_people.HANDLERS,
            *http_tables.HANDLERS,
            *http_server.HANDLERS,
            sockets.table_socket,
            sockets.lobby_socket,
        ],
        dependencies={
            "house": Provide(the_house),
            "maybe": Provide(http_people.maybe_person),
            "person": Provide(http_people.known_person),
        },
        lifespan=[lifespan],
        exception_handlers={
            Refusal: _refused,
            StorageError: _no_storage,
            HTTPException: _http_error,
            Exception: _fault,
        },
        openapi_config=OpenAPIConfig(
            title="Golden Spike",
            version=gs.__version__,
            openapi_router=NoPages("/api/schema", route_handlers=[]),
        ),
        # Answers that hold a token are never compressed: their length must not tell about it.
        compression_config=CompressionConfig(
            backend="gzip",
            minimum_size=1000,
            gzip_compress_level=6,
            exclude=["^/api/(guests|accounts|login)", "^/ws/", r"\.(png|woff2|ico|jpg|webp)$"],
        ),
        request_class=JsonRequest,
        request_max_body_size=BODY_LIMIT,
        logging_config=None,
        debug=False,
    )
    app.state.house = house
    app.state.web = http_server.WebFiles()
    return Gate(app, house)


def _answer(request: Request[Any, Any, Any], refusal: Refusal) -> Response[Any]:
    house: House = request.app.state.house
    house.metrics.refusals.labels(refusal.code).inc()
    return Response({"error": refusal.body}, status_code=refusal.status)


def _refused(request: Request[Any, Any, Any], error: Refusal) -> Response[Any]:
    return _answer(request, error)


def _no_storage(request: Request[Any, Any, Any], error: StorageError) -> Response[Any]:
    return _answer(request, Refusal("storage"))


def _http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    if error.status_code == 404:
        return _answer(request, Refusal("not_found", what="page", id=request.url.path))
    if error.status_code == 413:
        return _answer(request, Refusal("too_large", limit=BODY_LIMIT))
    why = error.detail
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        why = "; ".join(
            f"{part.get('key', 'body')}: {part.get('message', '')}" for part in error.extra
        )
    refusal = Refusal("malformed", why=why)
    refusal.status = error.status_code if 400 <= error.status_code < 500 else 400
    return _answer(request, refusal)


def _fault(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    incident = secrets.token_hex(4)
    log.failure("request_failed", error, path=request.url.path, incident=incident)
    return _answer(request, Refusal("internal", incident=incident))
