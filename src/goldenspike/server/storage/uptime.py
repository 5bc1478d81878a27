"""When servers were there: the time in between, and a moment after it, is on nobody's clock.

Every process writes that it is alive. One that starts, or finds that nobody has written for long,
stores how long the silence was: the server was down or suspended, or the database was away.
"""

from __future__ import annotations

import asyncio

from sqlalchemy import select, text, update

from goldenspike.server.log import log
from goldenspike.server.storage.database import Database, StorageError
from goldenspike.server.storage.schema import downtimes, heartbeat
from goldenspike.server.storage.times import DAY, SECOND, milliseconds

BEAT_SECONDS = 5.0
SILENCE = 15 * SECOND
"""Nobody was there if nobody has written for so long."""
GRACE = 10 * SECOND
"""How long clocks stand still after a start: people have to reconnect."""
KEPT = 40 * DAY
"""Older downtimes are forgotten: the longest clock has 30 days."""

FIRST_BEAT = text("INSERT INTO heartbeat (id, at) VALUES (1, :now) ON CONFLICT DO NOTHING")
DOWNTIME = text(
    "INSERT INTO downtimes (began, ended) VALUES (:began, :ended) ON CONFLICT DO NOTHING"
)


class Uptime:
    """When servers on one database were down, as this process knows it."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._down: list[tuple[int, int]] = []
        """Began and ended, in order."""
        self._beat_at = milliseconds()

    async def start(self) -> None:
        """A process starts: what came before it was a downtime, if nobody else was there."""
        await self._beat(starting=True)

    async def beat_for_ever(self) -> None:
        """Write that this process is alive, until cancelled."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                await self._beat()
            except StorageError:
                log.warning("heartbeat_failed")
            except Exception as error:
                log.failure("heartbeat_failed", error)

    async def catch_up(self) -> None:
        """Before a clock is held against somebody: was this process itself away until now?"""
        if milliseconds() - self._beat_at > SILENCE:
            await self._beat()

    def deadline(self, since: int, limit: int) -> int:
        """When somebody who began at `since` has had `limit` milliseconds while we were there."""
        deadline = since + limit
        for began, ended in self._down:
            if ended > since and began < deadline:
                deadline += ended - max(began, since)
        return deadline

    async def _beat(self, starting: bool = False) -> None:
        now = milliseconds()
        async with self._database.write() as connection:
            last = (await connection.execute(select(heartbeat.c.at).with_for_update())).scalar()
            if last is None:
                await connection.execute(FIRST_BEAT, {"now": now})
            else:
                if starting or now - last > SILENCE:
                    down = {"began": min(last, now), "ended": now + GRACE}
                    await connection.execute(DOWNTIME, down)
                await connection.execute(update(heartbeat).values(at=max(last, now)))
            known = select(downtimes).where(downtimes.c.ended > now - KEPT)
            found = await connection.execute(known.order_by(downtimes.c.began))
            self._down = _merged([(row.began, row.ended) for row in found])
        self._beat_at = milliseconds()


def _merged(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The same time without overlaps; `spans` are in order."""
    merged: list[tuple[int, int]] = []
    for began, ended in spans:
        if merged and began <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], ended))
        else:
            merged.append((began, ended))
    return merged
