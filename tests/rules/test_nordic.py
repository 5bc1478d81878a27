"""What only the Nordic board has: scarce locomotives, ferries, tunnels, Murmansk-Lieksa."""

from __future__ import annotations

import pytest

import goldenspike as gs
from goldenspike.boards.model import CARD_COLOURS
from support.table import cards, hand, legal, refusal, seat, table

pytestmark = pytest.mark.quick


def payments(game: gs.Game, track: str) -> list[str]:
    return sorted(text.split()[2] for text in legal(game, f"claim {track} "))


# N-LOCO


def test_n_loco_no_locomotives_on_an_ordinary_route():
    """N-LOCO: only the colour itself."""
    game = table("nordic", hands=["5red+5locomotive+2blue"])
    assert payments(game, "helsinki-imatra:red") == ["3red"]
    assert payments(game, "goteborg-norrkoping:gray") == ["3red"]
    assert payments(game, "goteborg-orebro:blue") == ["2blue"]
    for text in ("2red+1locomotive", "3locomotive"):
        assert refusal(game, f"claim helsinki-imatra:red {text}").rule == "N-LOCO"


def test_n_loco_wild_on_tunnels():
    """N-LOCO, N-FERRY-2: wild on tunnels and ferries."""
    game = table("nordic", hands=["2green+2locomotive"])
    assert payments(game, "kristiansand-stavanger:green") == [
        "1green+1locomotive",
        "2green",
        "2locomotive",
    ]


# Ferries


def test_n_ferry_1_a_locomotive_for_each_symbol_and_a_set_of_one_colour():
    """N-FERRY-1: Helsinki-Stockholm, yellow: 4 spaces with one symbol."""
    game = table("nordic", hands=["4yellow+1locomotive"])
    assert payments(game, "helsinki-stockholm:yellow") == ["3yellow+1locomotive"]
    for wrong in ("4yellow", "2yellow+1locomotive"):
        assert refusal(game, f"claim helsinki-stockholm:yellow {wrong}").rule == "N-FERRY-1"
    game.play("claim helsinki-stockholm:yellow 3yellow+1locomotive")
    assert hand(game, 0) == {"yellow": 1}
    assert game.position()["discards"] == {"yellow": 3, "locomotive": 1}


def test_n_ferry_1_gray_takes_any_one_colour():
    """N-FERRY-1: Helsinki-Stockholm, gray: 4 spaces with two symbols."""
    game = table("nordic", hands=["2yellow+2red+1blue+2locomotive"])
    own = [text for text in payments(game, "helsinki-stockholm:gray") if "any" not in text]
    assert own == ["2red+2locomotive", "2yellow+2locomotive"]
    assert not game.is_legal("claim helsinki-stockholm:gray 1red+1blue+2locomotive")


def test_n_ferry_1_every_ferry_has_a_symbol():
    """N-FERRY-1"""
    for track in gs.load_board("nordic").tracks:
        assert (track.locomotives > 0) == (track.kind == "ferry")


def test_n_ferry_2_more_locomotives_stand_in_for_coloured_cards():
    """N-FERRY-2: all the way up to locomotives alone."""
    game = table("nordic", hands=["3yellow+4locomotive"])
    own = [text for text in payments(game, "helsinki-stockholm:yellow") if "any" not in text]
    assert own == [
        "1yellow+3locomotive",
        "2yellow+2locomotive",
        "3yellow+1locomotive",
        "4locomotive",
    ]


def test_n_ferry_3_any_three_cards_for_a_locomotive():
    """N-FERRY-3: they need not match; each is given as the player says."""
    game = table("nordic", hands=["3yellow+1red+1blue+2green"])
    assert "3yellow+3any" in payments(game, "helsinki-stockholm:yellow")
    game.play("claim helsinki-stockholm:yellow 3yellow+3any")
    assert (game.seat, game.phase) == (0, "give")
    assert legal(game) == ["give blue", "give green", "give red"]
    assert refusal(game, "draw deck").rule == "CLAIM-7"
    assert refusal(game, "give black").rule == "CLAIM-7"
    game.play("give red")
    assert legal(game) == ["give blue", "give green"]
    game.play("give green")
    game.play("give green")
    assert hand(game, 0) == {"blue": 1}
    assert game.position()["discards"] == {"green": 2, "yellow": 3, "red": 1}
    assert game.position()["routes"] == {"helsinki-stockholm:yellow": 0}
    assert seat(game, 0)["trains"] == 36
    assert (game.seat, game.phase) == (1, "turn")


def test_n_ferry_3_the_three_may_be_locomotives():
    """N-FERRY-3"""
    game = table("nordic", hands=["1red+4locomotive"])
    game.play("claim aalborg-kristiansand:red 1red+3any")
    for _ in range(3):
        game.play("give locomotive")
    assert hand(game, 0) == {"locomotive": 1}
    assert game.position()["routes"] == {"aalborg-kristiansand:red": 0}


def test_n_ferry_3_also_where_the_locomotive_would_stand_in_for_a_colour():
    """N-FERRY-3: a ferry of two spaces for six cards of any kind, or one locomotive and three."""
    game = table("nordic", hands=["2blue+2green+2white+1locomotive"])
    assert payments(game, "aalborg-kristiansand:red") == ["1locomotive+3any", "6any"]
    game.play("claim aalborg-kristiansand:red 2blue+2green+2white")
    assert hand(game, 0) == {"locomotive": 1}
    assert game.position()["routes"] == {"aalborg-kristiansand:red": 0}


def test_n_ferry_3_every_mixture_on_a_ferry_of_three():
    """N-FERRY-3: each locomotive of a payment may be three cards, as long as the hand lasts."""
    game = table("nordic", hands=["2white+2locomotive+4red"])
    assert payments(game, "aalborg-oslo:white") == sorted(
        [
            "2white+1locomotive",
            "2white+3any",
            "1white+2locomotive",
            "1white+1locomotive+3any",
            "1white+6any",
            "2locomotive+3any",
            "1locomotive+6any",
        ]
    )


def test_n_ferry_3_not_on_tunnels_nor_on_ordinary_routes():
    """N-FERRY-3"""
    game = table("nordic", hands=["1green+9red"])
    assert payments(game, "kristiansand-stavanger:green") == []
    assert payments(game, "boden-tornio:green") == ["1green"]
    assert not game.is_legal("claim kristiansand-stavanger:green 1green+3any")
    assert not game.is_legal("claim kristiansand-stavanger:green 1green+3red")


# Tunnels


def dig(deck: list[str], held: str, paid: str = "2green", **more: object) -> gs.Game:
    game = table("nordic", hands=[held], deck=deck, **more)
    game.play(f"claim kristiansand-stavanger:green {paid}")
    return game


def test_n_tunnel_1_no_match_claims_at_once():
    """N-TUNNEL-1: three cards are turned up and discarded."""
    game = table("nordic", hands=["3green"], deck=["red", "blue", "black", "white"])
    event = game.play("claim kristiansand-stavanger:green 2green")
    assert event.seen_by(1)["revealed"] == ["red", "blue", "black"]
    assert event.seen_by(1)["extra"] == 0
    assert game.position()["routes"] == {"kristiansand-stavanger:green": 0}
    assert game.position()["discards"] == {"blue": 1, "green": 2, "black": 1, "red": 1}
    assert game.position()["deck"][0] == "white"
    assert (game.seat, game.phase) == (1, "turn")


@pytest.mark.parametrize(
    ("deck", "extra"),
    [
        (["green", "blue", "black"], 1),
        (["red", "locomotive", "black"], 1),
        (["green", "blue", "locomotive"], 2),
        (["green", "green", "locomotive"], 3),
    ],
)
def test_n_tunnel_1_matches_and_locomotives_cost_one_more_each(deck: list[str], extra: int):
    """N-TUNNEL-1"""
    game = dig(deck, "5green+1locomotive")
    position = game.position()
    assert game.phase == "tunnel"
    assert position["revealed"] == deck
    assert position["laid"] == {"green": 2}
    assert position["routes"] == {}
    with_locomotive = f"pay {extra - 1}green+1locomotive" if extra > 1 else "pay 1locomotive"
    assert legal(game) == [f"pay {extra}green", with_locomotive, "withdraw"]
    game.play(f"pay {extra}green")
    assert hand(game, 0) == cards(f"{3 - extra}green+1locomotive") - cards("0green")
    assert game.position()["routes"] == {"kristiansand-stavanger:green": 0}


def test_n_tunnel_1_extra_cards_need_no_extra_trains():
    """N-TUNNEL-1: two spaces, two trains, points for two."""
    game = dig(["green", "green", "locomotive"], "5green")
    game.play("pay 3green")
    assert seat(game, 0)["trains"] == 38
    assert seat(game, 0)["route_points"] == 2
    assert game.position()["discards"] == {"green": 7, "locomotive": 1}


def test_n_tunnel_1_the_extra_is_of_that_colour_or_locomotives():
    """N-TUNNEL-1: nothing else pays it."""
    game = dig(["green", "red", "black"], "2green+3red")
    assert legal(game) == ["withdraw"]
    assert refusal(game, "pay 1red").rule == "N-TUNNEL-1"
    assert refusal(game, "pay 1green").rule == "N-TUNNEL-1"
    game = dig(["green", "locomotive", "black"], "3green+1locomotive")
    assert legal(game) == ["pay 1green+1locomotive", "withdraw"]
    assert refusal(game, "pay 1green").rule == "N-TUNNEL-1"


def test_n_tunnel_1_locomotives_laid_do_not_change_the_colour():
    """N-TUNNEL-1: one green and one locomotive still match green."""
    game = dig(["green", "red", "black"], "2green+1locomotive", "1green+1locomotive")
    assert legal(game) == ["pay 1green", "withdraw"]


def test_n_tunnel_2_withdrawing_takes_the_laid_cards_back():
    """N-TUNNEL-2: the turn is over, the turned-up cards are discarded, the route stays free."""
    game = dig(["green", "red", "black", "white"], "3green")
    game.play("withdraw")
    position = game.position()
    assert hand(game, 0) == {"green": 3}
    assert position["discards"] == {"green": 1, "black": 1, "red": 1}
    assert position["routes"] == {}
    assert "laid" not in position
    assert seat(game, 0)["trains"] == 40
    assert seat(game, 0)["route_points"] == 0
    assert (game.seat, game.phase) == (1, "turn")


def test_n_tunnel_2_everybody_has_seen_the_cards_taken_back():
    """N-TUNNEL-2: they are known from now on."""
    game = dig(["green", "red", "black"], "3green", players=3)
    game.play("withdraw")
    assert game.view(1).to_json()["seats"][0]["known"] == {"green": 2}


def test_n_tunnel_2_withdrawing_is_the_players_own_decision():
    """N-TUNNEL-2: also when nothing else is possible, and when the extra could be paid."""
    poor = dig(["green", "red", "black"], "2green")
    assert (poor.seat, poor.phase, legal(poor)) == (0, "tunnel", ["withdraw"])
    rich = dig(["green", "red", "black"], "9green")
    assert "withdraw" in legal(rich)
    assert refusal(rich, "draw deck").rule == "N-TUNNEL-2"


@pytest.mark.parametrize("colour", CARD_COLOURS)
def test_n_tunnel_3_locomotives_alone_match_locomotives_only(colour: str):
    """N-TUNNEL-3: no colour was played."""
    game = dig([colour] * 3, "2locomotive", "2locomotive")
    assert game.position()["routes"] == {"kristiansand-stavanger:green": 0}


def test_n_tunnel_3_and_the_extra_is_paid_in_locomotives():
    """N-TUNNEL-3"""
    game = dig(["green", "locomotive", "locomotive"], "4locomotive+5green", "2locomotive")
    assert legal(game) == ["pay 2locomotive", "withdraw"]
    for text in ("pay 2green", "pay 1green+1locomotive", "pay 1locomotive"):
        assert refusal(game, text).rule == "N-TUNNEL-3"
    game.play("pay 2locomotive")
    assert hand(game, 0) == {"green": 5}


@pytest.mark.parametrize("there", [0, 1, 2])
def test_n_tunnel_4_with_fewer_than_three_cards_turn_up_what_there_is(there: int):
    """N-TUNNEL-4: the cards just laid are not discarded yet."""
    deck = ["red", "green"][:there]
    game = table("nordic", hands=["2green"], deck=deck, rest=1, market=["red"] * 5)
    event = game.play("claim kristiansand-stavanger:green 2green")
    assert event.seen_by(1)["revealed"] == deck
    if there == 2:
        assert game.phase == "tunnel"
        assert game.position()["laid"] == {"green": 2}
        assert game.position()["deck"] == []
        game.play("withdraw")
        # MARKET-1: the deck had run out, so what was turned up is the new deck.
        assert cards(game.position()["deck"]) == cards("1red+1green")
    else:
        assert game.position()["routes"] == {"kristiansand-stavanger:green": 0}
        assert cards(game.position()["deck"]) == cards("2green") + cards(deck)


def test_n_tunnel_4_the_deck_is_renewed_in_the_middle():
    """N-TUNNEL-4, MARKET-1: one card in the deck, the discards are shuffled, then two more."""
    game = table("nordic", hands=["3green"], deck=["red"], discards="4green", rest=1)
    event = game.play("claim kristiansand-stavanger:green 2green")
    assert event.seen_by(1)["revealed"] == ["red", "green", "green"]
    assert event.seen_by(1)["shuffled"] == 1
    assert game.position()["deck"] == ["green", "green"]
    assert game.position()["laid"] == {"green": 2}
    assert game.position()["discards"] == {}
    assert legal(game) == ["withdraw"]


def test_n_tunnel_4_what_an_earlier_tunnel_turned_up_is_not_told_again():
    """N-TUNNEL-4: three cards for the first tunnel, the last one of the deck for the second."""
    game = table("nordic", hands=["2green"], deck=["red", "blue", "black"], rest=1)
    first = game.play("claim kristiansand-stavanger:green 2green")
    assert first.seen_by(1)["revealed"] == ["red", "blue", "black"]
    for _ in range(4):  # of the five cards discarded, which are the new deck
        game.play("draw deck")
    (last,) = game.position()["deck"]
    second = game.play("claim kiruna-narvik:white 1white")
    assert second.seen_by(0)["revealed"] == [last]


# Murmansk-Lieksa


MURMANSK = "lieksa-murmansk:gray"


def test_n_lieksa_nine_of_a_colour():
    """N-LIEKSA: 9 spaces, 27 points."""
    game = table("nordic", hands=["9green"])
    game.play(f"claim {MURMANSK} 9green")
    assert seat(game, 0)["route_points"] == 27
    assert seat(game, 0)["trains"] == 31


def test_n_lieksa_seven_green_and_any_eight_others():
    """N-LIEKSA: the book's example; any four for one, twice."""
    game = table("nordic", hands=["7green+3blue+5red"])
    assert payments(game, MURMANSK) == ["7green+8any"]
    game.play(f"claim {MURMANSK} 7green+8any")
    for _ in range(3):
        game.play("give blue")
    for _ in range(5):
        assert game.phase == "give"
        game.play("give red")
    assert game.position()["routes"] == {MURMANSK: 0}
    assert hand(game, 0) == {}
    assert seat(game, 0)["route_points"] == 27


def test_n_lieksa_the_whole_payment_in_one_text():
    """N-LIEKSA: `play` takes it at once and plays the same sequence."""
    game = table("nordic", hands=["7green+3blue+5red"])
    event = game.play(f"claim {MURMANSK} 7green+3blue+5red")
    assert game.position()["routes"] == {MURMANSK: 0}
    assert len(game.actions) == 9
    assert event.seen_by(1)["spent"] == {"blue": 3, "green": 7, "red": 5}


def test_n_lieksa_four_for_one_as_often_as_wanted():
    """N-LIEKSA: 0, 1, 2, ... substitutions; of the same colour too."""
    game = table("nordic", hands=["11green+6red"])
    assert payments(game, MURMANSK) == [
        "7green+8any",
        "8green+4any",
        "9green",
    ]
    game = table("nordic", hands=["12green+12red+12white"], market=["blue"] * 5)
    assert payments(game, MURMANSK) == sorted(
        ["36any"]
        + [
            f"{n}{colour}" + (f"+{4 * (9 - n)}any" if n < 9 else "")
            for colour in ("green", "red", "white")
            for n in range(1, 10)
        ]
    )


def test_n_lieksa_a_locomotive_by_itself_is_worth_nothing():
    """N-LIEKSA: it is one of four like any card, and no wild one."""
    game = table("nordic", hands=["8green+1locomotive"])
    assert payments(game, MURMANSK) == []
    assert refusal(game, f"claim {MURMANSK} 8green+1locomotive").rule == "N-LIEKSA"
    game = table("nordic", hands=["8green+4locomotive"])
    assert payments(game, MURMANSK) == ["8green+4any"]
    game.play(f"claim {MURMANSK} 8green+4locomotive")
    assert game.position()["routes"] == {MURMANSK: 0}


def test_n_lieksa_three_cards_are_not_four():
    """N-LIEKSA: 8 green and three others do not do."""
    assert payments(table("nordic", hands=["8green+3red"]), MURMANSK) == []


# Doubles, the globe, ties


def test_n_double_two_players_close_three_do_not():
    """N-DOUBLE"""
    routes = {"orebro-oslo:green": 0}
    two = table("nordic", 2, turn=1, hands=["", "2yellow"], routes=routes)
    assert refusal(two, "claim orebro-oslo:yellow 2yellow").rule == "CLAIM-6"
    three = table("nordic", 3, turn=1, hands=["", "2yellow"], routes=routes)
    three.play("claim orebro-oslo:yellow 2yellow")
    own = table("nordic", 3, turn=0, hands=["2yellow"], routes=routes)
    assert refusal(own, "claim orebro-oslo:yellow 2yellow").rule == "CLAIM-5"


def test_n_globe_1_most_completed_tickets():
    """N-GLOBE-1: 10 points, all tied get it, nobody for nothing."""
    routes = {"goteborg-oslo:orange": 0, "goteborg-kobenhavn:black": 0, "oulu-tornio:white": 1}
    game = table("nordic", 3, tickets=[["kobenhavn-oslo", "oslo-vaasa"], [], []], routes=routes)
    assert [score.bonuses["most_tickets"] for score in game.scores()] == [10, 0, 0]
    assert game.scores()[0].total == 2 + 2 + 4 - 9 + 10
    tied = table(
        "nordic",
        3,
        tickets=[["kobenhavn-oslo"], ["tallinn-tampere"], []],
        routes={**routes, "helsinki-tallinn:purple": 1, "helsinki-tampere:orange": 1},
    )
    assert [score.bonuses["most_tickets"] for score in tied.scores()] == [10, 10, 0]
    nobody = table("nordic", tickets=[["kobenhavn-oslo"], []])
    assert [score.bonuses["most_tickets"] for score in nobody.scores()] == [0, 0]


def test_n_tie_1_tickets_then_the_longest_path_then_shared():
    """N-TIE-1: the longest path is measured, not a card."""
    # Seat 0: 2 + 2 in one run of 4. Seat 1: 4 in one run of 3.
    by_path = table(
        "nordic",
        routes={
            "goteborg-oslo:orange": 0,
            "goteborg-orebro:blue": 0,
            "helsinki-imatra:red": 1,
        },
    )
    assert [s.total for s in by_path.scores()] == [4, 4]
    assert [s.longest for s in by_path.scores()] == [4, 3]
    assert [s.rank for s in by_path.scores()] == [1, 2]
    shared = table("nordic", routes={"kuopio-lahti:white": 0, "helsinki-imatra:red": 1})
    assert [s.rank for s in shared.scores()] == [1, 1]


def test_n_tie_1_tickets_come_before_the_path():
    """N-TIE-1"""
    # Seat 0: 2 + 1 + 3 (made) + 10 - 12 = 4 with a run of 3. Seat 1: 2 + 2 with a run of 4.
    game = table(
        "nordic",
        tickets=[["tallinn-tampere", "murmansk-narvik"], []],
        routes={
            "helsinki-tallinn:purple": 0,
            "helsinki-tampere:orange": 0,
            "goteborg-oslo:orange": 1,
            "goteborg-orebro:blue": 1,
        },
    )
    assert [s.total for s in game.scores()] == [4, 4]
    assert [s.rank for s in game.scores()] == [1, 2]
