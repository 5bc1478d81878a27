"""`goldenspike arena`: options are checked before anything is played."""

from __future__ import annotations

import json
import shlex
from html import unescape
from pathlib import Path

import pytest
from typer.testing import CliRunner

import goldenspike as gs
from goldenspike.arena import Tournament
from goldenspike.bots.levels import LevelBot
from goldenspike.cli import app


def arena(*options: str) -> str:
    result = CliRunner().invoke(app, ["arena", *options], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize("option", ["--csv", "--report"])
@pytest.mark.parametrize("place", ["missing/table", "."])
def test_an_output_that_can_not_be_written_is_refused_before_playing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, option: str, place: str
):
    def play(*_: object) -> None:
        raise AssertionError("games are played")

    monkeypatch.setattr(Tournament, "play", play)
    with pytest.raises(gs.InputError, match="can't be written"):
        arena("--bots", "greedy,random", option, str(tmp_path / place))


def test_the_report_says_what_to_type_to_get_it_again(tmp_path: Path):
    report = tmp_path / "report.html"
    bots = "greedy,exec:false 'my bot.py'"
    given = ["--bots", bots, "--games", "2", "--seconds", "0.1", "--until-sure", bots]
    arena(*given, "--report", str(report))
    command = unescape(report.read_text().partition("<code>")[2].partition("</code>")[0])
    words = shlex.split(command)
    assert words[:2] == ["goldenspike", "arena"]
    told = dict(zip(words[2::2], words[3::2], strict=True))
    assert told.items() >= dict(zip(given[::2], given[1::2], strict=True)).items()


def test_results_of_another_version_are_mentioned(tmp_path: Path, monkeypatch, capfd):
    options = ["--bots", "greedy,random", "--games", "2", "--results", str(tmp_path / "file")]
    monkeypatch.setattr("goldenspike.arena.tournament.code_version", lambda: "0.1")
    arena(*options)
    monkeypatch.undo()
    result = CliRunner().invoke(app, ["arena", *options], catch_exceptions=False)
    assert "also holds 2 games that another version" in " ".join(result.stderr.split())


@pytest.fixture
def cores(monkeypatch: pytest.MonkeyPatch) -> set[int]:
    """How many cores bots of a level are offered from now on."""
    offered = set()

    def choose(self, view, legal, rng, budget):
        offered.add(budget.cores)
        return legal[0]

    monkeypatch.setattr(LevelBot, "choose", choose)
    return offered


def test_cores_reach_the_bots(cores: set[int]):
    arena("--bots", "easy,random", "--games", "2", "--cores", "3")
    assert cores == {3}


def test_four_games_won_prove_nothing():
    """Neither of the rating nor of the share of wins; and openskill rates what was played."""
    table = json.loads(arena("--bots", "greedy,random", "--games", "4", "--json"))
    for row in table["bots"]:
        assert row["share"] in (0, 1)
        low, high = row["share_interval"]
        assert high - low > 0.5
        low, high = row["elo_interval"]
        assert low < row["elo"] < high
        assert high - low > 100


def test_cores_reach_the_bots_of_a_terminal_game(cores: set[int]):
    options = ["play", "--seats", "me,normal", "--seed", "3", "--first", "1", "--cores", "2"]
    CliRunner().invoke(app, options, input="1 2\n\n1\n1\nquit\n\n")
    assert cores == {2}
