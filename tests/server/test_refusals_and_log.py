"""Every refusal has a text, and the log quotes no values of an error."""

from __future__ import annotations

import logging

import pytest

from goldenspike.server.log import JsonLines
from goldenspike.server.protocol.refusals import CODES

pytestmark = pytest.mark.quick


def test_a_librarys_report_of_an_unretrieved_error_quotes_no_values():
    """asyncio writes the error's text into the lines below its message."""
    said = "Task exception was never retrieved\nfuture: <Task exception=Refusal('You have 2 red')>"
    line = JsonLines().format(logging.LogRecord("asyncio", 40, "", 0, said, None, None))
    assert "never retrieved" in line
    assert "red'" not in line


@pytest.mark.parametrize("code", CODES)
def test_every_refusal_has_a_text_and_a_status(code: str):
    status, text = CODES[code]
    assert 400 <= status < 600
    assert text[0].isupper() or text.startswith("{")
    assert text.endswith((".", "}"))
