"""Serves the browser client's files."""

from __future__ import annotations

import hashlib
import mimetypes
from pathlib import Path
from typing import Any, NamedTuple

from litestar import HttpMethod, MediaType, Request, Response, route

import goldenspike as gs
from goldenspike.server.http import link_previews
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.storage.database import Database

WEB = Path(gs.__file__).parent / "web"
NOT_BUILT = b"""<!doctype html><html lang="en"><meta charset="utf-8"><title>Golden Spike</title>
<h1>Golden Spike</h1><p>The server runs, but the browser client has not been built into it:
run <code>make web</code> in the project and start the server again.</p>
<p><a href="/api/docs">What the server understands</a></p></html>"""


class WebFile(NamedTuple):
    """A file as it is sent."""

    data: bytes
    media_type: str
    etag: str


class WebFiles:
    """The browser client's files, read once."""

    def __init__(self, folder: Path = WEB) -> None:
        self._files: dict[str, WebFile] = {}
        if folder.is_dir():
            for path in folder.rglob("*"):
                if path.is_file():
                    self._files[path.relative_to(folder).as_posix()] = _read(path)

    def __contains__(self, name: str) -> bool:
        return name in self._files

    def answer(self, path: str, known_etag: str | None, tags: bytes = b"") -> Response[bytes]:
        """A file, or the client's page for any address of its own, with more tags in its head."""
        name = path.strip("/") or "index.html"
        if name not in self._files and name != "index.html":
            if "." in name.rsplit("/", 1)[-1] or name.split("/", 1)[0] in ("api", "ws"):
                raise Refusal("not_found", what="page", id="/" + name)
            name = "index.html"
        if name not in self._files:
            page = NOT_BUILT.replace(b"<h1>", tags + b"<h1>", 1)
            return Response(page, media_type=MediaType.HTML)
        data, media_type, etag = self._files[name]
        if tags and name == "index.html":
            data = data.replace(b"</head>", tags + b"</head>", 1)
            etag = _etag(data)
        # Vite puts a hash into the names of everything under assets/.
        immutable = name.startswith("assets/")
        headers = {
            "ETag": etag,
            "Cache-Control": "public, max-age=31536000, immutable" if immutable else "no-cache",
        }
        if known_etag == etag:
            return Response(b"", status_code=304, headers=headers)
        return Response(data, media_type=media_type, headers=headers)


def _read(path: Path) -> WebFile:
    data = path.read_bytes()
    media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    # The framework adds the charset to text types only.
    if media_type.startswith("application/") and media_type.endswith(("javascript", "json")):
        media_type += "; charset=utf-8"
    return WebFile(data, media_type, _etag(data))


def _etag(data: bytes) -> str:
    return f'"{hashlib.sha256(data).hexdigest()[:24]}"'


@route(
    ["/", "/{path:path}"], http_method=[HttpMethod.GET, HttpMethod.HEAD], include_in_schema=False
)
async def web(
    request: Request[Any, Any, Any],
    web_files: WebFiles,
    database: Database,
    path: str = "",
) -> Response[bytes]:
    """The browser client; a link to a table or board says what it is about in a preview."""
    table = await link_previews.table_at(database, path)
    tags = b""
    if table is not None:
        picture = f"{link_previews.PICTURES}/{table.board}.jpg"
        if picture not in web_files:
            picture = link_previews.OTHER_PICTURE
        tags = link_previews.head_tags(table, picture, str(request.base_url))
    board = await link_previews.board_at(database, path)
    if board is not None:
        tags = link_previews.board_tags(board, str(request.base_url))
    return web_files.answer(path, request.headers.get("if-none-match"), tags)


HANDLERS = (web,)
