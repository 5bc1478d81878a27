"""Boards that people made, their revisions and reports."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "own_boards",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("play_hash", sa.String(64), nullable=False),
        sa.Column("file", sa.Text, nullable=False),
        sa.Column("facts", sa.Text, nullable=False),
        sa.Column("stored", sa.BigInteger, nullable=False),
        sa.Column("drawing", sa.String(10), nullable=False),
        sa.Column("layout", sa.Text, nullable=True),
        sa.Column("why", sa.Text, nullable=True),
        sa.Column("removed", sa.BigInteger, nullable=True),
        sa.Column("kept", sa.Boolean, nullable=False),
    )
    op.create_table(
        "designs",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column(
            "person",
            sa.String(32),
            sa.ForeignKey("people.id", ondelete="CASCADE"),
            nullable=False,
        ),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("designs_person", "designs", ["person"])
    op.create_table(
        "revisions",
        sa.Column(
            "design",
            sa.String(32),
            sa.ForeignKey("designs.id", ondelete="CASCADE"),
            nullable=False,
        ),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("board", sa.String(40), sa.ForeignKey("own_boards.id"), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("design", "number"),
    )
    op.create_index("revisions_board", "revisions", ["board"])
    op.create_table(
        "board_reports",
        sa.Column(
            "board",
            sa.String(40),
            sa.ForeignKey("own_boards.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("report", sa.Text, nullable=True),
        sa.Column("touched", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Drop them; games on such boards cannot be continued then."""
    op.drop_table("board_reports")
    op.drop_table("revisions")
    op.drop_table("designs")
    op.drop_table("own_boards")
