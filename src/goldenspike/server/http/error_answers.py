"""Turns every error of an HTTP request into an answer of the protocol's shape."""

from __future__ import annotations

import secrets
from typing import Any, TypeAlias

from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.types import ExceptionHandlersMap

from goldenspike.server.log import log
from goldenspike.server.metrics import Metrics
from goldenspike.server.protocol.refusals import ErrorAnswer, Refusal
from goldenspike.server.storage.database import StorageError

BODY_LIMIT = 64 * 1024

AnyRequest: TypeAlias = Request[Any, Any, Any]
Answer: TypeAlias = Response[ErrorAnswer]


class JsonRequest(AnyRequest):
    """A request whose body is JSON, or is refused."""

    async def json(self) -> Any:
        """The body; refuses what the framework would report as an error of the server."""
        try:
            return await super().json()
        except (RecursionError, UnicodeDecodeError):
            raise Refusal("malformed", why="this is not JSON") from None


def exception_handlers(metrics: Metrics) -> ExceptionHandlersMap:
    """The handler of each kind of exception; refusals are counted."""

    def refused(refusal: Refusal) -> Answer:
        metrics.refusals.labels(refusal.code).inc()
        return Response(ErrorAnswer(refusal.body), status_code=refusal.status)

    return {
        Refusal: lambda _request, refusal: refused(refusal),
        StorageError: lambda _request, _error: refused(Refusal("storage")),
        HTTPException: lambda request, error: refused(_from_framework(request, error)),
        Exception: lambda request, error: refused(_logged(request, error)),
    }


def _from_framework(request: AnyRequest, error: HTTPException) -> Refusal:
    if error.status_code == 404:
        return Refusal("not_found", what="page", id=request.url.path)
    if error.status_code == 413:
        return Refusal("too_large", limit=BODY_LIMIT)
    why = error.detail
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        why = "; ".join(
            f"{part.get('key', 'body')}: {part.get('message', '')}" for part in error.extra
        )
    refusal = Refusal("malformed", why=why)
    refusal.status = error.status_code if 400 <= error.status_code < 500 else 400
    return refusal


def _logged(request: AnyRequest, error: Exception) -> Refusal:
    incident = secrets.token_hex(4)
    log.failure("request_failed", error, path=request.url.path, incident=incident)
    return Refusal("internal", incident=incident)
