"""The searcher: what its imagined games rest on, and that it is worth its time."""

from __future__ import annotations

import threading
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

import goldenspike as gs
from goldenspike.arena.playing import play_task
from goldenspike.arena.series import Task
from goldenspike.bots import Budget, Stream, make_bot, searcher
from goldenspike.bots.minds import option_code
from goldenspike.bots.planner import planner_settings
from goldenspike.bots.searcher import Race, Scratch, taught
from goldenspike.bots.thinking import memory, outlook
from goldenspike.bots.thinking import minds as plain_minds
from goldenspike.bots.thinking.series import ACTIONS, PLANNER
from goldenspike.rules.claims import WORK_SIZE
from goldenspike.rules.codes import RANK, SCORE_PARTS
from goldenspike.rules.engine import key_words
from goldenspike.rules.scoring import score
from goldenspike.rules.tables import tables_of

KINDS = {
    "usa": {"draw", "tickets", "keep", "claim"},
    "germany": {"draw", "tickets", "keep", "claim", "take"},
    "nordic": {"draw", "tickets", "keep", "claim", "pay", "give"},
}


@pytest.mark.parametrize("board", gs.board_names())
def test_the_planner_answers_the_same_to_a_whole_state(board: str):
    """Imagined games hand it states instead of views: it must not look at what is hidden."""
    from goldenspike.bots.thinking import compiled

    hand = Scratch()
    game = gs.Game(board, players=2, seed=8, kernel="compiled")
    settings, rng = planner_settings(), Stream("x")
    while not game.over:
        view = game.view(game.seat)
        code = option_code(PLANNER, settings, view, rng)
        whole = compiled.option(
            game._state,
            view.tables.row,
            PLANNER,
            settings,
            rng.row,
            hand.memory,
            hand.work,
            hand.out,
        )
        assert whole == code
        game.play(next(action for action in view.legal() if action.code == code))


@pytest.mark.parametrize("board", gs.board_names())
def test_figures_are_the_same_plain_and_compiled(board: str):
    """A whole game's figures, gathered by compiled code and worked out again in plain Python."""
    from goldenspike.bots import teaching

    hand = Scratch()
    tables = tables_of(gs.load_board(board))
    settings = planner_settings()
    fast = np.zeros((600, outlook.FIGURES), np.float32)
    seats, ends = np.zeros(600, np.int64), np.zeros(600, np.int64)
    n = teaching.gather(
        teaching.option, hand.row, tables.row, 2, np.array(key_words(5), np.int64),
        np.array([settings] * 3), 1, hand.rng, hand.memory, hand.work, hand.out, hand.sheet,
        fast, seats, ends,
    )  # fmt: skip
    game = gs.Game(board, players=2, seed=5, first=0, kernel="plain")
    rng = Stream("x")
    b, c = tables.plain, settings.tolist()
    m, work, out = [0] * memory.MEMORY, [0] * WORK_SIZE, [0] * tables.codes
    sheet = [[0] * SCORE_PARTS for _ in range(2)]
    row = 0
    while not game.over:
        if game.phase == "turn":
            for p in range(2):
                score(game.state, b, work, sheet)
                f = [0.0] * outlook.FLOATS
                outlook.figures(game.state, b, p, c, m, work, sheet, f)
                assert seats[row] == p
                assert fast[row] == pytest.approx(f[: outlook.FIGURES], abs=1e-5)
                row += 1
        code = plain_minds.option(game.state, b, PLANNER, c, rng.record, m, work, out)
        game.play(next(action for action in game.legal() if action.code == code))
    assert row == n > 40
    totals = [s.total for s in game.scores()]
    assert [totals[p] for p in seats[:n]] == list(ends[:n])


@pytest.mark.parametrize("board", gs.board_names())
def test_a_network_is_used_on_the_board_it_was_taught_on_and_on_no_other(
    board: str, tmp_path: Path
):
    own = gs.load_board(board)
    assert taught(tables_of(own)) is not None, "teach it: tools/outlook/teach.py"
    text = files("goldenspike.boards").joinpath(f"{board}.toml").read_text(encoding="utf-8")
    changed = tmp_path / f"{board}.toml"
    changed.write_text(text + "\n# the same game\n", encoding="utf-8")
    assert taught(tables_of(gs.load_board(changed))) is not None
    assert f"trains = {own.trains}\n" in text
    changed.write_text(
        text.replace(f"trains = {own.trains}\n", f"trains = {own.trains - 5}\n"), encoding="utf-8"
    )
    other = gs.load_board(changed)
    assert other.id == board
    assert taught(tables_of(other)) is None


def test_the_network_computes_what_matrices_do():
    weights = taught(tables_of(gs.load_board("usa")))
    assert weights is not None
    rnd = np.random.default_rng(2)
    x = rnd.random(outlook.FIGURES, np.float32)
    o = outlook
    first = weights[: o.FIRST_BIAS].reshape(o.FIGURES, o.FIRST)
    second = weights[o.SECOND_AT : o.SECOND_BIAS].reshape(o.FIRST, o.SECOND)
    h = np.maximum(0, x @ first + weights[o.FIRST_BIAS : o.SECOND_AT])
    h = np.maximum(0, h @ second + weights[o.SECOND_BIAS : o.LAST_AT])
    expected = (h @ weights[o.LAST_AT : o.LAST_BIAS] + weights[o.LAST_BIAS]) * o.SCALE
    f = np.zeros(o.FLOATS, np.float32)
    f[: o.FIGURES] = x
    assert outlook.judged(weights, f) == pytest.approx(expected, rel=1e-4)


@pytest.mark.parametrize("board", gs.board_names())
def test_the_searcher_beats_the_planner(board: str):
    """A few worlds a decision, fixed seeds: the same games whatever the machine's speed."""
    won = 0
    deals = 4
    tally = np.zeros(len(ACTIONS), np.int64)
    for place in range(2):
        seats = ["planner", "planner"]
        seats[place] = "searcher:games=9"
        outcome = play_task(Task(board, 2, tuple(seats), 21, 0, deals, 60.0))
        assert not outcome.troubles
        tally += outcome.tally[:, place].sum(axis=0)
        won += int((outcome.sheets[:, place, RANK] < outcome.sheets[:, 1 - place, RANK]).sum())
    assert won >= 5
    assert {kind for kind, n in zip(ACTIONS, tally, strict=True) if n} >= KINDS[board]


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
        return bot._ideas(view, view.legal(), Stream("z"))

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
    monkeypatch.setattr(searcher, "taught", lambda board: None)
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
    from goldenspike.bots import search_compiled

    together = threading.Barrier(2, timeout=60)

    def meet(*given):
        together.wait()
        given[-1][:] = 0.0

    monkeypatch.setattr(search_compiled, "try_ideas", meet)
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
