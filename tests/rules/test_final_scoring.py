"""Final scoring on every board: SCORE-1 to SCORE-3."""

from __future__ import annotations

import pytest

from support.table import table

pytestmark = pytest.mark.quick


def test_score_1_the_parts_add_up():
    """SCORE-1: route points, tickets made less tickets missed, bonuses."""
    game = table(
        tickets=[["chicago-santa_fe", "denver-el_paso"], []],
        routes={"denver-santa_fe:gray": 0, "el_paso-santa_fe:gray": 0, "dallas-el_paso:red": 1},
    )
    mine, other = game.scores()
    assert mine.route_points == 4
    assert (mine.tickets_made, mine.tickets_missed) == (1, 1)
    assert mine.ticket_points == 4 - 9
    assert mine.longest == 4
    assert mine.bonuses == {"longest_path": 10}
    assert mine.total == 4 - 5 + 10
    assert (other.route_points, other.longest, other.total) == (7, 4, 17)


def test_score_1_may_go_below_zero():
    """SCORE-1"""
    game = table(tickets=[["new_york-seattle", "los_angeles-new_york"], []])
    assert game.scores()[0].total == -43
    assert [score.rank for score in game.scores()] == [2, 1]


def test_score_1_tickets_are_revealed_to_everyone():
    """SCORE-1: when the game is over, and not before."""
    game = table(
        tickets=[["boston-miami"], ["chicago-santa_fe"]], last_turns=1, deck=["red", "blue"]
    )
    assert "tickets" not in game.view(1).to_json()["seats"][0]
    game.play("draw deck")
    assert "tickets" not in game.view(1).to_json()["seats"][0]
    game.play("draw deck")
    assert game.over
    for viewer in (0, 1, None):
        seats = game.view(viewer).to_json()["seats"]
        assert [s["tickets"] for s in seats] == [["boston-miami"], ["chicago-santa_fe"]]


def longest(routes: list[str]) -> int:
    return table(routes=dict.fromkeys(routes, 0)).scores()[0].longest


def test_score_2_one_unbroken_run():
    """SCORE-2: two separate networks do not add up."""
    assert longest(["boston-new_york:red", "new_york-washington:orange"]) == 4
    assert longest(["boston-new_york:red", "portland-seattle:gray", "calgary-seattle:gray"]) == 5


def test_score_2_a_fork_is_used_on_two_of_its_arms():
    """SCORE-2: no track twice, so the shortest of three arms is left out."""
    # From Denver: Helena 4, Phoenix 5, Santa Fe 2.
    assert longest(["denver-helena:green", "denver-phoenix:white", "denver-santa_fe:gray"]) == 9


def test_score_2_loops_count_whole():
    """SCORE-2: Denver - Phoenix - Santa Fe - Denver, and on from Denver to Helena."""
    loop = ["denver-phoenix:white", "phoenix-santa_fe:gray", "denver-santa_fe:gray"]
    assert longest(loop) == 10
    assert longest([*loop, "denver-helena:green"]) == 14


def test_score_2_a_city_may_be_passed_again():
    """SCORE-2: two loops that meet in Denver are one run."""
    one = ["denver-phoenix:white", "phoenix-santa_fe:gray", "denver-santa_fe:gray"]
    two = ["denver-helena:green", "helena-omaha:red", "denver-omaha:purple"]
    assert longest([*one, *two]) == 10 + 13


def test_score_2_everyone_tied_gets_the_full_bonus():
    """SCORE-2"""
    game = table(
        players=3,
        routes={"helena-omaha:red": 0, "denver-phoenix:white": 1, "denver-santa_fe:gray": 2},
    )
    assert [score.bonuses["longest_path"] for score in game.scores()] == [10, 10, 0]


def test_score_2_a_path_of_zero_earns_nothing():
    """SCORE-2"""
    assert [score.bonuses for score in table().scores()] == [{"longest_path": 0}] * 2


@pytest.mark.parametrize(
    ("board", "names"), [("germany", ["most_tickets"]), ("nordic", ["most_tickets"])]
)
def test_score_2_other_boards_have_no_longest_path_bonus(board: str, names: list[str]):
    """SCORE-2: the full bonus only where the map has one."""
    track = {"germany": "lindau-muenchen:gray", "nordic": "kuopio-vaasa:gray"}[board]
    score = table(board, routes={track: 0}).scores()[0]
    assert list(score.bonuses) == names
    assert score.longest == {"germany": 5, "nordic": 4}[board]
    assert score.total == score.route_points


def test_score_3_most_points_win():
    """SCORE-3"""
    game = table(players=3, routes={"helena-omaha:red": 2, "denver-santa_fe:gray": 0})
    assert [score.rank for score in game.scores()] == [2, 3, 1]


def test_score_3_a_tie_goes_to_more_tickets():
    """SCORE-3: USA: completed tickets first, even against the longest path."""
    # Seat 0: 2 + 2 + 4 (ticket). Seat 1: 7 + 4 - 13 + 10: as many, and the longest path.
    game = table(
        tickets=[["denver-el_paso"], ["montreal-new_orleans"]],
        routes={
            "denver-santa_fe:gray": 0,
            "el_paso-santa_fe:gray": 0,
            "chicago-omaha:blue": 1,
            "chicago-duluth:red": 1,
        },
    )
    mine, other = game.scores()
    assert (mine.total, mine.bonuses["longest_path"]) == (8, 0)
    assert (other.total, other.bonuses["longest_path"]) == (8, 10)
    assert (mine.rank, other.rank) == (1, 2)


def test_score_3_then_to_the_longest_path():
    """SCORE-3: USA: level on points and on tickets, one holds the longest path."""
    # Seat 0: 10 - 10 (missed) + 10. Seat 1: 7 + 2 + 1.
    game = table(
        tickets=[["duluth-el_paso"], []],
        routes={
            "helena-omaha:red": 0,
            "chicago-omaha:blue": 1,
            "boston-montreal:gray": 1,
            "portland-seattle:gray": 1,
        },
    )
    mine, other = game.scores()
    assert (mine.total, other.total) == (10, 10)
    assert (mine.tickets_made, other.tickets_made) == (0, 0)
    assert (mine.rank, other.rank) == (1, 2)


def test_score_3_a_tie_on_everything_is_a_shared_victory():
    """SCORE-3: also when both hold the longest path."""
    game = table(
        players=3,
        routes={"helena-omaha:red": 0, "denver-phoenix:white": 1, "dallas-el_paso:red": 2},
    )
    assert [score.rank for score in game.scores()] == [1, 1, 3]


def test_score_3_also_when_none_of_the_tied_holds_the_longest_path():
    """SCORE-3: seats 0 and 1 are level behind seat 2, with paths of different lengths."""
    game = table(
        players=3,
        routes={
            "denver-santa_fe:gray": 0,
            "duluth-omaha:gray": 0,
            "boston-montreal:gray": 1,
            "boston-new_york:red": 1,
            "miami-new_orleans:red": 2,
        },
    )
    scores = game.scores()
    assert [score.longest for score in scores] == [2, 4, 6]
    assert [score.total for score in scores] == [4, 4, 25]
    assert [score.rank for score in scores] == [2, 2, 1]
