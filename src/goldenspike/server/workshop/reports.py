"""Measures the balance of boards in the background: `goldenspike board report` in a process.

One report at a time in each process, in a fair order. How far each is stands in the database, so
that any process can tell, and whoever asked for it can stop it from any of them.
"""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
import time
from asyncio.subprocess import DEVNULL, PIPE
from pathlib import Path

import msgspec

from goldenspike.server.log import log
from goldenspike.server.people.fair_queue import FairQueue, Share
from goldenspike.server.protocol.board_bodies import ReportStatus
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.settings import Settings
from goldenspike.server.storage import own_boards
from goldenspike.server.storage.database import Database
from goldenspike.server.tables.background import Background
from goldenspike.worker_process import end_worker, start_worker

MOST_WAITING = 20
TELL_SECONDS = 1.0
"""How often progress is stored, and how soon a report that was stopped ends."""
ANSWER_LIMIT = 2_000_000
REPORT_WORKER = "goldenspike.server.workshop.report_worker"


class Reports:
    """The reports of one process."""

    def __init__(self, database: Database, settings: Settings, background: Background) -> None:
        self._database = database
        self._settings = settings
        self._background = background
        self._free = FairQueue([None])

    async def ask(self, board: str, person: str, origin: str | None) -> ReportStatus:
        """The report of a board: as far as it is, or begun now."""
        if len(self._free) >= MOST_WAITING:
            raise Refusal("server_full")
        async with self._database.write() as connection:
            await own_boards.require_playable(connection, board)
            begun = await own_boards.begin_report(connection, board, person)
            status = await own_boards.report_of(connection, board)
        if begun:
            self._background.spawn(self._make(board, Share(origin or person, person)))
        return status

    async def _make(self, board: str, share: Share) -> None:
        await self._free.get(share)
        began = time.monotonic()
        try:
            await self._play(board)
        finally:
            self._free.put(None, share, time.monotonic() - began)

    async def _play(self, board: str) -> None:
        if not await self._tell(board, 0, 0):
            return
        async with self._database.read() as connection:
            file = await own_boards.file_of(connection, board)
        report = None
        with tempfile.TemporaryDirectory(prefix="goldenspike-report-") as folder:
            path = Path(folder) / "board.toml"
            path.write_text(file or "", encoding="utf-8")
            with contextlib.suppress(_Stopped):
                report = await self._run(board, path)
        async with self._database.write() as connection:
            await own_boards.end_report(connection, board, report)

    async def _run(self, board: str, path: Path) -> str | None:
        """The report as JSON; None if the process failed. Raises `_Stopped`."""
        games = ("--games", str(self._settings.report_games), "--progress", "lines")
        process = await start_worker(
            *(REPORT_WORKER, str(self._settings.report_seconds)),
            *("board", "report", str(path), "--json", *games),
            stdin=DEVNULL,
            stdout=PIPE,
            stderr=PIPE,
            limit=ANSWER_LIMIT,
        )
        assert process.stdout is not None
        answer = asyncio.ensure_future(process.stdout.read(ANSWER_LIMIT))
        try:
            await self._follow(board, process)
            text = await answer
            if await process.wait():
                log.warning("report_failed", board=board, status=process.returncode)
                return None
            msgspec.json.decode(text)
            return text.decode()
        finally:
            answer.cancel()
            await end_worker(process)

    async def _follow(self, board: str, process: asyncio.subprocess.Process) -> None:
        """Store how far the process is, until it ends; raises `_Stopped` if nobody wants it."""
        assert process.stderr is not None
        done, total, told = 0, 0, 0.0
        while True:
            try:
                line = await asyncio.wait_for(process.stderr.readline(), TELL_SECONDS)
                if not line:
                    return
                numbers = line.split()
                if len(numbers) == 2 and all(number.isdigit() for number in numbers):
                    done, total = int(numbers[0]), int(numbers[1])
            except TimeoutError:
                pass
            if time.monotonic() - told >= TELL_SECONDS:
                told = time.monotonic()
                if not await self._tell(board, done, total):
                    raise _Stopped

    async def _tell(self, board: str, done: int, total: int) -> bool:
        async with self._database.write() as connection:
            return await own_boards.set_progress(connection, board, done, total)


class _Stopped(Exception):
    """Whoever asked for a report has stopped it."""
