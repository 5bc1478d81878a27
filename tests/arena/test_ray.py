"""On Ray, with a worker killed half way, the table is that of a local run."""

from __future__ import annotations

import json
import os
import signal
import subprocess

import pytest
import ray

import goldenspike as gs
from goldenspike.arena import Schedule, Tournament


def busy_workers() -> list[int]:
    """Processes below this one that play a batch: Ray names a worker after what it does."""
    listing = subprocess.run(
        ["ps", "-e", "-o", "pid=,ppid=,args="], capture_output=True, text=True, check=True
    ).stdout
    parent, busy = {}, []
    for line in listing.splitlines():
        pid, ppid, args = line.split(None, 2)
        parent[int(pid)] = int(ppid)
        if args.startswith("ray::play_batch"):
            busy.append(int(pid))

    def ours(pid: int) -> bool:
        while pid in parent and pid != os.getpid():
            pid = parent[pid]
        return pid == os.getpid()

    return [pid for pid in busy if ours(pid)]


@pytest.mark.wide
def test_a_killed_worker_costs_only_time():
    schedule = Schedule(gs.load_board("usa"), 2, ("planner", "greedy"))
    local = json.dumps(Tournament(schedule).play(160).to_json())
    ray.init(num_cpus=2, log_to_driver=False, logging_level=40, include_dashboard=False)
    killed: list[int] = []

    def kill_once(done: int, total: int) -> None:
        if killed or done < total // 3:
            return
        for pid in busy_workers():
            os.kill(pid, signal.SIGKILL)
            killed.append(pid)
            return

    try:
        spread = json.dumps(Tournament(schedule, ray=True).play(160, kill_once).to_json())
    finally:
        ray.shutdown()
    assert killed, "no worker was there to be killed: the test shows nothing"
    assert spread == local
