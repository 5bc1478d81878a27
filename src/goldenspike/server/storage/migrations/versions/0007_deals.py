"""The server's secret, and the numbers of seats, from which a seed is made."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Null for games that have started already: the server alone drew their seeds."""
    op.add_column("tables", sa.Column("secret", sa.String(64), nullable=True))
    op.add_column("seats", sa.Column("number", sa.String(64), nullable=True))


def downgrade() -> None:
    """Drop the columns."""
    op.drop_column("seats", "number")
    op.drop_column("tables", "secret")
