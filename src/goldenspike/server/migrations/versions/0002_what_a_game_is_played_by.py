"""Which rules and board a started game is played by; and a rematch is found by its table."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Games that have started already keep none: they are taken to be by what is there."""
    op.add_column("tables", sa.Column("rules", sa.Integer, nullable=True))
    op.add_column("tables", sa.Column("board_hash", sa.String(64), nullable=True))
    op.create_index("tables_next", "tables", ["next"])


def downgrade() -> None:
    """Forget them."""
    op.drop_index("tables_next", "tables")
    op.drop_column("tables", "board_hash")
    op.drop_column("tables", "rules")
