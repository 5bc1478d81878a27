"""What an operator asks about stored tables: who holds which."""

from __future__ import annotations

from typing import Any

from sqlalchemy import inspect, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from goldenspike.server.storage.schema import tables


async def unfinished_tables(
    connection: AsyncConnection, running: bool = False
) -> list[dict[str, Any]]:
    """Unfinished tables with the process that holds each, where that is stored."""
    query = (
        select(tables.c.id, tables.c.board, tables.c.status, tables.c.owner, tables.c.created)
        .where(tables.c.status == "running" if running else tables.c.status != "finished")
        .order_by(tables.c.created.desc())
    )
    holders = await _holders(connection)
    return [
        {**dict(line._mapping), "holder": holders.get(line.id)}
        for line in await connection.execute(query)
    ]


async def _holders(connection: AsyncConnection) -> dict[str, str]:
    """Table -> process that has its lease, if this database has a table of leases."""
    there = await connection.run_sync(lambda sync: inspect(sync).has_table("leases"))
    if not there:
        return {}
    lines = await connection.execute(text("SELECT table_id, holder FROM leases"))
    return {line.table_id: line.holder for line in lines}
