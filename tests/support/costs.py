"""`pytest --costs`: the most expensive test files, in CPU seconds."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Generator
from typing import Any

import pytest

from support.server import forked

DEAREST = 10
SPENT = pytest.StashKey[float]()


def cpu_seconds() -> float:
    """What this process has used so far, with its children that have ended and its servers."""
    return sum(os.times()[:4]) + forked.cpu_seconds()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--costs", type=int, nargs="?", const=DEAREST,
        help=f"print the dearest files in CPU seconds, {DEAREST} or as many as this says",
    )  # fmt: skip


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--costs"):
        config.pluginmanager.register(Costs(config.getoption("--costs")), "costs")


class Costs:
    """Every worker measures its tests; their reports carry it to the process that prints."""

    def __init__(self, listed: int) -> None:
        self._listed = listed
        self.by_file: dict[str, list[float]] = defaultdict(lambda: [0, 0.0, 0.0])

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> None:
        item.stash[SPENT] = cpu_seconds()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        before, item.stash[SPENT] = item.stash[SPENT], cpu_seconds()
        report.cpu_seconds = item.stash[SPENT] - before
        return report

    def pytest_runtest_logreport(self, report: Any) -> None:
        entry = self.by_file[report.nodeid.partition("::")[0]]
        entry[0] += report.when == "call"
        entry[1] += report.cpu_seconds
        entry[2] += report.duration

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        dearest = sorted(self.by_file.items(), key=lambda entry: -entry[1][1])
        total = [sum(entry[i] for _, entry in dearest) for i in range(3)]
        terminalreporter.section(f"{self._listed} dearest files")
        terminalreporter.write_line("| file | tests | CPU seconds | seconds |")
        terminalreporter.write_line("|---|---|---|---|")
        rows = [(f"`{name}`", entry) for name, entry in dearest[: self._listed]]
        for name, (tests, cpu, wall) in [*rows, (f"all {len(dearest)} files", total)]:
            terminalreporter.write_line(f"| {name} | {tests} | {cpu:.1f} | {wall:.1f} |")
