"""The files of the project: what none may contain, and pinned packages."""

from __future__ import annotations

import contextlib
import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

from support.project_files import ROOT, project_files

# Written in pieces, so that this file itself does not hold what it looks for.
FORBIDDEN = {
    "a package registry's address": re.compile(
        r"pypi\.(?:org|python)|python" + r"hosted\.org|registry\." + r"npmjs|npmjs\.(?:com|org)"
        r"|deb\." + r"debian\.org|crates\." + r"io/api|index-url"
    ),
    "a path of one machine": re.compile(
        r"(?<![\w.])/(?:work|root|home/\w+|Users/\w+|opt/\w+)" + r"/[\w.]"
    ),
    "a publisher's or a product's name": re.compile(
        r"ticket to "
        + r"ride|zug um "
        + r"zug|days of "
        + r"wonder|asmo"
        + r"dee|alan r\. ?"
        + r"moon",
        re.IGNORECASE,
    ),
}
MAY_NAME_THE_RULES = {"README.md", "PKG-INFO"}
"""One line of the README may say which published rules the game is compatible with; the source
archive repeats the README as PKG-INFO."""


@cache
def texts() -> dict[str, str]:
    """Every text file of the project but this one."""
    found = {}
    for name in project_files():
        if ROOT / name != Path(__file__):
            with contextlib.suppress(UnicodeDecodeError):
                found[name] = (ROOT / name).read_text(encoding="utf-8")
    return found


def test_the_files_of_the_project_are_found():
    assert {"README.md", ".gitignore", "src/goldenspike/game.py", "web/src/main.ts"} <= set(texts())
    assert not [name for name in texts() if name.startswith((".git/", ".venv/", "build/"))]
    assert not [name for name in texts() if "node_modules" in name or "__pycache__" in name]


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_file_has(what: str):
    found = []
    for name, text in texts().items():
        hits = [line for line in text.splitlines() if FORBIDDEN[what].search(line)]
        if what.startswith("a publisher") and name in MAY_NAME_THE_RULES:
            hits = hits[1:]
        found += [f"{name}: {hit.strip()[:100]}" for hit in hits]
    assert not found, "\n".join(found)


def test_no_test_skips():
    """What a test needs comes with `make setup`; where it is missing, the test fails."""
    skips = re.compile(r"\b(?:pytest|mark|unittest)\." + r"(?:skip|xfail)|import" + r"orskip")
    tests = {name: text for name, text in texts().items() if re.search(r"test_\w+\.py$", name)}
    assert len(tests) > 100
    assert [name for name, text in tests.items() if skips.search(text)] == []


def test_pinned_packages_have_hashes():
    """Every package is pinned to a version, and every version to the hashes of its files."""
    for name in ("constraints.txt", "constraints-play.txt"):
        lines = [
            line
            for line in (ROOT / name).read_text(encoding="utf-8").splitlines()
            if line[:1] != "#"
        ]
        starts = [number for number, line in enumerate(lines) if not line.startswith(" ")]
        assert len(starts) > 20
        for start in starts:
            assert re.match(r"[a-z0-9._-]+(\[[a-z,]+\])?==\S+( ; .*)? \\$", lines[start]), lines[
                start
            ]
            assert lines[start + 1].strip().startswith("--hash=sha256:")


def test_playing_needs_the_same_versions_as_testing():
    pins = {}
    for name in ("constraints.txt", "constraints-play.txt"):
        text = (ROOT / name).read_text(encoding="utf-8")
        pins[name] = set(re.findall(r"^[a-z0-9._-]+==\S+", text, re.MULTILINE))
    assert pins["constraints-play.txt"] <= pins["constraints.txt"]


def test_everything_asked_for_is_pinned():
    """`make constraints` was run after a package was added."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = project["dependencies"] + [
        need for extra, needs in extras.items() if extra != "train" for need in needs
    ]
    names = {re.split(r"[\[<>=~!; ]", need)[0].lower().replace("_", "-") for need in wanted}
    text = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    pinned = set(re.findall(r"^([a-z0-9._-]+)==", text, re.MULTILINE))
    missing = names - {name.replace("_", "-") for name in pinned}
    assert not missing, f"not in constraints.txt: {sorted(missing)}. Run: make constraints"
