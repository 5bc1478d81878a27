"""HTTP routes for those who run the server: health and metrics."""

from __future__ import annotations

import hmac

from litestar import MediaType, Response, get

import goldenspike as gs
from goldenspike.server.http.addresses import is_loopback
from goldenspike.server.http.person_routes import AnyRequest, Bearer
from goldenspike.server.people.lobby import Lobby
from goldenspike.server.protocol.bodies import Health, HealthStatus
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.settings import Settings
from goldenspike.server.shared_metrics import SharedMetrics
from goldenspike.server.storage.health_check import HealthCheck
from goldenspike.server.tables.table_server import TableServer


@get("/health")
async def health(
    settings: Settings, health_check: HealthCheck, tables: TableServer, lobby: Lobby
) -> Response[Health]:
    """Whether the server can serve: 200, or 503 while the database cannot be written."""
    status: HealthStatus = "ok" if await health_check.is_writable() else "storage_unavailable"
    sockets = len(tables.sockets)
    body = Health(
        status,
        gs.__version__,
        settings.database_kind,
        len(tables.loaded),
        sockets + len(lobby.watchers),
    )
    return Response(body, status_code=200 if status == "ok" else 503)


@get("/metrics", media_type=MediaType.TEXT)
async def metrics(
    settings: Settings,
    shared_metrics: SharedMetrics,
    request: AnyRequest,
    authorization: Bearer = None,
) -> Response[bytes]:
    """Counters for Prometheus; only for this machine, or with the token for them."""
    if settings.metrics_token:
        given = (authorization or "").encode("utf-8", "replace")
        if not hmac.compare_digest(given, f"Bearer {settings.metrics_token}".encode()):
            raise Refusal("token_needed")
    else:
        client = request.scope.get("client")
        forwarded = b"x-forwarded-for" in dict(request.scope["headers"])
        if forwarded or client is None or not is_loopback(client[0]):
            raise Refusal("not_found", what="page", id="/metrics")
    return Response(shared_metrics.page(), media_type="text/plain; version=0.0.4")


HANDLERS = (health, metrics)
