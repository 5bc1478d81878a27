"""The arena: the same seeds give the same tables however they are played, and nothing is lost."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path

import pytest

import goldenspike as gs
from goldenspike.arena import Schedule, Tournament
from goldenspike.arena.batch import Batch
from goldenspike.arena.bot_games import play_by_decision
from goldenspike.arena.play_batch import play_batch
from goldenspike.bots import make_bot


def schedule(bots: str = "greedy,random", board: str = "usa", players: int = 2) -> Schedule:
    return Schedule(gs.load_board(board), players, tuple(bots.split(",")))


def table(tournament: Tournament, games: int) -> str:
    return json.dumps(tournament.play(games).to_json())


def test_every_deal_is_played_in_every_seating():
    three = schedule("planner,greedy,random")
    assert set(three.seatings()) == set(permutations(("planner", "greedy", "random"), 2))
    crowd = schedule("planner,greedy", players=4)
    assert len(crowd.seatings()) == 4 + 6 + 4
    batches = list(three.batches({seats: [range(20)] for seats in three.seatings()}))
    for seats in three.seatings():
        deals = [deal for batch in batches if batch.seats == seats for deal in batch.deals]
        assert deals == list(range(20))
    starts = [batch.first_deal for batch in batches]
    assert starts == sorted(starts), "earlier deals come first"


@pytest.mark.parametrize("bots", ["greedy", "greedy,greedy,random", "", "nobody,random"])
def test_bad_schedules_are_refused(bots: str):
    if bots == "greedy":
        assert schedule(bots).seatings() == [("greedy", "greedy")]
        return
    with pytest.raises(gs.InputError):
        schedule(bots) if bots else Schedule(gs.load_board("usa"), 2, ())


def test_one_core_and_two_give_the_same_table():
    one = table(Tournament(schedule("planner,greedy,random"), jobs=1), 48)
    two = table(Tournament(schedule("planner,greedy,random"), jobs=2), 48)
    assert one == two


def test_a_failing_bot_is_in_the_table(tmp_path: Path):
    bot = "exec:false"
    outcome = play_batch(Batch("usa", (bot, "random"), 1, 0, 1, 0.1, fallback=True))
    assert sum(outcome.troubles.values()) > 10
    assert all(bot in trouble for trouble in outcome.troubles)


@pytest.mark.parametrize("first", [0, 2, None])
def test_games_by_decision_and_compiled_games_agree(first: int | None):
    batch = Batch("germany", ("greedy", "random", "planner"), 5, 7, 2, 1.0, first)
    by_decision = play_by_decision(batch, [make_bot(name) for name in batch.seats])
    assert (by_decision.sheets == play_batch(batch).sheets).all()


def test_the_report_is_one_file_with_everything(tmp_path: Path):
    from goldenspike.arena.reports.report import write_report
    from goldenspike.arena.reports.standings_csv import write_csv

    who = schedule("greedy,random")
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
    standings = Tournament(schedule("planner,greedy,random")).play(48)
    assert sum(standings.seats) == pytest.approx(1, abs=1e-4)
    assert sum(row.elo for row in standings.rows) == pytest.approx(0, abs=0.5)
    assert [row.name for row in standings.rows] == ["planner", "greedy", "random"]
    for i, row in enumerate(standings.wins):
        for j, share in enumerate(row):
            if share is not None:
                assert share + standings.wins[j][i] == pytest.approx(1, abs=1e-4)
