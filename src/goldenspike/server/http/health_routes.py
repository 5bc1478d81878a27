"""HTTP routes for those who run the server: health and metrics."""

from __future__ import annotations

from litestar import MediaType, Response, get

import goldenspike as gs
from goldenspike.server.metrics import Metrics
from goldenspike.server.people.lobby import Lobby
from goldenspike.server.protocol.bodies import Health, HealthStatus
from goldenspike.server.settings import Settings
from goldenspike.server.storage.database import Database, StorageError
from goldenspike.server.storage.journal import Journal
from goldenspike.server.tables.bot_pool import BotPool
from goldenspike.server.tables.table_server import TableServer


@get("/health")
async def health(
    settings: Settings, database: Database, tables: TableServer, lobby: Lobby
) -> Response[Health]:
    """Whether the server can serve: 200, or 503 while the database is out of reach."""
    status: HealthStatus = "ok"
    try:
        await database.ping()
    except StorageError:
        status = "storage_unavailable"
    sockets = len(tables.subscribers()) + len(lobby.watchers)
    body = Health(status, gs.__version__, settings.database_kind, len(tables.loaded), sockets)
    return Response(body, status_code=200 if status == "ok" else 503)


@get("/metrics", media_type=MediaType.TEXT)
async def metrics(
    metrics: Metrics, tables: TableServer, journal: Journal, bots: BotPool
) -> Response[bytes]:
    """Counters for Prometheus."""
    metrics.tables.set(len(tables.loaded))
    metrics.commits.set(journal.commits)
    metrics.bot_failures.set(bots.failures)
    return Response(metrics.page(), media_type="text/plain; version=0.0.4")


HANDLERS = (health, metrics)
