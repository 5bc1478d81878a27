"""The codes of actions: put together and taken apart in one place."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest
from house.import_graph import modules

import goldenspike as gs
from goldenspike.rules import codes
from goldenspike.rules.kernel_board import kernel_board_of
from support.random_games import TABLES
from support.walks import EVERY_SWITCH

pytestmark = pytest.mark.quick

CODES = "goldenspike.rules.codes"
BEGINNINGS = {"DRAW_CARD", "PAY", "GIVE", "TICKETS", "TAKE", "KEEP", "CLAIM"}
"""Where a kind of action begins; a number is added to get a code."""
LAID_OUT = {
    "goldenspike.rules.kernel_board": {"CLAIM"},  # each track's run of codes
    "goldenspike.rules.legal": {"DRAW_CARD"},  # the cards that may be drawn, each a bit
}
"""Who else may know where a kind begins, and why."""


def beginnings_used(text: str) -> set[str]:
    """The beginnings that a module takes from `codes`, by name or from the module."""
    return set(_found(ast.parse(text))) & BEGINNINGS


def _found(tree: ast.Module) -> Iterator[str]:
    called = {CODES}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == CODES:
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module == "goldenspike.rules":
            called |= {name.asname or name.name for name in node.names if name.name == "codes"}
        elif isinstance(node, ast.Import):
            called |= {name.asname for name in node.names if name.asname and name.name == CODES}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) in called:
            yield node.attr


def test_only_codes_knows_where_a_kind_of_action_begins():
    used = {
        name: found
        for name, path in modules().items()
        if name != CODES and (found := beginnings_used(path.read_text(encoding="utf-8")))
    }
    assert used == LAID_OUT


@pytest.mark.parametrize(
    "text",
    [
        "from goldenspike.rules.codes import KEEP\n",
        "from goldenspike.rules.codes import decode, KEEP as FIRST\n",
        "from goldenspike.rules import codes\nmask = code - codes.KEEP\n",
        "from goldenspike.rules import codes as c\nmask = code - c.KEEP\n",
        "import goldenspike.rules.codes\nmask = code - goldenspike.rules.codes.KEEP\n",
        "import goldenspike.rules.codes as c\nmask = code - c.KEEP\n",
        "def f(code):\n    from goldenspike.rules.codes import KEEP\n    return code - KEEP\n",
    ],
)
def test_a_beginning_is_found_however_it_is_imported(text: str):
    assert beginnings_used(text) == {"KEEP"}


def test_whole_codes_and_kinds_are_free_to_use():
    text = "from goldenspike.rules.codes import DRAW_DECK, KEEPING, PASS, decode\n"
    assert beginnings_used(text) == set()


def encode(kind: int, said: int) -> int:
    """The code of anything but a claim."""
    whole = {codes.PASSING: codes.PASS, codes.WITHDRAWING: codes.WITHDRAW}
    if kind in whole:
        return whole[kind]
    if kind == codes.TAKING:
        return codes.take_code(*codes.passenger(said))
    encoders = {
        codes.DRAWING: codes.draw_code,
        codes.PAYING: codes.pay_code,
        codes.GIVING: codes.give_code,
        codes.ASKING: codes.tickets_code,
        codes.KEEPING: codes.keep_code,
    }
    return encoders[kind](said)


def test_what_is_taken_apart_can_be_put_together_again():
    seen = set()
    b = kernel_board_of(gs.load_board(EVERY_SWITCH)).plain
    for code in range(codes.CLAIM):
        kind, said = codes.decode(b, code)
        assert encode(kind, said) == code
        seen.add(kind)
    assert seen == set(range(len(codes.ACTION_KINDS))) - {
        codes.CLAIMING,
        codes.BUILDING,
        codes.SHARING,
    }
    for code in range(b.station_code, b.share_code):
        kind, said = codes.decode(b, code)
        assert kind == codes.BUILDING
        assert codes.station_code(b, *codes.station_place(b, said)) == code
    assert codes.decode(b, b.station_code - 1)[0] == codes.CLAIMING
    for code in range(b.share_code, b.codes):
        kind, company = codes.decode(b, code)
        assert (kind, codes.share_code(b, company)) == (codes.SHARING, code)
    assert b.codes - b.share_code == b.companies


def test_the_deck_is_a_card_to_draw():
    assert codes.draw_code(codes.FROM_DECK) == codes.DRAW_DECK


def test_no_board_of_ours_has_more_codes_than_there_is_room_for():
    assert 0 < max(kernel_board.codes for kernel_board in TABLES.values()) <= codes.MAX_CODES
