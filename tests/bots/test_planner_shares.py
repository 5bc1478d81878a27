"""Bots value shares and choose those that score; the planner uses shared tracks of others."""

from __future__ import annotations

from pathlib import Path

import pytest

import goldenspike as gs
from goldenspike.bots import Stream, decide, make_bot
from support.table import table

pytestmark = pytest.mark.quick

CITY = str(Path(__file__).parents[2] / "examples" / "boards" / "lantern_city.toml")
GASLIGHT = [
    "mint-weavers_row:orange", "guildhall-mint:gray", "mint-north_gate:green",
    "cathedral-guildhall:orange", "tollgate-weavers_row:purple",
]  # fmt: skip
HILL = ["glasshouse-hill_steps:yellow", "hill_steps-reservoir:orange"]


def choosing(gaslight: list[int], hill: list[int]) -> gs.Game:
    """Seat 0 chooses between a share of the gaslight company and one of the hill railway."""
    track = "clocktower-theatre:gray"
    routes = dict(zip(GASLIGHT, gaslight, strict=False)) | dict(zip(HILL, hill, strict=False))
    shares = {"gaslight": gaslight, "hill_railway": hill}
    return table(CITY, routes=routes | {track: 0}, shares=shares, phase="share", claiming=track)


@pytest.mark.parametrize("bot", ["planner", "greedy"])
@pytest.mark.parametrize(
    ("gaslight", "hill", "wanted"),
    [
        ([1, 0], [0], "share gaslight"),
        ([1, 1, 1, 1, 1], [1, 0], "share hill_railway"),
        ([0, 0, 0, 0], [1], "share hill_railway"),
    ],
)
def test_the_share_that_wins_or_keeps_a_rank_is_taken(
    bot: str, gaslight: list[int], hill: list[int], wanted: str
):
    game = choosing(gaslight, hill)
    assert decide(make_bot(bot), game.view(0), Stream("a test")).action.text == wanted


@pytest.mark.parametrize("bot", ["planner", "greedy"])
def test_of_tracks_alike_bots_claim_the_one_with_a_share(bot: str):
    """The first street that is left gives none."""
    taken = {"botanic_garden-college:gray": 1}
    game = table(CITY, hands=["2blue"], routes=taken, shares={"hill_railway": [1]}, last_turns=2)
    answer = decide(make_bot(bot), game.view(0), Stream("a test")).action
    assert answer.track is not None
    chosen = next(track for track in game.board.tracks if track.id == answer.track)
    assert chosen.companies


def test_the_planner_claims_only_what_a_shared_track_does_not_join():
    """With the shared street taken, one more makes the ticket."""
    game = table(
        CITY,
        hands=["2green+2blue"],
        routes={"clocktower-gasworks:gray": 1},
        tickets=[["brickfields-gasworks"]],
        last_turns=2,
    )
    answer = decide(make_bot("planner"), game.view(0), Stream("a test")).action
    assert answer.track == "brickfields-clocktower:gray"
