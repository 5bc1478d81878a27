"""A trained network plays as a bot, from a file and with NumPy alone."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import goldenspike as gs
from goldenspike.bots.contract import Budget
from goldenspike.bots.registry import make_bot
from goldenspike.bots.stream import Stream
from goldenspike.envs import GoldenSpikeEnv
from goldenspike.observation import layout_of


@pytest.fixture
def network(tmp_path: Path) -> Path:
    """Random layers in the shape that training writes."""
    layout = layout_of(gs.load_board("usa"), 2, derived=True)
    codes = gs.Game("usa", players=2, seed=1).kernel_board.codes
    rng = np.random.default_rng(1)
    sizes = (layout.size, 32, codes)
    arrays = {"layout": np.array(json.dumps(layout.to_json())), "scale": np.ones(layout.size)}
    for i, (a, z) in enumerate(pairwise(sizes)):
        arrays[f"w{i}"] = rng.normal(size=(a, z)).astype(np.float32)
        arrays[f"b{i}"] = np.zeros(z, np.float32)
    path = tmp_path / "net.npz"
    np.savez(path, **arrays)
    return path


def test_it_plays_whole_games(network: Path):
    env = GoldenSpikeEnv(opponents=f"neural:{network}")
    _, info = env.reset(seed=1)
    over = False
    while not over:
        _, _, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert env.table.over


def test_it_needs_numpy_alone(network: Path):
    """No Torch, no Gymnasium: a machine that only plays can load it."""
    code = (
        "import sys, goldenspike as gs\n"
        "from goldenspike.bots.registry import make_bot\n"
        "from goldenspike.bots.contract import Budget\n"
        "from goldenspike.bots.stream import Stream\n"
        "game = gs.Game('usa', players=2, seed=3, kernel='plain')\n"
        f"bot = make_bot('neural:{network}')\n"
        "view = game.view(game.seat)\n"
        "game.play(bot.choose(view, view.legal(), Stream(1), Budget()))\n"
        "assert not {'torch', 'gymnasium', 'pettingzoo', 'pyspiel'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_wrong_files_and_boards_are_explained(network: Path, tmp_path: Path):
    with pytest.raises(gs.InputError, match="needs the file"):
        make_bot("neural:")
    with pytest.raises(gs.InputError, match="there is no file"):
        make_bot("neural:nowhere.npz")
    (tmp_path / "text.npz").write_text("hello")
    with pytest.raises(gs.InputError, match="no trained network"):
        make_bot(f"neural:{tmp_path / 'text.npz'}")
    np.savez(tmp_path / "empty.npz", a=np.zeros(1))
    with pytest.raises(gs.InputError, match="it lacks layout"):
        make_bot(f"neural:{tmp_path / 'empty.npz'}")
    np.save(tmp_path / "array.npy", np.zeros(3))
    with pytest.raises(gs.InputError, match=r"should be an \.npz file"):
        make_bot(f"neural:{tmp_path / 'array.npy'}")
    game = gs.Game("nordic", players=2, seed=1)
    view, bot = game.view(game.seat), make_bot(f"neural:{network}")
    with pytest.raises(gs.InputError, match="was trained for 2 players on usa"):
        bot.choose(view, view.legal(), Stream(1), Budget())


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"b1": None}, "it lacks b1"),
        ({"layout": "{}"}, "its layout lacks board, digest, players, derived, version"),
        ({"layout": "[]"}, "its layout lacks board"),
        ({"layout": "7"}, "no JSON object"),
        ({"layout": "usa"}, "no JSON object"),
        ({"w1": np.zeros((5, 7))}, r"w1 of shape \(5, 7\) does not join \(32,\)"),
        ({"scale": np.zeros(3)}, r"w0 .* does not join \(3,\)"),
        ({"b0": "zero"}, "b0 is not made of numbers"),
    ],
)
def test_a_network_with_a_wrong_part_says_which(network: Path, change: dict, says: str):
    with np.load(network) as file:
        arrays = {**file, **change}
    np.savez(network, **{name: value for name, value in arrays.items() if value is not None})
    with pytest.raises(gs.InputError, match=says):
        make_bot(f"neural:{network}")


def test_a_network_of_another_size_says_so(network: Path):
    with np.load(network) as file:
        arrays = dict(file)
    np.savez(network, **{**arrays, "w1": np.zeros((32, 9)), "b1": np.zeros(9)})
    game = gs.Game("usa", players=2, seed=1)
    view, bot = game.view(game.seat), make_bot(f"neural:{network}")
    with pytest.raises(gs.InputError, match="makes 9 numbers"):
        bot.choose(view, view.legal(), Stream(1), Budget())
