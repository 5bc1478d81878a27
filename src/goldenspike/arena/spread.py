"""Spreading tasks over this machine's cores, or over a Ray cluster.

Tasks know everything they need, so it makes no difference to the results where they are played. A
worker that is lost costs what it had not finished: those tasks are played again by another.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from itertools import islice
from typing import Any

from goldenspike.arena.outcome import Outcome
from goldenspike.arena.playing import play_task
from goldenspike.arena.series import Task
from goldenspike.errors import InputError

AHEAD = 4
"""Tasks waiting for each worker: enough to keep it busy, few enough to stop soon."""
MOST_CRASHES = 5


def play_here(tasks: Iterable[Task]) -> Iterator[Outcome]:
    """One after the other, in this process."""
    for task in tasks:
        yield play_task(task)


def play_on_cores(tasks: Iterable[Task], jobs: int) -> Iterator[Outcome]:
    """In so many processes; finished tasks come back in whatever order they are done."""
    todo = iter(tasks)
    again: list[Task] = []
    crashes = 0
    while True:
        pool = ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn"))
        running: dict[Future[Outcome], Task] = {}
        try:
            while True:
                room = jobs * AHEAD - len(running)
                while room > 0 and again:
                    task = again.pop()
                    running[pool.submit(play_task, task)] = task
                    room -= 1
                for task in islice(todo, max(0, room)):
                    running[pool.submit(play_task, task)] = task
                if not running:
                    return
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    outcome = future.result()
                    del running[future]
                    yield outcome
        except BrokenProcessPool:
            crashes += 1
            if crashes > MOST_CRASHES:
                raise InputError(f"workers died {crashes} times: is memory short?") from None
            again += running.values()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def play_on_ray(tasks: Iterable[Task], address: str | None, jobs: int | None) -> Iterator[Outcome]:
    """On a Ray cluster, or on a Ray of this machine's own where no address is given."""
    try:
        import ray
    except ImportError:
        raise InputError(
            "--ray needs Ray: install goldenspike with its extra, goldenspike[ray]"
        ) from None
    started = not ray.is_initialized()
    if started:
        try:
            if address:
                ray.init(address=address, log_to_driver=False, logging_level=40)
            else:
                ray.init(num_cpus=jobs, log_to_driver=False, logging_level=40,
                         include_dashboard=False)  # fmt: skip
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise InputError(f"no Ray cluster answers at {address}: {error}") from None
    try:
        yield from _ray_outcomes(ray, tasks)
    finally:
        if started:
            with suppress(Exception):
                ray.shutdown()


def _ray_outcomes(ray: Any, tasks: Iterable[Task]) -> Iterator[Outcome]:
    # A task that died with its worker is simply played again: it has no effects but its result.
    remote = ray.remote(max_retries=-1, num_cpus=1)(play_task)
    todo = iter(tasks)
    width = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    running: list[Any] = []
    while True:
        for task in islice(todo, max(0, width - len(running))):
            running.append(remote.remote(task))
        if not running:
            return
        done, running = ray.wait(running, num_returns=1)
        for reference in done:
            yield ray.get(reference)
