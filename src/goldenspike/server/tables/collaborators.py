"""What a table is given when it is made."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import goldenspike as gs
from goldenspike.server.metrics import Metrics
from goldenspike.server.people.chat import ChatStore
from goldenspike.server.storage.choices import ChoiceStore
from goldenspike.server.storage.journal import Journal
from goldenspike.server.storage.table_rows import TableRow
from goldenspike.server.storage.uptime import Uptime
from goldenspike.server.tables.background import Background

T = TypeVar("T")
"""The table."""


@dataclass(frozen=True, slots=True)
class Collaborators(Generic[T]):
    """All that a table is given when it is made; it knows nothing else of its server."""

    journal: Journal
    read_row: Callable[[str], Awaitable[TableRow]]
    """Reads a table as it is stored."""
    board_of: Callable[[TableRow], Awaitable[gs.Board]]
    """Finds the board that a started game is played on, or refuses."""
    choices: ChoiceStore
    uptime: Uptime
    chat: ChatStore
    still_home: Callable[[str], Awaitable[bool]]
    """Asks the database whether this process is still home to a table; drops it if not."""
    metrics: Metrics
    background: Background
    act: Callable[[T], Awaitable[float]]
    """Acts in place of players: does what is due, and returns how many seconds to wait at least
    before it is called again."""
    on_finished: Callable[[T], Coroutine[Any, Any, None]]
    """Called in the background when the game is over and its result not stored."""
    on_turn: Callable[[str, int, str], None] = lambda _table, _n, _person: None
    """Called with table, number and person when it is the turn of somebody who is away."""
