"""On Ray, with a worker killed half way, the table is that of a local run."""

from __future__ import annotations

import json
import os
import signal

import pytest

import goldenspike as gs
from goldenspike.arena import Series, Tournament

ray = pytest.importorskip("ray", reason="the ray extra is part of make setup")


def test_a_killed_worker_costs_only_time():
    series = Series(gs.load_board("usa"), 2, ("planner", "greedy"))
    local = json.dumps(Tournament(series).play(160).to_json())
    ray.init(num_cpus=2, log_to_driver=False, logging_level=40, include_dashboard=False)
    killed: list[int] = []

    def kill_once(done: int, total: int) -> None:
        if killed or done < total // 3:
            return
        from ray.util.state import list_workers

        for worker in list_workers(limit=100):
            if worker.worker_type == "WORKER" and worker.is_alive and worker.pid:
                os.kill(worker.pid, signal.SIGKILL)
                killed.append(worker.pid)
                return

    try:
        spread = json.dumps(Tournament(series, ray=True).play(160, kill_once).to_json())
    finally:
        ray.shutdown()
    assert killed, "no worker was there to be killed: the test shows nothing"
    assert spread == local
