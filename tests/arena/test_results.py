"""Results files: nothing is lost, counted twice, played again, or taken for another bot's."""

from __future__ import annotations

import json
import sqlite3
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import goldenspike as gs
from goldenspike.arena import Schedule, Tournament
from goldenspike.arena.batch import Batch
from goldenspike.arena.play_batch import play_batch
from goldenspike.arena.schedule import gaps
from goldenspike.bots import registry


def schedule(bots: str = "greedy,random", players: int = 2) -> Schedule:
    return Schedule(gs.load_board("usa"), players, tuple(bots.split(",")))


def played_anew(who: Schedule, games: int, file: Path) -> tuple[int, str]:
    """How many games were played beside those of the file, and the table."""
    tournament = Tournament(who, results=file)
    marks: list[int] = []
    standings = tournament.play(games, lambda done, total: marks.append(done))
    tournament.store.close()
    return marks[-1] - marks[0], json.dumps(standings.to_json())


def without_file(who: Schedule, games: int) -> str:
    return json.dumps(Tournament(who).play(games).to_json())


def assert_no_deal_is_there_twice(file: Path) -> None:
    base = sqlite3.connect(file)
    seen = set()
    for number, seats, first, games in base.execute(
        "SELECT series, seats, first_deal, games FROM played"
    ):
        for deal in range(first, first + games):
            assert (number, seats, deal) not in seen
            seen.add((number, seats, deal))
    base.close()


def test_gaps_are_what_is_not_there():
    assert gaps(range(10), []) == [range(10)]
    assert gaps(range(10), [range(10)]) == []
    assert gaps(range(2, 10), [range(8, 20), range(3), range(4, 5), range(2, 5)]) == [range(5, 8)]
    assert gaps(range(5), [range(7, 9)]) == [range(5)]


def test_stopping_and_resuming_loses_nothing(tmp_path: Path):
    """Stopped after a few tasks, and again: the table is that of a run that was never stopped."""
    whole = without_file(schedule("planner,random"), 64)
    file = tmp_path / "results.sqlite"

    class Stop(Exception):
        pass

    for stop_at in (20, 40):

        def stop(done: int, total: int, stop_at: int = stop_at) -> None:
            if done >= stop_at:
                raise Stop

        tournament = Tournament(schedule("planner,random"), results=file)
        with pytest.raises(Stop):
            tournament.play(64, stop)
        tournament.store.close()
    tournament = Tournament(schedule("planner,random"), results=file)
    played: list[int] = []
    standings = tournament.play(64, lambda done, total: played.append(done))
    assert json.dumps(standings.to_json()) == whole
    assert played[0] >= 40


def test_results_of_another_version_are_kept_and_not_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    file = tmp_path / "results.sqlite"
    monkeypatch.setattr("goldenspike.arena.tournament.code_version", lambda: "0.1")
    played_anew(schedule(), 20, file)
    monkeypatch.undo()
    assert Tournament(schedule(), results=file).store.games_of_other_versions == 20
    assert Tournament(schedule(players=3), results=file).store.games_of_other_versions == 0
    assert played_anew(schedule(), 10, file) == (10, without_file(schedule(), 10))
    assert Tournament(schedule(), results=file).store.games_of_other_versions == 20


def test_a_file_that_is_not_a_database_is_refused(tmp_path: Path):
    file = tmp_path / "results.sqlite"
    file.write_text("these are not results" * 100)
    with pytest.raises(gs.InputError, match="SQLite"):
        Tournament(schedule(), results=file)


def test_a_schedule_that_grows_plays_what_is_missing(tmp_path: Path):
    """Batches end where a schedule ended, in the middle of what the next would take as one."""
    file = tmp_path / "results.sqlite"
    for games, new in ((10, 10), (26, 16), (26, 0), (300, 274)):
        assert played_anew(schedule("planner,greedy"), games, file) == (
            new,
            without_file(schedule("planner,greedy"), games),
        )
    assert_no_deal_is_there_twice(file)


def test_a_schedule_that_shrinks_plays_nothing(tmp_path: Path):
    file = tmp_path / "results.sqlite"
    played_anew(schedule(), 300, file)
    assert played_anew(schedule(), 26, file) == (0, without_file(schedule(), 26))


def test_an_added_bot_plays_only_its_own_games(tmp_path: Path):
    """Quick bots play in larger batches; who else is there must not matter."""
    file = tmp_path / "results.sqlite"
    played_anew(schedule("greedy,random"), 200, file)
    three = schedule("planner,greedy,random")
    assert played_anew(three, 120, file) == (80, without_file(three, 120))
    assert played_anew(schedule("greedy,random"), 200, file)[0] == 0
    assert played_anew(three, 612, file) == (612 - 200 - 80, without_file(three, 612))
    assert_no_deal_is_there_twice(file)


def test_two_runs_at_once_count_nothing_twice(tmp_path: Path):
    """Each plays what was missing when it began; what the other has kept by then, stays."""
    file = tmp_path / "results.sqlite"
    one, two = (Tournament(schedule(), results=file) for _ in range(2))
    seats = ("greedy", "random")
    batches = [one.schedule.batch(seats, deals) for deals in (range(2, 6), range(8))]
    one.store.add([play_batch(batches[0])])
    two.store.add([play_batch(batches[1])])
    assert_no_deal_is_there_twice(file)
    assert two.store.missing(8) == {seats: [], seats[::-1]: [range(8)]}


def test_part_of_an_outcome_is_what_these_deals_alone_give():
    whole = Batch("usa", ("planner", "exec:false"), 1, 0, 3, 0.1)
    part = play_batch(whole).with_deals(range(1, 3))
    alone = play_batch(Batch("usa", whole.seats, 1, 1, 2, 0.1))
    assert part.batch == alone.batch
    assert part.decisions == alone.decisions
    assert (part.sheets == alone.sheets).all()
    assert (part.activity.action_counts == alone.activity.action_counts).all()
    assert (part.activity.tracks == alone.activity.tracks).all()
    assert part.troubles_by_deal.keys() == alone.troubles_by_deal.keys() == {1, 2}


PROGRAM = """
import json, sys
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "goldenspike":
        print("ready test", flush=True)
    elif word == "view":
        legal = json.loads(rest)["legal"]
    elif word == "go":
        print("action " + legal[WHICH], flush=True)
"""


def test_a_program_that_has_changed_plays_anew(tmp_path: Path):
    file, program = tmp_path / "results.sqlite", tmp_path / "bot.py"
    who = f"random,exec:python3 {program}"
    program.write_text(PROGRAM.replace("WHICH", "0"))
    assert played_anew(schedule(who), 2, file)[0] == 2
    assert played_anew(schedule(who), 2, file)[0] == 0
    program.write_text(PROGRAM.replace("WHICH", "-1"))
    assert played_anew(schedule(who), 2, file) == (2, without_file(schedule(who), 2))


def package(folder: Path, monkeypatch: pytest.MonkeyPatch, source: str) -> None:
    """A package of somebody else's, with a bot `theirs`."""
    folder.mkdir(exist_ok=True)
    (folder / "somebody.py").write_text(source)
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.delitem(sys.modules, "somebody", raising=False)
    point = EntryPoint("theirs", "somebody:Theirs", registry.GROUP)
    monkeypatch.setattr(registry, "entry_points", lambda group: [point])


OBSTINATE = """
from goldenspike.bots.planner.planner_bot import PlannerBot

class Theirs(PlannerBot):
    def choose(self, view, legal, rng, budget):
        return legal[0]
"""


def test_a_bot_made_from_ours_decides_for_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    package(tmp_path / "package", monkeypatch, OBSTINATE)
    ours, theirs = (
        play_batch(Batch("usa", (who, "random"), 1, 0, 1, 1.0)) for who in ("planner", "theirs")
    )
    assert (ours.sheets != theirs.sheets).any()


def test_a_package_that_has_changed_plays_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    file = tmp_path / "results.sqlite"
    package(tmp_path / "package", monkeypatch, OBSTINATE)
    assert played_anew(schedule("theirs,random"), 2, file)[0] == 2
    assert played_anew(schedule("theirs,random"), 2, file)[0] == 0
    (tmp_path / "package" / "somebody.py").write_text(OBSTINATE.replace("[0]", "[-1]"))
    assert played_anew(schedule("theirs,random"), 2, file)[0] == 2
