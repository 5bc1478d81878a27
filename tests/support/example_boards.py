"""The boards in examples/boards, as tests load them."""

from __future__ import annotations

from pathlib import Path

EXAMPLE_BOARDS = [
    str(path) for path in sorted((Path(__file__).parents[2] / "examples" / "boards").glob("*.toml"))
]
