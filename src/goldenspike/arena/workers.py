"""Playing batches on the cores of this machine, or on a Ray cluster.

Batches contain everything they need, so results do not depend on where they are played. If a worker
dies, its unfinished batches are played again.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

from goldenspike.arena.batch import Batch
from goldenspike.arena.outcome import Outcome
from goldenspike.arena.play_batch import play_batch, single_games_until_ready
from goldenspike.errors import InputError

QUEUED_PER_WORKER = 4
"""Batches submitted for each worker: enough to keep it busy, few enough to stop soon."""
MAX_CRASHES = 5

Progress = Callable[[int, int], None]
"""Called with games done and games in all."""


@dataclass(frozen=True, slots=True)
class Workers:
    """Where batches are played: `jobs` at a time on this machine, or on a Ray cluster."""

    jobs: int = 1
    ray: bool = False
    ray_address: str | None = None
    """None starts Ray on this machine."""

    def play(self, batches: Iterable[Batch]) -> Iterator[Outcome]:
        """Play batches, and yield their outcomes in the order in which they finish."""
        if self.ray:
            return play_on_ray(batches, self.ray_address, self.jobs)
        batches = single_games_until_ready(batches)
        first = list(islice(batches, 2))
        batches = chain(first, batches)
        if self.jobs == 1 or len(first) < 2:
            return map(play_batch, batches)
        # Playouts release the GIL, so threads use all cores, and they start at once.
        return play_on_cores(batches, self.jobs, threads=first[0].playouts)


def play_on_cores(batches: Iterable[Batch], jobs: int, threads: bool = False) -> Iterator[Outcome]:
    """Play batches in `jobs` processes or threads; yields outcomes in the order they finish."""
    todo = iter(batches)
    again: list[Batch] = []
    crashes = 0
    while True:
        pool = _pool(jobs, threads)
        running: dict[Future[Outcome], Batch] = {}
        try:
            while True:
                room = jobs * QUEUED_PER_WORKER - len(running)
                while room > 0 and again:
                    batch = again.pop()
                    running[pool.submit(play_batch, batch)] = batch
                    room -= 1
                for batch in islice(todo, max(0, room)):
                    running[pool.submit(play_batch, batch)] = batch
                if not running:
                    return
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    outcome = future.result()
                    del running[future]
                    yield outcome
        except BrokenProcessPool:
            crashes += 1
            if crashes > MAX_CRASHES:
                raise InputError(f"workers died {crashes} times: is memory short?") from None
            again += running.values()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _pool(jobs: int, threads: bool) -> Executor:
    if threads:
        return ThreadPoolExecutor(jobs)
    return ProcessPoolExecutor(
        jobs, mp_context=multiprocessing.get_context("spawn"), initializer=_end_quietly
    )


def _end_quietly() -> None:
    """Let Ctrl-C end this worker without a traceback: the process that it works for reports it."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def play_on_ray(
    batches: Iterable[Batch], address: str | None, jobs: int | None
) -> Iterator[Outcome]:
    """Play batches on a Ray cluster, or on Ray on this machine if no address is given."""
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
        yield from _ray_outcomes(ray, batches)
    finally:
        if started:
            with suppress(Exception):
                ray.shutdown()


def _ray_outcomes(ray: Any, batches: Iterable[Batch]) -> Iterator[Outcome]:
    # Batches have no side effects, so one whose worker died is simply played again.
    remote = ray.remote(max_retries=-1, num_cpus=1)(play_batch)
    todo = iter(batches)
    width = QUEUED_PER_WORKER * max(1, int(ray.cluster_resources().get("CPU", 1)))
    running: list[Any] = []
    while True:
        for batch in islice(todo, max(0, width - len(running))):
            running.append(remote.remote(batch))
        if not running:
            return
        done, running = ray.wait(running, num_returns=1)
        for reference in done:
            yield ray.get(reference)
