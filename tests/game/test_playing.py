"""Playing by code, by action and by text; taking back; what happened, asked for later."""

from __future__ import annotations

import pickle
import random
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import goldenspike as gs
from goldenspike.boards.drawing.poster import draw_board
from goldenspike.game_history import RECENT
from goldenspike.rules.engine import engine
from goldenspike.score import Outcome
from support.table import table
from support.walks import examples, seeds, somewhere, tables, tastes

pytestmark = pytest.mark.quick

KERNELS = ["plain", pytest.param("compiled", marks=pytest.mark.compiled)]
BOARDS = [("usa", 2), ("germany", 3), ("nordic", 3)]


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize(("board", "players"), BOARDS)
def test_code_action_and_text_play_the_same_game(board: str, players: int, kernel: str):
    by_code, by_action, by_text = (gs.Game(board, players, seed=3, kernel=kernel) for _ in range(3))
    rng = random.Random(5)
    for _ in range(60):
        if by_code.over:
            break
        action = rng.choice(by_action.legal())
        assert by_code.legal_codes() == [option.code for option in by_action.legal()]
        played = by_code.play(action.code)
        assert played.action == action
        assert played == by_action.play(action) == by_text.play(action.text)
    assert by_code == by_action == by_text
    assert by_code.record() == by_action.record() == by_text.record()
    assert gs.replay(by_code.record()) == by_code


@given(tables, seeds, tastes, st.integers(0, 120), st.integers(1, 3 * RECENT))
@examples(10)
def test_what_is_taken_back_never_happened(
    where: tuple[str, int], seed: int, taste: str, steps: int, back: int
):
    """Also beyond the states that a game keeps, and in copies and pickles."""
    game = somewhere(*where, seed=seed, taste=taste, steps=steps)
    earlier, rng, codes = game.copy(), random.Random(seed), []
    for _ in range(back):
        if game.over:
            break
        codes.append(rng.choice(game.legal_codes()))
        game.play(codes[-1])
    later = game.copy()
    for twin in (game, pickle.loads(pickle.dumps(game))):
        for _ in codes:
            twin.undo()
        assert twin == earlier
        assert twin.actions == earlier.actions
        assert twin.legal_codes() == earlier.legal_codes()
        for code in codes:
            twin.play(code)
        assert twin == later
        assert twin.record() == later.record()


def test_only_what_was_played_is_taken_back():
    game = gs.Game("usa", 2, seed=1)
    with pytest.raises(gs.InputError, match="no action to take back"):
        game.undo()
    imagined = game.resample(0, seed=1)
    imagined.play(imagined.legal_codes()[0])
    imagined.undo()
    with pytest.raises(gs.InputError, match="no action to take back"):
        imagined.undo()


@pytest.mark.parametrize(
    ("code", "says"),
    [
        (0, "first choose which tickets to keep"),
        (10, "first choose which tickets to keep"),
        (109, "beyond the 3 on offer"),
        (34, "first choose which tickets to keep"),
        (200, "first choose which tickets to keep"),
        (-1, "from 0 to 1169, not -1"),
        (1170, "from 0 to 1169, not 1170"),
        (np.int64(1 << 40), "from 0 to 1169"),
    ],
)
def test_a_code_that_is_not_legal_is_refused_with_its_reason(code: int, says: str):
    game = gs.Game("usa", 2, seed=7)
    before = game.copy()
    assert not game.is_legal(code)
    with pytest.raises(gs.InputError, match=says):
        game.play(code)
    assert game == before
    assert game.actions == []


def test_codes_may_be_numpy_integers():
    game = gs.Game("usa", 2, seed=7)
    twin = game.copy()
    game.play(np.int64(game.legal_codes()[1]))
    twin.play(twin.legal_codes()[1])
    assert game == twin


def test_the_lists_of_a_game_are_its_own():
    game = gs.Game("usa", 2, seed=7)
    game.legal_codes().clear()
    game.actions.append((0, "pass"))
    assert len(game.legal_codes()) == 4
    assert game.actions == []


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize(("board", "players"), BOARDS)
def test_a_state_that_an_engine_was_given_never_changes(board: str, players: int, kernel: str):
    """Games, copies and events share states, and states of the plain engine share parts."""
    game = gs.Game(board, players, seed=4, kernel=kernel)
    chosen, rng = engine(kernel), random.Random(2)
    kept = []
    while not game.over and len(kept) < 150:
        state = game._state
        kept.append((state, chosen.row(state).copy()))
        game.play(rng.choice(game.legal_codes()))
    for state, row in kept:
        np.testing.assert_array_equal(chosen.row(state), row)


def test_an_event_asked_for_later_is_the_same():
    now, later = gs.Game("nordic", 3, seed=9), gs.Game("nordic", 3, seed=9)
    rng, told, asked = random.Random(1), [], []
    for _ in range(80):
        code = rng.choice(now.legal_codes())
        told.append(repr(now.play(code)))
        asked.append(later.play(code))
    assert [repr(event) for event in asked] == told


def test_an_event_that_leaves_the_process_has_no_secrets_of_others():
    game = gs.Game("usa", 2, seed=7, first=0)
    event = game.play(game.legal_codes()[0])
    sent = pickle.dumps(event)
    assert len(sent) < 1000, "a state has thousands of bytes"
    assert pickle.loads(sent) == event


def rebuilt(action: gs.Action) -> str:
    """The text of an action, from its parts alone."""

    def counts(cards: dict[str, int]) -> str:
        return "+".join(f"{n}{name}" for name, n in cards.items())

    words: dict[str, list[str | None]] = {
        "draw": [action.card],
        "give": [action.card],
        "claim": [action.track, counts(action.payment or {})],
        "pay": [counts(action.payment or {})],
        "keep": list(action.tickets or ()),
        "tickets": [counts(action.mix)] if action.mix else [],
        "take": [action.passenger, "from", action.place],
        "pass": [],
        "withdraw": [],
    }
    return " ".join([action.kind, *(str(word) for word in words[action.kind])])


def test_the_parts_of_an_action_say_all_that_its_text_says():
    kinds = set()
    for board, players in BOARDS:
        for seed in range(4):
            game, rng = gs.Game(board, players, seed=seed), random.Random(seed)
            for _ in range(120):
                options = game.legal()
                kinds |= {action.kind for action in options}
                assert [rebuilt(action) for action in options] == [str(a) for a in options]
                if not options:
                    break
                game.play(rng.choice(options).code)
    assert kinds >= {"draw", "claim", "tickets", "keep", "give", "pay", "withdraw", "take"}


def test_parts_that_an_action_does_not_have_are_none():
    action = gs.Action(10, "pass")
    assert action.kind == "pass"
    for part in ("card", "track", "payment", "tickets", "mix", "passenger", "place"):
        assert getattr(action, part) is None


def test_the_outcome_is_by_the_final_ranks():
    game = gs.Game("usa", 3, seed=5)
    assert game.outcome is None
    rng = random.Random(1)
    while not game.over:
        assert game.outcome is None
        game.play(rng.choice(game.legal_codes()))
    assert game.outcome is not None
    winners = tuple(seat for seat, score in enumerate(game.scores()) if score.rank == 1)
    assert game.outcome.winners == winners
    assert sum(game.outcome.shares) == 1
    assert Outcome.of_ranks([1, 3, 1]) == Outcome((0, 2), (0.5, 0.0, 0.5))


def test_a_picture_shows_who_has_claimed_what():
    game = table(hands=["1blue", ""])
    empty = game.picture()
    game.play("claim dallas-houston:gray 1blue")
    taken = game.picture()
    assert empty.svg != taken.svg
    assert taken.svg == draw_board(game.board, routes={"dallas-houston:gray": 0})
    assert game._repr_svg_() == taken._repr_svg_() == taken.svg
    assert game.picture("dark", "it").svg != taken.svg
    with pytest.raises(gs.InputError, match="unknown theme 'loud'"):
        game.picture("loud")


def test_a_picture_is_written_as_its_name_says(tmp_path):
    picture = gs.Game("usa", 2, seed=1).picture()
    picture.save(tmp_path / "game.svg")
    assert (tmp_path / "game.svg").read_text() == picture.svg
    picture.save(tmp_path / "game.png", width=300)
    assert (tmp_path / "game.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(gs.InputError, match=r"\.svg or \.png, not 'game.gif'"):
        picture.save(tmp_path / "game.gif")
    with pytest.raises(gs.InputError, match="1 to 8192 pixels wide, not 0"):
        picture.png(0)


def test_pixels_show_the_board():
    pixels = gs.Game("usa", 2, seed=1).picture().rgb_array(width=240)
    assert pixels.dtype == np.uint8
    assert pixels.shape[1:] == (240, 3)
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 100


@pytest.mark.parametrize("package", ["resvg_py", "PIL"])
def test_without_the_extra_it_says_which_to_install(monkeypatch: pytest.MonkeyPatch, package: str):
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(gs.InputError, match=r"pip install 'goldenspike\[pictures\]'"):
        gs.Game("usa", 2, seed=1).picture().rgb_array()
