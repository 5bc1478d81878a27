"""Variants in a board's file: what they change, and what is wrong with them."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import goldenspike as gs
from goldenspike.boards.load import earlier_board
from goldenspike.boards.read import read_board, variant_with_hash
from goldenspike.boards.write import board_text
from goldenspike.rules.kernel_board import kernel_board_of

pytestmark = pytest.mark.quick

ISLAND = Path(__file__).parent / "island.toml"
TEXT = ISLAND.read_text(encoding="utf-8")


def problems(text: str) -> list[str]:
    with pytest.raises(gs.BoardError) as error:
        read_board("island", text.encode())
    return [f"{problem.where}: {problem.what}" for problem in error.value.problems]


def test_a_variant_changes_what_it_names_and_nothing_else():
    board, short = gs.load_board(ISLAND), gs.load_board(ISLAND, "short")
    assert (board.variant, short.variant) == ("", "short")
    assert (board.trains, short.trains) == (15, 9)
    assert (short.later_deal.draw, short.later_deal.returned) == (1, "bottom")
    assert (short.longest_path_bonus, short.most_tickets_bonus) == (0, 5)
    assert (short.first_deal, short.places, short.tracks) == (
        board.first_deal,
        board.places,
        board.tracks,
    )


def test_the_tickets_of_a_variant_are_all_that_it_has():
    short = gs.load_board(ISLAND, "short")
    assert short.ticket_decks == ("near",)
    assert len(short.tickets) == 6


def test_a_variant_may_stand_behind_the_name():
    assert gs.load_board(f"{ISLAND}:short") is gs.load_board(str(ISLAND), "short")
    with pytest.raises(gs.BoardError, match="both named"):
        gs.load_board(f"{ISLAND}:short", "many_cards")


@pytest.mark.parametrize("name", ["shorty", "SHORT", "", ":", "a" * 200, "short:short"])
def test_an_unknown_variant_is_refused(name: str):
    with pytest.raises(gs.BoardError):
        gs.load_board(f"{ISLAND}:{name}" if name else "usa:short")
    with pytest.raises(gs.BoardError, match="did you mean 'short'"):
        gs.load_board(ISLAND, "shorty")


def test_each_variant_has_its_own_hashes_and_shares_the_file():
    boards = [gs.load_board(ISLAND, name) for name in ("", "short", "many_cards")]
    assert len({board.play_hash for board in boards}) == 3
    assert len({board.digest for board in boards}) == 3
    assert len({board.file_digest for board in boards}) == 1


def test_variants_do_not_change_the_hash_of_the_board():
    plain = TEXT[: TEXT.index("[variants")] + TEXT[TEXT.index("[place_names.it]") :]
    assert read_board("island", plain.encode()).play_hash == gs.load_board(ISLAND).play_hash


def test_a_board_is_found_by_the_hash_of_its_variant():
    short = gs.load_board(ISLAND, "short")
    found = variant_with_hash("island", TEXT.encode(), short.play_hash)
    assert found is not None
    assert found.variant == "short"
    assert variant_with_hash("island", TEXT.encode(), "0" * 64) is None
    assert earlier_board("usa", "0" * 64) is None


def test_records_and_positions_say_which_variant_was_played():
    game = gs.Game(ISLAND, 2, seed=3, variant="short")
    while not game.over:
        game.play(game.legal()[0])
    assert gs.replay(game.record()) == game
    assert gs.replay(game.record(), board=f"{ISLAND}:short") == game
    assert gs.Game.from_position(game.position()).board.variant == "short"
    assert gs.replay(game.record(), board=ISLAND) == game
    with pytest.raises(gs.RecordError, match="another version"):
        gs.replay(game.record(), board=f"{ISLAND}:many_cards")


def test_a_board_has_its_variant_already():
    board = gs.load_board(ISLAND, "short")
    assert gs.Game(board, 2, seed=3) == gs.Game(ISLAND, 2, seed=3, variant="short")
    with pytest.raises(gs.InputError, match="load_board"):
        gs.Game(board, 2, variant="many_cards")


def test_games_of_variants_are_pickled():
    game = gs.Game(ISLAND, 2, seed=3, variant="short")
    again = pickle.loads(pickle.dumps(game))
    assert again == game
    assert kernel_board_of(again.board) is kernel_board_of(game.board)


def test_variants_are_written():
    board = gs.load_board(ISLAND)
    again = read_board("again", board_text(board).encode())
    assert again.variants == board.variants
    short = gs.load_board(ISLAND, "short")
    alone = read_board("alone", board_text(short).encode())
    assert (alone.variants, alone.play_hash) == ((), short.play_hash)


def changed(old: str, new: str) -> str:
    assert old in TEXT
    return TEXT.replace(old, new, 1)


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("trains = 9 }", "trains = 900 }", ["variants.short.players.trains: is 900"]),
        ("{ trains = 9 }", "{ most = 2 }", ["variants.short.players.most: can't be changed"]),
        ("longest_path = 0, tie_breaks = []", "longest_path = 0",
         ["variants.short.points: tie_breaks has 'longest_bonus' in it"]),
        ("{ trains = 9 }", "{ trains = 3 }",
         ['variants.short: tracks."hill-light:blue".length is 4']),
        ("hill-market   = 1\nharbour-hill", "hill-markt = 1\nharbour-hill",
         ["variants.short.tickets.near.hill-markt: 'markt' is not a place"]),
        ("tunnel_cards = 3 }", "tunnel_card = 3 }",
         ["variants.many_cards.rules.tunnel_card: is not known here"]),
        ('name = "Short"\n', "", ["variants.short.name: is missing"]),
        ('name = "Short"\n', 'name = "Short"\nnmae = 1\n', ["variants.short.nmae: is not known"]),
        ("[variants.many_cards]", "[variants.Many]",
         ["variants.Many: can't be the id of a variant"]),
        ("deals = { later = { draw = 1 } }", "deals = 3", ["variants.short.deals: is 3"]),
        ("[variants.many_cards]", '[variants.none]\nname = "None"\n\n[variants.other]',
         ["variants.none: changes nothing"]),
        ("trains = 15", "trains = -5", ["players.trains: is -5"]),
        ("{ draw = 1 }", "{ draw = 1, keep = 2 }",
         ["variants.short.deals.later.keep: is 2, but only 1 are drawn"]),
    ],
)  # fmt: skip
def test_mistakes_in_variants_are_reported_once_where_they_are(
    old: str, new: str, found: list[str]
):
    said = problems(changed(old, new))
    assert len(said) == len(found), said
    for line, beginning in zip(said, found, strict=True):
        assert line.startswith(beginning), said


def test_a_file_has_only_so_many_variants():
    extra = "".join(f'[variants.v{n}]\nname = "V"\nplayers = {{ trains = 9 }}\n' for n in range(7))
    assert problems(TEXT + extra) == ["variants: 9 variants in all"]


def test_no_built_in_board_has_lost_its_hash():
    """The hashes of released boards never change."""
    assert gs.load_board("usa").play_hash.startswith("b0d8771f006aac40")
