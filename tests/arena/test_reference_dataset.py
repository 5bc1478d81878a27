"""The reference dataset: the same games on every machine, and noticed if they are not."""

from __future__ import annotations

from pathlib import Path

import make_reference_dataset
import pytest

import goldenspike as gs


@pytest.fixture
def one_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gs, "board_names", lambda: ["nordic"])


@pytest.mark.usefixtures("one_board")
def test_the_games_are_compared_with_their_checksums(tmp_path: Path):
    command = [str(tmp_path), "--games", "2"]
    assert make_reference_dataset.main(command) == 0
    sums = tmp_path / "SHA256SUMS"
    board = gs.load_board("nordic")
    lines = sums.read_text().splitlines()
    assert len(lines) == board.max_players - board.min_players + 1
    assert make_reference_dataset.main(command) == 0, "the same games again"
    sums.write_text(sums.read_text().replace(lines[0][:8], "0" * 8))
    assert make_reference_dataset.main(command) == 1
