"""First tickets that wait for their turn; when servers were down; options that queries need."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

UNITS = {"seconds": 1000, "days": 24 * 3600 * 1000}


def upgrade() -> None:
    """Fill the new columns from the options; those of an unreadable row stay as they are."""
    op.add_column(
        "tables", sa.Column("move_limit", sa.BigInteger, nullable=False, server_default="0")
    )
    op.add_column(
        "tables", sa.Column("absent", sa.String(16), nullable=False, server_default="wait")
    )
    op.add_column("tables", sa.Column("first_turn", sa.Integer, nullable=True))
    op.create_table(
        "choices",
        sa.Column(
            "table_id",
            sa.String(32),
            sa.ForeignKey("tables.id", ondelete="CASCADE"),
            nullable=False,
        ),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("move_id", sa.Text, nullable=True),
        sa.Column("by", sa.String(10), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number"),
    )
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "downtimes",
        sa.Column("began", sa.BigInteger, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("began", "ended"),
    )
    names = ("id", "status", "options", "move_limit", "absent", "first_turn")
    tables = sa.table("tables", *(sa.column(name) for name in names))
    connection = op.get_bind()
    query = sa.select(tables.c.id, tables.c.options).where(tables.c.status != "finished")
    for row in connection.execute(query).all():
        try:
            options = json.loads(row.options)
            clock = options["clock"]
            values = {
                "move_limit": UNITS.get(clock.get("kind"), 0) * int(clock.get("amount", 0)),
                "absent": str(options["absent"])[:16],
                "first_turn": options.get("first_turn"),
            }
        except (ValueError, TypeError, KeyError, AttributeError):
            continue
        connection.execute(tables.update().where(tables.c.id == row.id).values(**values))


def downgrade() -> None:
    """Drop all of it; choices that wait are made again."""
    op.drop_table("downtimes")
    op.drop_table("heartbeat")
    op.drop_table("choices")
    op.drop_column("tables", "first_turn")
    op.drop_column("tables", "absent")
    op.drop_column("tables", "move_limit")
