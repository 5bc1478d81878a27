"""Only `server/views` turns a game into something for a client (or for a bot)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from goldenspike import server

pytestmark = pytest.mark.quick

SERVER = Path(server.__file__).parent
READS_A_GAME = {
    "view", "views_to_json", "view_parts", "hints", "to_json", "position", "record", "scores",
    "seen_by", "resample",
    "why_not", "track_obstacle", "closed_tracks", "cards_missing", "locomotives_missing",
}  # fmt: skip
"""Methods of `Game`, `View` and `Event` that give out what they hold."""


def reads(path: Path) -> Iterator[tuple[int, str]]:
    """Calls of such a method, with their lines."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        called = node.func if isinstance(node, ast.Call) else None
        if isinstance(called, ast.Attribute) and called.attr in READS_A_GAME:
            yield node.lineno, called.attr


def elsewhere(folder: Path) -> list[str]:
    return [
        f"{path.relative_to(folder)}:{line} calls .{name}()"
        for path in sorted(folder.rglob("*.py"))
        if path.relative_to(folder).parts[0] != "views"
        for line, name in reads(path)
    ]


def test_no_other_room_of_the_server_reads_a_game():
    assert elsewhere(SERVER) == []


def test_the_views_do():
    """So that the names above are known to be the ones in use."""
    used = {name for path in (SERVER / "views").rglob("*.py") for _, name in reads(path)}
    assert used >= {"view", "view_parts", "hints", "to_json", "scores", "seen_by"}


@pytest.mark.parametrize("name", sorted(READS_A_GAME))
def test_a_leak_is_found(tmp_path: Path, name: str):
    (tmp_path / "http").mkdir()
    (tmp_path / "http" / "bad.py").write_text(f"def f(table):\n    return table.game.{name}(0)\n")
    assert elsewhere(tmp_path) == [f"http/bad.py:2 calls .{name}()"]
