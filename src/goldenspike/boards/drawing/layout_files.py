"""Precomputed layouts of the built-in boards: `NAME.layout.json` beside this module.

A layout takes seconds to compute, so those of the built-in boards are part of the package. After a
board file or the layout engine has changed, `make layouts` writes them again; a test fails while
they are stale.
"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from goldenspike.boards.drawing.geography import load_geography
from goldenspike.boards.drawing.layout import Layout
from goldenspike.boards.drawing.layout_engine import compute_layout
from goldenspike.boards.load import board_names, load_board
from goldenspike.boards.model import Board


class LayoutFile(msgspec.Struct, frozen=True):
    """A layout without its geography, and the digest of the board file it was made from."""

    digest: str
    layout: Layout


def layout_of(board: Board) -> Layout:
    """Return a board's layout: the stored one, or else computed, which takes seconds."""
    return stored_layout(board) or compute_layout(board)


@lru_cache(maxsize=8)
def _read(board: str) -> LayoutFile | None:
    file = files("goldenspike.boards.drawing").joinpath(f"{board}.layout.json")
    if board not in board_names() or not file.is_file():
        return None
    return msgspec.json.decode(file.read_bytes(), type=LayoutFile)


def stored_layout(board: Board) -> Layout | None:
    """Return the layout in the package; None if it has none for exactly this board file."""
    stored = _read(board.id)
    if stored is None or stored.digest != board.file_digest:
        return None
    geography = load_geography(board.geography) if board.geography else None
    return replace(stored.layout, geography=geography)


def layout_file_text(board: Board) -> str:
    """Compute the contents of the board's layout file, with one place or track in each line."""
    layout = compute_layout(board).to_json()
    lists = {key: layout.pop(key) for key in ("places", "tracks")}
    layout["geography"] = None
    head = json.dumps(layout, ensure_ascii=False)[:-1]
    rows = "".join(f',\n "{key}": [\n{_rows(value)}]' for key, value in lists.items())
    return f'{{"digest": "{board.file_digest}", "layout":\n{head}{rows}}}}}\n'


def _rows(items: list[dict[str, Any]]) -> str:
    return ",\n".join(
        "  " + json.dumps(item, ensure_ascii=False, separators=(",", ":")) for item in items
    )


def main() -> None:
    """Write the layouts of all built-in boards."""
    for name in board_names():
        path = Path(__file__).with_name(f"{name}.layout.json")
        path.write_text(layout_file_text(load_board(name)), encoding="utf-8", newline="\n")
        print(f"{path.name}: {path.stat().st_size / 1000:.0f} KB")


if __name__ == "__main__":
    main()
