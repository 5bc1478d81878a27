"""A bot that crashes, stalls or answers nonsense loses the game, and everybody is told."""

from __future__ import annotations

import contextlib
import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import goldenspike as gs
from goldenspike.arena import Schedule, Tournament, bot_games, simulate
from goldenspike.arena.batch import Batch
from goldenspike.arena.bot_games import play_by_decision
from goldenspike.arena.reports.report import report_html
from goldenspike.bots import Bot, Budget, decide, make_bot
from goldenspike.bots.interruption import Interrupted, interrupt_after
from goldenspike.cli import app
from goldenspike.rules.codes import RANK
from support.command import COMMAND


class Crashing(Bot):
    def choose(self, view, legal, rng, budget):
        raise RuntimeError("out of ideas")


class Stalling(Bot):
    """Loops for ever, and swallows every exception it can."""

    def choose(self, view, legal, rng, budget):
        while True:
            with contextlib.suppress(Exception):
                time.sleep(60)


class Babbling(Bot):
    def choose(self, view, legal, rng, budget):
        return "claim the-moon:blue 3cheese"


class Unprepared(Bot):
    def choose(self, view, legal, rng, budget):
        return legal[0]

    def prepare(self):
        raise FileNotFoundError("weights.npz")


class SlowlyPrepared(Unprepared):
    prepared = 0

    def prepare(self):
        time.sleep(1.3)
        self.prepared += 1


class LateCrash(Bot):
    """Plays well for a while."""

    def choose(self, view, legal, rng, budget):
        if sum(len(seat.get("tickets", [])) for seat in view.to_json()["seats"]) > 0:
            raise RuntimeError("lost its way")
        return legal[0]


def batch(players: int, **options) -> Batch:
    return Batch("nordic", ("theirs", *["random"] * (players - 1)), 1, 0, 1, 0.01, **options)


def play(theirs: Bot, players: int = 2, **options):
    bots = [theirs, *[make_bot("random") for _ in range(players - 1)]]
    return play_by_decision(batch(players, **options), bots, "plain")


@pytest.mark.parametrize(
    ("theirs", "says"),
    [
        (Crashing(), "out of ideas"),
        (Stalling(), "no answer within 1.05 s"),
        (Babbling(), "not a legal action"),
        (Unprepared(), "weights.npz"),
        (LateCrash(), "lost its way"),
    ],
    ids=lambda given: type(given).__name__ if isinstance(given, Bot) else "",
)
def test_a_bot_that_fails_loses_the_game(theirs: Bot, says: str):
    outcome = play(theirs)
    assert outcome.sheets[0, :, RANK].tolist() == [2, 1]
    assert outcome.forfeits_by_deal == {0: (0,)}
    assert outcome.forfeits().tolist() == [1, 0]
    assert not outcome.completed().any(), "neither seat's points say anything"
    (trouble,) = outcome.troubles
    assert says in trouble


def test_with_three_players_the_others_play_to_the_end():
    outcome = play(Crashing(), players=3)
    ranks = outcome.sheets[0, :, RANK].tolist()
    assert ranks[0] == 3
    assert sorted(ranks[1:]) in ([1, 2], [1, 1])
    assert outcome.completed().tolist() == [[False, True, True]]
    assert outcome.activity.action_counts[0, 0].sum() == 0, "what the stand-in does is not its own"
    assert outcome.activity.track_counts()[0].sum() == 0
    assert outcome.activity.track_counts()[1:3].sum() > 0


def test_who_fails_first_is_last():
    bots = [make_bot("random"), LateCrash(), Crashing()]
    outcome = play_by_decision(Batch("usa", ("a", "b", "c"), 1, 0, 1, 0.01), bots, "plain")
    assert outcome.forfeits_by_deal == {0: (2, 1)}
    assert outcome.sheets[0, :, RANK].tolist() == [1, 2, 3]


def test_the_stand_in_decides_only_if_asked_for():
    outcome = play(Crashing(), fallback=True)
    assert outcome.forfeits_by_deal == {}
    assert outcome.completed().all()
    assert sum(outcome.troubles.values()) > 10


def test_preparing_is_nobodys_thinking_time():
    """1.3 s would be late with a budget of 10 ms; it is prepared once."""
    bot = SlowlyPrepared()
    outcome = play(bot)
    assert outcome.troubles == {}
    assert bot.prepared == 1
    game = gs.Game("usa", seed=1, first=0, kernel="plain")
    again = SlowlyPrepared()
    for _ in range(2):
        assert decide(again, game.view(0), budget=Budget(0.01)).trouble is None
    assert again.prepared == 1


def test_a_slow_start_of_a_program_is_not_its_thinking_time(tmp_path: Path):
    program = tmp_path / "bot.py"
    example = Path(__file__).parents[2] / "examples" / "line_bot.py"
    program.write_text("import time; time.sleep(1.3)\n" + example.read_text())
    game = gs.Game("usa", seed=1, first=0, kernel="plain")
    bot = make_bot(f"exec:{sys.executable} {program}")
    decision = decide(bot, game.view(0), budget=Budget(0.05))
    bot.close()
    assert decision.trouble is None
    assert decision.seconds < 1.25


def test_an_interruption_leaves_other_alarms_alone():
    rang = []
    before = signal.signal(signal.SIGALRM, lambda *_: rang.append(True))
    kept = signal.setitimer(signal.ITIMER_REAL, 0.4)
    try:
        with pytest.raises(Interrupted), interrupt_after(0.05):
            time.sleep(30)
        with interrupt_after(30):
            pass
        while not rang:
            signal.pause()
    finally:
        signal.signal(signal.SIGALRM, before)
        signal.setitimer(signal.ITIMER_REAL, *kept)


def test_false_loses_all_its_games(tmp_path: Path):
    schedule = Schedule(gs.load_board("usa"), 2, ("exec:false", "random"))
    tournament = Tournament(schedule, results=tmp_path / "results.sqlite")
    standings = tournament.play(8)
    tournament.store.close()
    again = Tournament(schedule, results=tmp_path / "results.sqlite").play(8)
    assert again.to_json() == standings.to_json(), "forfeits are kept in the file of results"
    loser = standings.rows[-1]
    assert (loser.name, loser.share, loser.forfeits, loser.completed) == ("exec:false", 0.0, 8, 0)
    html = report_html(standings, schedule, "goldenspike arena")
    assert "<th>forfeits</th>" in html
    assert "none completed" in html
    assert html.count("claimed by exec:false in") == len(schedule.board.tracks)
    seats = simulate(gs.load_board("usa"), ["exec:false", "random"], 4).seats
    assert [(seat.wins, seat.forfeits) for seat in seats] == [(0, 4), (4, 0)]


@pytest.mark.parametrize("command", ["arena", "simulate"])
@pytest.mark.parametrize(("options", "code"), [([], 0), (["--strict"], 3), (["--fallback"], 0)])
def test_the_commands_tell_of_forfeits(command: str, options: list[str], code: int, tmp_path: Path):
    words = [command, "--bots", "exec:false,random", "--games", "2", "--json", *options]
    table = tmp_path / "table.csv"
    if command == "arena":
        words += ["--csv", str(table), "--seconds", "0.01"]
    result = CliRunner().invoke(app, words, catch_exceptions=False)
    assert result.exit_code == code, result.output
    told = json.loads(result.stdout)
    rows = told["bots"] if command == "arena" else told["seats"]
    forfeits = {row.get("name", row.get("bot")): row["forfeits"] for row in rows}
    assert forfeits == {"exec:false": 0 if "--fallback" in options else 2, "random": 0}
    if command == "arena":
        with table.open() as file:
            assert {row["bot"]: int(row["forfeits"]) for row in csv.DictReader(file)} == forfeits


def test_ctrl_c_says_what_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    played = bot_games.play_with_bots

    def stopping(one: Batch):
        if one.first_deal > 0:
            raise KeyboardInterrupt
        return played(one)

    monkeypatch.setattr(bot_games, "play_with_bots", stopping)
    words = ["arena", "--bots", "greedy,random", "--games", "600"]
    for options, says in (
        (["--results", str(tmp_path / "kept")], "256 games are kept in"),
        ([], "256 games are lost: --results FILE keeps them"),
    ):
        result = CliRunner().invoke(app, words + options)
        assert result.exit_code == 130
        assert says in " ".join(result.output.split())


def test_ctrl_c_with_several_workers_prints_no_traceback(tmp_path: Path):
    """A terminal sends it to every process of the command."""
    records = tmp_path / "games.jsonl"
    words = ["arena", "--bots", "greedy,random", "--games", "1000000", "--jobs", "2"]
    arena = subprocess.Popen(
        [COMMAND, *words, "--records", records],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        # Tests started in the background ignore Ctrl-C, and what they start would do so too.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    while not records.exists() or not records.stat().st_size:
        assert arena.poll() is None
        time.sleep(0.05)
    os.killpg(arena.pid, signal.SIGINT)
    printed, _ = arena.communicate(timeout=300)
    assert arena.returncode == 130
    assert "Traceback" not in printed
    # Lines are broken anywhere in a long path.
    assert f"gamesfor{records}arekept" in "".join(printed.split())


def test_files_of_earlier_versions_are_still_opened(tmp_path: Path):
    import sqlite3

    file = tmp_path / "results.sqlite"
    schedule = Schedule(gs.load_board("usa"), 2, ("greedy", "random"))
    first = Tournament(schedule, results=file)
    table = first.play(4).to_json()
    first.store.close()
    base = sqlite3.connect(file)
    base.execute("ALTER TABLE played DROP COLUMN forfeits")
    base.commit()
    base.close()
    assert Tournament(schedule, results=file).play(4).to_json() == table


def test_ranks_of_forfeits_are_a_permutation_where_points_are():
    from goldenspike.arena.forfeits import rank_forfeits
    from goldenspike.rules.codes import SCORE_PARTS

    rng = np.random.default_rng(1)
    for _ in range(200):
        players = int(rng.integers(2, 6))
        sheet = np.zeros((players, SCORE_PARTS), np.int16)
        sheet[:, RANK] = rng.permutation(players) + 1
        lost = rng.permutation(players)[: rng.integers(1, players)].tolist()
        before = [seat for seat in np.argsort(sheet[:, RANK]) if seat not in lost]
        rank_forfeits(sheet, lost)
        assert sorted(sheet[:, RANK]) == list(range(1, players + 1))
        after = np.argsort(sheet[:, RANK]).tolist()
        assert after == before + lost[::-1]
