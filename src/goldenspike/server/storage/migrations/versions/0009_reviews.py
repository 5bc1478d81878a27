"""Reviews of finished games."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "reviews",
        sa.Column(
            "table_id",
            sa.String(32),
            sa.ForeignKey("tables.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("version", sa.String(64), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("chances", sa.Text, nullable=True),
        sa.Column("review", sa.Text, nullable=True),
        sa.Column("touched", sa.BigInteger, nullable=False),
    )
    op.create_index("reviews_person", "reviews", ["person"])


def downgrade() -> None:
    """Drop it; reviews can be made again."""
    op.drop_table("reviews")
