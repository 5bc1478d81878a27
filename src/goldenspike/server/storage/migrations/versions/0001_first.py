"""People, tables, seats, actions, chat and ratings."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make everything."""
    op.create_table(
        "people",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("account", sa.Text, nullable=True),
        sa.Column("account_key", sa.Text, nullable=True, unique=True),
        sa.Column("password", sa.Text, nullable=True),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "tokens",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column(
            "person", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False
        ),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("tokens_person", "tokens", ["person"])
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("code", sa.String(12), nullable=False, unique=True),
        sa.Column("board", sa.Text, nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("owner", sa.String(32), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("seed", sa.String(64), nullable=True),
        sa.Column("commitment", sa.String(64), nullable=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("started", sa.BigInteger, nullable=True),
        sa.Column("finished", sa.BigInteger, nullable=True),
        sa.Column("next", sa.String(32), nullable=True),
        sa.Column("scores", sa.Text, nullable=True),
        sa.Column("ratings", sa.Text, nullable=True),
    )
    op.create_index("tables_status", "tables", ["status", "public"])
    op.create_index("tables_owner", "tables", ["owner"])
    op.create_table(
        "seats",
        sa.Column(
            "table_id",
            sa.String(32),
            sa.ForeignKey("tables.id", ondelete="CASCADE"),
            nullable=False,
        ),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), nullable=True),
        sa.Column("name", sa.Text, nullable=True),
        sa.Column("colour", sa.Text, nullable=True),
        sa.Column("level", sa.Text, nullable=True),
        sa.Column("stand_in", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat"),
    )
    op.create_index("seats_person", "seats", ["person"])
    op.create_table(
        "actions",
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
        sa.Column("turn", sa.Integer, nullable=True),
        sa.PrimaryKeyConstraint("table_id", "number"),
    )
    op.create_table(
        "chat",
        sa.Column(
            "table_id",
            sa.String(32),
            sa.ForeignKey("tables.id", ondelete="CASCADE"),
            nullable=False,
        ),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("person", sa.String(32), nullable=True),
        sa.Column("move_id", sa.Text, nullable=True),
        sa.PrimaryKeyConstraint("table_id", "number"),
    )
    op.create_table(
        "ratings",
        sa.Column(
            "person", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False
        ),
        sa.Column("board", sa.Text, nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("person", "board"),
    )


def downgrade() -> None:
    """Remove everything."""
    op.drop_table("ratings")
    op.drop_table("chat")
    op.drop_table("actions")
    op.drop_table("seats")
    op.drop_table("tables")
    op.drop_table("tokens")
    op.drop_table("people")
