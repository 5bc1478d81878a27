"""Checks and stores the board files that people send, with limits for each person and address."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from functools import lru_cache

import msgspec

from goldenspike.boards.drawing.measures import picture_size
from goldenspike.boards.earth.outlines import outlines
from goldenspike.boards.earth.projections import LEAST_SPAN, Frame, natural_aspect
from goldenspike.server.people.fair_queue import FairQueue, Share
from goldenspike.server.people.rate_limits import Buckets
from goldenspike.server.protocol.board_bodies import (
    BoardCheck,
    BoardFile,
    BoardProblem,
    EarthFrame,
    EarthOutlines,
    RandomBoard,
    SaveBoard,
    SavedBoard,
)
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.settings import Settings
from goldenspike.server.storage import own_boards
from goldenspike.server.storage.database import Database
from goldenspike.server.workshop.drawings import Drawings
from goldenspike.workshop.file_worker import (
    CheckedFile,
    FileTooCostly,
    check_in_worker,
    make_in_worker,
)
from goldenspike.workshop.random_board import Recipe

AT_ONCE = 2
"""Files that one process checks at the same time."""
MOST_WAITING = 50
OUTLINES_COST = 0.5
"""Of outlines, in checked files."""


class Workbench:
    """Takes board files."""

    def __init__(self, database: Database, settings: Settings, drawings: Drawings) -> None:
        self._database = database
        self._settings = settings
        self._drawings = drawings
        self._savers = Buckets(settings.board_rate, settings.board_burst)
        self._checkers = Buckets(settings.board_check_rate, settings.board_check_burst)
        self._free = FairQueue(range(AT_ONCE))

    async def check(self, file: str, person: str, origin: str | None) -> BoardCheck:
        """Everything that is wrong with a file, or the board in it."""
        checked = await self._checked(file, Share(origin or person, person))
        problems = [BoardProblem(p.line, p.field, p.what, p.hint) for p in checked.problems]
        return BoardCheck(problems, None if problems else checked.board)

    async def save(self, wish: SaveBoard, person: str, origin: str | None) -> SavedBoard:
        """Store the board of a file as the newest revision of a design; refuses a bad one."""
        share = Share(origin or person, person)
        for key in {share.owner, share.origin}:
            self._savers.check(key)
        checked = await self._checked(wish.file, share)
        if checked.problems:
            first = checked.problems[0]
            said = f"{first.field}: {first.what}" if first.field else first.what
            raise Refusal(
                "board_problems",
                count=len(checked.problems),
                first=said,
                problems=[msgspec.structs.asdict(problem) for problem in checked.problems],
            )
        async with self._database.write() as connection:
            await own_boards.store(connection, checked, self._settings.own_boards)
            found = await own_boards.find(connection, checked.name)
            design = await own_boards.add_revision(
                connection, person, wish.design, checked.name, self._settings.boards_per_person
            )
        if found.drawing == "waiting":
            self._drawings.draw_soon(checked.name, share)
        return SavedBoard(design, found)

    async def random(self, wish: RandomBoard, person: str, origin: str | None) -> BoardFile:
        """A random board, as a file."""
        recipe = Recipe(
            places=wish.places, ferries=wish.ferries, tunnels=wish.tunnels, aspect=wish.aspect
        )
        async with self._slot(Share(origin or person, person)):
            text = await make_in_worker(wish.seed, recipe, self._settings.board_memory)
        return BoardFile(text)

    async def outlines(self, wish: EarthFrame, person: str, origin: str | None) -> EarthOutlines:
        """Land and water of a piece of the earth."""
        for key in {origin or person, person}:
            self._checkers.check(key, OUTLINES_COST)
        frame = Frame(wish.projection, wish.west, wish.east, wish.south, wish.north)
        if not (
            LEAST_SPAN <= frame.east - frame.west <= 360 and frame.north - frame.south >= LEAST_SPAN
        ):
            raise Refusal("malformed", why="a piece of the earth has at least half a degree")
        return await asyncio.to_thread(_outlines, frame, wish.aspect)

    async def _checked(self, file: str, share: Share) -> CheckedFile:
        async with self._slot(share):
            return await check_in_worker(
                file.encode("utf-8", "replace"), self._settings.board_memory
            )

    @contextlib.asynccontextmanager
    async def _slot(self, share: Share) -> AsyncIterator[None]:
        """The right to start a worker; refuses whoever asks too often, and a costly file."""
        for key in {share.owner, share.origin}:
            self._checkers.check(key)
        if len(self._free) >= MOST_WAITING:
            raise Refusal("server_full")
        slot = await self._free.get(share)
        began = time.monotonic()
        try:
            yield
        except FileTooCostly as error:
            raise Refusal("board_costly", why=str(error)) from None
        finally:
            self._free.put(slot, share, time.monotonic() - began)


@lru_cache(maxsize=64)
def _outlines(frame: Frame, aspect: float | None) -> EarthOutlines:
    aspect = round(min(5.0, max(0.2, aspect or natural_aspect(frame))), 3)
    width, height = picture_size(aspect)
    geography = msgspec.to_builtins(outlines(frame, width, height))
    return EarthOutlines(aspect, width, height, geography)
