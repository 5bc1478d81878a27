"""The end of the game: END-1 and END-2."""

from __future__ import annotations

import pytest

import goldenspike as gs
from support.table import legal, seat, table

pytestmark = pytest.mark.quick

# Seven routes of seat 0: 6 * 6 + 5 = 41 of 45 trains.
FORTY_ONE = {
    "calgary-winnipeg:white": 0,
    "duluth-helena:orange": 0,
    "duluth-toronto:purple": 0,
    "el_paso-houston:green": 0,
    "el_paso-los_angeles:black": 0,
    "helena-seattle:yellow": 0,
    "helena-omaha:red": 0,
}
# And of seat 1: 6 + 6 + 6 + 5 + 5 + 5 + 5 + 4 = 42 of 45.
FORTY_TWO = {
    "miami-new_orleans:red": 1,
    "portland-salt_lake_city:blue": 1,
    "sault_st_marie-winnipeg:gray": 1,
    "denver-phoenix:white": 1,
    "el_paso-oklahoma_city:yellow": 1,
    "montreal-sault_st_marie:black": 1,
    "pittsburgh-saint_louis:green": 1,
    "chicago-omaha:blue": 1,
}


def draw_twice(game: gs.Game) -> None:
    game.play("draw deck")
    game.play("draw deck")


@pytest.mark.parametrize(
    ("track", "left", "last"),
    [
        ("portland-seattle:gray 1blue", 3, False),
        ("duluth-omaha:gray 2blue", 2, True),
        ("montreal-new_york:blue 3blue", 1, True),
        ("helena-winnipeg:blue 4blue", 0, True),
    ],
)
@pytest.mark.parametrize("players", [2, 3, 5])
def test_end_1_two_trains_or_fewer_start_the_last_round(
    players: int, track: str, left: int, last: bool
):
    """END-1: every player, that one included, has one more turn; then it is over."""
    game = table(players=players, hands=["4blue"], routes=FORTY_ONE)
    event = game.play(f"claim {track}")
    assert seat(game, 0)["trains"] == left
    assert event.seen_by(None).get("last_round", False) == last
    assert game.position()["last_turns"] == (players if last else None)
    if not last:
        return
    for turn in range(players):
        assert not game.over
        assert game.seat == (1 + turn) % players
        draw_twice(game)
    assert game.over
    assert game.legal() == []


@pytest.mark.parametrize("kind", ["cards", "tickets"])
def test_end_1_counts_trains_at_the_end_of_any_turn(kind: str):
    """END-1: a player who ends a turn with two or fewer, whatever the turn was."""
    routes = {**FORTY_ONE, "duluth-omaha:gray": 0}
    game = table(routes=routes, tickets=[["boston-miami"], ["dallas-new_york"]])
    assert seat(game, 0)["trains"] == 2
    if kind == "cards":
        draw_twice(game)
    else:
        game.play("tickets")
        game.play(game.legal()[0])
    assert game.position()["last_turns"] == 2


def test_end_1_a_later_player_does_not_start_it_again():
    """END-1: an end trigger in the last round changes nothing."""
    game = table(hands=["4blue", "2green"], routes={**FORTY_ONE, **FORTY_TWO})
    assert seat(game, 1)["trains"] == 3
    game.play("claim helena-winnipeg:blue 4blue")
    event = game.play("claim boston-montreal:gray 2green")
    assert seat(game, 1)["trains"] == 1
    assert "last_round" not in event.seen_by(None)
    assert game.position()["last_turns"] == 1
    assert game.seat == 0
    event = game.play("draw deck")
    event = game.play("draw deck")
    assert event.seen_by(None)["over"]
    assert game.over


def test_end_1_the_board_says_how_many_trains_are_few():
    """END-1: on all boards two."""
    for board in ("usa", "germany", "nordic"):
        assert gs.load_board(board).last_turn_trains == 2


def test_end_2_no_legal_action_is_a_pass():
    """END-2: with nothing to take, nothing to pay with and no tickets."""
    game = everybody_stuck(2)
    assert legal(game) == ["pass"]
    event = game.play("pass")
    assert event.seen_by(None)["kind"] == "pass"
    assert game.seat == 1


def test_end_2_passing_is_no_choice():
    """END-2: who can do anything may not pass."""
    for game in (
        table(rest=1, market=["red", None, None, None, None], ticket_rest="removed"),
        table(rest=1, market=[None] * 5, ticket_tops=["boston-miami"], ticket_rest="removed"),
        table(rest=1, market=[None] * 5, hands=["1red"], ticket_rest="removed"),
    ):
        assert "pass" not in legal(game)
        assert game.legal()
        with pytest.raises(gs.IllegalAction, match="END-2"):
            game.play("pass")


@pytest.mark.parametrize("players", [2, 3, 5])
def test_end_2_when_everybody_has_passed_it_is_over(players: int):
    """END-2: every player in turn."""
    game = everybody_stuck(players)
    for p in range(players):
        assert not game.over
        assert game.seat == p
        assert legal(game) == ["pass"]
        game.play("pass")
    assert game.over
    assert [score.rank for score in game.scores()]


def everybody_stuck(players: int) -> gs.Game:
    """Seat 1 holds all cards and has no train left; the others have no cards."""
    routes = {
        **FORTY_TWO,
        "montreal-new_york:blue": 1,
    }
    return table(players=players, rest=1, market=[None] * 5, ticket_rest="removed", routes=routes)


def test_end_2_an_action_in_between_starts_the_count_again():
    """END-2: passes have to be in a row."""
    game = table(
        players=3,
        rest=2,
        market=[None] * 5,
        ticket_rest="removed",
        hands=["", "1red"],
        routes=dict.fromkeys(FORTY_TWO, 2) | {"montreal-new_york:blue": 2},
    )
    game.play("pass")
    game.play("claim portland-seattle:gray 1red")
    # The card discarded is turned up: seat 2, who has no trains, may take it.
    assert legal(game) == ["draw red"]
    game.play("draw red")
    assert game.position().get("passes", 0) == 0
    assert not game.over


def test_end_2_in_the_last_round_too():
    """END-2, END-1: passes of the last round are turns of it."""
    position = everybody_stuck(2).position()
    game = gs.Game.from_position({**position, "last_turns": 1})
    game.play("pass")
    assert game.over
