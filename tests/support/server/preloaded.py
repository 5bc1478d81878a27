"""What a server loads and computes before it serves, loaded once for all forks of this process."""

from __future__ import annotations

import gc
import importlib
import os

from goldenspike.boards.load import load_board
from goldenspike.server.app import create_app
from goldenspike.server.settings import Settings

WHEN_NEEDED = (
    "aiosqlite",
    "alembic.command",
    "anyio._backends._asyncio",
    "asyncpg",
    "goldenspike.cli",
    "goldenspike.server.run",
    "sqlalchemy.dialects.postgresql.asyncpg",
    "sqlalchemy.dialects.sqlite.aiosqlite",
    "typer._adapters",
    "uvicorn.lifespan.on",
    "uvloop",
)
"""What is imported by a function of the server or of its libraries, at the start of every one."""

for name in WHEN_NEEDED:
    importlib.import_module(name)
for name in ("germany", "nordic", "usa"):
    load_board(name)
# The types of all handlers are resolved by the first application, and remembered for others.
create_app(Settings(db=os.devnull))
gc.collect()
gc.freeze()
