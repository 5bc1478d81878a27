"""HTTP routes for the API's own documentation: an OpenAPI document, and a page to read."""

from __future__ import annotations

import html
from typing import Any

import msgspec
from litestar import Litestar, MediaType, Request, Response, Router, get

from goldenspike.server.protocol.refusals import ErrorAnswer

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


class NoPages(Router):
    """Takes the place of the framework's own pages, which load scripts from elsewhere."""

    def register(self, value: Any) -> list[Any]:
        """Register nothing."""
        return []


HANDLERS = (openapi, docs)
