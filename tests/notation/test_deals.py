"""A deal that anyone can check."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import goldenspike as gs
from goldenspike.notation.deals import check_deal, commitment_of, seed_of

pytestmark = pytest.mark.quick

SECRET, ONE, TWO = "5e" * 32, "a1" * 32, "b2" * 32
digits = st.binary(min_size=32, max_size=32).map(bytes.hex)


def dealt(*numbers: str | None, **changes: Any) -> dict[str, Any]:
    """The record of a game with this deal, which has hardly begun."""
    seed = int(seed_of(SECRET, numbers), 16)
    game = gs.Game("usa", len(numbers), seed=seed, first=0)
    game.play(game.legal()[0])
    deal = {"commitment": commitment_of(SECRET), "secret": SECRET, "numbers": list(numbers)}
    return game.record() | {"deal": deal | changes}


def test_the_seed_is_made_of_lines_that_anyone_can_hash():
    text = f"goldenspike-deal-1\n{SECRET}\n{ONE}\n-\n{TWO}"
    assert seed_of(SECRET, [ONE, None, TWO]) == hashlib.sha256(text.encode()).hexdigest()
    assert commitment_of(SECRET) == hashlib.sha256(SECRET.encode()).hexdigest()


@given(digits, digits, digits)
def test_every_number_changes_the_seed(secret: str, one: str, other: str):
    same = one == other
    assert (seed_of(secret, [one, None]) == seed_of(secret, [other, None])) == same
    assert (seed_of(secret, [None, one]) == seed_of(secret, [one, None])) is False


def test_a_fair_deal():
    record = dealt(ONE, TWO)
    check = check_deal(record, commitment_of(SECRET), {0: ONE, 1: TWO})
    assert (check.dealt_by, check.numbers, check.problems) == ("all", 2, [])
    assert gs.replay(record).actions, "a deal does not keep a record from replaying"


def test_without_any_number_the_server_dealt_alone():
    assert check_deal(dealt(None, None)).dealt_by == "server"


@pytest.mark.parametrize(
    ("record", "commitment", "own", "says"),
    [
        (dealt(ONE, TWO, secret="00" * 32), None, {}, "its SHA-256 is not the commitment"),
        (dealt(ONE, TWO, numbers=[TWO, ONE]), None, {}, "not made from the secret"),
        (dealt(ONE, TWO), "00" * 32, {}, "you saw 0000"),
        (dealt(ONE, TWO), None, {1: ONE}, "seat 1 did not give"),
        (dealt(ONE, TWO), None, {5: ONE}, "seat 5 did not give"),
        (dealt(ONE, TWO, numbers=[ONE]), None, {}, "a number for each seat"),
        (dealt(ONE, TWO, secret=7), None, {}, "a number for each seat"),
        (dealt(ONE, TWO) | {"seed": 1}, None, {}, "not made from the secret"),
    ],
)
def test_a_false_deal(
    record: dict[str, Any], commitment: str | None, own: dict[int, str], says: str
):
    problems = check_deal(record, commitment, own).problems
    assert any(says in problem for problem in problems), problems


def test_deals_of_version_0_1_are_checked_the_old_way():
    record = gs.Game("usa", 2, seed=2**255 + 1).record()
    assert check_deal(record).dealt_by == "unknown"
    seed = f"{2**255 + 1:064x}"
    good = check_deal(record | {"deal": {"commitment": commitment_of(seed)}})
    assert (good.dealt_by, good.problems) == ("server", [])
    assert check_deal(record, commitment_of(seed)).problems == []
    assert check_deal(record, "00" * 32).problems
    assert check_deal(record, commitment_of(seed), {0: ONE}).problems
