"""The boards of games, kept by the hash of what matters for play."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

HASHES = {
    "germany": (
        "ca733e5bf1b27fac22bf2627d1eea52b9627f1f274edf759c351e590162bc050",
        "98c21f47190a5012f0e15e78638193203e9975ab447b1908434ee05e75d43088",
    ),
    "nordic": (
        "b8eb1bfc950e0eea9040617f49d9e6a314122c8f037a7347e61a15ee391aa60e",
        "407febeb1ae1ffd26c05bba1ffc145498c0b0ea5d6075298e2f58a2f4bf0b0f7",
    ),
    "usa": (
        "651154ed29b83dbfd689aa649970255402daf502de6502e795abd0c77e517aae",
        "b0d8771f006aac409dea42e181a2649f42cb10648f3f56a73b4b1ec4b88b3e03",
    ),
}
"""By board: the hash of the file of version 0.1, and that of what matters for play on it."""


def upgrade() -> None:
    """Games that have started get the hash of their board, which was that of version 0.1.

    The boards themselves are stored by every server that opens the database.
    """
    op.create_table(
        "boards",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("board", sa.Text, nullable=False),
        sa.Column("file", sa.Text, nullable=False),
        sa.Column("stored", sa.BigInteger, nullable=False),
    )
    tables = sa.table(
        "tables", sa.column("board"), sa.column("status"), sa.column("rules"),
        sa.column("board_hash"),
    )  # fmt: skip
    started = tables.c.status != "waiting"
    for board, (of_file, of_play) in HASHES.items():
        unknown = tables.c.board_hash.is_(None)
        op.execute(
            tables.update()
            .where(tables.c.board == board, started, unknown | (tables.c.board_hash == of_file))
            .values(board_hash=of_play)
        )
    op.execute(tables.update().where(started, tables.c.rules.is_(None)).values(rules=1))


def downgrade() -> None:
    """Give games the hashes of files again, and drop the boards."""
    tables = sa.table("tables", sa.column("board"), sa.column("board_hash"))
    for of_file, of_play in HASHES.values():
        op.execute(tables.update().where(tables.c.board_hash == of_play).values(board_hash=of_file))
    op.drop_table("boards")
