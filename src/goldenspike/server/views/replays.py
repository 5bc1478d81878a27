"""Finished games step by step, as one seat saw them or with everything open; and their records."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

import goldenspike as gs
from goldenspike.server.protocol import merge_patch
from goldenspike.server.protocol.bodies import Replay, ReplayStep
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.storage import table_rows
from goldenspike.server.storage.database import Database
from goldenspike.server.storage.stored_games import ActionRow, new_game, read_actions
from goldenspike.server.storage.table_rows import TableRow
from goldenspike.server.views.client_view import view_of

CACHE_BYTES = 32_000_000


class Replays:
    """Replays and records of finished games, encoded.

    They do not change, so the last ones asked for are cached. They take long to compute, so it is
    done one at a time, and other tasks get a turn after every few steps.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._cache: OrderedDict[tuple[str, int, str], bytes] = OrderedDict()
        self._computing = asyncio.Lock()

    async def replay(self, table_id: str, eyes: int | None) -> bytes:
        """Every step of a finished game; refused before the end, also to its players."""

        async def make(row: TableRow, stored: list[ActionRow]) -> bytes:
            return msgspec.json.encode(await _steps(new_game(row), row, stored, eyes))

        row = await self._finished(table_id)
        if eyes is not None and not 0 <= eyes < len(row.seats):
            raise Refusal("seat_unknown", seat=eyes)
        return await self._cached(row, f"replay {eyes}", make)

    async def recorded_game(self, table_id: str) -> bytes:
        """The game record of a finished game, as it is downloaded."""

        async def make(row: TableRow, stored: list[ActionRow]) -> bytes:
            game = new_game(row)
            for index, line in enumerate(stored):
                game.play(line.action)
                if index % 20 == 19:
                    await asyncio.sleep(0)
            return msgspec.json.encode(game.record())

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


async def _steps(game: gs.Game, row: TableRow, stored: list[ActionRow], eyes: int | None) -> Replay:
    before = start = _view(game, eyes)
    steps = []
    closed: list[str] = []
    for index, line in enumerate(stored):
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
        if index % 5 == 4:
            await asyncio.sleep(0)
    return Replay(row.to_public(len(stored), None), eyes, start, steps)


def _view(game: gs.Game, eyes: int | None) -> dict[str, Any]:
    if eyes is not None:
        return view_of(game, eyes)
    everything = view_of(game, None)
    for seat in range(everything["players"]):
        own = view_of(game, seat)
        everything["seats"][seat] = own["seats"][seat]
    return everything
