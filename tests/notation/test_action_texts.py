"""Actions as text: both ways, and legal exactly when they are listed."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import goldenspike as gs
from goldenspike.notation.actions import write_action
from goldenspike.notation.read_action import read_action
from support.table import legal, table
from support.walks import TABLES, examples, seeds, somewhere, tables, tastes, walk

pytestmark = pytest.mark.quick


@pytest.mark.parametrize(("board", "players"), [("usa", 3), ("germany", 4), ("nordic", 2)])
def test_every_legal_action_reads_as_itself(board: str, players: int):
    """At every step, every text is read as the code it was written for, and all texts differ."""
    for n, game in enumerate(walk(board, players, seed=3, taste="fair")):
        actions = game.legal()
        assert len({str(action) for action in actions}) == len(actions)
        for action in actions if n % 10 == 0 else actions[:3]:
            assert read_action(game.kernel_board, game.state, action.text) == [action.code]


@given(tables, seeds, tastes, st.integers(0, 300), st.randoms(use_true_random=False))
@examples(30)
def test_is_legal_agrees_with_legal(
    table: tuple[str, int], seed: int, taste: str, steps: int, rng: random.Random
):
    """A claim's text is legal if and only if it is listed; so is every other kind of action."""
    game = somewhere(*table, seed=seed, taste=taste, steps=steps)
    listed = {action.code: action.text for action in game.legal()}
    for action in list(listed.values())[:20]:
        assert game.is_legal(action)
    for code in rng.sample(range(110, game.kernel_board.codes), 25):
        text = write_action(game.kernel_board, game.state, code).text
        assert game.is_legal(text) == (code in listed), text
    texts = ["draw deck", "pass", "withdraw", "tickets", "tickets 4short", "tickets 2short+2long"]
    texts += [f"{verb} {card}" for verb in ("draw", "give") for card in ("red", "locomotive")]
    texts += ["pay 1red", "pay 1locomotive", "take red from berlin", "keep boston-miami"]
    for text in texts:
        assert game.is_legal(text) == (text in listed.values()), text


def test_the_contract_of_the_notation():
    """Texts as they are promised to others, character by character."""
    usa = table(hands=["4blue+1locomotive"])
    assert "claim atlanta-miami:blue 4blue+1locomotive" in legal(usa)
    assert "claim atlanta-raleigh:gray#2 1blue+1locomotive" in legal(usa)
    nordic = table("nordic", hands=["7green+3blue+5red"])
    assert "claim lieksa-murmansk:gray 7green+8any" in legal(nordic)
    assert nordic.is_legal("claim lieksa-murmansk:gray 7green+3blue+5red")
    germany = table("germany")
    assert "tickets 3short+1long" in legal(germany)


def test_the_order_of_words_and_cards_is_free_where_nothing_is_lost():
    game = table(hands=["4blue+1locomotive"])
    assert game.is_legal("claim atlanta-miami:blue 1locomotive+4blue")
    assert game.is_legal("  draw   deck ")
    game = table(ticket_tops=["boston-miami", "calgary-phoenix"], tickets=[["denver-el_paso"]])
    game.play("tickets")
    assert game.is_legal("keep calgary-phoenix boston-miami")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "an action is needed"),
        ("fly to boston", "'fly' is no action"),
        ("draw", "draw deck"),
        ("draw brown", "there is no card 'brown'"),
        ("draw red blue", "draw deck"),
        ("claim atlanta-miami:blue", "claim atlanta-miami:blue 4blue+1locomotive"),
        ("claim atlanta-miami:red 5red", "did you mean atlanta-miami:blue?"),
        ("claim miami-atlanta:blue 5blue", "did you mean atlanta-miami:blue?"),
        ("claim atlanta-miami:blue five", "is not a number of cards"),
        ("claim atlanta-miami:blue 0blue", "names no card"),
        ("claim atlanta-miami:blue 5brown", "there is no card 'brown'"),
        ("keep boston-nowhere", "there is no ticket 'boston-nowhere'"),
        ("tickets 3short+1long", "has one ticket deck"),
        ("take red from berlin", "no 'red' passenger"),
    ],
)
def test_text_that_is_not_notation_is_told_apart(text: str, says: str):
    """`NotationError` says which part, and what would be right; the game is as it was."""
    game = table(hands=["5blue"])
    before = game.position()
    assert not game.is_legal(text)
    with pytest.raises(gs.NotationError) as caught:
        game.play(text)
    assert says in str(caught.value)
    assert game.position() == before


@pytest.mark.parametrize(
    "thing", [None, 3.0, True, b"draw deck", ["draw deck"], {"action": "draw deck"}]
)
def test_things_that_are_no_actions(thing: object):
    game = table()
    assert not game.is_legal(thing)  # type: ignore[arg-type]
    with pytest.raises(gs.InputError):
        game.play(thing)  # type: ignore[arg-type]


@given(st.sampled_from(TABLES), seeds, st.integers(0, 200), st.data())
@examples(60)
def test_nonsense_changes_nothing(
    table: tuple[str, int], seed: int, steps: int, data: st.DataObject
):
    """Any text, and legal texts with a piece changed: played, or refused and nothing happened."""
    game = somewhere(*table, seed=seed, taste="fair", steps=steps)
    texts = [str(action) for action in game.legal()] or ["pass"]
    for _ in range(8):
        text = data.draw(st.one_of(st.text(max_size=30), st.sampled_from(texts).flatmap(damaged)))
        before = game.copy()
        try:
            game.play(text)
        except gs.InputError:
            assert game == before
            assert game.actions == before.actions
        else:
            game = before


def damaged(text: str) -> st.SearchStrategy[str]:
    """A text with something cut out, doubled, put in or exchanged."""
    at = st.integers(0, len(text))
    piece = st.one_of(
        st.text(max_size=4),
        st.sampled_from(
            ["99", "0", "-1", "any", "red", "locomotive", " ", "+", "#3", ":gray", "²"]
        ),
    )
    return st.builds(lambda i, j, new: text[: min(i, j)] + new + text[max(i, j) :], at, at, piece)


@pytest.mark.parametrize("five", ["\u0665", "\uff15", "\u2075"])
def test_digits_are_those_of_ascii(five: str):
    """Others look like them, or are read by Python like them; notation has one way to write 5."""
    game = table(hands=["5blue"])
    assert game.is_legal("claim atlanta-miami:blue 5blue")
    with pytest.raises(gs.NotationError, match="is not a number of cards"):
        game.play(f"claim atlanta-miami:blue {five}blue")
