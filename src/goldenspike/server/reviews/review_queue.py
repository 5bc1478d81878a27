"""Reviews finished games in the background: one at a time in each process, in a fair order.

How far each is stands in the database, so that any process can tell, and whoever asked for it can
stop it from any of them. The worker stays for a while, since starting it takes a second or two.
"""

from __future__ import annotations

import asyncio
import pickle
import time
from asyncio.subprocess import PIPE
from typing import Any

from goldenspike.server.log import log
from goldenspike.server.people.fair_queue import FairQueue, Share
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.protocol.review_bodies import ReviewStatus
from goldenspike.server.reviews import stored_reviews
from goldenspike.server.reviews.stored_reviews import SETTING
from goldenspike.server.settings import Settings
from goldenspike.server.storage import table_rows
from goldenspike.server.storage.database import Database
from goldenspike.server.storage.stored_boards import StoredBoards
from goldenspike.server.storage.stored_games import new_game, read_actions
from goldenspike.server.tables.background import Background
from goldenspike.server.tables.bot_worker import LENGTH, pack
from goldenspike.worker_process import kill_worker, start_worker

REVIEW_WORKER = "goldenspike.server.reviews.review_worker"
MOST_WAITING = 50
TELL_SECONDS = 1.0
"""How often progress is stored, and how soon a review that was stopped ends."""
IDLE_SECONDS = 120.0
"""After so long without work, the worker's memory is given back."""


class ReviewProcess:
    """The worker: started when first needed, and again after it was stopped."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._reading: asyncio.Task[Any] | None = None
        self.used = 0
        """Games it was given."""

    @property
    def running(self) -> bool:
        """Whether there is a process."""
        return self._process is not None and self._process.returncode is None

    async def start(self) -> asyncio.subprocess.Process:
        """Start the process, unless it is there."""
        if self._process is None or self._process.returncode is not None:
            self._process = await start_worker(REVIEW_WORKER, stdin=PIPE, stdout=PIPE)
        return self._process

    async def give(self, message: object) -> None:
        """Send it a game."""
        self.used += 1
        process = await self.start()
        assert process.stdin is not None
        process.stdin.write(pack(message))
        await process.stdin.drain()

    async def answer(self, seconds: float) -> Any:
        """Its next answer; raises TimeoutError if there is none for so long."""
        if self._reading is None:
            self._reading = asyncio.ensure_future(self._read())
        done, _ = await asyncio.wait({self._reading}, timeout=seconds)
        if not done:
            raise TimeoutError
        reading, self._reading = self._reading, None
        return reading.result()

    async def _read(self) -> Any:
        assert self._process is not None
        assert self._process.stdout is not None
        head = await self._process.stdout.readexactly(LENGTH.size)
        return pickle.loads(await self._process.stdout.readexactly(LENGTH.unpack(head)[0]))

    def stop(self) -> None:
        """End the process."""
        if self._reading is not None:
            self._reading.cancel()
        kill_worker(self._process)
        self._process = self._reading = None


class ReviewQueue:
    """The reviews of one process."""

    def __init__(
        self,
        database: Database,
        boards: StoredBoards,
        settings: Settings,
        background: Background,
    ) -> None:
        self._database = database
        self._boards = boards
        self._seconds = settings.review_seconds
        self._background = background
        self._worker = ReviewProcess()
        self._free = FairQueue([self._worker])
        self._warming = False

    async def ask(self, table_id: str, person: str, origin: str | None) -> ReviewStatus:
        """The review of a finished game: as far as it is, or begun now."""
        if len(self._free) >= MOST_WAITING:
            raise Refusal("server_full")
        async with self._database.write() as connection:
            begun = await stored_reviews.begin(connection, table_id, person)
            status = await stored_reviews.status_of(connection, table_id, person)
        if begun:
            self._background.spawn(self._make(table_id, Share(origin or person, person)))
        return status

    def warm(self) -> None:
        """Somebody will ask for a review in a moment: start the worker, unless it is there."""
        if not self._worker.running and not self._warming:
            self._warming = True
            self._background.spawn(self._warm())

    def stop(self) -> None:
        """End the worker."""
        self._worker.stop()

    async def _warm(self) -> None:
        worker = await self._free.get(Share("server", "server"))
        try:
            await worker.start()
        finally:
            self._free.put(worker)
            self._warming = False
        await self._rest(worker)

    async def _rest(self, worker: ReviewProcess) -> None:
        """End the worker's process if nothing is asked of it for a while."""
        used = worker.used
        await asyncio.sleep(IDLE_SECONDS)
        if worker.used == used:
            worker.stop()

    async def _make(self, table_id: str, share: Share) -> None:
        worker = await self._free.get(share)
        began = time.monotonic()
        finished = False
        try:
            finished = await self._review(worker, table_id)
        finally:
            if not finished:
                # Its next answer would belong to this game: never read it.
                worker.stop()
            self._free.put(worker, share, time.monotonic() - began)
        await self._rest(worker)

    async def _review(self, worker: ReviewProcess, table_id: str) -> bool:
        """Review a game; whether the worker came to its end."""
        if not await self._tell(table_id, 0, 0, None):
            return True
        async with self._database.read() as connection:
            row = await table_rows.read_one(connection, table_id)
            actions = [line.action for line in await read_actions(connection, table_id)]
        review = None
        try:
            game = new_game(row, await self._boards.board_of(row))
            await worker.give((game, actions, SETTING))
            review = await asyncio.wait_for(self._follow(worker, table_id), self._seconds)
        except _Stopped:
            return False
        except Exception as error:
            log.failure("review_failed", error, table=table_id)
        async with self._database.write() as connection:
            await stored_reviews.end(connection, table_id, review)
        return review is not None

    async def _follow(self, worker: ReviewProcess, table_id: str) -> str | None:
        """The review as JSON, None if it failed; stores how far it is."""
        done, total, told = 0, 0, time.monotonic()
        chances = None
        while True:
            try:
                kind, *values = await worker.answer(TELL_SECONDS)
            except TimeoutError:
                kind, values = "", []
            if kind == "review":
                return str(values[0])
            if kind == "failed":
                log.warning("review_failed", table=table_id, **values[0])
                return None
            if kind == "progress":
                done, total = values
            if kind == "chances":
                chances = values[0]
            if kind == "chances" or time.monotonic() - told >= TELL_SECONDS:
                told = time.monotonic()
                if not await self._tell(table_id, done, total, chances):
                    raise _Stopped

    async def _tell(self, table_id: str, done: int, total: int, chances: str | None) -> bool:
        async with self._database.write() as connection:
            return await stored_reviews.set_progress(connection, table_id, done, total, chances)


class _Stopped(Exception):
    """Whoever asked for a review has stopped it."""
