"""Leases of tables, and the processes that hold them."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the two tables."""
    op.create_table(
        "processes",
        sa.Column("process", sa.String(32), primary_key=True),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "leases",
        sa.Column(
            "table_id",
            sa.String(32),
            sa.ForeignKey("tables.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("holder", sa.String(32), nullable=True),
        sa.Column("fence", sa.BigInteger, nullable=False),
    )
    op.create_index("leases_holder", "leases", ["holder"])


def downgrade() -> None:
    """Drop them."""
    op.drop_table("leases")
    op.drop_table("processes")
