"""Whole games of every release are replayed by every later version, for ever."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import goldenspike as gs
from goldenspike.boards.load import earlier_board
from goldenspike.boards.play_hash import current_hash
from goldenspike.notation.records import REPLAYED, RULES

pytestmark = pytest.mark.quick

FILES = sorted((Path(__file__).parents[1] / "releases").glob("*.jsonl"))
GAMES = [
    pytest.param(record, id=f"{file.stem}-{record['board']}-{record['players']}")
    for file in FILES
    for record in map(json.loads, file.read_text().splitlines())
]


@pytest.mark.parametrize("record", GAMES)
def test_a_game_of_a_release_comes_out_as_it_did(record: dict[str, Any]):
    game = gs.replay(record, kernel="plain")
    assert game.over
    assert [score.to_json() for score in game.scores()] == record["scores"]
    assert earlier_board(record["board"], current_hash(record["board_hash"])) is game.board


def test_every_released_version_of_the_rules_has_games():
    of_rules = {game.values[0]["rules"] for game in GAMES}  # type: ignore[index]
    assert of_rules == set(REPLAYED)
    assert RULES in REPLAYED
    for file in FILES:
        tables = {
            (r["board"], r["players"]) for r in map(json.loads, file.read_text().splitlines())
        }
        assert len(tables) == 10, "every board with every number of players"
