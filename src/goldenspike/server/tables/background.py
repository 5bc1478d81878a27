"""Background tasks of one process, and whether the process is shutting down."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from goldenspike.server.log import log
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.storage.database import StorageError


async def log_errors(work: Coroutine[Any, Any, Any]) -> None:
    """Await something; an error in it is logged and not raised."""
    try:
        await work
    except (StorageError, Refusal) as error:
        log.warning("task_refused", error=type(error).__name__)
    except Exception as error:
        log.failure("task_failed", error)


class Background:
    """The background tasks of one process."""

    def __init__(self) -> None:
        self.closing = False
        """Whether the process takes no more moves."""
        self._tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[None]:
        """Run something in the background; an error in it is logged."""
        task = asyncio.get_running_loop().create_task(log_errors(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def stop(self) -> None:
        """Cancel every task and wait until it has ended."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
