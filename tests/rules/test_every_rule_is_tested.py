"""Every rule of docs/rules.md is named by a test, and no test names a rule that is not there.

That those tests fail when their rule is broken, `make mutants` shows: `mutation/broken_rules.py`.
"""

from __future__ import annotations

import ast

import pytest

from mutation.broken_rules import BREAKS, Break, broken
from support.rule_names import ROOT, named_by_tests, rules

pytestmark = pytest.mark.quick


def test_the_digest_has_all_rules():
    assert len(rules()) == 50
    assert {"SET-1", "DRAW-7", "MARKET-3", "CLAIM-7", "TICKET-3", "END-2", "SCORE-3"} <= rules()
    assert {"G-PASS-3", "G-LAND-1", "G-TIE-1", "N-LOCO", "N-LIEKSA", "N-TIE-1"} <= rules()


def test_every_rule_is_named_by_a_test():
    assert rules() - set(named_by_tests()) == set()


def test_tests_name_only_rules_there_are():
    assert set(named_by_tests()) - rules() == set()


def test_every_rule_is_broken_once_at_least():
    assert {each.rule for each in BREAKS} == rules()


@pytest.mark.parametrize("each", BREAKS, ids=lambda each: f"{each.rule}: {each.words}")
def test_what_is_broken_is_still_there(each: Break):
    """A table of breaks that no longer break anything would prove nothing."""
    text = broken(ROOT, each)
    if each.path.suffix == ".py":
        ast.parse(text)
