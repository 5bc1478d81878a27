"""How balanced a board is: what is measured, what is found, and the page."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from goldenspike.arena.balance.findings import find
from goldenspike.arena.balance.measured_board import (
    BonusUse,
    CompanyUse,
    Measured,
    measure,
    share_interval,
)
from goldenspike.arena.balance.report_json import report_to_json
from goldenspike.arena.balance.report_page import report_page
from goldenspike.arena.batch import Batch
from goldenspike.arena.play_batch import play_batch
from goldenspike.boards.load import load_board
from goldenspike.rules.codes import SHARE_POINTS, TICKETS_MADE, TOTAL
from support.command import run_command

DOCS = Path(__file__).parents[2] / "docs" / "boards.md"
LAKES = re.search(
    r"```toml\n(\[board\]\nid = \"lakes\".*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL
)[1]  # type: ignore[index]
CITY = Path(__file__).parents[2] / "examples" / "boards" / "lantern_city.toml"
HARBOUR = Path(__file__).parents[2] / "examples" / "boards" / "salt_harbour.toml"
RANGE = Path(__file__).parents[2] / "examples" / "boards" / "thistle_range.toml"
GAMES = 16


@pytest.fixture(scope="module")
def lakes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small board with a name that is markup, a place without use and tickets priced wrongly."""
    path = tmp_path_factory.mktemp("boards") / "lakes.toml"
    text = LAKES.replace('name = "Lakes"', 'name = "<i>Lakes</i> & co"')
    text = text.replace("birch-shore = 7", "birch-shore = 40\nmill = { birch = 38, shore = 42 }")
    text = text.replace("[tracks]", 'far = { name = "Far", x = 0.95, y = 0.95 }\n\n[tracks]')
    text = text.replace("[tickets.main]", '"far-shore:black" = { length = 4 }\n\n[tickets.main]')
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def measured(lakes: Path) -> Measured:
    return measure(load_board(lakes), GAMES, seed=3)


def test_every_number_of_players_is_measured(measured: Measured):
    assert [(count.players, count.games) for count in measured.counts] == [(2, GAMES), (3, GAMES)]
    for count in measured.counts:
        assert sum(count.wins) == pytest.approx(GAMES)
        assert len(count.totals) == GAMES * count.players
        assert all(2 <= turns <= 60 for turns in count.turns)
    assert measured.games == 2 * GAMES


def test_tickets_are_counted_and_priced(measured: Measured):
    uses = dict(zip((t.id for t in measured.board.tickets), measured.tickets, strict=True))
    # Everybody keeps at least one.
    assert sum(use.held for use in uses.values()) >= 5 * GAMES
    assert all(0 <= use.made <= use.held for use in uses.values())
    assert uses["birch-shore"].distance == 6
    assert uses["birch-shore"].fair < 40
    # Three trains to Birch and four to Shore.
    assert uses["mill-birch/shore"].distance == 4
    now = sum(t.usual_points for t in measured.board.tickets)
    fair = sum(u.fair for u in uses.values())
    assert abs(fair - now) <= len(uses), "all together stay worth what they are"


def test_findings_name_what_is_wrong_and_what_to_do(measured: Measured):
    far = next(n for n, track in enumerate(measured.board.tracks) if "far" in track.id)
    claimed = [0 if n == far else GAMES for n in range(len(measured.board.tracks))]
    visited = [0 if place.id == "far" else GAMES for place in measured.board.places]
    lonely = replace(measured, claimed=claimed, visited=visited)
    found = {(finding.kind, finding.about): finding for finding in find(lonely)}
    assert found["ticket", "birch-shore"].suggestion.startswith("Make it worth ")
    valued = found["ticket", "mill-birch/shore"]
    assert valued.what.startswith("mill-birch/shore is worth 40 on average, more than it should be")
    assert valued.suggestion.endswith(" on average.")
    assert "hardly ever claimed" in found["track", "far-shore:black"].what
    assert found["place", "far"].suggestion == "Have a ticket that ends there."
    assert all(f.what.endswith(".") and f.suggestion.endswith(".") for f in found.values())


def test_the_same_seed_gives_the_same_report(lakes: Path, measured: Measured):
    again = measure(load_board(lakes), GAMES, seed=3)
    assert report_to_json(again) == report_to_json(measured)
    assert report_page(again, "x") == report_page(measured, "x")
    other = measure(load_board(lakes), GAMES, seed=4)
    assert report_to_json(other) != report_to_json(measured) | {"seed": 4}


def test_intervals_narrow_with_more_games():
    few, many = share_interval(5, 10), share_interval(500, 1000)
    assert few[0] < many[0] < 0.5 < many[1] < few[1]
    assert share_interval(0, 10)[0] == 0.0
    assert share_interval(10, 10)[1] == 1.0


class Page(HTMLParser):
    """Counts elements; a tag that is not closed is a mistake."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        if tag not in ("meta", "br", "hr"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_is_whole_and_names_in_it_are_text(measured: Measured):
    page = report_page(measured, "goldenspike board report <x>")
    parser = Page()
    parser.feed(page)
    assert parser.open == []
    assert "<i>Lakes" not in page
    assert "&lt;i&gt;Lakes&lt;/i&gt; &amp; co" in page
    assert "script" not in parser.seen
    assert "prefers-color-scheme: dark" in page
    assert not re.search(r"(src|href)=['\"]https?:", page), "it needs nothing else"


def test_the_command_writes_the_page_and_the_figures(lakes: Path, tmp_path: Path):
    page = tmp_path / "page.html"
    done = run_command("board", "report", str(lakes), "-o", str(page), "--json", "--games", "10",
               "--progress", "lines")  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert '"findings"' in done.stdout
    assert "20 20" in done.stderr.split("\n")
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    done = run_command("board", "report", str(lakes))
    assert done.returncode != 0
    assert "-o FILE" in done.stderr


@pytest.fixture(scope="module")
def mountains() -> Measured:
    return measure(load_board(RANGE), GAMES, seed=3)


def test_stations_and_what_they_borrow_are_counted(mountains: Measured):
    for count in mountains.counts:
        assert 0 < count.borrowed_by_each <= count.stations_of_each <= 3
    # No two stand at one place here.
    assert sum(mountains.stations) == sum(count.stations for count in mountains.counts)
    told = report_to_json(mountains)
    assert told["players"][-1]["stations"] == round(mountains.counts[-1].stations_of_each, 3)
    assert sum(place["stations"] for place in told["places"]) > 0


def test_tickets_that_stations_make_are_made(mountains: Measured):
    """As the scores count them, borrowed tracks included."""
    batches = [Batch(str(RANGE), ("planner",) * n, 3, 0, GAMES, first_seat=0) for n in (2, 3, 4)]
    scored = [play_batch(each).sheets[:, : each.players, TICKETS_MADE].sum() for each in batches]
    assert sum(use.made for use in mountains.tickets) == sum(scored)


@pytest.mark.parametrize(
    ("built", "borrowed", "said"),
    [
        (0, 0, "hardly ever built"),
        (35, 33, "nearly all"),
        (20, 5, "they borrow only"),
        (12, 11, None),
    ],
)
def test_stations_without_use_or_without_a_choice_are_found(
    mountains: Measured, built: int, borrowed: int, said: str | None
):
    """Of the 36 stations of three players in four games."""
    count = replace(mountains.counts[1], games=4, stations=built, borrowed=borrowed)
    even = replace(count, wins=[4 / 3] * 3)
    found = [f for f in find(replace(mountains, counts=[even])) if f.kind == "station"]
    assert [said in finding.what for finding in found if said] == ([True] if said else [])
    assert len(found) == (said is not None)


def test_only_boards_with_stations_have_a_part_about_them(mountains: Measured, measured: Measured):
    assert "<h2>Stations</h2>" in report_page(mountains, "a command")
    assert "<h2>Stations</h2>" not in report_page(measured, "a command")
    assert not [finding for finding in find(measured) if finding.kind == "station"]


@pytest.fixture(scope="module")
def city() -> Measured:
    return measure(load_board(CITY), GAMES, seed=3)


def sheets(board: Path, players: int) -> NDArray[np.int16]:
    """The scores of the same games, game by seat by part."""
    batch = Batch(str(board), ("planner",) * players, 3, 0, GAMES, first_seat=0)
    return play_batch(batch).sheets[:, :players]


def test_shares_are_counted_by_company_by_rank_and_by_track(city: Measured):
    ranks = zip(city.board.companies, city.companies, strict=True)
    paid = sum(p * n for c, use in ranks for p, n in zip(c.points, use.holders, strict=False))
    assert paid == sum(count.points["shares"] for count in city.counts)
    assert paid == sum(int(sheets(CITY, n)[:, :, SHARE_POINTS].sum()) for n in (2, 3, 4, 5))
    assert sum(use.taken for use in city.companies) == sum(city.shares_given)
    for track, given, claimed in zip(
        city.board.tracks, city.shares_given, city.claimed, strict=True
    ):
        assert given <= (claimed if track.companies else 0)
    told = report_to_json(city)
    assert told["companies"][0]["run_out"] == round(city.companies[0].run_out / city.games, 4)
    assert max(track["gives_share"] for track in told["tracks"]) > 0.1


def test_all_parts_together_are_the_score(city: Measured):
    for count in city.counts:
        assert sum(count.points.values()) == sum(count.totals)
        assert sum(count.totals) == int(sheets(CITY, count.players)[:, :, TOTAL].sum())
    assert {"routes", "tickets", "districts", "shares"} <= set(city.counts[0].points)
    assert city.bonuses["lamplighter"].paid == city.games, "somebody always joins most places"


@pytest.mark.parametrize(
    ("use", "said"),
    [
        (CompanyUse(taken=5, run_out=0, holders=[5, 3, 0, 0, 0]), "of little use"),
        (CompanyUse(taken=60, run_out=10, holders=[10, 10, 5, 0, 0]), "taken in nearly every game"),
        (CompanyUse(taken=40, run_out=2, holders=[10, 4, 0, 0, 0]), "Nobody contests"),
        (CompanyUse(taken=40, run_out=2, holders=[10, 6, 0, 0, 0]), None),
    ],
)
def test_shares_that_nobody_wants_or_contests_are_found(
    city: Measured, use: CompanyUse, said: str | None
):
    """Of the six shares of the gaslight company in ten games."""
    count = replace(city.counts[0], games=10)
    found = find(replace(city, counts=[count], companies=[use, *city.companies[1:]]))
    words = [f.what for f in found if (f.kind, f.about) == ("company", "gaslight")]
    assert [said in each for each in words if said] == ([True] if said else [])
    assert len(words) == (said is not None)


def test_a_track_whose_company_has_no_share_left_is_found(city: Measured):
    number = next(n for n, track in enumerate(city.board.tracks) if track.companies)
    claimed = [city.games // 2] * len(city.board.tracks)
    given = [city.games // 4] * len(city.board.tracks)
    given[number] = 0
    found = find(replace(city, claimed=claimed, shares_given=given))
    words = [f.about for f in found if "hardly ever gives a share" in f.what]
    assert words == [city.board.tracks[number].id]


@pytest.mark.parametrize(
    ("paid", "even", "said"),
    [
        (0.0, 1.0, "hardly ever paid"),
        (1.0, 0.95, "decides little"),
        (0.8, 0.4, None),
    ],
)
def test_bonuses_that_decide_nothing_are_found(
    city: Measured, paid: float, even: float, said: str | None
):
    use = BonusUse(paid=round(paid * city.games), even=round(even * city.games))
    found = find(replace(city, bonuses=city.bonuses | {"districts": use}))
    words = [f.what for f in found if f.about == "districts"]
    assert [said in each for each in words if said] == ([True] if said else [])
    assert len(words) == (said is not None)


@pytest.mark.parametrize(
    ("paid", "said"), [(1, "hardly matter"), (5 * 3 * 10, "nearly all"), (60, None)]
)
def test_tolls_that_nobody_or_everybody_pays_are_found(paid: int, said: str | None):
    harbour = measure(load_board(HARBOUR), 2, seed=3)
    count = harbour.counts[1]
    assert harbour.board.tokens * count.players * 2 >= count.tokens_paid > 0
    each = replace(count, games=10, tokens_paid=paid * harbour.board.tokens // 5)
    found = [f for f in find(replace(harbour, counts=[each])) if f.kind == "token"]
    assert [said in f.what for f in found if said] == ([True] if said else [])
    assert len(found) == (said is not None)


def test_the_page_shows_shares_and_where_points_come_from(city: Measured, measured: Measured):
    page = report_page(city, "a command")
    for words in ("<h2>Shares</h2>", "Gaslight Company", "Lamplighter", "gives a share"):
        assert words in page
    assert "<h2>Shares</h2>" not in report_page(measured, "a command")
    assert "<h2>Where points come from</h2>" in report_page(measured, "a command")
