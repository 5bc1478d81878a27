"""The searcher: what its simulations rest on, and that it is worth its time."""

from __future__ import annotations

import threading
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

import goldenspike as gs
from goldenspike.arena.batch import Batch
from goldenspike.arena.play_batch import play_batch
from goldenspike.bots import Budget, Stream, dispatch, make_bot
from goldenspike.bots.planner.settings import PlannerSettings
from goldenspike.bots.policy_bot import choose_code
from goldenspike.bots.policy_record import PLANNER, PlainPolicy, new_policy
from goldenspike.bots.searcher import searcher_bot
from goldenspike.bots.searcher.race import Race
from goldenspike.bots.value_network import evaluation, inputs, perceptron
from goldenspike.bots.value_network.evaluation_record import PlainEvaluation
from goldenspike.bots.value_network.trained_weights import trained_weights
from goldenspike.bots.workspace import PlainWorkspace, new_workspace
from goldenspike.rules.codes import ACTION_KINDS, RANK
from goldenspike.rules.engine import key_words
from goldenspike.rules.kernel_board import kernel_board_of
from goldenspike.rules.scoring import score

KINDS = {
    "usa": {"draw", "tickets", "keep", "claim"},
    "germany": {"draw", "tickets", "keep", "claim", "take"},
    "nordic": {"draw", "tickets", "keep", "claim", "pay", "give"},
}


@pytest.mark.parametrize("board", gs.board_names())
def test_the_planner_answers_the_same_to_a_whole_state(board: str):
    """Simulated games hand it states instead of views: it must not look at what is hidden."""
    from goldenspike.bots import compiled_policies

    workspace = new_workspace()
    game = gs.Game(board, players=2, seed=8, kernel="compiled")
    policy, rng = new_policy(PLANNER, PlannerSettings()), Stream("x")
    while not game.over:
        view = game.view(game.seat)
        code = choose_code(policy, view, rng)
        whole = compiled_policies.choose_code(
            game._state, view.kernel_board.row, policy, rng.row, workspace
        )
        assert whole == code
        game.play(next(action for action in view.legal() if action.code == code))


@pytest.mark.wide
@pytest.mark.parametrize("board", gs.board_names())
def test_inputs_are_the_same_plain_and_compiled(board: str):
    """A whole game's inputs, gathered by compiled code and worked out again in plain Python."""
    from goldenspike.bots.value_network import training_games

    kernel_board = kernel_board_of(gs.load_board(board))
    policy = new_policy(PLANNER, PlannerSettings())
    memory = np.zeros(training_games.TRAINING_DTYPE.itemsize, np.uint8)
    fast = np.zeros((600, inputs.COUNT), np.float32)
    seats, points = np.zeros(600, np.int64), np.zeros(600, np.int64)
    n = training_games.gather(
        training_games.choose_code, kernel_board.row, np.array(key_words(5), np.int64),
        np.array([policy] * 3), 1, memory, fast, seats, points,
    )  # fmt: skip
    game = gs.Game(board, players=2, seed=5, first=0, kernel="plain")
    rng, b, plain = Stream("x"), kernel_board.plain, PlainPolicy.from_row(policy)
    workspace, record = PlainWorkspace(), PlainEvaluation()
    row = 0
    while not game.over:
        if game.phase == "turn":
            for p in range(2):
                score(game.state, b, workspace.scratch, record.sheet)
                evaluation.fill_inputs(game.state, b, p, plain, workspace, record)
                assert seats[row] == p
                assert fast[row] == pytest.approx(record.scaled, abs=1e-5)
                row += 1
        code = dispatch.choose_code(game.state, b, plain, rng.record, workspace)
        game.play(next(action for action in game.legal() if action.code == code))
    assert row == n > 40
    totals = [s.total for s in game.scores()]
    assert [totals[p] for p in seats[:n]] == list(points[:n])


@pytest.mark.parametrize("board", gs.board_names())
def test_a_network_is_used_on_the_board_it_was_taught_on_and_on_no_other(
    board: str, tmp_path: Path
):
    own = gs.load_board(board)
    assert trained_weights(kernel_board_of(own)) is not None, (
        "teach it: goldenspike bot teach, see docs/bots.md"
    )
    text = files("goldenspike.boards").joinpath(f"{board}.toml").read_text(encoding="utf-8")
    changed = tmp_path / f"{board}.toml"
    changed.write_text(text + "\n# the same game\n", encoding="utf-8")
    assert trained_weights(kernel_board_of(gs.load_board(changed))) is not None
    assert f"trains = {own.trains}\n" in text
    changed.write_text(
        text.replace(f"trains = {own.trains}\n", f"trains = {own.trains - 5}\n"), encoding="utf-8"
    )
    other = gs.load_board(changed)
    assert other.id == board
    assert trained_weights(kernel_board_of(other)) is None


def test_the_network_computes_what_matrices_do():
    weights = trained_weights(kernel_board_of(gs.load_board("usa")))
    assert weights is not None
    n = perceptron
    record = PlainEvaluation()
    x = np.random.default_rng(2).random(inputs.COUNT, np.float32)
    first = weights[: n.FIRST_BIAS].reshape(inputs.COUNT, n.FIRST)
    second = weights[n.SECOND_WEIGHTS : n.SECOND_BIAS].reshape(n.FIRST, n.SECOND)
    h = np.maximum(0, x @ first + weights[n.FIRST_BIAS : n.SECOND_WEIGHTS])
    h = np.maximum(0, h @ second + weights[n.SECOND_BIAS : n.LAST_WEIGHTS])
    expected = (h @ weights[n.LAST_WEIGHTS : n.LAST_BIAS] + weights[n.LAST_BIAS]) * n.OUTPUT_SCALE
    output = n.network_output(weights, x, record.first, record.second)
    assert output == pytest.approx(expected, rel=1e-4)


def test_inputs_by_name_are_the_array_that_the_network_reads():
    """In the order of the table, each divided by its scale."""
    row = np.zeros(1, inputs.INPUTS_DTYPE)
    plain = inputs.PlainInputs()
    for i, one in enumerate(inputs.INPUTS):
        row[one.name] = i + 1
        setattr(plain, one.name, i + 1)
    expected = [(i + 1) / one.scale for i, one in enumerate(inputs.INPUTS)]
    for record in (row.view(np.recarray)[0], plain):
        scaled = [0.0] * inputs.COUNT
        perceptron.scale_inputs(record, scaled)
        assert scaled == expected


@pytest.mark.wide
@pytest.mark.parametrize("board", gs.board_names())
def test_the_searcher_beats_the_planner(board: str):
    """A few worlds a decision, fixed seeds: the same games whatever the machine's speed."""
    won = 0
    deals = 4
    action_counts = np.zeros(len(ACTION_KINDS), np.int64)
    for place in range(2):
        seats = ["planner", "planner"]
        seats[place] = "searcher:games=9"
        outcome = play_batch(Batch(board, tuple(seats), 21, 0, deals, 60.0))
        assert not outcome.troubles
        action_counts += outcome.activity.action_counts[:, place].sum(axis=0)
        won += int((outcome.sheets[:, place, RANK] < outcome.sheets[:, 1 - place, RANK]).sum())
    assert won >= 5
    assert {kind for kind, n in zip(ACTION_KINDS, action_counts, strict=True) if n} >= KINDS[board]


def test_what_it_was_asked_before_does_not_matter():
    """Every decision starts from the view alone, in the middle of a draw too."""
    bot = make_bot("searcher")
    views = []
    for seed in range(12):
        game = gs.Game("usa", players=2, seed=seed, first=0, kernel="compiled")
        walker, rng = make_bot("planner"), Stream("w")
        while len(views) < 2 * seed + 1 or game.phase != "second_card":
            view = game.view(game.seat)
            if game.phase == "turn" and len(views) == 2 * seed:
                views.append(view)
            game.play(walker.choose(view, view.legal(), rng, Budget()))
        views.append(game.view(game.seat))

    def ideas(view):
        return bot._candidates(view, view.legal(), Stream("z"))

    drawing = views[1::2]
    alone = []
    for view in drawing:
        ideas(view)
        alone.append(ideas(view))
    for before in views[::2]:
        for view, expected in zip(drawing, alone, strict=True):
            ideas(before)
            assert ideas(view) == expected


def test_without_a_taught_network_games_are_imagined_to_their_end(monkeypatch):
    """As on a board somebody wrote yesterday."""
    monkeypatch.setattr(searcher_bot, "trained_weights", lambda board: None)
    game = gs.Game("nordic", players=3, seed=3, kernel="compiled")
    view = game.view(game.seat)
    bot = make_bot("searcher:games=4")
    assert bot.choose(view, view.legal(), Stream("y"), Budget(60)) in view.legal()


@pytest.mark.parametrize("cores", [2, 5])
def test_more_cores_give_the_same_answer(cores: int):
    """Of as many worlds: whatever is imagined at once, it is judged as if one after the other."""
    game = gs.Game("usa", players=2, seed=3, kernel="compiled")
    bot = make_bot("searcher:games=13")
    for turn in range(8):
        view = game.view(game.seat)
        alone = bot.choose(view, view.legal(), Stream(turn), Budget(60))
        assert bot.choose(view, view.legal(), Stream(turn), Budget(60, cores)) == alone
        game.play(alone)


def test_several_cores_think_at_once(monkeypatch):
    """Worlds are imagined in as many threads as there are cores, none waiting for another."""
    from goldenspike.bots.searcher import compiled_search

    together = threading.Barrier(2, timeout=60)

    def meet(*given):
        together.wait()
        given[-1][:] = 0.0

    monkeypatch.setattr(compiled_search, "simulate", meet)
    game = gs.Game("usa", players=2, seed=3, kernel="compiled")
    view = game.view(game.seat)
    bot = make_bot("searcher:games=2")
    assert bot.choose(view, view.legal(), Stream("y"), Budget(60, cores=2)) in view.legal()


class TestRace:
    def test_what_is_surely_behind_is_dropped_and_agreement_ends_it(self):
        race = Race([(7, 1), (7, 2), (9, 1)], doubt=1)
        for _ in range(6):
            race.add([10, 9, -10])
        race.drop()
        assert 2 not in race.alive
        assert race.decided()
        assert race.best() == 0

    def test_chance_alone_does_not_overrule_the_planner(self):
        race = Race([(7, 1), (9, 1)], doubt=1)
        for margins in ([0, 20], [0, -18], [0, 19], [0, -17]):
            race.add(margins)
        assert race.best() == 0

    def test_a_clear_lead_does(self):
        race = Race([(7, 1), (9, 1)], doubt=1)
        for margins in ([0, 5], [0, 6], [0, 5], [0, 7]):
            race.add(margins)
        assert race.best() == 1

    def test_what_is_no_better_is_not_told_apart_for_ever(self):
        race = Race([(7, 1), (9, 1)], doubt=1)
        for _ in range(6):
            race.add([3.0, 3.01])
        race.drop()
        assert race.decided()
