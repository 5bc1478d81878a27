"""`goldenspike simulate`: the figures it promises, and that spreading work changes none of them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

import goldenspike as gs
from goldenspike.arena import batch, bot_games
from goldenspike.arena.game_counts import first_block
from goldenspike.arena.simulation import simulate as play_games
from goldenspike.bots import Bot, make_bot, registry
from goldenspike.bots.contract import Budget
from goldenspike.bots.stream import Stream
from goldenspike.cli import app
from support.command import run_command

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


@pytest.mark.parametrize(
    ("options", "decisions", "wins", "points"),
    [
        ("--games 3000", 475549, [1506, 1495], [-215027, -216336]),
        (
            "--games 2500 --board germany --players 3 --seed 77 --jobs 2",
            *(732826, [830, 879, 791], [-435821, -429320, -444010]),
        ),
        ("--games 41 --bots greedy,greedy --seed 999", 5357, [26, 15], [1667, 1446]),
        (
            "--games 40 --board nordic --bots greedy,random,planner",
            *(11172, [0, 0, 40], [1274, -3310, 4394]),
        ),
        (f"--games 100 --seed {2**255}", 15851, [52, 48], [-7173, -6700]),
    ],
)
def test_a_seed_gives_the_same_games_in_every_version(
    options: str, decisions: int, wins: list[int], points: list[int]
) -> None:
    """Figures of version 0.1."""
    said = simulate(*options.split())
    assert (said["decisions"], said["wins"]) == (decisions, wins)
    assert said["mean_score"] == [total / said["games"] for total in points]


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


@pytest.mark.parametrize("bots", ["random,random", "greedy,random"])
def test_seeds_across_a_block_boundary_give_the_same_games(bots: str) -> None:
    """Deals are counted anew every 2**32 seeds; games that lie on both sides are cut there."""
    first = 2**32 - 2
    together = simulate("--games", "4", "--seed", str(first), "--bots", bots)
    alone = [
        simulate("--games", "1", "--seed", str(first + i), "--bots", bots)["mean_score"]
        for i in range(4)
    ]
    sums = [sum(scores) / 4 for scores in zip(*alone, strict=True)]
    assert together["mean_score"] == sums


def test_blanks_around_names_change_nothing() -> None:
    plain = simulate("--games", "30", "--bots", "random,random")
    spaced = simulate("--games", "30", "--bots", " random , random ")
    for figure in ("decisions", "wins", "mean_score", "seats"):
        assert plain[figure] == spaced[figure]


def test_each_game_draws_who_starts() -> None:
    """SET-4: the game of a seed is that of `Game`, whoever plays it."""
    seeds = range(50, 56)
    begun = {gs.Game("usa", 2, seed=seed).seat for seed in seeds}
    assert begun == {0, 1}
    for seed in seeds:
        game = gs.Game("usa", 2, seed=seed)
        streams = [Stream("arena 0", first_block(seed, p)) for p in range(2)]
        bot = make_bot("greedy")
        while not game.over:
            view = game.view(game.seat)
            game.play(bot.choose(view, view.legal(), streams[game.seat], Budget(1)))
        said = simulate("--games", "1", "--seed", str(seed), "--bots", "greedy,greedy")
        assert said["mean_score"] == [score.total for score in game.scores()]


@pytest.mark.parametrize(
    ("bots", "jobs"), [("random,random", 1), ("random,random", 2), ("greedy,random", 1)]
)
def test_many_games_are_added_up_as_they_are_played(
    bots: str, jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is waiting to be counted is a few batches, however many games are asked for."""
    monkeypatch.setattr(batch, "batch_size", lambda seats: 10)
    board = gs.load_board("usa")

    class Enough(Exception):
        pass

    done: list[int] = []

    def progress(games: int, total: int) -> None:
        assert total == 10**9
        done.append(games)
        if len(done) == 3:
            raise Enough

    with pytest.raises(Enough):
        play_games(board, bots.split(","), 10**9, jobs=jobs, progress=progress)
    assert done == [10, 20, 30]


def test_sums_are_those_of_single_games() -> None:
    seats = [simulate("--games", "1", "--seed", str(7 + i))["seats"] for i in range(12)]
    whole = simulate("--games", "12", "--seed", "7")["seats"]
    for p, seat in enumerate(whole):
        assert seat["wins"] == sum(one[p]["wins"] for one in seats)
        assert seat["shared"] == sum(one[p]["shared"] for one in seats)
        assert seat["mean_score"] == sum(one[p]["mean_score"] for one in seats) / 12


def test_a_name_in_brackets_is_printed_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "island.toml"
    island = Path(ISLAND).read_text(encoding="utf-8")
    file.write_text(island.replace('name = "Island"', 'name = "[/x] [red]Isle :fire:"', 1))
    result = CliRunner().invoke(
        app, ["simulate", "--board", str(file), "--games", "2"], catch_exceptions=False
    )
    assert "2 games of [/x] [red]Isle :fire:" in result.output


def test_bots_that_fail_are_named_in_table_and_json() -> None:
    options = ["--board", ISLAND, "--games", "2", "--bots", "exec:false [/bot],random"]
    trouble = "exec:false [/bot]: failed: BotProgramError: the program has ended with exit code 1"
    assert any(what.startswith(trouble) for what in simulate(*options)["troubles"])
    table = CliRunner().invoke(app, ["simulate", *options], catch_exceptions=False).stdout
    assert f"x {trouble}" in " ".join(table.split())
    assert simulate("--games", "2")["troubles"] == {}


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
        (["--bots", "exec:no_such_bot,random"], 1, "there is no program 'no_such_bot'"),
    ],
)
def test_wrong_options_say_what_would_be_right(
    options: list[str], exit_code: int, says: str
) -> None:
    result = run_command("simulate", *options)
    assert result.returncode == exit_code
    assert says in result.stderr
    assert "Traceback" not in result.stderr


def test_boards_of_ones_own_are_simulated_too() -> None:
    said = simulate("--board", ISLAND, "--games", "20")
    assert said["games"] == 20
    assert gs.load_board(ISLAND).id


class SlowToPrepare(Bot):
    def choose(self, view, legal, rng, budget):
        return legal[0]

    def prepare(self):
        time.sleep(3)


def test_seconds_are_those_of_playing(monkeypatch) -> None:
    """Not of getting ready, which happens once however many games are played."""
    monkeypatch.setitem(registry.BUILT_IN, "slow", f"{__name__}:SlowToPrepare")
    monkeypatch.setitem(sys.modules, __name__, sys.modules[__name__])
    play_games(
        gs.load_board(ISLAND), ["slow", "random"], 1
    )  # whatever is loaded for the first time
    bot_games._bot.cache_clear()
    start = time.perf_counter()
    outcome = play_games(gs.load_board(ISLAND), ["slow", "random"], 1)
    assert time.perf_counter() - start > 3
    assert outcome.seconds < time.perf_counter() - start - 3


TALKER = """
from goldenspike.bots.contract import Bot

class Talker(Bot):
    \"\"\"Thinks aloud.\"\"\"

    def choose(self, view, legal, rng, budget):
        print("hmm")
        return legal[0]
"""


@pytest.mark.parametrize(
    "asked", ["simulate --games 2 --jobs 1", "simulate --games 2 --jobs 2", "arena --games 2"]
)
def test_what_bots_print_is_no_part_of_the_results(asked: str, tmp_path: Path):
    (tmp_path / "talker.py").write_text(TALKER)
    package = tmp_path / "talker-1.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: talker\nVersion: 1\n")
    (package / "entry_points.txt").write_text("[goldenspike.bots]\ntalker = talker:Talker\n")
    command = [sys.executable, "-c", "from goldenspike.cli import main; main()", *asked.split()]
    done = subprocess.run(
        [*command, "--bots", "talker,random", "--json"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout)
    assert "hmm" in done.stderr
