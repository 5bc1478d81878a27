"""Positions: a whole state as JSON, both ways, and everything that is off said at once."""

from __future__ import annotations

import json
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import goldenspike as gs
from support.table import table
from support.walks import TABLES, TASTES, examples, seeds, somewhere, tables, tastes, walk

pytestmark = pytest.mark.quick


@pytest.mark.laws
@pytest.mark.parametrize(("board", "players"), TABLES)
def test_position_to_game_to_position_is_the_identity(board: str, players: int, times: int):
    """All through a game, at every fourth step or with `--times` at each."""
    taste = sorted(TASTES)[TABLES.index((board, players)) % len(TASTES)]
    steps = walk(board, players, seed=70 + players, taste=taste)
    for game in islice(steps, 0, None, 4 if times == 1 else 1):
        position = game.position()
        again = gs.Game.from_position(position)
        assert again.position() == position
        assert again == game
        assert again.legal_codes() == game.legal_codes()


@given(tables, seeds, tastes, st.integers(0, 300))
@examples(15)
def test_it_survives_json_and_goes_on_alike(
    table: tuple[str, int], seed: int, taste: str, steps: int
):
    """Written as JSON and read again, the same actions lead to the same game, chance included."""
    game = somewhere(*table, seed=seed, taste=taste, steps=steps)
    again = gs.Game.from_position(json.loads(json.dumps(game.position())))
    for n in range(30):
        if game.over:
            break
        legal = game.legal()
        action = legal[n * 7 % len(legal)]
        game.play(action)
        again.play(action.text)
    assert again == game


def test_a_position_without_a_stream_is_written_without_one():
    position = table().position()
    assert "rng" not in position
    assert gs.Game.from_position(position).position() == position
    one, two = (gs.Game.from_position(position, seed=s) for s in (1, 1))
    assert one == two
    assert one != gs.Game.from_position(position, seed=2)


def test_a_position_says_nothing_of_a_tunnel_that_is_claimed():
    """How a game came about is no part of it: the cards turned up are discards like others."""
    game = table("nordic", hands=["2green"], deck=["red", "blue", "black"])
    game.play("claim kristiansand-stavanger:green 2green")
    assert "revealed" not in game.position()
    assert gs.Game.from_position(game.position()) == game


def broken(**changes: Any) -> dict[str, Any]:
    position = table(hands=["2red"], tickets=[["boston-miami"], ["calgary-phoenix"]]).position()
    return {**position, **changes}


@pytest.mark.parametrize(
    ("position", "says"),
    [
        (broken(board="mars"), "mars"),
        (broken(board=None), "board"),
        (broken(players=6), "players"),
        (broken(players=True), "players"),
        (broken(turn=2), "turn"),
        (broken(phase="sleep"), "phase"),
        (broken(deck=["red"]), "red cards in all"),
        (broken(deck=["brown"]), "'brown'"),
        (broken(deck="red"), "deck"),
        (broken(discards={"red": 1}), "13 red cards in all, and the game has 12"),
        (broken(discards={"red": -1}), "discards"),
        (broken(market=["red"]), "5 cards are needed"),
        (broken(market=["red", "red", "red", "red", 7]), "market"),
        (broken(ticket_decks={}), "main"),
        (broken(ticket_decks={"main": []}), "is nowhere"),
        (broken(removed_tickets=["boston-miami"]), "is there 2 times"),
        (broken(routes={"boston-mars:red": 0}), "is no track"),
        (broken(routes={"atlanta-miami:blue": 5}), "routes.atlanta-miami:blue"),
        (broken(routes={"boston-montreal:gray": 0, "boston-montreal:gray#2": 1}), "CLAIM-6"),
        (broken(seats=[]), "2 seats"),
        (broken(seats=[1, 2]), "seats[0]"),
        (broken(last_turns=9), "last_turns"),
        (broken(rng="nonsense"), "rng"),
        (broken(colour="red"), "colour"),
        (broken(phase="tunnel"), "claiming"),
        (broken(phase="give", claiming="atlanta-miami:blue"), "to_give"),
        (broken(phase="passenger", claiming="atlanta-miami:blue"), "passengers come with a track"),
        (broken(phase="keep"), "offer"),
        (broken(places={"boston": ["red"]}), "no passengers"),
        (broken(hello=1), "is no field"),
        (broken(phase="give", claiming=[1]), "claiming"),
        (broken(phase="give", claiming="atlanta-miami:blue", to_give=2), "no payment for"),
        (broken(last_turns=0), "the phase is over"),
        (broken(passes=2), "the phase is over"),
        (
            broken(
                ticket_log=[{"seat": 0, "offer": ["denver-el_paso"], "kept": ["denver-el_paso"]}]
            ),
            "what seat 0 kept is not what it holds",
        ),
        (
            broken(
                ticket_log=[{"seat": 0, "offer": ["boston-miami"] * 2, "kept": ["boston-miami"]}]
            ),
            "different tickets are offered",
        ),
        (
            broken(
                ticket_log=[
                    {"seat": 0, "offer": ["boston-miami"], "kept": ["boston-miami"], "first": True}
                ]
            ),
            "one choice of every seat",
        ),
        (broken(ticket_log=[{"seat": 7, "offer": [], "kept": []}]), "ticket_log[0].seat"),
    ],
)
def test_what_is_off_is_said(position: dict[str, Any], says: str):
    with pytest.raises(gs.InputError) as caught:
        gs.Game.from_position(position)
    assert says in str(caught.value)


def test_seats_that_do_not_add_up():
    """Trains and points follow from the tracks; more can't be known of a hand than it holds."""
    position = table(hands=["2red"], routes={"atlanta-miami:blue": 0}).position()
    position["seats"][0] |= {"trains": 45, "route_points": 3, "known": {"blue": 1}}
    position["seats"][1] |= {"hello": 1}
    with pytest.raises(gs.PositionError) as caught:
        gs.Game.from_position(position)
    problems = "\n".join(caught.value.problems)
    for part in ("its tracks leave 40", "its tracks leave 10", "more cards are known", "'hello'"):
        assert part in problems


def test_a_claim_that_can_t_be_under_way():
    """Of a track that is taken, without the trains, or of a tunnel with the wrong cards."""
    track = "kristiansand-stavanger:green"
    good = {"phase": "tunnel", "claiming": track, "laid": {"green": 2}, "revealed": ["green"]}
    assert table("nordic", **good).phase == "tunnel"
    for bad in (
        {**good, "routes": {track: 1}},
        {**good, "routes": {"kristiansand-stavanger:orange": 1}},
        {**good, "laid": {"green": 3}},
        {**good, "laid": {"red": 2}, "revealed": ["red"]},
        {**good, "revealed": ["red"]},
    ):
        with pytest.raises(gs.PositionError):
            table("nordic", **bad)


def test_no_second_card_where_there_is_none():
    with pytest.raises(gs.PositionError, match="DRAW-7"):
        table(rest=1, market=[None] * 5, phase="second_card")


@pytest.mark.parametrize(
    ("cards", "says"),
    [
        ({"rest": "discards"}, "deck: discards become a new deck .* MARKET-1"),
        ({"market": [None, "red", "red", "blue", "red"]}, "market: an empty place .* MARKET-2"),
        ({"market": ["locomotive"] * 4 + ["red"]}, "with 4 locomotives face up .* MARKET-3"),
        (
            {"rest": 0, "market": ["locomotive"] * 3 + ["red"] * 2, "discards": "1red",
             "deck": ["locomotive"]},
            "with 3 locomotives face up .* MARKET-3",
        ),
    ],
)  # fmt: skip
def test_cards_that_can_t_lie_like_this(cards: dict[str, Any], says: str):
    """Deck and market are renewed before anybody is asked."""
    with pytest.raises(gs.PositionError, match=says.replace(" .* ", r".*\(")):
        table(**cards)


@pytest.mark.parametrize(
    ("board", "cards"),
    [
        ("usa", {"rest": 0, "market": [None] * 5}),
        ("usa", {"rest": 0, "market": ["locomotive"] * 3 + ["red"] * 2, "deck": ["locomotive"]}),
        ("usa", {"rest": 0, "market": ["locomotive"] * 5, "deck": ["red"]}),
        ("nordic", {"market": ["locomotive"] * 5}),
    ],
)
def test_cards_that_may_lie_like_this(board: str, cards: dict[str, Any]):
    """Nothing is left to turn up, too few others to come right, or a board without MARKET-3."""
    game = table(board, **cards)
    for seat in range(2):
        imagined = game.resample(seat, 1).position()
        assert gs.Game.from_position(imagined).position() == imagined


def test_everything_that_is_off_is_said_at_once():
    with pytest.raises(gs.PositionError) as caught:
        gs.Game.from_position(broken(turn=7, phase="sleep", market=[], last_turns="x"))
    assert len(caught.value.problems) == 4


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 200) | st.sampled_from(["red", "usa", "main", "²"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=4,
)


@given(tables, seeds, st.integers(0, 200), st.data())
@examples(80)
def test_mutated_positions_are_read_or_refused(
    table: tuple[str, int], seed: int, steps: int, data: st.DataObject
):
    """Whatever is put where: an `InputError`, or a game that can be asked and written down."""
    position = somewhere(*table, seed=seed, taste="fair", steps=steps).position()
    for _ in range(data.draw(st.integers(1, 3))):
        mutate(position, data)
    try:
        game = gs.Game.from_position(position)
    except gs.InputError:
        return
    assert gs.Game.from_position(game.position()) == game
    assert game.over or game.legal()
    game.scores()
    game.view(0).to_json()
    assert game.view(0).resample(1).view(0) == game.view(0)


def mutate(value: Any, data: st.DataObject) -> None:
    """Walk down a random path and change what is there."""
    while True:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        if not keys:
            return
        key = data.draw(st.sampled_from(keys))
        inner = value[key]
        if isinstance(inner, dict | list) and inner and data.draw(st.booleans()):
            value = inner
            continue
        how = data.draw(st.sampled_from(["drop", "replace", "nudge"]))
        if how == "drop":
            del value[key]
        elif how == "nudge" and isinstance(inner, int):
            value[key] = inner + data.draw(st.sampled_from([-1, 1]))
        else:
            value[key] = data.draw(json_values)
        return
