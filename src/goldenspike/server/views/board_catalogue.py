"""Boards for the browser: their data, and the layout of their drawing."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

import goldenspike as gs
from goldenspike.boards.board_json import board_to_json
from goldenspike.boards.drawing.layout import Layout
from goldenspike.boards.drawing.layout_files import stored_layout
from goldenspike.boards.drawing.worker import LayoutFailed, compute_layout_in_worker
from goldenspike.boards.variants import split_name
from goldenspike.server.log import log
from goldenspike.server.people.characters import CHARACTERS
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.protocol.table_bodies import (
    BOT_LEVELS,
    BoardDetail,
    BoardList,
    BoardSummary,
    BoardVariant,
)
from goldenspike.workshop.own_board import is_own_board

MOST_DETAILS = 64
"""Boards whose details stay in memory; the one asked for longest ago goes first."""


def summaries(club: Sequence[BoardSummary] = ()) -> BoardList:
    """Every board that is offered here: the program's own, and those of a club."""
    boards = [summary_of(gs.load_board(name)) for name in gs.board_names()]
    return BoardList(
        boards + list(club),
        list(BOT_LEVELS),
        {level: list(names) for level, names in CHARACTERS.items()},
    )


def summary_of(board: gs.Board) -> BoardSummary:
    """A board of the program, to choose it."""
    return BoardSummary(
        id=board.id,
        name=board.name,
        names=dict(board.names),
        min_players=board.min_players,
        max_players=board.max_players,
        player_colours=list(board.player_colours),
        trains=board.trains,
        digest=board.digest,
        variants=[BoardVariant(v.id, v.name, dict(v.names)) for v in board.variants],
    )


class BoardFinder(Protocol):
    """Finds the boards of games by name and hash."""

    async def find(self, name: str, board_hash: str) -> gs.Board | None:
        """A board that some game is played on."""

    async def file(self, name: str, board_hash: str) -> str | None:
        """The text of its file."""

    async def own_board(self, name: str, variant: str = "") -> gs.Board | None:
        """A board that somebody made, or a variant of it."""

    async def layout(self, name: str) -> dict[str, Any] | None:
        """The stored drawing of a board that somebody made."""


class BoardCatalogue:
    """Details of boards; each is computed once, as long as it is asked for."""

    def __init__(self, boards: BoardFinder) -> None:
        self._boards = boards
        self._details: dict[str, BoardDetail] = {}
        self._locks: dict[str, asyncio.Lock] = {}

    async def detail(self, name: str, board_hash: str | None = None) -> BoardDetail:
        """Everything about one board: the program's own, or the one of a game with this hash.

        Where both play the same it is the program's own, with its names and its drawing.
        """
        if is_own_board(name):
            return await self._own_board(name, board_hash)
        own = gs.load_board(name) if name in gs.board_names() else None
        if own is not None and board_hash in (None, own.play_hash):
            return await self._described(own)
        board = None if board_hash is None else await self._boards.find(name, board_hash)
        if board is None:
            raise Refusal("not_found", what="board", id=name)
        return await self._described(board, board_hash)

    async def _own_board(self, name: str, board_hash: str | None) -> BoardDetail:
        key = name if board_hash is None else f"{name}:{board_hash}"
        found = self._details.pop(key, None)
        if found is None:
            board = await self._own_variant(name, board_hash)
            if board is None:
                raise Refusal("not_found", what="board", id=name)
            found = BoardDetail(_described(board), await self._boards.layout(name))
        if found.layout is not None:
            self._details[key] = found
            while len(self._details) > MOST_DETAILS:
                del self._details[next(iter(self._details))]
        return found

    async def _own_variant(self, name: str, board_hash: str | None) -> gs.Board | None:
        """The board that somebody made, or its variant with this hash."""
        board = await self._boards.own_board(name)
        if board is None or board_hash in (None, board.play_hash):
            return board
        for variant in board.variants:
            found = await self._boards.own_board(name, variant.id)
            if found is not None and found.play_hash == board_hash:
                return found
        return None

    async def _described(self, board: gs.Board, board_hash: str | None = None) -> BoardDetail:
        async with self._locks.setdefault(board.digest, asyncio.Lock()):
            if board.digest not in self._details:
                layout = stored_layout(board)
                if layout is None and board_hash is None:
                    layout = await _compute_layout(board.source)
                elif layout is None:
                    layout = await self._compute_stored(board.source, board_hash or "")
                shown = layout.to_json() if layout else None
                self._details[board.digest] = BoardDetail(_described(board), shown)
        return self._details[board.digest]

    async def _compute_stored(self, source: str, board_hash: str) -> Layout | None:
        name, _ = split_name(source)
        text = await self._boards.file(name, board_hash)
        with tempfile.TemporaryDirectory(prefix="goldenspike-board-") as folder:
            path = Path(folder) / f"{name}.toml"
            path.write_text(text or "", encoding="utf-8")
            return await _compute_layout(str(path))


def _described(board: gs.Board) -> dict[str, Any]:
    described = dict[str, Any](board_to_json(board))
    described.pop("source", None)
    return described


async def _compute_layout(name: str) -> Layout | None:
    """The layout of a board whose stored one is missing or out of date."""
    try:
        return await compute_layout_in_worker(name)
    except LayoutFailed as error:
        log.warning("layout_failed", board=name, reason=str(error))
        return None
