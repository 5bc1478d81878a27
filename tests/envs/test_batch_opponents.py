"""Bots in the other seats of a batch: they play as bots do, mixed by seat, compiled or not."""

from __future__ import annotations

import json
import pickle
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import goldenspike as gs
from goldenspike.bots import Stream, decide, make_bot
from goldenspike.envs import GoldenSpikeVectorEnv
from goldenspike.envs import vector as vector_module
from goldenspike.observation import layout_of


def make(monkeypatch: pytest.MonkeyPatch, kernel: str, *args: Any, **kwargs: Any) -> Any:
    """An environment whose steps are compiled, or plain."""
    env = GoldenSpikeVectorEnv(*args, **kwargs)
    if kernel == "plain":
        monkeypatch.setattr(env, "_kernel", lambda: vector_module.plain_batch)
    return env


@pytest.fixture(autouse=True)
def compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOLDENSPIKE_KERNEL", "compiled")


@pytest.mark.parametrize("opponents", ["greedy", "planner"])
def test_they_play_as_their_bots_do_on_views(opponents: str):
    """An independent oracle: the same game, decision by decision through `Game` and `View`."""
    env = GoldenSpikeVectorEnv(2, board="nordic", players=3, opponents=opponents, seat=1)
    seen, _ = env.reset(seed=4)
    game, bot = gs.Game("nordic", 3, seed=env.game_seed(0), kernel="compiled"), make_bot(opponents)
    rng = np.random.default_rng(2)
    for _ in range(25):
        while game.seat != 1 and not game.over:
            game.play(decide(bot, game.view(game.seat), Stream("any")).action)
        assert env.game(0) == game
        if game.over:
            break
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in seen["action_mask"]])
        (text,) = [action for action in game.legal() if action.code == actions[0]]
        game.play(text)
        seen, *_ = env.step(actions)


@pytest.mark.parametrize(
    ("board", "players", "opponents", "derived"),
    [
        ("usa", 2, "self", True),
        ("germany", 3, ["planner", "random"], False),
        ("nordic", 2, "planner:slips=300", True),
        ("usa", 4, ["random", "greedy", "planner"], False),
    ],
)
def test_plain_and_compiled_batches_agree(
    monkeypatch: pytest.MonkeyPatch, board: str, players: int, opponents: Any, derived: bool
):
    """Every array, through the ends of games and new deals."""
    plain, compiled = (
        make(
            monkeypatch, kernel, 3, board, players, opponents, derived=derived, reward="margin",
            shaped=True, autoreset_mode="SameStep",
        )
        for kernel in ("plain", "compiled")
    )  # fmt: skip
    plain.reset(seed=6)
    compiled.reset(seed=6)
    for _ in range(30):
        for name, array in compiled._arrays.items():
            assert np.array_equal(array, plain._arrays[name]), name
        actions = compiled.random_actions()
        assert (actions == plain.random_actions()).all()
        a, b = plain.step(actions), compiled.step(actions)
        assert all((x == y).all() for x, y in zip(a[1:4], b[1:4], strict=True))
    assert plain.decisions == compiled.decisions


def test_a_batch_goes_on_compiled_where_plain_play_left_it(monkeypatch: pytest.MonkeyPatch):
    plain, compiled = (
        make(monkeypatch, kernel, 4, opponents="greedy") for kernel in ("plain", "compiled")
    )
    plain.reset(seed=1)
    compiled.reset(seed=1)
    for step in range(12):
        if step == 6:
            monkeypatch.undo()
            monkeypatch.setenv("GOLDENSPIKE_KERNEL", "compiled")
        actions = compiled.random_actions()
        assert (plain.random_actions() == actions).all()
        plain.step(actions)
        compiled.step(actions)
    assert np.array_equal(plain._arrays["states"], compiled._arrays["states"])
    assert plain._kernel() is not vector_module.plain_batch


def test_every_seat_has_its_opponent_whatever_the_learners():
    """The learner's seat goes round; the list names the others in order."""
    env = GoldenSpikeVectorEnv(3, players=3, opponents=["greedy", "random"])
    env.reset(seed=1)
    assert env._games["learner"].tolist() == [0, 1, 2]
    twin = pickle.loads(pickle.dumps(env))
    assert twin.opponents == ["greedy", "random"]
    actions = env.random_actions()
    assert np.array_equal(env.step(actions)[0]["observation"], twin.step(actions)[0]["observation"])


@pytest.mark.parametrize(
    ("opponents", "says"),
    [
        (["greedy"], "3 players need 2 opponents"),
        ("searcher", "GoldenSpikeEnv plays against any bot"),
        ("wizard", "no bot is called"),
    ],
)
def test_what_is_wrong_is_said(opponents: Any, says: str):
    with pytest.raises(gs.InputError, match=says):
        GoldenSpikeVectorEnv(2, players=3, opponents=opponents)


def test_a_network_plays_as_its_bot_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Compiled, plain, and by `NeuralBot`; sums of small whole numbers are exact in any order."""
    board = gs.load_board("usa")
    layout, rng = layout_of(board, 3, derived=True), np.random.default_rng(1)
    codes = gs.Game("usa", 3, seed=1).kernel_board.codes
    arrays = {"layout": np.array(json.dumps(layout.to_json())), "scale": np.ones(layout.size)}
    for i, (a, z) in enumerate(pairwise((layout.size, 16, 8, codes))):
        arrays[f"w{i}"] = rng.integers(-2, 3, (a, z)).astype(np.float32)
        arrays[f"b{i}"] = rng.integers(-2, 3, z).astype(np.float32)
    path = tmp_path / "net.npz"
    np.savez(path, **arrays)
    opponents = [f"neural:{path}", "greedy"]
    plain, compiled = (
        make(monkeypatch, kernel, 2, "usa", 3, opponents, seat=0)
        for kernel in ("plain", "compiled")
    )
    plain.reset(seed=3)
    compiled.reset(seed=3)
    game = gs.Game("usa", 3, seed=compiled.game_seed(0), kernel="compiled")
    bots = [make_bot(name) for name in opponents]
    for _ in range(12):
        while game.seat != 0:
            game.play(decide(bots[game.seat - 1], game.view(game.seat)).action)
        assert compiled.game(0) == game
        assert np.array_equal(plain._arrays["states"], compiled._arrays["states"])
        actions = compiled.random_actions()
        (action,) = [action for action in game.legal() if action.code == actions[0]]
        game.play(action)
        plain.random_actions()
        plain.step(actions)
        compiled.step(actions)
