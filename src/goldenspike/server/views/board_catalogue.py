"""Boards for the browser: their data, and the layout of their drawing."""

from __future__ import annotations

import asyncio
from typing import Any

import goldenspike as gs
from goldenspike.boards.board_json import board_to_json
from goldenspike.boards.drawing.layout import Layout
from goldenspike.boards.drawing.layout_files import stored_layout
from goldenspike.boards.drawing.worker import LayoutFailed, compute_layout_in_worker
from goldenspike.server.log import log
from goldenspike.server.protocol.bodies import BOT_LEVELS, BoardDetail, BoardList, BoardSummary
from goldenspike.server.protocol.refusals import Refusal


def summaries() -> BoardList:
    """Every board that can be played here."""
    boards = [gs.load_board(name) for name in gs.board_names()]
    return BoardList(
        [
            BoardSummary(
                id=board.id,
                name=board.name,
                names=dict(board.names),
                min_players=board.min_players,
                max_players=board.max_players,
                player_colours=list(board.player_colours),
                trains=board.trains,
                digest=board.digest,
            )
            for board in boards
        ],
        list(BOT_LEVELS),
    )


class BoardCatalogue:
    """Details of boards; each is computed once."""

    def __init__(self) -> None:
        self._details: dict[str, BoardDetail] = {}
        self._locks: dict[str, asyncio.Lock] = {}

    async def detail(self, name: str) -> BoardDetail:
        """Everything about one board."""
        if name not in gs.board_names():
            raise Refusal("not_found", what="board", id=name)
        async with self._locks.setdefault(name, asyncio.Lock()):
            if name not in self._details:
                board = gs.load_board(name)
                layout = stored_layout(board) or await _compute_layout(name)
                described = dict[str, Any](board_to_json(board))
                described.pop("source", None)
                self._details[name] = BoardDetail(described, layout.to_json() if layout else None)
        return self._details[name]


async def _compute_layout(name: str) -> Layout | None:
    """The layout of a board whose stored one is missing or out of date."""
    try:
        return await compute_layout_in_worker(name)
    except LayoutFailed as error:
        log.warning("layout_failed", board=name, reason=str(error))
        return None
