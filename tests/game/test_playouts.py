"""Playouts: worlds imagined from a view alone, played to their end by a policy."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import goldenspike as gs
from goldenspike.bots import Stream, decide, make_bot
from goldenspike.observation import layout_of
from goldenspike.playouts import Start, playout_seed
from goldenspike.rules.chacha import seed_stream
from goldenspike.rules.compiled import preparation
from goldenspike.rules.engine import key_words
from support.walks import EVERY_SWITCH, TABLES, examples, seeds, tables, walk


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Views of the plain engine play plainly, and no compiler is started for them."""
    monkeypatch.setenv("GOLDENSPIKE_KERNEL", "plain")
    monkeypatch.setattr(preparation, "_loaded", set())


def late(board: str = "usa", players: int = 2, seed: int = 5, kernel: str = "plain") -> gs.Game:
    """A game with few decisions left."""
    before = None
    for game in walk(board, players, seed, "building"):
        if min(game.state.trains[:players]) <= 9:
            before = game
            break
    assert before is not None
    return gs.Game.from_position(before.position(), kernel=kernel)


def totals_of(game: gs.Game) -> list[int]:
    return [score.total for score in game.scores()]


def test_every_playout_is_the_resampled_game_played_on_by_any_fair_chance():
    """An independent oracle: `resample`, then actions drawn by Python's own generator."""
    view = late(kernel="compiled").view(0)
    rng, ends = random.Random(1), []
    for number in range(250):
        game = view.resample(number)
        while not game.over:
            game.play(rng.choice(game.legal()))
        ends.append(totals_of(game))
    by_hand, ours = np.array(ends, float), view.playouts(1000).astype(float)
    for seat in range(2):
        a, b = by_hand[:, seat], ours[:, seat]
        error = np.sqrt(a.var() / len(a) + b.var() / len(b))
        assert a.std() > 0
        assert abs(a.mean() - b.mean()) < 4 * error
        # The spread too: standard errors of standard deviations.
        assert abs(a.std() - b.std()) < 4 * a.std() * np.sqrt(0.5 / len(a) + 0.5 / len(b)) + 1


@pytest.mark.parametrize("policy", ["greedy", "planner", "planner:slips=300"])
def test_policies_play_as_their_bots_do_on_views(policy: str):
    """Bots see only their seat's view: the same totals show that playouts do not peek."""
    game = late("nordic", 3)
    view = game.view(game.seat)
    totals = view.playouts(2, policy, seed=9)
    for number, world in enumerate(view.worlds(2, seed=9)):
        rng, bot = Stream(), make_bot(policy)
        seed_stream(rng.record, key_words(playout_seed(9, number)), 5)
        while not world.over:
            world.play(decide(bot, world.view(world.seat), rng).action)
        assert totals_of(world) == totals[number].tolist()


@given(tables, seeds, st.integers(0, 2**64))
@examples(6)
def test_totals_do_not_depend_on_what_is_hidden(table: tuple[str, int], seed: int, other: int):
    """The law of secrecy: resample everything hidden, and nothing changes."""
    board, players = table
    game = late(board, players, seed % 50)
    for viewer in (game.seat, None):
        view = game.view(viewer)
        twin = game.resample(viewer, other).view(viewer)
        assert (view.playouts(3) == twin.playouts(3)).all()


def test_the_same_on_any_number_of_threads_and_in_any_amount():
    view = late(kernel="compiled").view(1)
    totals = view.playouts(600, seed=4)
    assert (view.playouts(600, seed=4, threads=3) == totals).all()
    assert (view.playouts(70, seed=4) == totals[:70]).all()
    assert (view.playouts(600, seed=5) != totals).any()
    planned = view.playouts(20, "planner", seed=4)
    assert (view.playouts(20, "planner", seed=4, threads=2) == planned).all()


def test_two_seeds_share_no_world():
    seen = [playout_seed(seed, n) for seed in range(20) for n in range(20)]
    assert len(set(seen)) == len(seen)
    assert playout_seed(1, 2**40) - playout_seed(1, 0) == 2**40


@pytest.mark.parametrize(("board", "players"), [*TABLES[::3], (EVERY_SWITCH, 3)])
def test_compiled_and_plain_playouts_agree(board: str, players: int):
    plain, compiled = (late(board, players, kernel=kernel) for kernel in ("plain", "compiled"))
    mixed = ["planner", "greedy", "random", "planner", "random"][:players]
    assert (plain.view(0).playouts(4) == compiled.view(0).playouts(4)).all()
    assert (plain.view(1).playouts(2, mixed) == compiled.view(1).playouts(2, mixed)).all()
    assert (plain.playouts(4) == compiled.playouts(4)).all()
    assert plain.view(0).worlds(3) == compiled.view(0).worlds(3)


def test_from_the_true_state_its_cards_stay_where_they_are():
    """With one turn left, what a true deck holds is what is drawn."""
    game = late()
    ends = {tuple(row) for row in game.playouts(50, "greedy").tolist()}
    imagined = {tuple(row) for row in game.view(0).playouts(50, "greedy").tolist()}
    # The greedy policy is not random, and neither is the deck: only later shuffles differ.
    assert len(ends) < len(imagined)


def test_after_the_end_playouts_are_the_final_scores():
    game = late()
    while not game.over:
        game.play(game.legal()[0])
    for totals in (game.playouts(2), game.view(1).playouts(2), game.view(None).playouts(2)):
        assert totals.tolist() == [totals_of(game)] * 2


def test_plain_play_goes_on_until_compiled_play_is_ready(monkeypatch: pytest.MonkeyPatch):
    """In the middle of a chunk, and the totals are the same."""
    game = late(kernel="compiled")
    view, expected = game.view(0), game.view(0).playouts(9)
    answers = iter([False, False, False, True])
    monkeypatch.setattr(Start, "is_ready", lambda self, unit: next(answers))
    assert (view.playouts(9) == expected).all()
    assert next(answers, None) is None


def test_a_network_plays_all_games_of_a_chunk_in_step(tmp_path: Path):
    """Weights are small whole numbers, so that sums are exact whatever their order."""
    game = late()
    layout = layout_of(game.board, 2)
    rng = np.random.default_rng(1)
    arrays = {"layout": np.array(json.dumps(layout.to_json())), "scale": np.ones(layout.size)}
    for i, (a, z) in enumerate(pairwise((layout.size, 8, game.kernel_board.codes))):
        arrays[f"w{i}"] = rng.integers(-2, 3, (a, z)).astype(np.float32)
        arrays[f"b{i}"] = rng.integers(-2, 3, z).astype(np.float32)
    path = tmp_path / "net.npz"
    np.savez(path, **arrays)
    policies = [f"neural:{path}", "greedy"]
    bots = [make_bot(name) for name in policies]
    totals = game.view(0).playouts(3, policies)
    for number, world in enumerate(game.view(0).worlds(3)):
        while not world.over:
            world.play(decide(bots[world.seat], world.view(world.seat)).action)
        assert totals_of(world) == totals[number].tolist()
    with pytest.raises(gs.InputError, match="was trained for 2 players on usa"):
        late("usa", 3).view(0).playouts(1, f"neural:{path}")


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"games": -1}, "games is a number from 0 on, not -1"),
        ({"games": 2, "threads": 0}, "threads is a number from 1 on, not 0"),
        ({"games": 2, "policy": "wizard"}, "no bot is called 'wizard'"),
        ({"games": 2, "policy": "searcher"}, "searcher can't play playouts"),
        ({"games": 2, "policy": ["random"]}, "1 policies for 2 players"),
        ({"games": 2, "seed": -1}, "a seed is a whole number"),
    ],
)
def test_what_is_wrong_is_said(wrong: dict[str, object], says: str):
    with pytest.raises(gs.InputError, match=says):
        late().view(0).playouts(**wrong)


def test_random_playouts_load_no_bots():
    """They are the rules alone: `goldenspike.bots` is imported for other policies only."""
    code = (
        "import sys, goldenspike as gs\n"
        "gs.Game('usa', seed=1).view(0).playouts(1)\n"
        "assert not [name for name in sys.modules if name.startswith('goldenspike.bots')]\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
