"""Every rule of docs/rules.md is named by a test, and no test names a rule that is not there.

That those tests fail when their rule is broken, `make mutants` shows: `mutation/broken_rules.py`.
"""

from __future__ import annotations

import ast

import pytest

from mutation.broken_rules import BREAKS, Break, broken
from support.rule_names import ROOT, named_by_tests, rules

pytestmark = pytest.mark.quick


LAST = {
    "SET": 4, "DRAW": 7, "MARKET": 3, "CLAIM": 7, "TICKET": 3, "END": 2, "SCORE": 3,
    "G-TICK": 2, "G-PASS": 3, "G-LAND": 1, "G-TRIPLE": 1, "G-GLOBE": 1, "G-TIE": 1,
    "N-FERRY": 3, "N-TUNNEL": 4, "N-GLOBE": 1, "N-TIE": 1,
}  # fmt: skip
"""The last number of each group of rules in the printed rulebooks."""


def test_the_digest_has_all_rules_of_the_rulebooks():
    numbered = {f"{group}-{n}" for group, last in LAST.items() for n in range(1, last + 1)}
    printed = numbered | {"N-DOUBLE", "N-LIEKSA", "N-LOCO"}
    assert len(printed) == 50
    assert sorted(printed - rules()) == [], "docs/rules.md has lost these: no line begins with them"


def test_a_new_rule_gets_the_next_number_of_its_group():
    numbers: dict[str, list[int]] = {}
    for rule in rules():
        group, _, number = rule.rpartition("-")
        if number.isdecimal():
            numbers.setdefault(group, []).append(int(number))
    for group, found in numbers.items():
        assert sorted(found) == list(range(1, len(found) + 1)), (
            f"docs/rules.md: the rules {group}-... leave out a number"
        )


def test_every_rule_is_named_by_a_test():
    missing = sorted(rules() - set(named_by_tests()))
    assert not missing, (
        f"no test in tests/rules has {missing} in its docstring: write one that fails when "
        "the rule is broken, and name the rule there"
    )


def test_tests_name_only_rules_there_are():
    named = named_by_tests()
    unknown = {rule: named[rule] for rule in sorted(set(named) - rules())}
    assert not unknown, f"docs/rules.md has no line that begins with these IDs: {unknown}"


def test_every_rule_is_broken_once_at_least():
    broken_ones = {each.rule for each in BREAKS}
    unbroken = sorted(rules() - broken_ones)
    assert not unbroken, f"tests/mutation/broken_rules.py has no line that breaks {unbroken}"
    unknown = sorted(broken_ones - rules())
    assert not unknown, (
        f"tests/mutation/broken_rules.py breaks {unknown}: no rules of docs/rules.md"
    )


@pytest.mark.parametrize("each", BREAKS, ids=lambda each: f"{each.rule}: {each.words}")
def test_what_is_broken_is_still_there(each: Break):
    """A table of breaks that no longer break anything would prove nothing."""
    text = broken(ROOT, each)
    if each.path.suffix == ".py":
        ast.parse(text)
