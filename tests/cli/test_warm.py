"""`goldenspike warm`: everything is compiled at once, and told."""

from __future__ import annotations

import json
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest
from typer.testing import CliRunner

from goldenspike.bots.registry import BUILT_IN, make_bot
from goldenspike.cli import app
from goldenspike.rules.compiled import preparation

# The package has the command under the name of its module.
warm = sys.modules["goldenspike.cli.warm"]


@pytest.fixture(autouse=True)
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two parts that take no time, and one of them twice; a cache of its own."""
    for name in ("quick_one", "quick_two"):
        (tmp_path / f"{name}.py").write_text("part = 1\n", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("GOLDENSPIKE_CACHE", str(tmp_path / "cache"))
    for name in ("_loaded", "_failed"):
        monkeypatch.setattr(preparation, name, set())
    monkeypatch.setattr(preparation, "_processes", {})
    parts = {"one": ("quick_one",), "two": ("quick_two:part", "quick_one")}
    monkeypatch.setattr(warm, "PARTS", parts)


def test_it_says_what_it_has_compiled_and_what_was_there():
    first = json.loads(CliRunner().invoke(app, ["warm", "--json"]).stdout)
    assert sorted(part["part"] for part in first["parts"]) == ["one", "two"]
    assert not any(part["cached"] for part in first["parts"])
    again = CliRunner().invoke(app, ["warm", "--json"])
    assert all(part["cached"] for part in json.loads(again.stdout)["parts"])


def test_people_see_each_part_when_it_is_ready():
    told = CliRunner().invoke(app, ["warm", "--jobs", "1"]).stderr
    assert "1 of 2  one: compiled after" in told
    assert "2 of 2  two: compiled after" in told


def test_what_can_not_be_compiled_is_said(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(warm, "PARTS", {"three": ("quick_three",)})
    result = CliRunner().invoke(app, ["warm"])
    assert "python -m goldenspike.rules.compiled.preparation quick_three" in str(result.exception)


def test_every_unit_that_is_asked_for_is_compiled(monkeypatch: pytest.MonkeyPatch):
    """What the bots need, and every `COMPILED` of the package."""
    monkeypatch.undo()
    units = {unit for part in warm.PARTS.values() for unit in part}
    for unit in units:
        assert find_spec(unit.partition(":")[0]), unit
    for name in BUILT_IN:
        assert set(make_bot(name).compiled_units) <= units
    for module in (
        "arena.playouts",
        "bots.playouts.players",
        "bots.policy_bot",
        "bots.tree_search.search",
        "envs.vector",
    ):
        assert import_module(f"goldenspike.{module}").COMPILED in units
