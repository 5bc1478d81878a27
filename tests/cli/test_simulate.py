"""`goldenspike simulate`: the figures it promises, and that spreading work changes none of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import goldenspike as gs
from goldenspike.cli import app

ISLAND = str(Path(__file__).parents[1] / "boards" / "island.toml")
PROMISED = {"games", "seconds", "decisions", "games_per_second", "seats"}


def simulate(*options: str) -> dict:
    result = CliRunner().invoke(app, ["simulate", "--json", *options], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@pytest.mark.parametrize(("board", "players"), [("usa", 2), ("germany", 5), ("nordic", 3)])
def test_prints_one_object_with_the_promised_figures(board: str, players: int) -> None:
    bots = ",".join(["random"] * players)
    said = simulate("--board", board, "--players", str(players), "--games", "50", "--bots", bots)
    assert said.keys() >= PROMISED
    assert said["games"] == 50
    assert said["decisions"] > 50 * 40
    assert said["games_per_second"] == pytest.approx(50 / said["seconds"])
    assert [seat["bot"] for seat in said["seats"]] == ["random"] * players
    won_alone = sum(seat["wins"] - seat["shared"] for seat in said["seats"])
    assert won_alone <= 50 <= sum(seat["wins"] for seat in said["seats"])


def test_two_jobs_play_the_same_games_as_one() -> None:
    one = simulate("--games", "2500", "--jobs", "1")
    two = simulate("--games", "2500", "--jobs", "2")
    for figure in ("decisions", "wins", "mean_score"):
        assert one[figure] == two[figure]


def test_game_i_is_the_game_of_seed_plus_i() -> None:
    """Each of them can be played again by itself."""
    together = simulate("--games", "3", "--seed", "40")
    alone = [simulate("--games", "1", "--seed", str(40 + i)) for i in range(3)]
    assert together["decisions"] == sum(one["decisions"] for one in alone)


@pytest.mark.parametrize(
    ("options", "exit_code", "says"),
    [
        (["--board", "atlantis"], 1, "there is no board of that name"),
        (["--players", "9"], 1, "2 to 5 players"),
        (["--bots", "random"], 1, "2 to 5 players"),
        (["--players", "3", "--bots", "random,random"], 1, "name one for each"),
        (["--games", "0"], 2, "--games"),
        (["--seed", "-1"], 2, "--seed"),
        (["--games", "many"], 2, "--games"),
    ],
)
def test_wrong_options_say_what_would_be_right(
    options: list[str], exit_code: int, says: str, goldenspike_command
) -> None:
    result = goldenspike_command("simulate", *options)
    assert result.returncode == exit_code
    assert says in result.stderr
    assert "Traceback" not in result.stderr


def test_boards_of_ones_own_are_simulated_too() -> None:
    said = simulate("--board", ISLAND, "--games", "20")
    assert said["games"] == 20
    assert gs.load_board(ISLAND).id
