"""The tree search: the same tree everywhere, from what a seat knows alone, and what it finds."""

from __future__ import annotations

import numpy as np
import pytest

import goldenspike as gs
from goldenspike.bots.tree_search import Tree, search_tree
from goldenspike.bots.tree_search.search import children
from goldenspike.bots.tree_search.tree import AVAILABLE, CODE, SEAT, VISITS, one_payment_each
from goldenspike.rules.compiled import preparation
from support.table import table


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Views of the plain engine are searched plainly, and no compiler is started for them."""
    monkeypatch.setenv("GOLDENSPIKE_KERNEL", "plain")
    monkeypatch.setattr(preparation, "_loaded", set())


def last_turns(kernel: str = "plain", hand: str = "6black+2red") -> gs.Game:
    """Two turns are left: seat 0 can pay for a long black track, or for shorter ones."""
    game = table(hands=[hand, "3red"], last_turns=2)
    return gs.Game.from_position(game.position(), kernel=kernel)


def same(a: Tree, b: Tree) -> bool:
    return a.branches == b.branches and all(
        np.array_equal(x, y)
        for x, y in zip((*a.links, *a.statistics), (*b.links, *b.statistics), strict=True)
    )


@pytest.mark.parametrize("policy", ["random", "planner"])
def test_compiled_and_plain_trees_are_the_same(policy: str):
    a, b = (
        search_tree(last_turns(kernel).view(0), 60, policy, seed=3, trees=2)
        for kernel in ("plain", "compiled")
    )
    assert same(a, b)


def test_the_tree_does_not_depend_on_what_is_hidden():
    """The law of secrecy: resample everything hidden, and nothing changes."""
    game = last_turns()
    tree = search_tree(game.view(0), 25, "greedy")
    for seed in (1, 2):
        assert same(search_tree(game.resample(0, seed).view(0), 25, "greedy"), tree)


def test_it_does_not_depend_on_the_number_of_threads():
    view = last_turns().view(0)
    assert same(
        search_tree(view, 31, "random", trees=3),
        search_tree(view, 31, "random", threads=3, trees=3),
    )
    assert not same(search_tree(view, 31, "random"), search_tree(view, 31, "random", seed=2))


def test_it_finds_what_playing_out_every_action_finds():
    """With the last turns to play, the best action is the one with the best mean margin."""
    view = last_turns().view(0)
    margins = {}
    for action in view.legal():
        ends = []
        for world in view.worlds(6):
            world.play(action)
            ends.append(np.diff(world.playouts(1, "greedy"))[0, 0])
        margins[action.text.rpartition(" ")[0] or action.text] = -np.mean(ends)
    best = max(margins, key=lambda text: margins[text])
    assert search_tree(view, 150, "greedy").best.text.rpartition(" ")[0] == best


def test_visits_add_up_and_every_node_belongs_to_who_acts():
    game = last_turns()
    tree = search_tree(game.view(0), 200, "random")
    (links,), (statistics,) = tree.links, tree.statistics
    assert sum(branch.visits for branch in tree.branches) == 200
    assert (statistics[:, AVAILABLE] >= statistics[:, VISITS])[1:].all()
    for node in range(1, len(links)):
        if links[node][CODE] or statistics[node][VISITS]:
            below = sum(statistics[child][VISITS] for child in children(links, node))
            assert below <= statistics[node][VISITS]
    assert {int(links[node][SEAT]) for node in children(links, 0)} == {0}


def test_one_payment_is_left_for_each_track():
    game = last_turns(hand="6black+2red+2locomotive")
    codes = game.legal_codes()
    kept = codes[: one_payment_each(game.kernel_board.plain, codes, len(codes))]
    texts = {action.code: action.text.split() for action in game.legal()}
    claims = [texts[code][1] for code in kept if texts[code][0] == "claim"]
    assert len(claims) == len(set(claims))
    assert set(claims) == {words[1] for words in texts.values() if words[0] == "claim"}


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"iterations": 0}, "at least 1"),
        ({"exploration": -1.0}, "at least 0"),
        ({"policy": "searcher"}, "searcher can't play to the end"),
    ],
)
def test_what_is_wrong_is_said(wrong: dict[str, object], says: str):
    with pytest.raises(gs.InputError, match=says):
        search_tree(last_turns().view(0), **wrong)
    with pytest.raises(gs.InputError, match="the seat to act"):
        search_tree(last_turns().view(1))
