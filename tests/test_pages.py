"""The pages name files and make targets that exist, and the server's page all of its modules."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

import goldenspike.server
from support.project_files import ROOT, project_files

pytestmark = pytest.mark.quick

PAGES = [*sorted((ROOT / "docs").glob("*.md")), *sorted(ROOT.glob("*.md"))]
FILE = re.compile(r"`([\w./-]+\.(?:py|ts|svelte|toml|json|svg|md))`")
EXAMPLES = {"my_board.toml", "NAME.layout.json", "/api/openapi.json"}
"""Names of what a reader makes, or a server."""
LINK = re.compile(r"\]\((?!\w+:|#)([^)#\s]+)")
CODE = re.compile(r"^```.*?^```", re.M | re.S)


def unknown_files(text: str) -> list[str]:
    files = [f"/{name}" for name in project_files()]
    named = set(FILE.findall(text)) - EXAMPLES
    return sorted(name for name in named if not any(file.endswith(f"/{name}") for file in files))


def dead_links(page: Path, text: str) -> list[str]:
    targets = LINK.findall(CODE.sub("", text))
    return [target for target in targets if not (page.parent / target).exists()]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_files_and_links_exist(page: Path):
    text = page.read_text(encoding="utf-8")
    assert unknown_files(text) == []
    assert dead_links(page, text) == []


def test_the_server_s_page_names_all_its_modules():
    folder = Path(goldenspike.server.__file__).parent
    modules = {path.name for path in folder.rglob("*.py")} - {"__init__.py"}
    modules -= {path.name for path in (folder / "storage" / "migrations").rglob("*.py")}
    page = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
    assert sorted(modules - set(FILE.findall(page))) == []


def make_targets() -> set[str]:
    return set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_make_targets_exist(page: Path):
    text = page.read_text(encoding="utf-8")
    code = "\n".join([*CODE.findall(text), *re.findall(r"`([^`\n]+)`", CODE.sub("", text))])
    lines = re.findall(r"^make ((?:[a-z-]+ ?)+)", code, re.MULTILINE)
    named = {target for line in lines for target in line.split()}
    assert sorted(named - make_targets()) == []


def test_workflows_run_make_targets_and_nothing_else():
    """Whatever fails there can be run at any desk."""
    files = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
    jobs = [yaml.safe_load(file.read_text(encoding="utf-8"))["jobs"] for file in files]
    steps = [step for each in jobs for job in each.values() for step in job["steps"]]
    commands = [step["run"] for step in steps if "run" in step]
    assert len(commands) >= 6
    for command in commands:
        program, *targets = command.split()
        assert program == "make", command
        assert set(targets) <= make_targets(), command


def test_a_name_or_link_that_leads_nowhere_is_found():
    assert unknown_files("see `table.py` and `cellar.py`") == ["cellar.py"]
    assert dead_links(ROOT / "README.md", "[a](docs/index.md) [b](docs/cellar.md#x)") == [
        "docs/cellar.md"
    ]
