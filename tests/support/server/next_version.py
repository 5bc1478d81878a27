"""The program as its next version might be: newer rules, schema and notifications."""

from __future__ import annotations

import shutil
from pathlib import Path

import goldenspike
from goldenspike.notation.records import REPLAYED, RULES
from goldenspike.server.storage.migrate import HEAD

NEXT_HEAD = f"{int(HEAD) + 1:04}"
MIGRATION = f'''"""What an upgrade may do while processes of the former version play on: add."""

import sqlalchemy as sa
from alembic import op

revision = "{NEXT_HEAD}"
down_revision = "{HEAD}"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("weather", sa.String(20), nullable=True))
    op.add_column("actions", sa.Column("weather", sa.Integer, nullable=True))
    op.create_table("forecasts", sa.Column("id", sa.Integer, primary_key=True))
'''
RUMOUR = '''class Rumour(Base, frozen=True):
    """A notification that the former version does not know."""

    text: str = "rain"


News = Rumour | '''


def next_version(folder: Path) -> Path:
    """Make it in a folder, for `ServerProcess.modules`."""
    package = folder / "goldenspike"
    ignored = shutil.ignore_patterns("__pycache__", "static", "arena", "envs")
    shutil.copytree(Path(goldenspike.__file__).parent, package, ignore=ignored)
    newest = (*REPLAYED, RULES + 1)
    for file, old, new in (
        ("notation/records.py", f"\nRULES = {RULES}\n", f"\nRULES = {RULES + 1}\n"),
        ("notation/records.py", f"\nREPLAYED = {REPLAYED!r}\n", f"\nREPLAYED = {newest!r}\n"),
        ("server/storage/migrate.py", f'HEAD = "{HEAD}"', f'HEAD = "{NEXT_HEAD}"'),
        ("server/cluster/notifications.py", "News = ", RUMOUR),
        ("server/cluster/bus.py", "    Notification,\n", "    Notification,\n    Rumour,\n"),
        ("server/cluster/bus.py", "self.send(channel, Heartbeat())",
         "self.send(channel, Rumour()), self.send(channel, Heartbeat())"),
    ):  # fmt: skip
        path = package / file
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{file} has changed: {old!r}"
        path.write_text(text.replace(old, new), encoding="utf-8")
    versions = package / "server" / "storage" / "migrations" / "versions"
    (versions / f"{NEXT_HEAD}_weather.py").write_text(MIGRATION, encoding="utf-8")
    return folder
