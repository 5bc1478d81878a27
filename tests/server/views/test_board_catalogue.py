"""Board details for the browser, and their layouts."""

from __future__ import annotations

from typing import Any

import pytest

import goldenspike as gs
from goldenspike.boards.drawing.layout import Layout
from goldenspike.boards.drawing.layout_files import stored_layout
from goldenspike.boards.drawing.worker import LayoutFailed
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.views import board_catalogue
from goldenspike.server.views.board_catalogue import BoardCatalogue

pytestmark = pytest.mark.quick


class NoBoards:
    """A database without boards."""

    async def find(self, name: str, board_hash: str) -> gs.Board | None:
        return None

    async def file(self, name: str, board_hash: str) -> str | None:
        return None

    async def own_board(self, name: str) -> gs.Board | None:
        return None

    async def layout(self, name: str) -> dict[str, Any] | None:
        return None


async def test_a_board_comes_with_its_stored_layout(monkeypatch: pytest.MonkeyPatch):
    async def no_worker(name: str) -> Layout:
        raise AssertionError(f"a worker was started for {name}")

    monkeypatch.setattr(board_catalogue, "compute_layout_in_worker", no_worker)
    for name in gs.board_names():
        detail = await BoardCatalogue(NoBoards()).detail(name)
        stored = stored_layout(gs.load_board(name))
        assert stored is not None
        assert detail.layout == stored.to_json()
        assert detail.board["id"] == name
        assert "source" not in detail.board, "a path of the server is nobody's business"


async def test_a_stale_layout_is_worked_out_once(monkeypatch: pytest.MonkeyPatch):
    asked = []
    fresh = stored_layout(gs.load_board("usa"))
    assert fresh is not None

    async def worker(name: str) -> Layout:
        asked.append(name)
        return fresh

    monkeypatch.setattr(board_catalogue, "stored_layout", lambda board: None)
    monkeypatch.setattr(board_catalogue, "compute_layout_in_worker", worker)
    catalogue = BoardCatalogue(NoBoards())
    assert (await catalogue.detail("usa")).layout == fresh.to_json()
    assert await catalogue.detail("usa") is await catalogue.detail("usa")
    assert asked == ["usa"]


async def test_a_layout_that_fails_is_logged_with_the_reason(monkeypatch: pytest.MonkeyPatch):
    logged = {}

    async def worker(name: str) -> Layout:
        raise LayoutFailed(f"{name}: it is too large")

    monkeypatch.setattr(board_catalogue, "stored_layout", lambda board: None)
    monkeypatch.setattr(board_catalogue, "compute_layout_in_worker", worker)
    monkeypatch.setattr(board_catalogue.log, "warning", lambda event, **said: logged.update(said))
    assert (await BoardCatalogue(NoBoards()).detail("usa")).layout is None
    assert logged == {"board": "usa", "reason": "usa: it is too large"}


async def test_an_unknown_board_is_refused():
    with pytest.raises(Refusal):
        await BoardCatalogue(NoBoards()).detail("atlantis")
