"""How a server is run: every setting with its default, from flags or the environment."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from goldenspike.errors import InputError

PREFIX = "GOLDENSPIKE_"
LEVELS = ("debug", "info", "warning", "error")
MAY_BE_0 = ("group_commit", "idle")


DATABASE = "games.sqlite"


def data_folder() -> Path:
    """Where this user's games are kept if nobody says otherwise.

    On Linux that is `$XDG_DATA_HOME/goldenspike` or `~/.local/share/goldenspike`, the place that
    version 0.1 used on every system: a database that is found there is used.
    """
    before = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "goldenspike"
    return before if (before / DATABASE).exists() else user_data_path("goldenspike", False)


@dataclass(frozen=True, slots=True)
class Settings:
    """One server's settings; the environment variable of each is its name behind GOLDENSPIKE_."""

    db: str = ""
    """Path of a SQLite file or a `postgresql://` URL; empty: a file in the data folder."""
    origins: str = ""
    """Other web origins that may use the server, separated by commas; its own is always allowed."""
    log: str = "info"
    """debug, info, warning or error."""
    bot_workers: int = 1
    """Processes in which bots think."""
    bot_seconds: float = 1.0
    """Seconds a bot is asked to think about one decision, at most."""
    bot_budget: float = 15.0
    """Seconds after which a bot is ended and a simpler one asked."""
    http_rate: float = 20.0
    """Requests a second from one address, in the long run."""
    http_burst: int = 100
    """Requests from one address at once."""
    login_rate: float = 0.2
    """New guests, accounts and log-ins a second from one address, in the long run."""
    login_burst: int = 20
    """New guests, accounts and log-ins from one address at once."""
    socket_rate: float = 20.0
    """Messages a second on one socket, in the long run."""
    socket_burst: int = 60
    """Messages at once on one socket."""
    chat_rate: float = 0.5
    """Chat lines a second from one seat, in the long run."""
    chat_burst: int = 8
    """Chat lines at once from one seat."""
    sockets_per_address: int = 64
    """Open sockets from one address."""
    tables_per_person: int = 50
    """Unfinished tables that one person may own."""
    group_commit: float = 0.0
    """Seconds to wait for more moves before a commit; 0 commits whatever has come meanwhile."""
    idle: float = 900.0
    """Seconds after which a table that nobody watches leaves memory."""

    def __post_init__(self) -> None:
        """Refuse what would wait or fail for ever."""
        if self.log not in LEVELS:
            raise InputError(f"{PREFIX}LOG={self.log!r}: choose {', '.join(LEVELS)}")
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, str):
                continue
            least = "0 or more" if field.name in MAY_BE_0 else "more than 0"
            if not math.isfinite(value) or value < 0 or (not value and field.name not in MAY_BE_0):
                raise InputError(f"{PREFIX}{field.name.upper()}={value} has to be {least}")

    @property
    def url(self) -> str:
        """The database as SQLAlchemy names it."""
        db = self.db or str(data_folder() / DATABASE)
        if db.startswith(("postgres://", "postgresql://")):
            return "postgresql+asyncpg://" + db.split("://", 1)[1]
        if "://" in db:
            raise InputError(
                f"--db {db.split('://', 1)[0]}://...: name a SQLite file or a postgresql:// URL"
            )
        return "sqlite+aiosqlite:///" + str(Path(db).expanduser().absolute())

    @property
    def postgres(self) -> bool:
        """Whether several processes may share this database."""
        return self.url.startswith("postgresql")

    @property
    def database_kind(self) -> str:
        """What the database is, without its address or password: for logs and `/health`."""
        return "PostgreSQL" if self.postgres else "SQLite"

    @classmethod
    def from_environment(
        cls, environment: Mapping[str, str] = os.environ, **given: Any
    ) -> Settings:
        """Flags that were given, else the environment, else the defaults."""
        chosen: dict[str, Any] = {}
        for field in fields(cls):
            raw = environment.get(PREFIX + field.name.upper())
            if raw is None:
                continue
            kind: Any = type(field.default)
            try:
                chosen[field.name] = kind(raw)
            except ValueError as error:
                name = PREFIX + field.name.upper()
                raise InputError(f"{name}={raw!r} is not a number") from error
        chosen.update({name: value for name, value in given.items() if value is not None})
        return replace(cls(), **chosen)

    def as_environment(self) -> dict[str, str]:
        """The same settings for the environment of a worker process."""
        return {PREFIX + f.name.upper(): str(getattr(self, f.name)) for f in fields(self)}
