"""Draws boards in the background: one at a time in each process, in a fair order."""

from __future__ import annotations

import msgspec

from goldenspike.server.log import log
from goldenspike.server.people.fair_queue import FairQueue, Share
from goldenspike.server.settings import Settings
from goldenspike.server.storage import own_boards
from goldenspike.server.storage.database import Database
from goldenspike.server.storage.times import MINUTE, milliseconds
from goldenspike.server.tables.background import Background
from goldenspike.workshop.file_worker import FileTooCostly, lay_out_in_worker

OTHERS = 10 * MINUTE
"""A board that another process stored is drawn here if it has waited for so long."""
AT_ONCE = 20
"""Boards left by other processes that are taken up together."""


class Drawings:
    """Makes the drawings of boards that people made."""

    def __init__(self, database: Database, settings: Settings, background: Background) -> None:
        self._database = database
        self._settings = settings
        self._background = background
        self._free = FairQueue([None])
        self._under_way: set[str] = set()

    def draw_soon(self, board: str, share: Share) -> None:
        """Draw a board when it is this share's turn."""
        if board not in self._under_way:
            self._under_way.add(board)
            self._background.spawn(self._draw(board, share))

    async def take_up(self) -> None:
        """Draw boards whose process has gone, or that came without a drawing."""
        before = milliseconds() - (OTHERS if self._database.postgres else 0)
        async with self._database.read() as connection:
            left = await own_boards.waiting_for_drawing(connection, before, AT_ONCE)
        for board in left:
            self.draw_soon(board, Share("server", "server"))

    async def _draw(self, board: str, share: Share) -> None:
        await self._free.get(share)
        began = milliseconds()
        try:
            await self._drawn(board)
        finally:
            self._free.put(None, share, (milliseconds() - began) / 1000)
            self._under_way.discard(board)

    async def _drawn(self, board: str) -> None:
        async with self._database.read() as connection:
            file = await own_boards.file_of(connection, board)
        if file is None:
            return
        layout, why = None, None
        try:
            made = await lay_out_in_worker(
                file.encode(), self._settings.board_seconds, self._settings.board_memory
            )
            layout = msgspec.json.encode(made).decode()
        except FileTooCostly as error:
            why = str(error)
            log.warning("board_not_drawn", board=board, reason=why)
        async with self._database.write() as connection:
            await own_boards.set_drawing(connection, board, layout, why)
