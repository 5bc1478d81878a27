"""Shares of companies, taken with tracks: SHARE-1 to SHARE-4."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import goldenspike as gs
from goldenspike.boards.play_hash import play_hash
from goldenspike.boards.read import read_board
from support.table import legal, table
from support.walks import EVERY_SWITCH, examples, seeds, walk

pytestmark = pytest.mark.quick

ISLAND = (Path(__file__).parents[1] / "boards" / "island.toml").read_text(encoding="utf-8")
CITY = str(Path(__file__).parents[2] / "examples" / "boards" / "lantern_city.toml")
QUIET = ("purple", "blue", "orange", "white")
SHARES = [(EVERY_SWITCH, 3), (EVERY_SWITCH, 2), (f"{EVERY_SWITCH}:many_cards", 2), (CITY, 4)]

CITY_TRACKS = {
    "gaslight": [
        "mint-weavers_row:orange", "guildhall-mint:gray", "cathedral-guildhall:orange",
        "mint-north_gate:green", "tollgate-weavers_row:purple", "north_gate-tollgate:gray",
    ],
    "river_trams": [
        "ropewalk-tannery:gray", "old_quay-ropewalk:gray", "old_quay-shipyard:gray",
        "brickfields-racecourse:blue", "fishmarket-ropewalk:gray", "tannery-weavers_row:gray",
    ],
}  # fmt: skip


def island(**more: object) -> gs.Game:
    """The island: two shares of north for 5 and 2 points, three of coast for 6, 3 and 1.

    No passengers wait where they would have to be chosen.
    """
    places = {"harbour": ["red", "red"], "hill": ["green"], "market": ["green"]}
    return table(EVERY_SWITCH, market=QUIET, places=places, **more)  # type: ignore[arg-type]


def city(**more: object) -> gs.Game:
    return table(CITY, **more)  # type: ignore[arg-type]


def shares(game: gs.Game) -> dict[str, list[int]]:
    found: dict[str, list[int]] = game.position()["shares"]
    return found


def refusal(game: gs.Game, action: str) -> tuple[str, str]:
    reason = game.why_not(action)
    assert reason is not None
    return reason.rule, reason.code


def test_share_1_everybody_sees_who_has_which_shares():
    """SHARE-1: in their order, so also how many are left."""
    routes = {"harbour-hill:red": 1, "hill-market:white": 0, "light-market:gray": 1}
    game = island(routes=routes, shares={"coast": [1, 0], "north": [1]})
    for seat in (None, 0, 1):
        assert game.view(seat).to_json()["shares"] == {"coast": [1, 0], "north": [1]}


def test_share_1_only_boards_with_companies_have_them():
    """SHARE-1"""
    game = table(hands=["4blue"])
    with pytest.raises(gs.NotationError, match="no company 'north' on the board usa"):
        game.play("share north")
    assert "shares" not in game.view(0).to_json()


def test_share_1_a_company_without_shares_left_gives_none():
    """SHARE-1: the track of north gives nothing any more."""
    routes = {"hill-market:white": 1, "harbour-hill:red": 1}
    game = island(hands=["3red"], routes=routes, shares={"north": [1, 1]})
    event = game.play("claim light-market:gray 3red")
    assert "share" not in event.public
    assert shares(game)["north"] == [1, 1]
    assert game.seat == 1


def test_share_2_a_claimed_track_gives_the_share_that_it_names():
    """SHARE-2: and the turn is over."""
    game = island(hands=["2red"])
    event = game.play("claim harbour-hill:gray 2red")
    assert event.seen_by(None)["share"] == "coast"
    assert shares(game) == {"north": [], "coast": [0]}
    assert (game.seat, game.phase) == (1, "turn")


def test_share_2_a_track_that_names_none_gives_none():
    """SHARE-2"""
    game = island(hands=["3green"])
    event = game.play("claim harbour-market:green 3green")
    assert "share" not in event.public
    assert shares(game) == {"north": [], "coast": []}


def test_share_2_the_player_chooses_the_company():
    """SHARE-2: of those that the track names; the turn goes on until then."""
    game = island(hands=["2red"])
    event = game.play("claim harbour-hill:red 2red")
    assert "share" not in event.public
    assert (game.seat, game.phase) == (0, "share")
    assert legal(game) == ["share north", "share coast"]
    assert game.position()["claiming"] == "harbour-hill:red"
    chosen = game.play("share coast")
    assert chosen.seen_by(1) == {
        "seat": 0, "kind": "share", "share": "coast", "turn": 1, "phase": "turn",
    }  # fmt: skip
    assert shares(game) == {"north": [], "coast": [0]}
    assert (game.seat, game.phase) == (1, "turn")


def test_share_2_there_is_no_choice_where_one_company_has_shares_left():
    """SHARE-2, SHARE-1"""
    routes = {"light-market:gray": 1, "hill-market:white": 1}
    game = island(hands=["2red"], routes=routes, shares={"north": [1, 1]})
    game.play("claim harbour-hill:red 2red")
    assert shares(game) == {"north": [1, 1], "coast": [0]}
    assert game.seat == 1


def test_share_2_passengers_are_taken_first():
    """SHARE-2, G-PASS-2"""
    places = {"harbour": ["red", "green"], "hill": ["green"], "market": ["red"]}
    game = table(EVERY_SWITCH, market=QUIET, places=places, hands=["2red"])
    game.play("claim harbour-hill:red 2red")
    assert game.phase == "passenger"
    assert refusal(game, "share north") == ("G-PASS-2", "phase")
    game.play("take green from harbour")
    assert game.phase == "share"
    game.play("share north")
    assert shares(game) == {"north": [0], "coast": []}


def test_share_2_a_passenger_and_the_only_share_are_one_event():
    """SHARE-2, G-PASS-2"""
    places = {"harbour": ["red", "green"], "hill": ["green"], "market": ["red"]}
    game = table(EVERY_SWITCH, market=QUIET, places=places, hands=["2red"])
    game.play("claim harbour-hill:gray 2red")
    event = game.play("take red from harbour")
    assert (event.public["colour"], event.public["share"]) == ("red", "coast")
    assert game.seat == 1


def test_share_2_a_tunnel_gives_a_share_only_when_it_is_claimed():
    """SHARE-2, N-TUNNEL-2"""
    game = island(hands=["2white"], deck=["white", "blue"])
    event = game.play("claim hill-market:white 1white")
    assert game.phase == "tunnel"
    assert "share" not in event.public
    back = game.copy()
    back.play("withdraw")
    assert shares(back) == {"north": [], "coast": []}
    game.play("pay 1white")
    assert game.phase == "share"


def choosing(river_trams: list[int]) -> gs.Game:
    """The city while seat 0 chooses between the gaslight company and the hill railway."""
    routes = {"clocktower-theatre:gray": 0}
    routes |= dict(zip(CITY_TRACKS["river_trams"], river_trams, strict=False))
    taken = {"river_trams": river_trams}
    return city(routes=routes, shares=taken, phase="share", claiming="clocktower-theatre:gray")


@pytest.mark.parametrize(
    ("action", "rule", "code"),
    [
        ("share river_trams", "SHARE-2", "no_share_there"),
        ("draw deck", "SHARE-2", "phase"),
        ("pass", "SHARE-2", "phase"),
    ],
)
def test_share_2_other_actions_wait_for_the_choice(action: str, rule: str, code: str):
    """SHARE-2"""
    game = choosing([1])
    assert legal(game) == ["share gaslight", "share hill_railway"]
    assert refusal(game, action) == (rule, code)


def test_share_1_a_company_without_shares_left_is_named_in_the_refusal():
    """SHARE-1"""
    assert refusal(choosing([1] * 6), "share river_trams") == ("SHARE-1", "no_shares")


def test_share_2_outside_a_claim_no_share_is_taken():
    """SHARE-2"""
    assert refusal(island(), "share north") == ("SHARE-2", "phase")


def points(game: gs.Game) -> list[int]:
    return [score.bonuses["shares"] for score in game.scores()]


def holding(players: int, **taken: list[int]) -> gs.Game:
    """A game of the city in which these seats have taken shares, in this order."""
    routes = {
        track: seat
        for company, seats in taken.items()
        for track, seat in zip(CITY_TRACKS[company], seats, strict=False)
    }
    return city(players=players, routes=routes, shares=taken)


@pytest.mark.parametrize(
    ("taken", "scored"),
    [
        ([0, 0, 1], [9, 5, 0]),
        ([0, 1, 1], [5, 9, 0]),
        ([2, 2, 2, 1, 1, 0], [2, 5, 9]),
        ([], [0, 0, 0]),
        ([1], [0, 9, 0]),
    ],
)
def test_share_3_most_shares_score_by_rank(taken: list[int], scored: list[int]):
    """SHARE-3: 9, 5 and 2 points; nothing for those without a share."""
    assert points(holding(3, gaslight=taken)) == scored


def test_share_3_each_company_scores_by_itself():
    """SHARE-3: and the points are part of the total."""
    game = holding(2, gaslight=[0, 0, 1], river_trams=[1, 0, 1])
    assert points(game) == [9 + 5, 5 + 9]
    for score in game.scores():
        bonuses = sum(score.bonuses.values())
        assert score.total == score.route_points + score.ticket_points + bonuses


def test_share_3_ranks_beyond_the_last_points_score_nothing():
    """SHARE-3: the fourth of a company that pays three."""
    assert points(holding(4, gaslight=[3, 1, 0, 2])) == [2, 5, 0, 9]


@pytest.mark.parametrize(
    ("taken", "scored"),
    [
        ([1, 0], [5, 9, 0]),
        ([0, 1, 1, 0], [9, 5, 0]),
        ([1, 0, 0, 1], [5, 9, 0]),
        ([2, 0, 1], [5, 2, 9]),
        ([2, 1, 1, 0, 0], [5, 9, 2]),
    ],
)
def test_share_4_of_equals_the_one_with_the_earlier_first_share_ranks_higher(
    taken: list[int], scored: list[int]
):
    """SHARE-4"""
    assert points(holding(3, gaslight=taken)) == scored


def expected_points(game: gs.Game) -> list[int]:
    """SHARE-3, SHARE-4 once more, by sorting."""
    total = [0] * game.players
    for company in game.board.companies:
        taken = shares(game)[company.id]
        ranking = sorted(set(taken), key=lambda seat: (-taken.count(seat), taken.index(seat)))
        for seat, won in zip(ranking, company.points, strict=False):
            total[seat] += won
    return total


@examples(12)
@given(st.sampled_from(SHARES), seeds)
def test_shares_are_conserved_and_score_as_written(where: tuple[str, int], seed: int):
    """SHARE-1 to SHARE-4: at every step of random games."""
    taken_before: dict[str, list[int]] = {}
    for game in walk(*where, seed=seed, taste="building"):
        taken = shares(game)
        limits = {company.id: company.shares for company in game.board.companies}
        of_seat = [0] * game.players
        for name, seats in taken.items():
            assert len(seats) <= limits[name]
            assert seats[: len(taken_before.get(name, []))] == taken_before.get(name, [])
            for seat in seats:
                of_seat[seat] += 1
        routes = game.position()["routes"]
        for seat in range(game.players):
            giving = [t for t in game.board.tracks if t.companies and routes.get(t.id) == seat]
            assert of_seat[seat] <= len(giving)
        if game.phase == "share":
            options = [str(action) for action in game.legal()]
            claimed = next(t for t in game.board.tracks if t.id == game.position()["claiming"])
            left = [game.board.companies[c] for c in claimed.companies]
            left = [c for c in left if len(taken[c.id]) < c.shares]
            assert len(left) > 1
            assert options == [f"share {company.id}" for company in left]
        assert points(game) == expected_points(game)
        taken_before = taken


@examples(10)
@given(st.sampled_from(SHARES), seeds, st.integers(0, 4))
def test_no_view_and_no_world_differs_in_shares(where: tuple[str, int], seed: int, viewer: int):
    """SHARE-1: every seat knows them, so they are the same in all states that fit its view."""
    seat = viewer % where[1]
    for step, game in enumerate(walk(*where, seed=seed, taste="building")):
        if game.phase == "share" or step % 15 == 0:
            view = game.view(seat)
            world = view.resample(seed=step)
            assert shares(world) == shares(game)
            assert view.to_json()["shares"] == shares(game)
            assert [score.bonuses["shares"] for score in world.scores()] == points(game)


@examples(6)
@given(st.sampled_from(SHARES), seeds)
def test_positions_with_shares_are_read_as_they_were_written(where: tuple[str, int], seed: int):
    """SHARE-1, SHARE-2: also while one is chosen."""
    for step, game in enumerate(walk(*where, seed=seed, taste="building")):
        if game.phase == "share" or step % 20 == 0:
            again = gs.Game.from_position(game.position())
            assert again.position() == game.position()
            assert legal(again) == legal(game)


@pytest.mark.parametrize(
    ("taken", "said"),
    [
        ({"south": [0]}, "no company"),
        ({"north": 0}, "a list of at most 2 seats"),
        ({"north": [0, 0, 0]}, "at most 2 seats"),
        ({"north": [5]}, "shares.north"),
        ({"north": [0]}, "more shares than tracks"),
        ([], "companies with the seats"),
    ],
)
def test_impossible_shares_of_a_position_are_reported(taken: object, said: str):
    with pytest.raises(gs.PositionError, match=said):
        island(shares=taken)


@pytest.mark.parametrize(
    ("routes", "said"),
    [
        ({"harbour-hill:red": 1}, "a track that the seat has claimed"),
        ({"harbour-hill:red": 0, "light-market:gray": 1, "hill-market:white": 1}, "to choose from"),
    ],
)
def test_a_choice_without_options_is_no_position(routes: dict[str, int], said: str):
    """SHARE-2"""
    taken = {"north": [1, 1]} if len(routes) > 1 else {}
    with pytest.raises(gs.PositionError, match=said):
        island(routes=routes, phase="share", claiming="harbour-hill:red", shares=taken)


def test_switches_of_companies_count_in_the_hash():
    board = read_board("island", ISLAND.encode())
    for old, new in (
        ("[6, 3, 1]", "[6, 3]"),
        ("shares = 2\n", "shares = 3\n"),
        ('gray"    = { length = 2, shares = ["coast"] }', 'gray" = { length = 2 }'),
    ):
        assert ISLAND.count(old) == 1
        other = read_board("island", ISLAND.replace(old, new).encode())
        assert play_hash(other) != play_hash(board)


def test_names_of_companies_do_not_count_in_the_hash():
    board = read_board("island", ISLAND.encode())
    other = read_board("island", ISLAND.replace("North Line", "Old Line").encode())
    assert play_hash(other) == play_hash(board)
