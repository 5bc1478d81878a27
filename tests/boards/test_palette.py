"""Colours that everybody can tell apart, and text that everybody can read."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from goldenspike import board_names, load_board
from goldenspike.boards.drawing.palette import PLAIN, THEMES, load_palette
from goldenspike.boards.model import CARD_COLOURS, GRAY, LOCOMOTIVE
from support.colour_science import (
    DICHROMATS,
    ciede2000,
    contrast,
    difference,
    lab,
    linear,
)

pytestmark = pytest.mark.quick

PALETTE = load_palette()
MOODS = [(mood, theme) for mood in PALETTE.moods for theme in THEMES]


def test_the_colour_formulas_are_right():
    """Pairs of the published test data of CIEDE2000, and black on white for the contrast."""
    assert ciede2000((50, 2.6772, -79.7751), (50, 0, -82.7485)) == pytest.approx(2.0425, abs=1e-4)
    assert ciede2000((50, -1, 2), (50, 0, 0)) == pytest.approx(2.3669, abs=1e-4)
    assert ciede2000((50, 2.5, 0), (61, -5, 29)) == pytest.approx(22.8977, abs=1e-4)
    assert ciede2000((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387)) == pytest.approx(
        1.2644, abs=1e-4
    )
    assert ciede2000((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514)) == pytest.approx(
        0.9082, abs=1e-4
    )
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


@pytest.mark.parametrize("pair", [*combinations((*CARD_COLOURS, LOCOMOTIVE), 2)], ids="-".join)
def test_card_colours_differ(pair: tuple[str, str]):
    one, two = (PALETTE.cards[colour].fill for colour in pair)
    assert difference(one, two) >= 20
    for eyes in DICHROMATS:
        assert difference(one, two, eyes) >= 10, eyes


@pytest.mark.parametrize("colour", CARD_COLOURS)
def test_gray_spaces_look_like_no_card_colour(colour: str):
    gray, other = PALETTE.cards[GRAY].fill, PALETTE.cards[colour].fill
    assert difference(gray, other) >= 20
    for eyes in DICHROMATS:
        assert difference(gray, other, eyes) >= 10, eyes


def test_every_card_has_its_own_symbol_and_gray_none():
    symbols = [PALETTE.cards[colour].symbol for colour in (*CARD_COLOURS, LOCOMOTIVE)]
    assert symbols == [
        *("diamond", "drop", "triangle", "ring", "leaf", "sun", "bar", "plus", "wheel"),
    ]
    assert all(PALETTE.symbols[symbol] for symbol in symbols)
    assert PALETTE.cards[GRAY].symbol == ""


@pytest.mark.parametrize("card", PALETTE.cards)
def test_symbols_and_text_on_a_card_are_readable(card: str):
    assert contrast(PALETTE.cards[card].fill, PALETTE.cards[card].ink) >= 4.5


@pytest.mark.parametrize(("mood", "theme"), MOODS)
def test_text_is_readable_and_outlines_are_seen_on_every_ground(mood: str, theme: str):
    colours, look = PALETTE.moods[mood][theme], PALETTE.themes[theme]
    for ground in ("sea", "land", "home"):
        assert contrast(look["ink"], colours[ground]) >= 4.5, ground
        assert contrast(look["outline"], colours[ground]) >= 3, ground
    assert contrast(colours["accent"], colours["accent_ink"]) >= 4.5
    assert contrast(colours["accent"], look["paper"]) >= 3


@pytest.mark.parametrize("theme", THEMES)
def test_text_on_paper_is_readable(theme: str):
    look = PALETTE.themes[theme]
    for ink, ground in product(("ink", "muted"), ("paper", "surface")):
        assert contrast(look[ink], look[ground]) >= 4.5, (ink, ground)
    assert contrast(look["rule"], look["paper"]) >= 3
    assert contrast(look["outline"], look["paper"]) >= 3


@pytest.mark.parametrize("board", board_names())
def test_players_of_a_board_are_told_apart_by_everybody_and_in_gray(board: str):
    for one, two in combinations(load_board(board).player_colours, 2):
        a, b = PALETTE.players[one].fill, PALETTE.players[two].fill
        assert difference(a, b) >= 25, (one, two)
        for eyes in DICHROMATS:
            assert difference(a, b, eyes) >= 14, (one, two, eyes)
        assert abs(lab(linear(a))[0] - lab(linear(b))[0]) >= 11, (one, two)


@pytest.mark.parametrize("player", PALETTE.players)
def test_a_players_colour_is_no_cards_colour(player: str):
    fill = PALETTE.players[player].fill
    for card in (*CARD_COLOURS, GRAY):
        assert difference(fill, PALETTE.cards[card].fill) >= 9, card
        for theme in THEMES:
            assert difference(fill, PALETTE.slots[theme][card].rim) >= 9, (card, theme)


@pytest.mark.parametrize(("mood", "theme"), MOODS)
def test_a_wagon_stands_out_from_every_slot_by_its_colour_or_its_outline(mood: str, theme: str):
    slot, outline = PALETTE.moods[mood][theme]["slot"], PALETTE.themes[theme]["wagon"]
    for player, style in PALETTE.players.items():
        assert difference(style.fill, slot) >= 9, player
        assert max(contrast(style.fill, slot), contrast(outline, slot)) >= 3, player


@pytest.mark.parametrize("player", PALETTE.players)
def test_the_emblem_on_a_wagon_is_seen(player: str):
    assert contrast(PALETTE.players[player].fill, PALETTE.players[player].ink) >= 4.5


def test_every_player_has_an_emblem_that_is_no_cards_symbol():
    assert set(PALETTE.players) == set(CARD_COLOURS)
    emblems = [player.emblem for player in PALETTE.players.values()]
    assert len(set(emblems)) == len(emblems)
    assert set(emblems) == set(PALETTE.emblems)
    assert not set(emblems) & set(PALETTE.symbols)


@pytest.mark.parametrize(("mood", "theme"), MOODS)
@pytest.mark.parametrize("card", CARD_COLOURS)
def test_the_symbol_in_a_slot_is_seen(card: str, mood: str, theme: str):
    slot = PALETTE.slots[theme][card]
    assert contrast(slot.sign, mixed(slot.rim, PALETTE.moods[mood][theme]["slot"], 0.16)) >= 3


def mixed(one: str, two: str, share: float) -> str:
    """A colour of which `share` is the first one, as a browser mixes it."""
    pairs = [(int(one[i : i + 2], 16), int(two[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in pairs)


def test_the_five_seats_have_five_patterns():
    names = [pattern.name for pattern in PALETTE.patterns]
    assert names == ["plain", "stripe", "dots", "check", "chevron"]


def test_every_board_has_its_own_mood_with_the_same_entries():
    for name in board_names():
        assert load_board(name).geography in PALETTE.moods
    keys = {frozenset(PALETTE.moods[mood][theme]) for mood, theme in MOODS}
    assert len(keys) == 1
    assert PALETTE.mood("atlantis", "dark") == PALETTE.moods[PLAIN]["dark"]
