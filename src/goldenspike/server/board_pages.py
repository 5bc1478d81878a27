"""Boards for the browser: their data, and the layout, which takes seconds to work out once."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import sys
from pathlib import Path
from typing import Any

import msgspec

import goldenspike as gs
from goldenspike.boards.describe import board_to_json

from .bodies import BoardDetail, BoardList, BoardSummary
from .bot_seats import LEVELS
from .errors import Refusal
from .log import log
from .settings import data_folder

WORK_OUT = """
import sys, json, os
os.nice(10)
from goldenspike.boards.layout import lay_out
from goldenspike.boards.load import load_board
json.dump(lay_out(load_board(sys.argv[1])).to_json(), sys.stdout)
"""


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
        list(LEVELS),
    )


class BoardPages:
    """Board details, each made once."""

    def __init__(self) -> None:
        self._made: dict[str, BoardDetail] = {}
        self._making: dict[str, asyncio.Lock] = {}

    async def warm(self) -> None:
        """Work all layouts out before anyone asks; quick when they are cached."""
        for name in gs.board_names():
            await self.detail(name)

    async def detail(self, name: str) -> BoardDetail:
        """Everything about one board."""
        if name not in gs.board_names():
            raise Refusal("not_found", what="board", id=name)
        async with self._making.setdefault(name, asyncio.Lock()):
            if name not in self._made:
                board = gs.load_board(name)
                layout = await _layout(name, board.digest)
                described = board_to_json(board)
                described.pop("source", None)
                self._made[name] = BoardDetail(described, layout)
        return self._made[name]


async def _layout(name: str, digest: str) -> dict[str, Any] | None:
    """From the cache, else worked out in another process, so that no game waits for it."""
    code = Path(gs.__file__).parent / "boards"
    key = hashlib.sha256(digest.encode())
    for path in sorted(code.glob("*.py")):
        key.update(path.read_bytes())
    cached = data_folder() / "layouts" / f"{name}-{key.hexdigest()[:16]}.json"
    try:
        known: dict[str, Any] = msgspec.json.decode(cached.read_bytes())
        return known
    except (OSError, msgspec.DecodeError):
        pass
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        WORK_OUT,
        name,
        stdout=asyncio.subprocess.PIPE,
        # A Ctrl-C is for the server: this process ends with it, below.
        start_new_session=True,
    )
    try:
        text, _ = await process.communicate()
    except BaseException:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        raise
    if process.returncode != 0:
        log.warning("layout_failed", board=name)
        return None
    try:
        cached.parent.mkdir(parents=True, exist_ok=True)
        scratch = cached.with_suffix(".new")
        scratch.write_bytes(text)
        scratch.replace(cached)
    except OSError:
        log.warning("layout_not_cached", board=name)
    made: dict[str, Any] = msgspec.json.decode(text)
    return made
