"""The page on testing lists attacks; each is tried by the tests that it names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from support.project_files import ROOT

pytestmark = pytest.mark.quick

HERE = Path(__file__).parent
ROW = re.compile(r"^\| (\d+) \| .* \| .* \| (.*) \|$", re.M)
NAMED = re.compile(r"attacks? (\d+)(?: and (\d+))?")


def listed() -> dict[int, set[str]]:
    """Number -> files, as the page has them."""
    page = (ROOT / "docs" / "testing.md").read_text(encoding="utf-8")
    rows = ROW.findall(page.split("## Attacks")[1].split("\n## ")[0])
    return {int(number): set(re.findall(r"`([^`]+)`", files)) for number, files in rows}


def tried() -> dict[int, set[str]]:
    """Number -> files, as the tests have them."""
    found: dict[int, set[str]] = {}
    for path in HERE.rglob("test_*.py"):
        if path != Path(__file__):
            for numbers in NAMED.findall(path.read_text(encoding="utf-8")):
                for number in filter(None, numbers):
                    found.setdefault(int(number), set()).add(str(path.relative_to(HERE)))
    return found


def test_every_attack_of_the_list_is_tried_where_it_says():
    assert listed() == tried()


def test_the_list_has_no_gap():
    assert sorted(listed()) == list(range(1, 29))
