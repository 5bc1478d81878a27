"""The files for operators name metrics and settings that exist."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from pathlib import Path

import pytest
import yaml

from goldenspike.server.app import Server
from goldenspike.server.metrics import Metrics
from goldenspike.server.settings import Settings

pytestmark = pytest.mark.quick

DEPLOY = Path(__file__).parents[2] / "deploy"
DOCS = Path(__file__).parents[2] / "docs"


def _known_names() -> set[str]:
    metrics = Metrics()
    for counter in (metrics.moves, metrics.refusals, metrics.requests, metrics.notices,
                    metrics.lease_changes):  # fmt: skip
        counter.labels("x")
    return {sample.name for family in metrics.registry.collect() for sample in family.samples}


@pytest.mark.parametrize("file", ["alerts.yml", "grafana-dashboard.json"])
def test_every_metric_that_is_asked_for_exists(file: str):
    text = (DEPLOY / file).read_text()
    asked = set(re.findall(r"goldenspike_\w+", text))
    assert asked
    assert asked <= _known_names()


def test_the_files_can_be_read():
    groups = yaml.safe_load((DEPLOY / "alerts.yml").read_text())["groups"]
    assert all({"alert", "expr", "annotations"} <= set(rule) for rule in groups[0]["rules"])
    board = json.loads((DEPLOY / "grafana-dashboard.json").read_text())
    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"])


def test_the_unit_backs_off_and_is_limited():
    unit = (DEPLOY / "goldenspike.service").read_text()
    for line in ("RestartSec=", "RestartMaxDelaySec=", "StartLimitIntervalSec=0", "LimitNOFILE=",
                 "ProtectSystem=strict", "NoNewPrivileges=yes", "MemoryMax="):  # fmt: skip
        assert line in unit
    # Bots' compilers, drawings and reviews lower their priority, and allocators place memory.
    taken = re.findall(r"^SystemCallFilter=~(.*)$", unit, re.M)
    assert taken == ["@privileged"]


def test_every_setting_is_documented():
    page = (DOCS / "deployment.md").read_text()
    missing = [
        field.name
        for field in fields(Settings)
        if f"`GOLDENSPIKE_{field.name.upper()}`" not in page
        and f"`_{field.name.upper()}`" not in page
        and field.name != "metrics_folder"
    ]
    assert missing == []


async def test_lost_leases_are_counted_once(tmp_path: Path):
    server = Server(Settings(db=str(tmp_path / "games.sqlite")))
    for lost in (3, 3, 4):
        server.leases.lost = lost
        server._refresh_metrics()
    assert b'goldenspike_lease_changes_total{what="lost"} 4.0' in server.metrics.page()
