"""Claiming a route: CLAIM-1 to CLAIM-7."""

from __future__ import annotations

import pytest

import goldenspike as gs
from support.table import COLOURS, hand, legal, refusal, seat, table

pytestmark = pytest.mark.quick


def payments(game: gs.Game, track: str) -> list[str]:
    return [text.split()[2] for text in legal(game, f"claim {track} ")]


@pytest.mark.parametrize("board", ["usa", "germany"])
def test_claim_1_three_spaces_of_a_colour(board: str):
    """CLAIM-1: 3 blue, 2 + 1 locomotive, 1 + 2, or 3 locomotives; nothing else."""
    track = {"usa": "montreal-new_york:blue", "germany": "bremen-emden:blue"}[board]
    game = table(board, hands=["5blue+5red+5locomotive"])
    assert sorted(payments(game, track)) == sorted(
        ["3blue", "2blue+1locomotive", "1blue+2locomotive", "3locomotive"]
    )


def test_claim_1_two_gray_spaces():
    """CLAIM-1: any pair of one colour, one card and a locomotive, or two locomotives."""
    game = table(hands=["2red+1blue+2locomotive"])
    assert sorted(payments(game, "atlanta-charleston:gray")) == sorted(
        ["2red", "1red+1locomotive", "1blue+1locomotive", "2locomotive"]
    )


@pytest.mark.parametrize(
    "cards",
    [
        "3red",
        "2blue+1red",
        "2blue",
        "4blue",
        "3blue+1locomotive",
        "1red+2locomotive",
        "2locomotive",
    ],
)
def test_claim_1_a_coloured_route_wants_its_own_colour_and_length(cards: str):
    """CLAIM-1: not another colour, not mixed, not fewer and not more cards than spaces."""
    game = table(hands=["5blue+5red+5locomotive"])
    assert not game.is_legal(f"claim montreal-new_york:blue {cards}")
    assert refusal(game, f"claim montreal-new_york:blue {cards}").rule == "CLAIM-1"


def test_claim_1_a_gray_set_is_of_one_colour():
    """CLAIM-1"""
    game = table(hands=["1blue+1red"])
    assert refusal(game, "claim atlanta-charleston:gray 1blue+1red").rule == "CLAIM-1"
    assert payments(game, "atlanta-charleston:gray") == []


@pytest.mark.parametrize("colour", COLOURS)
def test_claim_1_gray_takes_every_colour(colour: str):
    """CLAIM-1"""
    game = table(hands=[f"3{colour}"])
    assert payments(game, "calgary-vancouver:gray") == [f"3{colour}"]


def test_claim_2_a_train_for_every_space():
    """CLAIM-2: that many leave the supply."""
    game = table(hands=["5blue"])
    game.play("claim atlanta-miami:blue 5blue")
    assert seat(game, 0)["trains"] == 40
    assert seat(game, 1)["trains"] == 45


NEARLY_ALL = {
    # 6 + 6 + 6 + 6 + 6 + 6 + 5 = 41: four trains are left.
    "calgary-winnipeg:white": 0,
    "duluth-helena:orange": 0,
    "duluth-toronto:purple": 0,
    "el_paso-houston:green": 0,
    "el_paso-los_angeles:black": 0,
    "helena-seattle:yellow": 0,
    "helena-omaha:red": 0,
}


def test_claim_2_not_without_the_trains():
    """CLAIM-2: with four trains left a route of four is possible, one of five is not."""
    game = table(hands=["5blue+5locomotive+4red"], routes=NEARLY_ALL)
    assert seat(game, 0)["trains"] == 4
    assert payments(game, "atlanta-miami:blue") == []
    error = refusal(game, "claim atlanta-miami:blue 5blue")
    assert error.rule == "CLAIM-2"
    assert "5" in error.why
    assert "4" in error.why
    assert game.is_legal("claim dallas-el_paso:red 4red")


def test_claim_3_the_cards_are_discarded_and_the_route_is_owned():
    """CLAIM-3"""
    game = table(hands=["5blue+3locomotive"])
    game.play("claim atlanta-miami:blue 3blue+2locomotive")
    assert game.position()["discards"] == {"blue": 3, "locomotive": 2}
    assert hand(game, 0) == {"blue": 2, "locomotive": 1}
    assert game.position()["routes"] == {"atlanta-miami:blue": 0}
    assert (game.seat, game.phase) == (1, "turn")


@pytest.mark.parametrize(
    ("board", "track", "points"),
    [
        ("usa", "portland-seattle:gray", 1),
        ("usa", "duluth-omaha:gray", 2),
        ("usa", "calgary-vancouver:gray", 4),
        ("usa", "dallas-el_paso:red", 7),
        ("usa", "helena-omaha:red", 10),
        ("usa", "miami-new_orleans:red", 15),
        ("germany", "augsburg-ulm:gray", 1),
        ("germany", "rostock-schwerin:red", 2),
        ("germany", "erfurt-leipzig:red", 4),
        ("germany", "emden-muenster:red", 7),
        ("germany", "lindau-muenchen:gray", 10),
        ("germany", "dresden-regensburg:red", 18),
        ("nordic", "tampere-turku:red", 1),
        ("nordic", "norrkoping-orebro:gray", 2),
        ("nordic", "helsinki-imatra:red", 4),
        ("nordic", "kuopio-vaasa:gray", 7),
        ("nordic", "lieksa-murmansk:gray", 27),
    ],
)
def test_claim_3_points_by_the_table(board: str, track: str, points: int):
    """CLAIM-3: not one per space."""
    length = next(t.length for t in gs.load_board(board).tracks if t.id == track)
    game = table(board, hands=["9red"], places={})
    event = game.play(f"claim {track} {length}red")
    assert event.seen_by(None)["points"] == points
    assert seat(game, 0)["route_points"] == points
    assert seat(game, 1)["route_points"] == 0


def test_claim_3_six_is_fifteen_in_germany_and_five_is_ten_up_north():
    """CLAIM-3: the lengths that have no red or gray track."""
    game = table("germany", hands=["6purple"], places={})
    game.play("claim berlin-rostock:purple 6purple")
    assert seat(game, 0)["route_points"] == 15
    game = table("nordic", hands=["5blue"])
    game.play("claim kirkenes-rovaniemi:blue 5blue")
    assert seat(game, 0)["route_points"] == 10
    game = table("nordic", hands=["4red+2locomotive"])
    game.play("claim moirana-trondheim:red 4red+2locomotive")
    assert seat(game, 0)["route_points"] == 15


def test_claim_4_any_free_route_far_from_ones_own():
    """CLAIM-4: it need not touch one's own network."""
    game = table(hands=["1red"], routes={"atlanta-miami:blue": 0})
    assert game.is_legal("claim portland-seattle:gray 1red")


def test_claim_4_not_one_that_is_taken():
    """CLAIM-4: neither by another seat nor by oneself."""
    game = table(hands=["9blue"], routes={"atlanta-miami:blue": 1, "helena-winnipeg:blue": 0})
    assert refusal(game, "claim atlanta-miami:blue 5blue").rule == "CLAIM-4"
    assert refusal(game, "claim helena-winnipeg:blue 4blue").rule == "CLAIM-4"


def test_claim_4_one_route_a_turn():
    """CLAIM-4: the next decision is the next seat's."""
    game = table(hands=["9blue"])
    game.play("claim atlanta-miami:blue 5blue")
    assert game.seat == 1


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_claim_5_nobody_owns_two_tracks_of_a_route(players: int):
    """CLAIM-5: with any number of players."""
    game = table(players=players, hands=["9red"], routes={"boston-montreal:gray": 0})
    assert refusal(game, "claim boston-montreal:gray#2 2red").rule == "CLAIM-5"
    assert payments(game, "boston-montreal:gray#2") == []


def test_claim_5_tracks_that_differ_in_length_and_kind_are_parallel():
    """CLAIM-5: Kristiansand-Stavanger is a tunnel of 2 beside a ferry of 3."""
    game = table(
        "nordic",
        players=3,
        hands=["4orange+4locomotive"],
        routes={"kristiansand-stavanger:green": 0},
    )
    track = "kristiansand-stavanger:orange"
    assert refusal(game, f"claim {track} 2orange+1locomotive").rule == "CLAIM-5"


def test_claim_5_the_same_place_at_one_end_is_not_parallel():
    """CLAIM-5: what counts is that both places are the same."""
    game = table(hands=["9red"], routes={"boston-montreal:gray": 0})
    assert game.is_legal("claim boston-new_york:red 2red")


@pytest.mark.parametrize(
    ("board", "track", "beside", "players", "closed"),
    [
        ("usa", "boston-montreal:gray", "boston-montreal:gray#2", 2, True),
        ("usa", "boston-montreal:gray", "boston-montreal:gray#2", 3, True),
        ("usa", "boston-montreal:gray", "boston-montreal:gray#2", 4, False),
        ("usa", "boston-montreal:gray", "boston-montreal:gray#2", 5, False),
        ("usa", "boston-new_york:yellow", "boston-new_york:red", 2, True),
        ("germany", "augsburg-ulm:gray", "augsburg-ulm:gray#2", 2, True),
        ("germany", "augsburg-ulm:gray", "augsburg-ulm:gray#2", 3, True),
        ("germany", "augsburg-ulm:gray", "augsburg-ulm:gray#2", 4, False),
        ("germany", "augsburg-ulm:gray", "augsburg-ulm:gray#2", 5, False),
        ("nordic", "boden-umea:white", "boden-umea:red", 2, True),
        ("nordic", "boden-umea:white", "boden-umea:red", 3, False),
    ],
)
def test_claim_6_parallel_tracks_close(
    board: str, track: str, beside: str, players: int, closed: bool
):
    """CLAIM-6: to everyone, with the player counts of the table."""
    game = table(board, players, turn=1, hands=["", "9red"], routes={track: 0})
    length = next(t.length for t in gs.load_board(board).tracks if t.id == beside)
    text = f"claim {beside} {length}red"
    assert game.is_legal(text) == (not closed)
    if closed:
        assert refusal(game, text).rule == "CLAIM-6"


def test_claim_6_they_close_when_one_is_claimed_in_play():
    """CLAIM-6: not only in a position that is set up so."""
    game = table(hands=["2red", "2blue"])
    assert game.is_legal("claim boston-montreal:gray#2 2red")
    game.play("claim boston-montreal:gray 2red")
    assert refusal(game, "claim boston-montreal:gray#2 2blue").rule == "CLAIM-6"


def test_claim_7_the_player_chooses_which_cards():
    """CLAIM-7: how many locomotives, and which colour on gray; exactly those are spent."""
    for cards in ("2red", "2blue", "1red+1locomotive", "1blue+1locomotive", "2locomotive"):
        game = table(hands=["2red+2blue+2locomotive"])
        game.play(f"claim atlanta-charleston:gray {cards}")
        spent = {
            card: n - hand(game, 0).get(card, 0)
            for card, n in {"red": 2, "blue": 2, "locomotive": 2}.items()
            if n != hand(game, 0).get(card, 0)
        }
        assert spent == {part[1:]: int(part[0]) for part in cards.split("+")}


def test_claim_7_not_with_cards_one_does_not_hold():
    """CLAIM-7, CLAIM-1"""
    game = table(hands=["2red+1locomotive"])
    error = refusal(game, "claim dallas-el_paso:red 4red")
    assert error.rule == "CLAIM-1"
    assert error.why == "needs 1 more red card or locomotive"
