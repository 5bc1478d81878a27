"""The HTTP API behaves as its OpenAPI document says, for any request."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from goldenspike.server.http.web_files import WebFiles
from goldenspike.server.protocol import reference
from goldenspike.server.storage import migrate
from support.server.process import ServerProcess

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def api_schema(server: ServerProcess) -> Any:
    return schemathesis.openapi.from_url(server.base + "/api/openapi.json")


@pytest.fixture(scope="session")
def bearer(server: ServerProcess) -> str:
    answer = httpx.post(server.base + "/api/guests", json={"name": "Fuzz"})
    return f"Bearer {answer.json()['token']}"


CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
HEAVY = {"/api/boards/{board}", "/api/accounts", "/api/login"}
"""Slow on purpose (password hashing) or the first time (a board's layout): fewer examples."""


@pytest.mark.laws
@pytest.mark.parametrize(
    ("method", "path"), [(m, p) for m, p, *_ in reference.ROUTES], ids=lambda v: v
)
def test_the_api_keeps_its_promises(
    api_schema: Any, bearer: str, method: str, path: str, times: int
):
    operation = api_schema[path][method]

    @settings(max_examples=(1 if path in HEAVY else 5) * times, derandomize=True)
    @given(case=operation.as_strategy())
    def attack(case: Any) -> None:
        case.call_and_validate(headers={"Authorization": bearer}, checks=CHECKS)

    attack()


def test_the_protocol_page_is_up_to_date():
    page = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    assert page == reference.page(), "run: make protocol"


def test_the_protocol_page_lists_every_route(server: ServerProcess):
    document = httpx.get(server.base + "/api/openapi.json").json()
    served = {
        (method.upper(), path) for path, methods in document["paths"].items() for method in methods
    }
    assert served == {(method, path) for method, path, *_ in reference.ROUTES}


def test_the_newest_migration_is_the_one_the_program_expects():
    folder = Path(migrate.__file__).parent / "migrations" / "versions"
    revisions = [
        re.search(r'^revision = "(.+)"$', path.read_text(), re.MULTILINE)
        for path in folder.glob("[0-9]*.py")
    ]
    assert max(match[1] for match in revisions if match) == migrate.HEAD


def test_the_documentation_pages_are_served(server: ServerProcess):
    page = httpx.get(server.base + "/api/docs")
    assert page.status_code == 200
    assert "/api/tables/{table}/join" in page.text
    metrics = httpx.get(server.base + "/metrics").text
    assert "goldenspike_moves_total" in metrics or "goldenspike_moves" in metrics


def test_no_page_but_ours_is_served_for_the_api(server: ServerProcess):
    """Those of the framework load scripts from elsewhere."""
    for path in ("schema", "schema/", "schema/redoc", "schema/openapi.json", "schema/swagger"):
        answer = httpx.get(f"{server.base}/api/{path}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found"), path


@pytest.mark.parametrize("path", ["/", "/rules", "/api/docs", "/metrics", "/api/openapi.json"])
def test_every_answer_has_one_content_type(server: ServerProcess, path: str):
    kind = httpx.get(server.base + path).headers["content-type"]
    assert kind.count("charset") <= 1, kind


def test_files_have_their_media_types(tmp_path: Path):
    for name in ("index.html", "a.js", "a.css", "a.json"):
        (tmp_path / name).write_text("x")
    files = WebFiles(tmp_path)
    for name in ("index.html", "a.js", "a.css", "a.json"):
        answer = files.answer(name, None).to_asgi_response(None, None)  # type: ignore[arg-type]
        kinds = [value for header, value in answer.encode_headers() if header == b"content-type"]
        assert [kind.count(b"charset=utf-8") for kind in kinds] == [1], kinds


def test_the_client_answers_head_requests(server: ServerProcess):
    answer = httpx.head(server.base + "/")
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer.headers["content-type"].startswith("text/html")
