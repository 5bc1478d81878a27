"""`goldenspike replay`: a record gives the scores it says, or the mismatch is reported."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import goldenspike as gs
from support.command import run_command


@pytest.fixture(scope="module")
def record() -> dict:
    game = gs.Game("nordic", players=3, seed=5)
    while not game.over:
        legal = game.legal()
        game.play(legal[len(game.actions) * 7 % len(legal)])
    return game.record()


def test_a_record_replays_to_its_scores(record: dict, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record))
    result = run_command("replay", str(file), "--json")
    assert result.returncode == 0, result.stderr
    said = json.loads(result.stdout)
    assert said["scores"] == record["scores"]
    assert said["matches"] is True
    shown = run_command("replay", str(file), "--log")
    assert record["actions"][-1]["action"] in shown.stdout
    assert "Final" not in shown.stderr


def test_a_record_that_ends_early_or_without_scores_is_told_as_it_is(record: dict) -> None:
    """There is nothing to compare with, which is no mismatch."""
    begun = change(record, actions=record["actions"][:9], scores=None)
    unscored = change(record, scores=None)
    for part, over, words in (
        (begun, False, "the game is not over"),
        (unscored, True, "no scores to compare with"),
    ):
        said = run_command("replay", "-", "--json", "--log", input=json.dumps(part))
        told = json.loads(said.stdout)
        assert told["over"] is over
        assert told["matches"] is None
        assert told["log"] == part["actions"]
        assert words in run_command("replay", "-", input=json.dumps(part)).stdout


def test_a_record_may_come_from_standard_input(record: dict) -> None:
    result = run_command("replay", "-", "--json", input=json.dumps(record))
    assert json.loads(result.stdout)["over"] is True


def change(record: dict, **fields: object) -> dict:
    return {**record, **fields}


@pytest.mark.parametrize(
    ("alter", "says"),
    [
        (lambda r: {}, "format: is missing"),
        (lambda r: [], "a record is an object"),
        (lambda r: change(r, format=99), "format"),
        (lambda r: change(r, rules=99), "version 99"),
        (lambda r: change(r, board="atlantis"), "no board of that name"),
        (lambda r: change(r, board_hash="00"), "another version of the board"),
        (lambda r: change(r, players=7), "2 to 3 players"),
        (lambda r: change(r, seed="x"), "seed"),
        (lambda r: change(r, actions=[{"seat": 9, "action": "pass"}]), "seat 9 acts"),
        (lambda r: change(r, actions=[{"seat": 0}]), "actions[0]"),
        (lambda r: change(r, scores=r["scores"][::-1]), "scores"),
    ],
)
def test_a_record_that_does_not_fit_is_refused_with_the_place(
    record: dict, alter, says: str, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(alter(record)))
    result = run_command("replay", str(file))
    assert result.returncode == 1
    assert says in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("text", ["", "nonsense", "[" * 100_000, "\x00\xff"])
def test_a_file_that_is_not_json_is_reported(text: str) -> None:
    result = run_command("replay", "-", input=text)
    assert result.returncode == 1
    assert "is not JSON" in result.stderr


def test_a_missing_file_is_named() -> None:
    result = run_command("replay", "nowhere.json")
    assert result.returncode == 1
    assert "nowhere.json" in result.stderr
