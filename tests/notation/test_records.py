"""Records: a game replays bit for bit, and a false record is refused."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import goldenspike as gs
from support.walks import TABLES, examples, seeds, tables, tastes, walk

pytestmark = pytest.mark.quick


def whole_game(board: str, players: int, seed: int, taste: str = "building") -> gs.Game:
    *_, game = walk(board, players, seed, taste)
    return game


@pytest.mark.parametrize(("board", "players"), TABLES)
def test_record_to_replay_is_bit_identical(board: str, players: int):
    game = whole_game(board, players, seed=players)
    again = gs.replay(json.loads(json.dumps(game.record())))
    assert again == game
    assert again.state.to_row().tobytes() == game.state.to_row().tobytes()
    assert again.record() == game.record()


@given(tables, seeds, tastes)
@examples(8)
def test_whatever_the_seed(table: tuple[str, int], seed: int, taste: str):
    game = whole_game(*table, seed, taste)
    assert gs.replay(game.record()) == game


def test_what_a_record_holds():
    game = whole_game("nordic", 2, 2**200 + 7)
    record = game.record()
    assert record["board"] == "nordic"
    assert record["board_hash"] == game.board.play_hash
    assert record["players"] == 2
    assert int(record["seed"]) == 2**200 + 7
    assert record["actions"][0].keys() == {"seat", "action"}
    assert [score["total"] for score in record["scores"]] == [s.total for s in game.scores()]


def test_an_unfinished_game_has_a_record_too():
    game = gs.Game("usa", 3, seed=4, first=2)
    game.play(game.legal()[0])
    record = game.record()
    assert record["scores"] is None
    again = gs.replay(record)
    assert again == game
    assert again.first == 2


def test_the_whole_payment_at_once_is_recorded_card_by_card():
    """Substitutes are decisions of their own, so a record has them one by one."""
    for seed in range(60):
        game = whole_game("nordic", 2, seed, "fair")
        if any(text.startswith("give") for _, text in game.actions):
            assert gs.replay(game.record()) == game
            return
    raise AssertionError("no game had a substitute")


def changed(**changes: Any) -> dict[str, Any]:
    record = gs.Game("usa", 2, seed=1, first=0).record()
    return {**record, **changes}


@pytest.mark.parametrize(
    ("record", "says"),
    [
        (changed(format=99), "format"),
        (changed(rules=99), "rules"),
        (changed(board="mars"), "mars"),
        (changed(board=7), "board"),
        (changed(board_hash="0" * 64), "another version of the board"),
        (changed(players=9), "players"),
        (changed(players="2"), "players"),
        (changed(seed=-1), "seed"),
        (changed(seed="x"), "seed"),
        (changed(seed="9" * 79), "seed"),
        (changed(seed=None), "seed"),
        (changed(options=[]), "options"),
        (changed(options={"first": 5}), "first"),
        (changed(actions="draw deck"), "actions"),
        (changed(actions=[1]), "actions[0]"),
        (changed(actions=[{"seat": 1, "action": "draw deck"}]), "it is seat 0's turn"),
        (changed(actions=[{"seat": 0, "action": "draw deck"}]), "can't be played"),
        (changed(actions=[{"seat": 0, "action": "fly"}]), "'fly' is no action"),
        (changed(scores=[]), "scores"),
        ({}, "format"),
        ([], "record"),
    ],
)
def test_a_false_record_is_refused(record: Any, says: str):
    with pytest.raises(gs.InputError) as caught:
        gs.replay(record)
    assert says in str(caught.value)


def test_a_game_from_a_position_has_no_record():
    game = gs.Game.from_position(gs.Game("usa", 2, seed=1).position())
    with pytest.raises(gs.InputError):
        game.record()


def test_scores_that_are_not_those_of_the_game():
    record = whole_game("usa", 2, 5).record()
    record["scores"][0]["total"] += 1
    with pytest.raises(gs.RecordError, match="scores"):
        gs.replay(record)


@given(st.data())
@examples(40)
def test_mutated_records_are_played_or_refused(data: st.DataObject):
    game = gs.Game("germany", 2, seed=data.draw(st.integers(0, 5)))
    for _ in range(8):
        game.play(game.legal()[-1])
    record = game.record()
    name = data.draw(st.sampled_from(sorted(record)))
    junk = st.none() | st.integers() | st.text(max_size=5) | st.lists(st.integers(), max_size=2)
    if name == "actions" and data.draw(st.booleans()):
        at = data.draw(st.integers(0, 7))
        record["actions"][at] = data.draw(
            junk | st.fixed_dictionaries({"seat": junk, "action": st.text(max_size=9)})
        )
    else:
        record[name] = data.draw(junk | st.dictionaries(st.text(max_size=3), junk, max_size=2))
    with suppress(gs.InputError):
        gs.replay(record)
