"""The settings of a server with their defaults, from flags or the environment."""

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
MAY_BE_ZERO = ("database_wait", "group_commit", "idle", "notice_delay")


DATABASE = "games.sqlite"


def data_folder() -> Path:
    """The folder of the default database.

    On Linux that is `$XDG_DATA_HOME/goldenspike` or `~/.local/share/goldenspike`. Version 0.1 used
    that folder on every system, so a database in it is used there too.
    """
    before = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "goldenspike"
    return before if (before / DATABASE).exists() else user_data_path("goldenspike", False)


@dataclass(frozen=True, slots=True)
class Settings:
    """One server's settings; the environment variable of each is its name behind GOLDENSPIKE_."""

    db: str = ""
    """Path of a SQLite file or a `postgresql://` URL; empty: a file in the data folder."""
    bus: str = ""
    """A `redis://` URL, for several processes; empty: they reach each other through PostgreSQL."""
    database_wait: float = 30.0
    """Seconds that a server waits at its start for a PostgreSQL that does not answer."""
    origins: str = ""
    """Other web origins that may use the server, separated by commas; its own is always allowed."""
    proxies: str = ""
    """Addresses or networks of proxies whose `X-Forwarded-For` is believed, separated by commas."""
    metrics_token: str = ""
    """Who sends this as a bearer token may read `/metrics`; empty: only this machine may."""
    metrics_folder: str = ""
    """Where worker processes leave metrics and sockets for each other; `serve` sets it."""
    log: str = "info"
    """debug, info, warning or error."""
    bot_workers: int = 1
    """Processes that run bots."""
    bot_seconds: float = 1.0
    """Thinking time that a bot is given for one decision, in seconds."""
    bot_budget: float = 15.0
    """Seconds after which a bot is killed and a simpler one asked."""
    http_rate: float = 20.0
    """Requests a second from one address, in the long run."""
    http_burst: int = 100
    """Requests from one address at once."""
    login_rate: float = 0.2
    """New guests, accounts and log-ins a second from one address, in the long run."""
    login_burst: int = 20
    """New guests, accounts and log-ins from one address at once."""
    account_rate: float = 0.02
    """Log-ins to one account a second from addresses it is not known at, in the long run."""
    account_burst: int = 10
    """Log-ins to one account at once from addresses it is not known at."""
    table_rate: float = 0.1
    """New tables a second from one address, in the long run."""
    table_burst: int = 20
    """New tables from one address at once."""
    socket_rate: float = 20.0
    """Messages a second on one socket, in the long run."""
    socket_burst: int = 60
    """Messages on one socket at once."""
    chat_rate: float = 0.5
    """Chat lines a second from one seat, in the long run."""
    chat_burst: int = 8
    """Chat lines from one seat at once."""
    sockets_per_address: int = 64
    """Open sockets from one address."""
    sockets_per_person: int = 32
    """Open sockets of one person."""
    sockets: int = 12000
    """Open sockets of one process."""
    connections_per_address: int = 128
    """Connections of one address that are not sockets: half-sent requests and idle ones."""
    connections: int = 2048
    """Connections of one process that are not sockets."""
    read_seconds: float = 10.0
    """Seconds in which a whole request has to arrive."""
    write_seconds: float = 60.0
    """Seconds in which the next 16 KiB of an answer have to be taken."""
    tables_per_person: int = 50
    """Unfinished tables that one person may have: those owned, and those left to bots."""
    seats_per_person: int = 12
    """Seats that one person may hold at waiting tables of others."""
    tables: int = 50_000
    """Unfinished tables of the whole database."""
    tables_in_memory: int = 3000
    """Tables that one process holds in memory."""
    boards: str = ""
    """A folder with board files of a club, which everybody can choose; empty: none."""
    board_rate: float = 0.05
    """Boards a second that one person, or one address, may save, in the long run."""
    board_burst: int = 20
    """Boards that one person, or one address, may save at once."""
    board_check_rate: float = 0.5
    """Board files a second that one person, or one address, may have checked, in the long run."""
    board_check_burst: int = 60
    """Board files that one person, or one address, may have checked at once."""
    board_seconds: int = 120
    """Seconds of processor time that drawing a board may take."""
    board_memory: int = 1500
    """Megabytes that checking or drawing a board may take."""
    boards_per_person: int = 40
    """Boards that one person may have in the workshop, each with its revisions."""
    own_boards: int = 20_000
    """Boards that people made in the whole database."""
    report_games: int = 40
    """Games with each number of players in a report on a board."""
    report_seconds: int = 900
    """Seconds of processor time that a report on a board may take."""
    review_seconds: int = 900
    """Seconds that the review of a game may take; it runs at low priority."""
    token_days: int = 180
    """Days after which a token that is not used expires."""
    notice_delay: float = 20.0
    """Seconds after which somebody who is away is told that it is their turn."""
    push_hosts: str = (
        "fcm.googleapis.com,*.push.services.mozilla.com,*.notify.windows.com,*.push.apple.com"
    )
    """Push services of browsers that may be used, separated by commas."""
    webhook_hosts: str = ""
    """Hosts that webhooks may be on, separated by commas; empty: all of the open internet."""
    contact: str = "mailto:operator@localhost"
    """How push services can reach whoever runs the server: a mailto: or https: address."""
    group_commit: float = 0.0
    """Seconds to wait for more moves before a commit; 0 commits whatever has come meanwhile."""
    idle: float = 900.0
    """Seconds after which a table that nobody watches leaves memory."""

    def __post_init__(self) -> None:
        """Refuse values with which the server would hang or always fail."""
        if self.log not in LEVELS:
            raise InputError(f"{PREFIX}LOG={self.log!r}: choose {', '.join(LEVELS)}")
        if self.bus and not self.bus.startswith(("redis://", "rediss://", "unix://")):
            raise InputError(
                f"{PREFIX}BUS has to be a redis://, rediss:// or unix:// URL, or empty"
            )
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, str):
                continue
            zero = field.name in MAY_BE_ZERO
            least = "0 or more" if zero else "more than 0"
            if not math.isfinite(value) or value < 0 or (value == 0 and not zero):
                raise InputError(f"{PREFIX}{field.name.upper()}={value} has to be {least}")

    @property
    def url(self) -> str:
        """The database's address for SQLAlchemy."""
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
