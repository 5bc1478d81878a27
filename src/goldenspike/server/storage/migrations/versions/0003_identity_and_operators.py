"""Expiring tokens, recovery codes, bans, reports, an audit log, notices, and when a table wakes."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

PEOPLE = (
    ("name_key", sa.Text),
    ("origin", sa.String(32)),
    ("seen", sa.BigInteger),
    ("banned", sa.BigInteger),
    ("muted", sa.BigInteger),
    ("role", sa.String(16)),
    ("deleted", sa.BigInteger),
    ("notices", sa.Text),
)
TOKENS = (("expires", sa.BigInteger), ("origin", sa.String(32)), ("device", sa.String(64)))


def _person(nullable: bool = False) -> sa.Column[str]:
    return sa.Column(
        "person", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=nullable
    )


def upgrade() -> None:
    """Null means: unknown, or not restricted. Tokens without an expiry get one when used."""
    for name, kind in PEOPLE:
        op.add_column("people", sa.Column(name, kind, nullable=True))
    op.create_index("people_name_key", "people", ["name_key"])
    for name, kind in TOKENS:
        op.add_column("tokens", sa.Column(name, kind, nullable=True))
    op.add_column("tables", sa.Column("wake_at", sa.BigInteger, nullable=True))
    op.create_table(
        "recovery_codes",
        sa.Column("hash", sa.String(64), primary_key=True),
        _person(),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("recovery_codes_person", "recovery_codes", ["person"])
    op.create_table(
        "subscriptions",
        sa.Column("id", sa.String(64), primary_key=True),
        _person(),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("p256dh", sa.Text, nullable=False),
        sa.Column("auth", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("subscriptions_person", "subscriptions", ["person"])
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("reporter", sa.String(32), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("reason", sa.String(16), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("chat", sa.Text, nullable=False),
        sa.Column("closed", sa.BigInteger, nullable=True),
        sa.Column("closed_by", sa.Text, nullable=True),
    )
    op.create_index("reports_closed", "reports", ["closed"])
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("actor", sa.Text, nullable=False),
        sa.Column("action", sa.String(32), nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("detail", sa.Text, nullable=False),
    )
    op.create_table(
        "server_values",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Drop all of it."""
    for table in ("server_values", "audit", "reports", "subscriptions", "recovery_codes"):
        op.drop_table(table)
    op.drop_column("tables", "wake_at")
    for name, _ in TOKENS:
        op.drop_column("tokens", name)
    op.drop_index("people_name_key", "people")
    for name, _ in PEOPLE:
        op.drop_column("people", name)
