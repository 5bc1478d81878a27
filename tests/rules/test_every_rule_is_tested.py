"""Every rule of docs/rules.md is named by a test, and no test names a rule that is not there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

HERE = Path(__file__).parent
DIGEST = HERE.parents[1] / "docs" / "rules.md"
ID = re.compile(r"\b(?:SET|DRAW|MARKET|CLAIM|TICKET|END|SCORE|G|N)-[A-Z0-9]+(?:-\d)?\b")


def rules() -> set[str]:
    """The IDs at the head of a line of the digest."""
    heads = re.findall(r"^- ([A-Z]+-[A-Z0-9]+(?:-\d)?) ", DIGEST.read_text("utf-8"), re.MULTILINE)
    return set(heads)


def named_by_tests() -> dict[str, list[str]]:
    """IDs in the docstrings of tests, with the tests that name them."""
    found: dict[str, list[str]] = {}
    for path in sorted(HERE.glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for name in ID.findall(ast.get_docstring(node) or ""):
                    found.setdefault(name, []).append(node.name)
    return found


def test_the_digest_has_all_rules():
    assert len(rules()) == 50
    assert {"SET-1", "DRAW-7", "MARKET-3", "CLAIM-7", "TICKET-3", "END-2", "SCORE-3"} <= rules()
    assert {"G-PASS-3", "G-LAND-1", "G-TIE-1", "N-LOCO", "N-LIEKSA", "N-TIE-1"} <= rules()


def test_every_rule_is_named_by_a_test():
    assert rules() - set(named_by_tests()) == set()


def test_tests_name_only_rules_there_are():
    assert set(named_by_tests()) - rules() == set()
