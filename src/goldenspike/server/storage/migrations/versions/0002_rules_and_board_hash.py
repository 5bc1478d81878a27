"""The rules version and board hash of started games; an index to find a table by its rematch."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Null for games that have started already: they are taken to be of the current version."""
    op.add_column("tables", sa.Column("rules", sa.Integer, nullable=True))
    op.add_column("tables", sa.Column("board_hash", sa.String(64), nullable=True))
    op.create_index("tables_next", "tables", ["next"])


def downgrade() -> None:
    """Drop the columns and the index."""
    op.drop_index("tables_next", "tables")
    op.drop_column("tables", "board_hash")
    op.drop_column("tables", "rules")
