"""HTTP routes for health, metrics, the API's own documentation and the browser client."""

from __future__ import annotations

import hashlib
import html
import mimetypes
from pathlib import Path
from typing import Any

import msgspec
from litestar import HttpMethod, Litestar, MediaType, Request, Response, get, route

import goldenspike as gs
from goldenspike.server.metrics import Metrics
from goldenspike.server.people.lobby import Lobby
from goldenspike.server.protocol.bodies import Health, HealthStatus
from goldenspike.server.protocol.refusals import ErrorAnswer, Refusal
from goldenspike.server.settings import Settings
from goldenspike.server.storage.database import Database, StorageError
from goldenspike.server.storage.journal import Journal
from goldenspike.server.tables.bot_pool import BotPool
from goldenspike.server.tables.table_server import TableServer

WEB = Path(gs.__file__).parent / "web"
NOT_BUILT = b"""<!doctype html><html lang="en"><meta charset="utf-8"><title>Golden Spike</title>
<h1>Golden Spike</h1><p>The server runs, but the browser client has not been built into it:
run <code>make web</code> in the project and start the server again.</p>
<p><a href="/api/docs">What the server understands</a></p></html>"""


ERRORS = {
    400: "What was sent cannot be read.",
    401: "A token is needed, or this one is not known.",
    403: "Not yours to do.",
    404: "There is no such thing.",
    405: "Not with this method.",
    409: "Not now.",
    413: "Too large.",
    415: "Not JSON.",
    429: "Too many: try again later.",
    500: "A fault of the server.",
    503: "The database is out of reach: try again.",
}


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


def document_of(app: Litestar) -> dict[str, Any]:
    """The OpenAPI document; every operation may be refused in the same shape."""
    document: dict[str, Any] = app.openapi_schema.to_schema()
    (_,), parts = msgspec.json.schema_components(
        [ErrorAnswer], ref_template="#/components/schemas/{name}"
    )
    document["components"].setdefault("schemas", {}).update(parts)
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorAnswer"}}}
    for methods in document["paths"].values():
        for operation in methods.values():
            for status, why in ERRORS.items():
                operation["responses"][str(status)] = {"description": why, "content": content}
    return document


@get("/api/openapi.json", media_type="application/json")
async def openapi(request: Request[Any, Any, Any]) -> dict[str, Any]:
    """This API as an OpenAPI document."""
    return document_of(request.app)


@get("/api/docs", media_type=MediaType.HTML)
async def docs(request: Request[Any, Any, Any]) -> Response[str]:
    """This API as a page to read; plain HTML, so that the content policy stays strict."""
    document = document_of(request.app)
    parts = [
        "<!doctype html><html lang='en'><meta charset='utf-8'><title>Golden Spike API</title>",
        "<h1>Golden Spike API</h1>",
        "<p>The same for programs: <a href='/api/openapi.json'>openapi.json</a>.</p>",
    ]
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            parts.append(f"<h2><code>{method.upper()} {html.escape(path)}</code></h2>")
            parts.append(f"<p>{html.escape(operation.get('description') or '')}</p>")
            body = _schema_name(operation.get("requestBody", {}))
            answer = next(
                (_schema_name(r) for s, r in operation["responses"].items() if s.startswith("2")),
                "",
            )
            parts.append(f"<p>Sends {_link(body)}, answers {_link(answer)}.</p>")
    for name, schema in sorted(document["components"]["schemas"].items()):
        parts.append(f"<h3 id='{html.escape(name)}'>{html.escape(name)}</h3>")
        shown = msgspec.json.format(msgspec.json.encode(schema), indent=2).decode()
        parts.append(f"<pre>{html.escape(shown)}</pre>")
    return Response("\n".join(parts) + "</html>", media_type=MediaType.HTML)


def _schema_name(holder: dict[str, Any]) -> str:
    content = holder.get("content", {}).get("application/json", {})
    return str(content.get("schema", {}).get("$ref", "")).rsplit("/", 1)[-1]


def _link(name: str) -> str:
    safe = html.escape(name)
    return f"<a href='#{safe}'>{safe}</a>" if name else "nothing of a fixed shape"


class WebFiles:
    """The browser client's files, read once."""

    def __init__(self, folder: Path = WEB) -> None:
        self._files: dict[str, tuple[bytes, str, str]] = {}
        if folder.is_dir():
            for path in folder.rglob("*"):
                if path.is_file():
                    data = path.read_bytes()
                    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
                    # To kinds of text the framework adds it.
                    if kind.startswith("application/") and kind.endswith(("javascript", "json")):
                        kind += "; charset=utf-8"
                    tag = f'"{hashlib.sha256(data).hexdigest()[:24]}"'
                    self._files[path.relative_to(folder).as_posix()] = (data, kind, tag)

    def answer(self, path: str, known: str | None) -> Response[bytes]:
        """A file, or the client's page for any address of its own."""
        name = path.strip("/") or "index.html"
        if name not in self._files and name != "index.html":
            if "." in name.rsplit("/", 1)[-1] or name.split("/", 1)[0] in ("api", "ws"):
                raise Refusal("not_found", what="page", id="/" + name)
            name = "index.html"
        if name not in self._files:
            return Response(NOT_BUILT, media_type=MediaType.HTML)
        data, kind, tag = self._files[name]
        # Vite puts a hash into the names of everything under assets/.
        lasting = name.startswith("assets/")
        headers = {
            "ETag": tag,
            "Cache-Control": "public, max-age=31536000, immutable" if lasting else "no-cache",
        }
        if known == tag:
            return Response(b"", status_code=304, headers=headers)
        return Response(data, media_type=kind, headers=headers)


@route(
    ["/", "/{path:path}"], http_method=[HttpMethod.GET, HttpMethod.HEAD], include_in_schema=False
)
async def web(request: Request[Any, Any, Any], path: str = "") -> Response[bytes]:
    """The browser client."""
    files: WebFiles = request.app.state.web
    return files.answer(path, request.headers.get("if-none-match"))


HANDLERS = (health, metrics, openapi, docs, web)
