"""Finished games step by step, as one seat saw them or with everything open; and their records."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

import goldenspike as gs
from goldenspike.notation.records import unchecked_record
from goldenspike.server.protocol import merge_patch
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.protocol.result_bodies import Replay, ReplayStep
from goldenspike.server.storage import table_rows
from goldenspike.server.storage.database import Database
from goldenspike.server.storage.stored_boards import StoredBoards
from goldenspike.server.storage.stored_games import ActionRow, deal_of, new_game, read_actions
from goldenspike.server.storage.table_rows import TableRow
from goldenspike.server.views.client_view import view_of

CACHE_BYTES = 32_000_000
PAUSE_AFTER = 0.001
"""Seconds of work after which other tasks get a turn."""


class Replays:
    """Replays and records of finished games, encoded.

    They do not change, so the last ones asked for are cached. They take long to compute, so it is
    done one at a time, and after every step other tasks get as much time as it took.
    """

    def __init__(self, database: Database, boards: StoredBoards) -> None:
        self._database = database
        self._boards = boards
        self._cache: OrderedDict[tuple[str, int, str], bytes] = OrderedDict()
        self._computing = asyncio.Lock()

    async def replay(self, table_id: str, eyes: int | None) -> bytes:
        """Every step of a finished game; refused before the end, also to its players."""

        async def make(row: TableRow, stored: list[ActionRow]) -> bytes:
            game = new_game(row, await self._boards.board_of(row))
            return msgspec.json.encode(await _steps(game, row, stored, eyes))

        row = await self._finished(table_id)
        if eyes is not None and not 0 <= eyes < len(row.seats):
            raise Refusal("seat_unknown", seat=eyes)
        return await self._cached(row, f"replay {eyes}", make)

    async def game_at(self, row: TableRow, step: int) -> gs.Game:
        """A finished game as it was after so many actions; refused at its end and beyond."""
        row.require_finished()
        async with self._database.read() as connection:
            stored = await read_actions(connection, row.id)
        if not 0 <= step < len(stored):
            raise Refusal("step_unknown", step=step, last=len(stored) - 1)
        game = new_game(row, await self._boards.board_of(row))
        async with self._computing:
            pace = _Pace()
            for line in stored[:step]:
                game.play(line.action)
                await pace.step()
        return game

    async def recorded_game(self, table_id: str) -> bytes:
        """The game record of a finished game, as it is downloaded.

        A game that cannot be replayed here still has one: what is stored, without scores.
        """

        async def make(row: TableRow, stored: list[ActionRow]) -> bytes:
            if row.options.start is not None:
                raise Refusal("no_record")
            try:
                game = new_game(row, await self._boards.board_of(row))
            except Refusal:
                return msgspec.json.encode(
                    _record_as_stored(row, stored) | _who_and_when(row, stored)
                )
            pace = _Pace()
            for line in stored:
                game.play(line.action)
                await pace.step()
            # In a thread: on a board that is all loops, longest paths are searched for seconds.
            record = await asyncio.to_thread(game.record)
            return msgspec.json.encode(record | {"deal": deal_of(row)} | _who_and_when(row, stored))

        return await self._cached(await self._finished(table_id), "record", make)

    async def _finished(self, table_id: str) -> TableRow:
        async with self._database.read() as connection:
            row = await table_rows.read_one(connection, table_id)
        row.require_finished()
        return row

    async def _cached(
        self,
        row: TableRow,
        what: str,
        make: Callable[[TableRow, list[ActionRow]], Awaitable[bytes]],
    ) -> bytes:
        # The version is part of the key because names and the rematch may still change.
        key = (row.id, row.version, what)
        if key in self._cache:
            self._cache.move_to_end(key)
            return self._cache[key]
        async with self._computing:
            if key not in self._cache:
                async with self._database.read() as connection:
                    stored = await read_actions(connection, row.id)
                self._cache[key] = await make(row, stored)
                while sum(map(len, self._cache.values())) > CACHE_BYTES and len(self._cache) > 1:
                    self._cache.popitem(last=False)
            return self._cache[key]


def _record_as_stored(row: TableRow, stored: list[ActionRow]) -> dict[str, Any]:
    assert row.seed is not None
    actions = [(line.seat, line.action) for line in stored]
    seed, first = int(row.seed, 16), row.options.first
    record = unchecked_record(row.board, row.board_hash or "", len(row.seats), seed, first, actions)
    return record | {"rules": row.rules, "deal": deal_of(row)}


def _who_and_when(row: TableRow, stored: list[ActionRow]) -> dict[str, Any]:
    """What a record has beside the game: bots by seat (null: a person), and when each action came.

    Times are in milliseconds since 1970. People's names are not part of it.
    """
    return {
        "bots": [seat.level for seat in row.seats],
        "started": row.started,
        "finished": row.finished,
        "times": [line.at for line in stored],
        "by": [line.by for line in stored],
    }


class _Pace:
    """Leaves half of the time to other tasks."""

    def __init__(self) -> None:
        self._began = time.perf_counter()

    async def step(self) -> None:
        """Pause for as long as was worked since the last pause, if that is worth a pause."""
        worked = time.perf_counter() - self._began
        if worked > PAUSE_AFTER:
            await asyncio.sleep(worked)
            self._began = time.perf_counter()


async def _steps(game: gs.Game, row: TableRow, stored: list[ActionRow], eyes: int | None) -> Replay:
    before = start = _view(game, eyes)
    steps = []
    closed: list[str] = []
    pace = _Pace()
    for line in stored:
        event = game.play(line.action)
        after = _view(game, eyes)
        was_closed = closed
        if before["routes"] != after["routes"]:
            closed = game.view(None).closed_tracks()
        # With everything open, an event is shown as the seat that acted saw it.
        steps.append(
            ReplayStep(
                n=line.number,
                seat=line.seat,
                action=line.action if eyes in (None, line.seat) else "",
                event=event.seen_by(line.seat if eyes is None else eyes),
                patch=merge_patch.diff(before, after),
                at=line.at,
                closed=[track for track in closed if track not in was_closed],
            )
        )
        before = after
        await pace.step()
    return Replay(row.to_public(len(stored), None), eyes, start, steps)


def _view(game: gs.Game, eyes: int | None) -> dict[str, Any]:
    if eyes is not None:
        return view_of(game, eyes)
    everything = view_of(game, None)
    for seat in range(everything["players"]):
        own = view_of(game, seat)
        everything["seats"][seat] = own["seats"][seat]
    return everything
