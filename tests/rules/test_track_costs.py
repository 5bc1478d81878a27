"""Tracks that ask for more trains, give more points or cost a toll: COST-1 to COST-4."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from hypothesis import given

import goldenspike as gs
from goldenspike.boards.play_hash import play_hash
from goldenspike.boards.read import read_board
from goldenspike.rules.graph.cheapest_way import FAR, set_train_costs
from goldenspike.rules.record_layout import PlainScratch
from support.table import table
from support.walks import EVERY_SWITCH, examples, seeds, tastes, walk

pytestmark = pytest.mark.quick

ISLAND = (Path(__file__).parents[1] / "boards" / "island.toml").read_text(encoding="utf-8")
QUIET = ("purple", "blue", "orange", "white")
PIER = "harbour-hill:gray#2"
"""Two spaces, three trains, 2 + 3 points, a toll of 1."""
FERRY = "hill-light:blue"
"""A toll of 2."""
TUNNEL = "hill-market:white"


def island(tmp_path: Path, *changes: tuple[str, str]) -> str:
    """The file of the island with some lines changed."""
    text = ISLAND
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path = tmp_path / "island.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def claims(game: gs.Game, track: str) -> list[str]:
    return [str(action) for action in game.legal() if action.track == track]


def test_cost_1_a_track_takes_more_trains_than_it_has_spaces():
    """COST-1"""
    game = table(EVERY_SWITCH, hands=["2red"], market=QUIET)
    game.play(f"claim {PIER} 2red")
    assert game.view(1).to_json()["seats"][0]["trains"] == 15 - 3


def test_cost_1_all_of_its_trains_are_needed(tmp_path: Path):
    """COST-1: with two trains a track of two spaces is claimed, but not the one that asks for 3."""
    name = island(tmp_path, ("trains = 15", "trains = 5"))
    game = table(name, hands=["2red"], routes={"harbour-market:green": 0}, market=QUIET)
    assert claims(game, PIER) == []
    assert claims(game, "harbour-hill:gray") == ["claim harbour-hill:gray 2red"]
    reason = game.why_not(f"claim {PIER} 2red")
    assert reason is not None
    assert (reason.rule, reason.code, reason.params) == ("COST-1", "trains", {"need": 3, "have": 2})


def test_cost_1_extra_trains_count_for_the_last_round(tmp_path: Path):
    """COST-1, END-1"""
    name = island(tmp_path, ("trains = 15", "trains = 4"))
    game = table(name, hands=["2red"], market=QUIET)
    event = game.play(f"claim {PIER} 2red")
    assert event.public["last_round"]


def test_cost_1_the_longest_path_counts_spaces():
    """COST-1, SCORE-2"""
    assert table(EVERY_SWITCH, routes={PIER: 0}, market=QUIET).scores()[0].longest == 2


def test_cost_2_extra_points_are_scored_at_once():
    """COST-2, CLAIM-3"""
    game = table(EVERY_SWITCH, hands=["2red"], market=QUIET)
    event = game.play(f"claim {PIER} 2red")
    assert event.public["points"] == 2 + 3
    assert game.view(None).to_json()["seats"][0]["route_points"] == 5
    other = table(EVERY_SWITCH, hands=["2red"], market=QUIET)
    assert other.play("claim harbour-hill:gray 2red").public["points"] == 2


def test_cost_3_everybody_starts_with_tokens_and_pays_tolls_from_them():
    """COST-3: everybody sees it."""
    game = table(EVERY_SWITCH, hands=["2red"], market=QUIET)
    event = game.play(f"claim {PIER} 2red")
    assert event.seen_by(None)["toll"] == 1
    for seat in (0, 1, None):
        assert [row["tokens"] for row in game.view(seat).to_json()["seats"]] == [2, 3]


def test_cost_3_a_toll_needs_all_of_its_tokens():
    """COST-3: two of three tokens are left for a toll of 2, then none."""
    hand = ["4blue+2locomotive+2red", "4blue+2locomotive"]
    game = table(EVERY_SWITCH, hands=hand[:1], routes={PIER: 0}, market=QUIET)
    assert claims(game, FERRY)
    poor = island_with_dear_ferry(hand[0])
    assert claims(poor, FERRY) == []
    reason = poor.why_not(f"claim {FERRY} 2blue+2locomotive")
    assert reason is not None
    assert (reason.rule, reason.code, reason.params) == ("COST-3", "tokens", {"need": 3, "have": 2})
    assert "toll of 3 tokens" in reason.why


def island_with_dear_ferry(hand: str) -> gs.Game:
    """A game in which seat 0 has two tokens, and the ferry costs three."""
    dear = ISLAND.replace("toll = 2", "toll = 3")
    board = read_board("island", dear.encode())
    game = gs.Game(board, players=2, seed=1, first=0)
    position = table(EVERY_SWITCH, hands=[hand], routes={PIER: 0}, market=QUIET).position()
    return gs.Game.from_position(position | {"board": game.board.source}, board=board)


def test_cost_3_a_tunnel_costs_its_toll_when_it_is_claimed(tmp_path: Path):
    """COST-3, N-TUNNEL-2: withdrawing costs none."""
    name = island(
        tmp_path, ('length = 1, kind = "tunnel"', 'length = 1, toll = 2, kind = "tunnel"')
    )
    for answer, left in (("withdraw", 3), ("pay 2white", 1)):
        game = table(name, hands=["3white"], deck=["white", "white"], market=(*QUIET[:3], "red"))
        game.play(f"claim {TUNNEL} 1white")
        assert game.view(0).to_json()["seats"][0]["tokens"] == 3
        game.play(answer)
        assert game.view(0).to_json()["seats"][0]["tokens"] == left


def test_cost_3_a_toll_out_of_reach_is_as_good_as_closed():
    """COST-3: the way of a ticket goes around a track whose toll can't be paid any more."""
    game = island_with_dear_ferry("2red")
    scratch, b = PlainScratch(), game.kernel_board.plain
    set_train_costs(game.state, b, 0, scratch)
    number = {
        track.id: game.kernel_board.track_number[i] for i, track in enumerate(game.board.tracks)
    }
    assert scratch.track_cost[number[FERRY]] == FAR
    assert scratch.track_cost[number["light-market:gray"]] == 3
    assert scratch.track_cost[number[PIER]] == 0
    assert FERRY not in game.view(0).hints()["missing"]


def test_cost_4_tokens_left_score(tmp_path: Path):
    """COST-4"""
    game = table(EVERY_SWITCH, routes={PIER: 0}, market=QUIET)
    assert [score.bonuses["tokens"] for score in game.scores()] == [4, 6]
    poor = table(island(tmp_path, ("tokens = 2\n", "")), routes={PIER: 0}, market=QUIET)
    assert "tokens" not in poor.scores()[0].bonuses
    assert poor.scores()[0].total == game.scores()[0].total - 4


@given(seeds, tastes)
@examples(6)
def test_cost_3_claims_are_those_that_can_be_borne(seed: int, taste: str):
    """COST-1, COST-3: in every position, counted and listed alike; the rule written once more."""
    for game in walk(EVERY_SWITCH, 3, seed=seed, taste=taste):
        view = game.view(game.seat).to_json() if not game.over else None
        if view is None or view["phase"] != "turn":
            continue
        seat = view["seats"][game.seat]
        for track in game.board.tracks:
            bears = seat["trains"] >= track.length + track.extra_trains
            bears = bears and seat["tokens"] >= track.toll
            assert bears or not claims(game, track.id)


def test_a_position_says_how_many_tokens_are_left():
    """COST-3"""
    position = table(EVERY_SWITCH, routes={PIER: 0}, market=QUIET).position()
    assert [seat["tokens"] for seat in position["seats"]] == [2, 3]
    position["seats"][0]["tokens"] = 3
    with pytest.raises(gs.InputError, match=r"seats\[0\].tokens: its tracks leave 2, not 3"):
        gs.Game.from_position(position)


def test_costs_are_part_of_what_is_played():
    hashes = set()
    for pier, tokens in product(("toll = 1", "toll = 2"), ("tokens = 3", "tokens = 4")):
        text = ISLAND.replace("toll = 1", pier).replace("tokens = 3", tokens)
        hashes.add(play_hash(read_board("island", text.encode())))
    assert len(hashes) == 4


@pytest.mark.parametrize(
    ("old", "new", "where", "what"),
    [
        (
            "tokens = 3",
            "tokens = 1",
            'tracks."hill-light:blue".toll',
            "is 2, but a player has only 1",
        ),
        ("trains = 15", "trains = 4", 'tracks."harbour-hill:gray#2".extra_trains', "makes it 5"),
        ("extra_trains = 1", "extra_trains = 10", "extra_trains", "it goes from 0 to 9"),
        ("toll = 1", "toll = -1", "toll", "it goes from 0 to 60"),
    ],
)
def test_costs_that_nobody_could_bear_are_mistakes(old: str, new: str, where: str, what: str):
    """COST-1, COST-3"""
    text = ISLAND.replace(old, new, 1)
    if "makes it" in what:
        text = text.replace("extra_trains = 1", "extra_trains = 3")
    with pytest.raises(gs.InputError) as error:
        read_board("island", text.encode())
    assert where in str(error.value)
    assert what in str(error.value)
