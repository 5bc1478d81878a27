"""Runs bots in worker processes, within a time budget, so that they block no table."""

from __future__ import annotations

import asyncio
import contextlib
import pickle
import time
from asyncio.subprocess import DEVNULL, PIPE
from typing import Any

import goldenspike as gs
from goldenspike.server.log import error_fields, log
from goldenspike.server.people.fair_queue import FairQueue, Share
from goldenspike.server.protocol.table_bodies import BOT_LEVELS
from goldenspike.server.tables.bot_worker import IDEA, LENGTH, any_legal, pack
from goldenspike.worker_process import kill_worker, start_worker

START_SECONDS = 60.0
"""The first start of a bot process may compile the rules."""
PREPARED_SECONDS = 3.0
"""How long the first decision waits for `prepare` to find that all is compiled already."""


BOT_WORKER = "goldenspike.server.tables.bot_worker"
"""The module of a bot process, which ends by itself when the server is gone."""


class BotFailed(Exception):
    """A bot raised an error; `fields` say which, for the log."""

    def __init__(self, fields: dict[str, Any]) -> None:
        super().__init__()
        self.fields = fields


class Worker:
    """One bot process: started when first needed, and again after it died."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, level: str, view: gs.View, budget: float) -> str:
        """The bot's action as text; raises whatever went wrong."""
        try:
            process = await self._started()
            assert process.stdin is not None
            process.stdin.write(pack((level, self._seconds, view)))
            await process.stdin.drain()
            kind, value = await asyncio.wait_for(self._answer(process), budget)
        except BaseException:
            # Its next answer would belong to this question: never read it.
            self.stop()
            raise
        if kind != "action":
            raise BotFailed(value)
        return str(value)

    def stop(self) -> None:
        """End the process."""
        kill_worker(self._process)
        self._process = None

    async def _started(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await start_worker(BOT_WORKER, stdin=PIPE, stdout=PIPE)
            await asyncio.wait_for(self._answer(self._process), START_SECONDS)
        return self._process

    async def _answer(self, process: asyncio.subprocess.Process) -> Any:
        assert process.stdout is not None
        head = await process.stdout.readexactly(LENGTH.size)
        return pickle.loads(await process.stdout.readexactly(LENGTH.unpack(head)[0]))


class BotPool:
    """The bot workers of one server process."""

    def __init__(self, workers: int, seconds: float, budget: float) -> None:
        self._workers = [Worker(seconds) for _ in range(workers)]
        self._free = FairQueue(self._workers)
        self._budget = budget
        self._preparing: asyncio.subprocess.Process | None = None
        self.failures = 0
        self.seconds = 0.0
        """Time that bots were asked for in all."""

    @property
    def waiting(self) -> int:
        """How many decisions wait for a worker."""
        return len(self._free)

    async def choose(self, spec: str, view: gs.View, table: str, share: Share) -> str:
        """An action for the view's seat. If a bot fails, the next simpler level is asked.

        `spec` is a level and perhaps a character: `easy:character=builder`.
        Workers' time is shared between the addresses and owners of tables.
        """
        options = view.legal()
        if len(options) == 1:
            return str(options[0])
        level = spec.partition(":")[0]
        rank = BOT_LEVELS.index(level) if level in BOT_LEVELS else 1
        if rank == len(BOT_LEVELS) - 1 and not await self._prepared():
            rank -= 1
        for simpler in reversed(BOT_LEVELS[: rank + 1]):
            worker = await self._free.get(share)
            began = time.monotonic()
            try:
                asked = spec if simpler == level else simpler
                action = await worker.ask(asked, view, self._budget)
                if action in {str(option) for option in options}:
                    return action
                log.warning("bot_illegal", table=table, bot=simpler)
            except Exception as error:
                fields = error.fields if isinstance(error, BotFailed) else error_fields(error)
                log.warning("bot_failed", table=table, bot=simpler, **fields)
            finally:
                seconds = time.monotonic() - began
                self.seconds += seconds
                self._free.put(worker, share, seconds)
            self.failures += 1
        return any_legal(view)

    async def suggest(self, view: gs.View, table: str, share: Share) -> str | None:
        """An idea for the view's seat, as JSON; None if there is none in time."""
        if not await self._prepared(START_SECONDS):
            return None
        worker = await self._free.get(share)
        began = time.monotonic()
        try:
            return await worker.ask(IDEA, view, self._budget)
        except Exception as error:
            fields = error.fields if isinstance(error, BotFailed) else error_fields(error)
            log.warning("idea_failed", table=table, **fields)
            return None
        finally:
            seconds = time.monotonic() - began
            self.seconds += seconds
            self._free.put(worker, share, seconds)

    async def _prepared(self, patience: float = 0.0) -> bool:
        """Whether the strongest level's code is compiled; until it is, the level below plays.

        The first compilation takes a minute, longer than a decision may take.
        """
        if self._preparing is None:
            self._preparing = await start_worker(BOT_WORKER, "prepare", stdin=DEVNULL)
            patience = max(patience, PREPARED_SECONDS)
        if self._preparing.returncode is None and patience > 0:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._preparing.wait(), patience)
        return self._preparing.returncode is not None

    def stop(self) -> None:
        """End every bot process."""
        if self._preparing is not None and self._preparing.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._preparing.kill()
        for worker in self._workers:
            worker.stop()
