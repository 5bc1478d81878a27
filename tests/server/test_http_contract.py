"""The HTTP API keeps what its OpenAPI document promises, whatever is thrown at it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import given, settings
from process import ServerProcess
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from goldenspike.server import migrate, protocol_page

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


@pytest.mark.parametrize(
    ("method", "path"), [(m, p) for m, p, *_ in protocol_page.ROUTES], ids=lambda v: v
)
def test_the_api_keeps_its_promises(api_schema: Any, bearer: str, method: str, path: str):
    operation = api_schema[path][method]

    @settings(max_examples=4 if path in HEAVY else 25, derandomize=True)
    @given(case=operation.as_strategy())
    def attack(case: Any) -> None:
        case.call_and_validate(headers={"Authorization": bearer}, checks=CHECKS)

    attack()


def test_the_protocol_page_is_up_to_date():
    """Written by `python -m goldenspike.server.protocol_page`."""
    assert (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8") == protocol_page.page()


def test_the_protocol_page_lists_every_route(server: ServerProcess):
    document = httpx.get(server.base + "/api/openapi.json").json()
    served = {
        (method.upper(), path) for path, methods in document["paths"].items() for method in methods
    }
    assert served == {(method, path) for method, path, *_ in protocol_page.ROUTES}


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
