"""The `Game` object: copies, seeds, options, views, and the examples of the pages."""

from __future__ import annotations

import copy
import doctest
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import goldenspike as gs
from goldenspike.notation.actions import write_action
from goldenspike.rules.kernel_board import KernelBoard
from support.walks import choose, examples, seeds, somewhere, tables, tastes

pytestmark = pytest.mark.quick

ROOT = Path(__file__).parents[2]


@given(tables, seeds, tastes, st.integers(0, 300))
@examples(15)
def test_copies_and_pickles_are_equal_and_apart(
    table: tuple[str, int], seed: int, taste: str, steps: int
):
    game = somewhere(*table, seed=seed, taste=taste, steps=steps)
    for twin in (
        game.copy(),
        copy.copy(game),
        copy.deepcopy(game),
        pickle.loads(pickle.dumps(game)),
    ):
        assert twin == game
        assert twin.actions == game.actions
        assert twin.seed == game.seed
        assert twin.record() == game.record()
        if not game.over:
            before = game.position()
            twin.play(twin.legal()[0])
            assert twin != game
            assert game.position() == before


@pytest.mark.parametrize("kernel", ["plain", pytest.param("compiled", marks=pytest.mark.compiled)])
def test_views_can_be_sent_elsewhere(kernel: str):
    game = gs.Game("nordic", 3, seed=8, kernel=kernel)
    for seat in (None, 0, 1, 2):
        view = game.view(seat)
        twin = pickle.loads(pickle.dumps(view))
        assert twin == view
        assert twin.board is view.board
        assert twin.legal() == view.legal()
        assert twin.resample(5) == view.resample(5)


def test_the_same_seed_and_actions_are_the_same_game():
    import random

    one, two = gs.Game("germany", 3, seed=11), gs.Game("germany", 3, seed=11)
    rng = random.Random(1)
    while not one.over:
        action = choose(one.legal(), "fair", rng)
        assert one.play(action) == two.play(str(action))
    assert one == two
    assert one.scores() == two.scores()
    assert gs.Game("germany", 3, seed=12) != gs.Game("germany", 3, seed=11)


def test_every_bit_of_a_seed_counts():
    decks = {
        tuple(gs.Game("usa", 2, seed=1 << bit, first=0).position()["deck"]) for bit in range(256)
    }
    assert len(decks) == 256


@pytest.mark.parametrize(
    "wrong",
    [
        {"board": "mars"},
        {"players": 1},
        {"players": 6},
        {"players": "2"},
        {"players": True},
        {"seed": -1},
        {"seed": 2**256},
        {"seed": "7"},
        {"seed": 1.5},
        {"first": 2},
        {"first": -1},
        {"first": "0"},
    ],
)
def test_bad_options_say_what_would_be_right(wrong: dict):
    with pytest.raises(gs.InputError) as caught:
        gs.Game(**{"board": "usa", "players": 2, "seed": 1, **wrong})
    value = next(iter(wrong.values()))
    assert str(value) in str(caught.value)


@pytest.mark.parametrize("seat", [-1, 2, "0", True])
def test_there_is_no_such_seat(seat: object):
    with pytest.raises(gs.InputError, match="a seat is a number from 0 to 1"):
        gs.Game("usa", 2, seed=1).view(seat)  # type: ignore[arg-type]


def test_numpy_integers_are_accepted():
    """A seed drawn by NumPy, a seat out of an array: who trains agents has nothing else."""
    here = gs.Game("usa", np.int64(3), np.uint32(5), np.int8(1))
    same = gs.Game("usa", 3, 5, 1)
    assert here == same
    assert here.record() == same.record()
    assert here.view(np.int64(2)) == same.view(2)
    assert here.resample(np.int64(2), np.int64(9)) == same.resample(2, 9)
    for odd in (np.float64(5), np.bool_(True), "5", 5.0):
        with pytest.raises(gs.InputError, match="a seed is a whole number"):
            gs.Game("usa", 2, odd)


@pytest.mark.parametrize("seed", [-1, 2**256, "1", None])
def test_there_is_no_such_seed_to_resample_with(seed: object):
    with pytest.raises(gs.InputError, match="a seed is a whole number"):
        gs.Game("usa", 2, seed=1).view(0).resample(seed)  # type: ignore[arg-type]


def test_the_visible_state_cannot_change_the_game():
    game = gs.Game("usa", 2, seed=1)
    before = game.position()
    game.state.hands[0][0] += 1
    game.state.turn = 9
    assert game.position() == before
    assert game.seat == before["turn"]
    assert game.copy().position() == before


def test_the_repr_helps():
    game = gs.Game("usa", 2, seed=1, first=1)
    assert repr(game) == "<Game usa, 2 players, seat 1 to act, phase keep, route points 0, 0>"
    assert "seat 1" in repr(game.view(1))
    assert "spectator" in repr(game.view(None))


def test_a_game_is_not_looped_over_by_mistake():
    with pytest.raises(TypeError, match=r"legal\(\)"):
        list(gs.Game("usa", 2, seed=1))


def test_views_offer_legal_actions_to_who_is_to_act():
    game = gs.Game("usa", 2, seed=1, first=0)
    assert game.view(0).legal() == game.legal()
    assert game.view(1).legal() == []
    assert game.view(None).legal() == []
    assert "legal" in game.view(0).to_json()
    assert "legal" not in game.view(1).to_json()


def pages() -> list[Path]:
    """Everything with examples in it that a reader may try."""
    found = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return [page for page in found if ">>> " in page.read_text("utf-8")]


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_examples_in_the_pages_come_out_as_they_say(page: Path):
    failed, tried = doctest.testfile(
        str(page), module_relative=False, optionflags=doctest.ELLIPSIS, encoding="utf-8"
    )
    assert tried > 0
    assert failed == 0


def test_an_action_of_another_state_is_played_by_what_it_says():
    """Its code may mean something else by now: the text counts."""
    game = gs.Game("usa", players=2, seed=7, first=0)
    stale = game.legal()[0]
    game.play(stale)
    assert stale.code in game.legal_codes(), "the same code keeps other tickets now"
    assert not game.is_legal(stale)
    with pytest.raises(gs.IllegalAction, match="not among the tickets offered") as refused:
        game.play(stale)
    assert refused.value.rule == "SET-2"
    assert len(game.actions) == 1


def test_an_action_of_another_board_is_played_by_what_it_says():
    """A code from elsewhere is not looked at where the text says something else."""
    game = gs.Game("usa", players=2, seed=7, first=0)
    for _ in range(2):
        game.play(game.legal()[0])
    claim = next(action for action in game.legal() if str(action).startswith("claim"))
    wrong_code = gs.Action(claim.code + 1, claim.text)
    twin = game.copy()
    assert game.play(wrong_code) == twin.play(claim.text)
    assert game == twin
    with pytest.raises(gs.NotationError, match="no track"):
        game.play(gs.Action(claim.code, "claim oslo-bergen:red 1red"))


def test_each_action_is_written_down_once(monkeypatch: pytest.MonkeyPatch):
    game = gs.Game("usa", players=2, seed=7, first=0)
    action = game.legal()[0]
    written: list[int] = []

    def count(kernel_board: KernelBoard, s: Any, code: int) -> gs.Action:
        written.append(code)
        return write_action(kernel_board, s, code)

    for module in ("game", "game_queries"):
        monkeypatch.setattr(f"goldenspike.{module}.write_action", count)
    game.play(action)
    assert written == [action.code]
