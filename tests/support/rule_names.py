"""The rules' IDs in docs/rules.md, and which tests name them in their docstrings."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
TESTS = Path("tests/rules")
DIGEST = ROOT / "docs" / "rules.md"


def rules() -> set[str]:
    """The IDs at the head of a line of the digest."""
    heads = re.findall(r"^- ([A-Z]+-[A-Z0-9]+(?:-\d)?) ", DIGEST.read_text("utf-8"), re.MULTILINE)
    return set(heads)


def named_by_tests() -> dict[str, list[str]]:
    """For each ID the tests that name it, as pytest is asked for them."""
    groups = "|".join(sorted({rule.partition("-")[0] for rule in rules()}))
    rule_id = re.compile(rf"\b(?:{groups})-[A-Z0-9]+(?:-\d)?\b")
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / TESTS).glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for name in set(rule_id.findall(ast.get_docstring(node) or "")):
                    found.setdefault(name, []).append(f"{TESTS / path.name}::{node.name}")
    return found
