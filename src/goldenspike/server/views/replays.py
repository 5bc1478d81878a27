"""A finished game step by step, from a seat's eyes or with everything open."""

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

KEPT_BYTES = 32_000_000


class Replays:
    """Replays and records of finished games, ready to send.

    They never change, so the last ones asked for are kept; and they take long, so they are made
    one at a time and let others have a turn after every few steps.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._kept: OrderedDict[tuple[str, int, str], bytes] = OrderedDict()
        self._making = asyncio.Lock()

    async def replay(self, table_id: str, eyes: int | None) -> bytes:
        """Every step of a finished game. Nobody sees one before the end, not even their own."""

        async def make(row: TableRow, stored: list[ActionRow]) -> bytes:
            return msgspec.json.encode(await _steps(new_game(row), row, stored, eyes))

        row = await self._finished(table_id)
        if eyes is not None and not 0 <= eyes < len(row.seats):
            raise Refusal("seat_unknown", seat=eyes)
        return await self._made(row, f"replay {eyes}", make)

    async def recorded_game(self, table_id: str) -> bytes:
        """The game record of a finished game, as it is downloaded."""

        async def make(row: TableRow, stored: list[ActionRow]) -> bytes:
            game = new_game(row)
            for index, line in enumerate(stored):
                game.play(line.action)
                if index % 20 == 19:
                    await asyncio.sleep(0)
            return msgspec.json.encode(game.record())

        return await self._made(await self._finished(table_id), "record", make)

    async def _finished(self, table_id: str) -> TableRow:
        async with self._database.read() as connection:
            row = await table_rows.read_one(connection, table_id)
        row.require_finished()
        return row

    async def _made(
        self,
        row: TableRow,
        what: str,
        make: Callable[[TableRow, list[ActionRow]], Awaitable[bytes]],
    ) -> bytes:
        # The version goes with what may still change: who sits there, and a rematch.
        key = (row.id, row.version, what)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        async with self._making:
            if key not in self._kept:
                async with self._database.read() as connection:
                    stored = await read_actions(connection, row.id)
                self._kept[key] = await make(row, stored)
                while sum(map(len, self._kept.values())) > KEPT_BYTES and len(self._kept) > 1:
                    self._kept.popitem(last=False)
            return self._kept[key]


async def _steps(game: gs.Game, row: TableRow, stored: list[ActionRow], eyes: int | None) -> Replay:
    before = start = _seen(game, eyes)
    steps = []
    closed: list[str] = []
    for index, line in enumerate(stored):
        event = game.play(line.action)
        after = _seen(game, eyes)
        was_closed = closed
        if before["routes"] != after["routes"]:
            closed = game.view(None).closed_tracks()
        # With everything open, an event is told as its own actor saw it.
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


def _seen(game: gs.Game, eyes: int | None) -> dict[str, Any]:
    if eyes is not None:
        return view_of(game, eyes)
    everything = view_of(game, None)
    for seat in range(everything["players"]):
        own = view_of(game, seat)
        everything["seats"][seat] = own["seats"][seat]
    return everything
