"""The arena: the same seeds give the same tables however they are played, and nothing is lost."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path

import pytest

import goldenspike as gs
from goldenspike.arena import Series, Tournament
from goldenspike.arena.playing import play_openly, play_task
from goldenspike.arena.series import BY_LOT, Task
from goldenspike.arena.spread import play_here
from goldenspike.bots import make_bot


def series(bots: str = "greedy,random", board: str = "usa", players: int = 2) -> Series:
    return Series(gs.load_board(board), players, tuple(bots.split(",")))


def table(tournament: Tournament, games: int) -> str:
    return json.dumps(tournament.play(games).to_json())


def test_every_deal_is_played_in_every_seating():
    three = series("planner,greedy,random")
    assert set(three.seatings()) == set(permutations(("planner", "greedy", "random"), 2))
    crowd = series("planner,greedy", players=4)
    assert len(crowd.seatings()) == 4 + 6 + 4
    tasks = three.tasks({seats: [range(20)] for seats in three.seatings()})
    for seats in three.seatings():
        deals = [
            d
            for t in tasks
            if t.seats == seats
            for d in range(t.first_deal, t.first_deal + t.games)
        ]
        assert deals == list(range(20))


@pytest.mark.parametrize("bots", ["greedy", "greedy,greedy,random", "", "nobody,random"])
def test_bad_series_are_refused(bots: str):
    if bots == "greedy":
        assert series(bots).seatings() == [("greedy", "greedy")]
        return
    with pytest.raises(gs.InputError):
        series(bots) if bots else Series(gs.load_board("usa"), 2, ())


def test_one_core_and_two_give_the_same_table():
    one = table(Tournament(series("planner,greedy,random"), jobs=1), 48)
    two = table(Tournament(series("planner,greedy,random"), jobs=2), 48)
    assert one == two


def test_a_failing_bot_is_in_the_table(tmp_path: Path):
    bot = "exec:false"
    task = Task("usa", 2, (bot, "random"), 1, 0, 1, 0.1)
    outcome = next(play_here([task]))
    assert sum(outcome.troubles.values()) > 10
    assert all(bot in trouble for trouble in outcome.troubles)


@pytest.mark.parametrize("first", [0, 2, BY_LOT])
def test_openly_played_and_compiled_games_agree(first: int):
    task = Task("germany", 3, ("greedy", "random", "planner"), 5, 7, 2, 1.0, first)
    openly = play_openly(task, [make_bot(name) for name in task.seats])
    assert (openly.sheets == play_task(task).sheets).all()


def test_the_report_is_one_file_with_everything(tmp_path: Path):
    from goldenspike.arena.export import write_csv
    from goldenspike.arena.report import write_report

    who = series("greedy,random")
    standings = Tournament(who).play(256)
    write_report(standings, who, tmp_path / "report.html", "goldenspike arena")
    html = (tmp_path / "report.html").read_text()
    assert "http://" not in html.replace("http://www.w3.org", "")
    assert "https://" not in html
    for word in ("Ratings", "Who beats whom", "Tickets", "who starts", "Where they build"):
        assert word in html
    assert html.count("contested in") == len(who.board.tracks)
    write_csv(standings, tmp_path / "table.csv")
    assert len((tmp_path / "table.csv").read_text().splitlines()) == 3


def test_shares_and_seats_add_up():
    standings = Tournament(series("planner,greedy,random")).play(48)
    assert sum(standings.seats) == pytest.approx(1, abs=1e-4)
    assert sum(row.elo for row in standings.rows) == pytest.approx(0, abs=0.5)
    assert [row.name for row in standings.rows] == ["planner", "greedy", "random"]
    for i, row in enumerate(standings.wins):
        for j, share in enumerate(row):
            if share is not None:
                assert share + standings.wins[j][i] == pytest.approx(1, abs=1e-4)
