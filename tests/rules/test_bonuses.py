"""The list of bonuses of a board: BONUS-1 to BONUS-4."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import goldenspike as gs
from goldenspike.boards.read import read_board
from goldenspike.rules.kernel_board import kernel_board_of
from goldenspike.rules.record_layout import PlainScratch
from goldenspike.rules.scoring import points_by_rank, points_by_table
from support.table import table
from support.walks import EVERY_SWITCH, examples, seeds, tastes, walk

pytestmark = pytest.mark.quick

ISLAND = (Path(__file__).parents[1] / "boards" / "island.toml").read_text(encoding="utf-8")
HILL = "harbour-hill:red"
MARKET = "harbour-market:green"
TUNNEL = "hill-market:white"
LIGHT = "light-market:gray"
FERRY = "hill-light:blue"
ABROAD = "abroad-market:black"
QUIET = ("purple", "blue", "orange", "white")


def bonuses(routes: dict[str, int], name: str, players: int = 2, **more: object) -> list[int]:
    game = table(EVERY_SWITCH, players, routes=routes, market=QUIET, **more)  # type: ignore[arg-type]
    return [score.bonuses[name] for score in game.scores()]


def test_bonus_1_places_of_the_largest_network_count():
    """BONUS-1: three places joined beat two and two that are apart."""
    mine = {HILL: 0, LIGHT: 0}
    other = {TUNNEL: 1, "harbour-hill:gray": 1}
    game = table(EVERY_SWITCH, 3, routes=mine | other, market=QUIET)
    assert [score.bonuses["builders"] for score in game.scores()] == [3, 6, 0]


def test_bonus_1_a_loop_joins_no_place_twice():
    """BONUS-1: three tracks around three places are three places."""
    loop = {HILL: 0, MARKET: 0, TUNNEL: 0}
    assert bonuses(loop | {FERRY: 1}, "builders") == [6, 3]
    assert bonuses(loop | {FERRY: 1, LIGHT: 1}, "builders") == [4, 4]


def test_bonus_1_a_region_needs_every_place_in_one_network():
    """BONUS-1: the south is two places, the east three, one of them a country."""
    assert bonuses({HILL: 0}, "coasts") == [4, 0]
    assert bonuses({MARKET: 0, FERRY: 0}, "coasts") == [0, 0]
    assert bonuses({MARKET: 0, TUNNEL: 0}, "coasts") == [4, 0]
    assert bonuses({LIGHT: 0}, "coasts") == [0, 0]
    assert bonuses({LIGHT: 0, ABROAD: 0}, "coasts") == [4, 0]
    assert bonuses({LIGHT: 0, ABROAD: 0, HILL: 0}, "coasts") == [9, 0]


def test_bonus_1_separate_networks_count():
    """BONUS-1: one piece pays 3; two pieces, or none, pay nothing."""
    assert bonuses({HILL: 0, MARKET: 0, TUNNEL: 1, LIGHT: 1}, "one_piece") == [3, 3]
    assert bonuses({HILL: 0, LIGHT: 0}, "one_piece") == [0, 0]


def test_bonus_1_tickets_made_and_the_longest_path_count():
    """BONUS-1"""
    tickets = [["hill-market", "harbour-light"], ["harbour-market"]]
    game = table(EVERY_SWITCH, routes={TUNNEL: 0, MARKET: 1}, tickets=tickets, market=QUIET)
    assert [score.bonuses["travellers"] for score in game.scores()] == [0, 0]
    game = table(EVERY_SWITCH, routes={TUNNEL: 0}, tickets=tickets, market=QUIET)
    assert [score.bonuses["travellers"] for score in game.scores()] == [2, 0]
    assert bonuses({TUNNEL: 0, MARKET: 1}, "long_line") == [2, 4]


def test_bonus_1_they_are_part_of_the_total():
    """BONUS-1, SCORE-1"""
    score = table(EVERY_SWITCH, routes={HILL: 0}, market=QUIET).scores()[0]
    assert score.bonuses == {
        "longest_path": 5, "most_tickets": 0, "builders": 6, "coasts": 4, "one_piece": 3,
        "travellers": 0, "long_line": 4, "tokens": 6, "stations": 6, "shares": 0,
    }  # fmt: skip
    assert score.total == score.route_points + sum(score.bonuses.values())


def test_bonus_2_ranks_are_paid_in_order():
    """BONUS-2"""
    assert bonuses({FERRY: 0, MARKET: 1, HILL: 2}, "long_line", 3) == [4, 2, 1]
    assert bonuses({FERRY: 2, MARKET: 1, HILL: 0}, "long_line", 3) == [1, 2, 4]


def test_bonus_2_nothing_earns_nothing():
    """BONUS-2: also where a rank is free."""
    assert bonuses({HILL: 0}, "long_line", 3) == [4, 0, 0]
    assert bonuses({}, "long_line", 3) == [0, 0, 0]


def test_bonus_3_all_who_tie_get_it_and_the_next_rank_is_gone():
    """BONUS-3: two are first, and the third gets what the third rank pays."""
    assert bonuses({MARKET: 0, LIGHT: 1, HILL: 2}, "long_line", 3) == [4, 4, 1]
    assert bonuses({MARKET: 0, HILL: 1, "harbour-hill:gray": 2}, "long_line", 3) == [4, 2, 2]


def test_bonus_3_those_who_share_divide_what_their_ranks_pay():
    """BONUS-3: first and second pay 6 and 3: 4 each, rounded down."""
    assert bonuses({HILL: 0, LIGHT: 1}, "builders") == [4, 4]
    assert bonuses({HILL: 0, LIGHT: 1, TUNNEL: 2}, "builders", 3) == [3, 3, 3]


def test_bonus_3_or_nobody_gets_it():
    """BONUS-3"""
    tickets = [["hill-market"], ["harbour-market"], []]
    game = table(EVERY_SWITCH, 3, routes={TUNNEL: 0, MARKET: 1}, tickets=tickets, market=QUIET)
    assert [score.bonuses["travellers"] for score in game.scores()] == [0, 0, 0]


def test_bonus_4_a_table_pays_by_the_last_line_reached():
    """BONUS-4: everybody who has as many, and a later line may pay less."""
    assert bonuses({HILL: 0, "harbour-hill:gray": 1}, "coasts", 3) == [4, 4, 0]
    both = {HILL: 0, "harbour-hill:gray": 1, LIGHT: 0, ABROAD: 0}
    assert bonuses(both, "coasts", 3) == [9, 4, 0]
    assert bonuses({HILL: 0}, "one_piece") == [3, 0]


counts = st.lists(st.integers(0, 4), min_size=2, max_size=5)


@pytest.mark.parametrize("ties", ["all", "share", "none"])
@given(counted=counts, ranks=st.lists(st.integers(0, 30), min_size=1, max_size=5))
def test_bonus_3_ranks_as_the_rules_say_it(ties: str, counted: list[int], ranks: list[int]):
    """BONUS-2, BONUS-3: against the rule written in another way."""
    ranks = sorted(ranks, reverse=True)
    text = ISLAND.replace('ranks = [6, 3]\nties = "share"', f'ranks = {ranks}\nties = "{ties}"', 1)
    b = kernel_board_of(read_board("island", text.encode())).plain
    scratch = PlainScratch()
    scratch.counted = [*counted, 0, 0, 0, 0, 0][:5]
    paid = [points_by_rank(b, 0, len(counted), scratch, p) for p in range(len(counted))]
    order = sorted(counted, reverse=True)
    pay = [*ranks, 0, 0, 0, 0, 0]
    for count, points in zip(counted, paid, strict=True):
        taken = [pay[rank] for rank, other in enumerate(order) if other == count]
        wanted = {"all": taken[0], "share": sum(taken) // len(taken), "none": 0}[ties]
        assert points == (0 if count == 0 else wanted if len(taken) > 1 else taken[0])
    if ties != "all":
        assert sum(paid) <= sum(pay[: len(counted)])


steps = st.dictionaries(st.integers(1, 9), st.integers(0, 30), min_size=1, max_size=5)


@given(steps, st.integers(0, 12))
def test_bonus_4_tables_as_the_rules_say_it(lines: dict[int, int], count: int):
    """BONUS-4: counts beyond the last line are paid like it."""
    written = ", ".join(f"{at} = {points}" for at, points in lines.items())
    text = ISLAND.replace("table = { 1 = 4, 2 = 9 }", f"table = {{ {written} }}", 1)
    b = kernel_board_of(read_board("island", text.encode())).plain
    reached = [at for at in lines if at <= count]
    assert points_by_table(b, 1, count) == (lines[max(reached)] if reached else 0)


@given(seeds, tastes)
@examples(6)
def test_bonus_1_scores_add_up_in_every_game(seed: int, taste: str):
    """BONUS-1, SCORE-1: at every moment of a game."""
    for game in walk(EVERY_SWITCH, 3, seed=seed, taste=taste):
        if game.action_count % 10 == 0 or game.over:
            for score in game.scores():
                parts = score.route_points + score.ticket_points + score.passenger_points
                assert score.total == parts + sum(score.bonuses.values())


def test_boards_without_a_list_have_the_bonuses_they_had():
    """BONUS-1"""
    names = {name: list(table(name).scores()[0].bonuses) for name in ("usa", "germany", "nordic")}
    assert names == {
        "usa": ["longest_path"], "germany": ["most_tickets"], "nordic": ["most_tickets"]
    }  # fmt: skip
    assert all(not gs.load_board(name).bonuses for name in names)
