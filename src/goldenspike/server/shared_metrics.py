"""The metrics of all worker processes of a machine: each leaves its own in a folder."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import Metric
from prometheus_client.registry import Collector

from goldenspike.server.log import log
from goldenspike.server.metrics import Family, Metrics

WRITE_SECONDS = 5.0
STALE_SECONDS = 30.0
"""The metrics of a process that has not written for this long are left out: it is gone."""
LAG_SECONDS = 0.5
WORST_OF = 30
"""Measurements of the event loop of which the worst counts: 15 seconds."""


class SharedMetrics:
    """This process's metrics, and with a folder also those of the others."""

    def __init__(self, metrics: Metrics, folder: str, refresh: Callable[[], None]) -> None:
        self._metrics = metrics
        self._folder = Path(folder) if folder else None
        self._refresh = refresh
        """Sets the gauges that are not kept up to date all the time."""
        self._lags: deque[float] = deque([0.0], maxlen=WORST_OF)

    async def run_for_ever(self) -> None:
        """Measure the event loop, and write the metrics now and then."""
        written = 0.0
        while True:
            before = time.monotonic()
            await asyncio.sleep(LAG_SECONDS)
            now = time.monotonic()
            self._lags.append(now - before - LAG_SECONDS)
            if self._folder is not None and now > written + WRITE_SECONDS:
                written = now
                try:
                    self._write(self._folder)
                except OSError as error:
                    log.failure("metrics_not_written", error)

    def page(self) -> bytes:
        """All of them in the text format of Prometheus; each process has its label."""
        self._update()
        if self._folder is None:
            return self._metrics.page()
        self._write(self._folder)
        merged: dict[str, Metric] = {}
        oldest = time.time() - STALE_SECONDS
        for path in sorted(self._folder.glob("*.json")):
            if path.stat().st_mtime < oldest:
                path.unlink(missing_ok=True)
                continue
            for family in msgspec.json.decode(path.read_bytes(), type=list[Family]):
                metric = merged.setdefault(
                    family.name, Metric(family.name, family.documentation, family.type)
                )
                for name, labels, value in family.samples:
                    metric.add_sample(name, {**labels, "process": path.stem}, value)
        registry = CollectorRegistry()
        registry.register(_Collected(merged.values()))
        return generate_latest(registry)

    def _update(self) -> None:
        self._refresh()
        self._metrics.memory.set(resident_bytes())
        self._metrics.loop_lag.set(max(self._lags))

    def _write(self, folder: Path) -> None:
        self._update()
        path = folder / f"{os.getpid()}.json"
        new = path.with_suffix(".new")
        new.write_bytes(msgspec.json.encode(self._metrics.samples()))
        new.replace(path)


class _Collected(Collector):
    """Metrics that are collected already."""

    def __init__(self, metrics: Iterable[Metric]) -> None:
        self._metrics = list(metrics)

    def collect(self) -> Iterable[Metric]:
        return self._metrics


def resident_bytes() -> int:
    """The memory of this process that is in RAM; its peak where the system does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        import resource

        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else peak * 1024
    return pages * os.sysconf("SC_PAGE_SIZE")
