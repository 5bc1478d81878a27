"""The examples of CONTRIBUTING.md fit the project as it is, and work."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(diff|python)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def new_files() -> dict[str, str]:
    """Blocks of Python whose first line is a path."""
    files = {}
    for language, text in BLOCKS:
        if language == "python":
            path, _, source = text.partition("\n")
            files[path.removeprefix("# ")] = source
    return files


def changes() -> list[tuple[str, str, str]]:
    """Every hunk of the diffs: a file, the lines that stand there, the lines that shall."""
    found = []
    for language, text in BLOCKS:
        if language == "diff":
            for file in re.split(r"^\+\+\+ ", text, flags=re.MULTILINE)[1:]:
                path, _, hunks = file.partition("\n")
                for hunk in re.split(r"^@@\n", hunks, flags=re.MULTILINE)[1:]:
                    lines = hunk.splitlines(keepends=True)
                    old = "".join(line[1:] for line in lines if line[0] in " -")
                    new = "".join(line[1:] for line in lines if line[0] in " +")
                    found.append((path, old, new))
    return found


@pytest.mark.quick
def test_there_are_examples():
    assert len(new_files()) >= 4
    assert len(changes()) >= 10


@pytest.mark.quick
@pytest.mark.parametrize(("path", "old", "new"), changes(), ids=lambda value: value[:40])
def test_every_change_has_its_place(path: str, old: str, new: str):
    assert old != new
    text = (ROOT / path).read_text(encoding="utf-8")
    assert text.count(old) == 1, (
        f"an example in CONTRIBUTING.md changes these lines of {path}, which has them "
        f"{text.count(old)} times instead of once. If the file is right as it is now, write its "
        f"lines into the example:\n{old}"
    )


@pytest.mark.quick
def test_new_files_are_new():
    assert [path for path in new_files() if (ROOT / path).exists()] == []


@pytest.mark.wide
def test_the_examples_work(tmp_path: Path):
    """A stranger follows the page in a copy of the project and runs what it says."""
    for name in ("src", "tests", "tools", "docs"):
        ignore = shutil.ignore_patterns("__pycache__", "images", "web")
        shutil.copytree(ROOT / name, tmp_path / name, ignore=ignore)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for path, source in new_files().items():
        (tmp_path / path).write_text(source, encoding="utf-8")
    for path, old, new in changes():
        text = (tmp_path / path).read_text(encoding="utf-8")
        (tmp_path / path).write_text(text.replace(old, new), encoding="utf-8")
    environment = {
        **os.environ,
        "PYTHONPATH": str(tmp_path / "src"),
        "GOLDENSPIKE_KERNEL": "plain",
    }

    def run(*command: str) -> None:
        done = subprocess.run(
            [sys.executable, "-m", *command],
            cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=500,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]

    run("goldenspike.server.protocol.reference", "docs/protocol.md")
    tests = [path for path in new_files() if path.startswith("tests/")]
    known = [
        "tests/boards/test_load.py",
        "tests/boards/test_docs.py",
        "tests/boards/test_every_switch.py",
        "tests/bots/test_contract.py",
        "tests/bots/test_bots_keep_to_the_rules.py::"
        "test_every_answer_is_legal_where_every_switch_is_used[hauler-3]",
        "tests/rules/test_every_rule_is_tested.py",
        "tests/server/test_http_contract.py::test_the_protocol_page_is_up_to_date",
    ]
    run("pytest", "-q", "-p", "no:cacheprovider", *tests, *known)
    run("ruff", "check", *new_files())
    run("ruff", "format", "--check", *new_files())
