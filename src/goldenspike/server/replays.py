"""A finished game step by step, from a seat's eyes or with everything open."""

from __future__ import annotations

import asyncio
from typing import Any

from sqlalchemy import select

from . import merge_patch, rows
from .bodies import Replay, ReplayStep
from .closed import closed_to_all
from .errors import Refusal
from .house import House
from .schema import actions


async def replay(house: House, table_id: str, eyes: int | None) -> Replay:
    """Every step of a finished game. Nobody sees one before the end, not even their own."""
    row, stored = await _finished(house, table_id)
    if eyes is not None and not 0 <= eyes < len(row.seats):
        raise Refusal("seat_unknown", seat=eyes)
    game = house.new_game(row)
    before = start = _seen(game, eyes)
    steps = []
    closed: list[str] = []
    for index, line in enumerate(stored):
        event = game.play(line.action)
        after = _seen(game, eyes)
        was_closed = closed
        if before["routes"] != after["routes"]:
            closed = closed_to_all(game.view(None))
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
        if index % 20 == 19:
            await asyncio.sleep(0)
    info = row.shown(len(stored), None)
    return Replay(info, eyes, start, steps)


async def record(house: House, table_id: str) -> dict[str, Any]:
    """The game record of a finished game, as it is downloaded."""
    row, stored = await _finished(house, table_id)
    game = house.new_game(row)
    for index, line in enumerate(stored):
        game.play(line.action)
        if index % 50 == 49:
            await asyncio.sleep(0)
    document: dict[str, Any] = game.record()
    return document


async def _finished(house: House, table_id: str) -> tuple[rows.TableRow, list[Any]]:
    async with house.database.read() as connection:
        row = await rows.read_one(connection, table_id)
        if row.status != "finished":
            raise Refusal("table_running" if row.status == "running" else "table_waiting")
        query = select(actions).where(actions.c.table_id == table_id).order_by(actions.c.number)
        return row, list(await connection.execute(query))


def _seen(game: Any, eyes: int | None) -> dict[str, Any]:
    if eyes is not None:
        view: dict[str, Any] = game.view(eyes).to_json()
        return view
    everything: dict[str, Any] = game.view(None).to_json()
    for seat in range(everything["players"]):
        own = game.view(seat).to_json()
        everything["seats"][seat] = own["seats"][seat]
    return everything
