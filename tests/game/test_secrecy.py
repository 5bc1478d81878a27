"""The law that guards secrecy: a view does not change when all that is hidden is resampled."""

from __future__ import annotations

import random
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

import goldenspike as gs
from goldenspike.rules import knowledge
from goldenspike.rules.codes import OVER_PHASE
from goldenspike.rules.fields import STATE
from goldenspike.rules.record_layout import PlainState
from support.conservation import check_conservation
from support.table import cards, table
from support.walks import TABLES, TASTES, choose, examples, seeds, somewhere, tables, tastes, walk

pytestmark = pytest.mark.quick


def check_secrecy(game: gs.Game, viewer: int | None, seed: int) -> None:
    view = game.view(viewer)
    imagined = view.resample(seed)
    check_conservation(imagined)
    assert imagined.view(viewer) == view
    assert imagined.view(viewer).to_json() == view.to_json()
    assert imagined.legal_codes() == game.legal_codes() or viewer != game.seat


@pytest.mark.laws
@pytest.mark.parametrize(("board", "players"), TABLES)
def test_all_through_a_game_for_every_seat(board: str, players: int, times: int):
    """Every seat and the spectators, on every board with every number of players."""
    taste = sorted(TASTES)[(TABLES.index((board, players)) + 1) % len(TASTES)]
    viewers = [*range(players), None]
    steps = walk(board, players, seed=50 + players, taste=taste)
    for n, game in enumerate(islice(steps, 0, None, 4 if times == 1 else 1)):
        # One of them in turn, and at times all.
        for viewer in viewers if n % 20 == 0 else viewers[n % len(viewers) :][:1]:
            check_secrecy(game, viewer, seed=n)


@given(tables, seeds, tastes, st.integers(0, 400), st.integers(0, 2**256 - 1))
@examples(25)
def test_anywhere_in_any_game(
    table: tuple[str, int], seed: int, taste: str, steps: int, other: int
):
    game = somewhere(*table, seed=seed, taste=taste, steps=steps)
    for viewer in (None, *range(table[1])):
        check_secrecy(game, viewer, other)


@given(tables, seeds, tastes, st.integers(0, 400))
@examples(15)
def test_an_imagined_game_can_be_written_down_and_played_on(
    table: tuple[str, int], seed: int, taste: str, steps: int
):
    """It is a whole game: its position is one, and random play from it keeps every law."""
    game = somewhere(*table, seed=seed, taste=taste, steps=steps)
    imagined = game.resample(game.seat, seed)
    assert gs.Game.from_position(imagined.position()) == imagined
    rng = random.Random(seed)
    for _ in range(40):
        if imagined.over:
            break
        imagined.play(rng.choice(imagined.legal()))
        check_conservation(imagined)


def hidden_from(viewer: int, s: PlainState) -> list[tuple[str, tuple[int, ...]]]:
    """By the sight column: every place of the state that the viewer may not see."""
    found = []
    for field in STATE:
        if field.sight == "none":
            rows = range(field.shape[0]) if field.shape else [None]
        elif field.sight == "own" and s.phase != OVER_PHASE:
            rows = [p for p in range(s.players) if p != viewer]
        elif field.sight == "log" and s.phase != OVER_PHASE:
            rows = [i for i in range(s.log_n) if s.log_seat[i] != viewer]
        else:
            continue
        for row in rows:
            at = () if row is None else (row,)
            found += (
                [(field.name, (*at, j)) for j in range(field.shape[1])]
                if len(field.shape) == 2
                else [(field.name, at)]
            )
    return found


def change(s: PlainState, name: str, at: tuple[int, ...]) -> None:
    if not at:
        setattr(s, name, getattr(s, name) + 1)
        return
    values = getattr(s, name)
    for i in at[:-1]:
        values = values[i]
    values[at[-1]] += 1


@pytest.mark.parametrize("steps", [1, 40, 150, 100_000])
@pytest.mark.parametrize(("board", "players"), [("usa", 2), ("germany", 4), ("nordic", 3)])
def test_the_sight_column_is_the_truth(board: str, players: int, steps: int):
    """What a viewer may not see can be anything; what all may see is in its view."""
    game = somewhere(board, players, 8, "tickets", steps)
    b = game.kernel_board.plain
    for viewer in (-1, *range(players)):
        before = PlainState()
        knowledge.copy_visible(game.state, b, viewer, before)
        changed = game.state.copy()
        for name, at in hidden_from(viewer, game.state):
            change(changed, name, at)
        after = PlainState()
        knowledge.copy_visible(changed, b, viewer, after)
        for field in STATE:
            assert getattr(after, field.name) == getattr(before, field.name), field.name
            if field.sight == "all" and field.name != "counted":
                seen, there = getattr(before, field.name), getattr(game.state, field.name)
                assert seen == there, field.name
            if field.sight == "own":
                for p in range(players):
                    if p == viewer or game.over:
                        assert getattr(before, field.name)[p] == getattr(game.state, field.name)[p]
                    else:
                        assert not any(getattr(before, field.name)[p])


def test_every_field_has_a_sight():
    assert {field.sight for field in STATE} == {"all", "own", "log", "none"}
    secret = {field.name for field in STATE if field.sight != "all"}
    assert {"deck", "hands", "held", "offer", "ticket_deck", "removed", "rng_key"} <= secret


PUBLIC = {
    "seat",
    "kind",
    "from",
    "card",
    "counts",
    "kept",
    "returned",
    "track",
    "laid",
    "substitutes",
    "claimed",
    "points",
    "share",
    "toll",
    "spent",
    "revealed",
    "extra",
    "market_cleared",
    "shuffled",
    "taken",
    "market",
    "turn",
    "phase",
    "last_round",
    "over",
    "place",
    "colour",
    "paid",
}


@given(tables, seeds, tastes)
@examples(8)
def test_events_tell_others_nothing_hidden(table: tuple[str, int], seed: int, taste: str):
    """Others are told the same, only public things, no blind card and no ticket."""
    players = table[1]
    game = gs.Game(*table, seed=seed)
    rng = random.Random(seed)
    names = {ticket.id for ticket in game.board.tickets}
    while not game.over:
        actor = game.seat
        event = game.play(choose(game.legal(), taste, rng))
        told = [event.seen_by(seat) for seat in (None, *range(players)) if seat != actor]
        assert all(what == told[0] for what in told)
        assert set(told[0]) <= PUBLIC
        assert not names & set(words(told[0]))
        if told[0].get("from") == "deck":
            assert "card" not in told[0]
        assert told[0].items() <= event.seen_by(actor).items()


def words(told: object) -> list[str]:
    if isinstance(told, dict):
        return [w for value in told.values() for w in words(value)]
    if isinstance(told, list):
        return [w for value in told for w in words(value)]
    return [str(told)]


def test_two_players_count_the_cards_when_the_deck_is_renewed():
    """With one opponent, what is in no other place is in its hand; spectators can't tell."""
    game = table(rest="discards", hands=["2red", "1blue+1green"], deck=["black"])
    game.play("draw deck")
    view = game.view(0)
    assert view.to_json()["seats"][1]["counted"] == {"blue": 1, "green": 1}
    for seed in range(10):
        imagined = view.resample(seed).position()
        assert imagined["seats"][1]["cards"] == {"blue": 1, "green": 1}
        assert cards(imagined["deck"]) == cards(game.position()["deck"])
    hands = {str(game.resample(None, seed).position()["seats"][1]["cards"]) for seed in range(10)}
    assert len(hands) > 3
    assert "counted" not in game.view(None).to_json()["seats"][1]
