"""Reviews of whole games: what they say, and that they say it again."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import goldenspike as gs
from goldenspike.review import MARKS, Chances, Review
from goldenspike.review.game_review import review_game
from goldenspike.review.page import claims_of, review_page
from goldenspike.review.words import TEXTS, Words
from support.bot_games import play_bots
from support.command import run_command

DOCS = Path(__file__).parents[2] / "docs" / "review.md"


@pytest.fixture(scope="module")
def game() -> gs.Game:
    return play_bots("nordic", ["planner", "easy"], 3)


@pytest.fixture(scope="module")
def review(game: gs.Game) -> Review:
    found: Review = game.review("glance")
    return found


def test_the_same_record_gives_the_same_review(game: gs.Game, review: Review):
    again = gs.replay(game.record()).review("glance")
    assert json.dumps(again.to_json()) == json.dumps(review.to_json())


def test_every_decision_has_chances_of_all_seats_that_add_up(game: gs.Game, review: Review):
    assert [d.action for d in review.decisions] == [action for _, action in game.actions]
    for d in review.decisions:
        assert sum(d.known) == pytest.approx(1, abs=0.001)
        assert sum(d.open) == pytest.approx(1, abs=0.001)
    assert game.outcome is not None
    assert review.decisions[-1].open == game.outcome.shares


def test_a_mark_is_what_its_threshold_says(review: Review):
    for d in review.decisions:
        reached = [mark for mark, least in MARKS.items() if d.chance_lost >= least]
        assert d.mark == (reached[-1] if reached else None)
        assert (d.best is not None) == (d.points_lost > 0)


def test_forced_decisions_lose_nothing(review: Review):
    assert any(d.forced for d in review.decisions)
    assert all(d.chance_lost == 0 and d.best is None for d in review.decisions if d.forced)


def test_a_seat_adds_up_its_decisions(game: gs.Game, review: Review):
    for seat, score in zip(review.seats, game.scores(), strict=True):
        own = [d for d in review.decisions if d.seat == seat.seat]
        assert (seat.points, seat.rank) == (score.total, score.rank)
        assert seat.points_lost == pytest.approx(sum(d.points_lost for d in own), abs=0.01)
        assert seat.luck == pytest.approx(sum(seat.luck_of.values()), abs=0.05)
        assert seat.adjusted_points == pytest.approx(seat.points - seat.luck, abs=0.02)
        assert 0 < seat.accuracy <= 100


@pytest.mark.parametrize("seed", [1, *(pytest.param(n, marks=pytest.mark.wide) for n in (3, 4))])
def test_the_planner_is_more_accurate_than_random_moves(seed: int):
    planner, random = play_bots("nordic", ["planner", "random"], seed).review("glance").seats
    assert planner.accuracy > random.accuracy


def test_beliefs_list_what_was_held(game: gs.Game, review: Review):
    assert {belief.seat for belief in review.beliefs} == {0, 1}
    for belief in review.beliefs:
        assert set(belief.held) <= set(belief.tickets)


def test_more_players_are_reviewed_too():
    review = play_bots("usa", ["greedy"] * 4, 1).review("glance")
    assert len(review.seats) == 4
    assert all(len(d.open) == len(d.known) == 4 for d in review.decisions)


def test_a_game_that_goes_on_is_not_reviewed():
    game = gs.Game("usa", players=2, seed=7)
    with pytest.raises(gs.InputError, match="it shows all cards"):
        game.review()


def test_an_unknown_setting_is_refused(game: gs.Game):
    with pytest.raises(gs.InputError, match="glance, quick, thorough, not 'deep'"):
        game.review("deep")


# Words and page ---------------------------------------------------------------------------------


def test_ends_with_values_are_named_after_the_start():
    board = gs.load_board(Path(__file__).parents[2] / "examples" / "boards" / "salt_harbour.toml")
    words = Words(board, ["Ada", "Bo"])
    assert words.pair("windmill-breakwater/new_quay") == "Windmill–Breakwater/New Quay"


def test_every_message_has_a_text(game: gs.Game, review: Review):
    words = Words(game.board, ["Ada", "Bo"])
    messages = [*review.summary, *(m for seat in review.seats for m in seat.summary)]
    messages += [m for d in review.decisions for m in d.reasons]
    assert messages
    for message in messages:
        text = words.message(message)
        assert text.endswith("."), text
        assert "{" not in text


def test_the_documentation_lists_every_message():
    listed = set(re.findall(r"^\| `(\w+)` \|", DOCS.read_text(encoding="utf-8"), re.MULTILINE))
    assert set(TEXTS) <= listed


class Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.ids += [value for name, value in attrs if name == "id" and value]


def test_the_page_stands_alone(game: gs.Game, review: Review):
    page = review_page(review, game, ["Ada", "<b>Bo</b>"])
    assert "<b>Bo" not in page
    assert not re.search(r"(src|href)=['\"](?!#)", page)
    read = Page()
    read.feed(page)
    assert len(read.ids) == len(set(read.ids))
    assert read.tags.count("table") >= 3
    text = page.partition("id='data'>")[2].partition("</script>")[0]
    assert len(json.loads(text)["decisions"]) == len(review.decisions)


def test_all_claims_are_on_the_page(game: gs.Game):
    claims = claims_of(game)
    assert len(claims) == sum(int(owner) >= 0 for owner in game.state.owner)
    numbers = [number for number, _, _ in claims]
    assert numbers == sorted(numbers)


# The command ------------------------------------------------------------------------------------


def test_the_command_writes_a_page_and_json(game: gs.Game, review: Review, tmp_path: Path):
    file, page = tmp_path / "game.json", tmp_path / "page.html"
    file.write_text(json.dumps(game.record()), encoding="utf-8")
    ended = run_command("review", file, "--setting", "glance", "-o", page, "--json")
    assert ended.returncode == 0, ended.stderr
    assert json.loads(ended.stdout) == json.loads(json.dumps(review.to_json()))
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    shown = run_command("review", file, "--setting", "glance", "--names", "Ada,Bo")
    assert "Ada" in shown.stdout
    assert "accuracy" in shown.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["-o", "page.pdf"], "a page's file ends in .html"),
        (["--names", "Ada"], "--names are 2 names"),
        (["--setting", "slow"], "a review is glance, quick, thorough"),
    ],
)
def test_wrong_usage_is_explained(game: gs.Game, tmp_path: Path, arguments: list[str], words: str):
    file = tmp_path / "game.json"
    file.write_text(json.dumps(game.record()), encoding="utf-8")
    ended = run_command("review", file, *arguments)
    assert ended.returncode == 1
    assert words in ended.stderr


def test_the_browser_says_every_message_in_every_language():
    """What a review says is a key and values; the client has the sentences."""
    web = DOCS.parents[1] / "web"
    says = (web / "src/review/review-words.ts").read_text(encoding="utf-8")
    assert set(re.findall(r"^  (\w+): \(v?\) =>", says, re.MULTILINE)) == set(TEXTS)
    files = list((web / "messages").glob("*.json"))
    assert len(files) == 6
    for file in files:
        messages = json.loads(file.read_text(encoding="utf-8"))
        assert {f"review_{key}" for key in TEXTS} <= set(messages), file.name


def test_the_chances_are_known_before_the_decisions_are_judged(game: gs.Game):
    told: list[object] = []
    review = review_game(
        game, "glance", lambda *at: told.append(at), lambda chances: told.append(chances)
    )
    first = told[0]
    assert isinstance(first, Chances)
    assert first.start == review.start
    assert first.after == tuple(decision.open for decision in review.decisions)
    assert told[1] == (1, len(review.decisions))


def test_a_game_that_began_in_its_middle_is_reviewed_without_luck_of_the_deal():
    half = play_bots("usa", ["planner", "easy"], 3, until=80)
    going_on = gs.Game.from_position(half.position())
    while not going_on.over:
        going_on.play(going_on.legal_codes()[-1])
    review = going_on.review("glance")
    assert review.deal_luck == (0.0, 0.0)
    assert len(review.decisions) == going_on.action_count
