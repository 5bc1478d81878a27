"""What `make mutants ARGS=--quick` breaks is still there to be broken."""

from __future__ import annotations

import pytest

from mutation.broken_parts import BROKEN_PARTS, BrokenPart, has_failed
from support.rule_names import ROOT

pytestmark = pytest.mark.quick


@pytest.mark.parametrize("broken", BROKEN_PARTS, ids=lambda broken: broken.words)
def test_a_broken_part_differs_from_the_whole_one(broken: BrokenPart):
    assert broken.text(ROOT) != (ROOT / broken.path).read_text("utf-8")


@pytest.mark.parametrize(
    ("exit_code", "output", "failed"),
    [
        (0, "408 passed in 13.67s\n", False),
        (1, "1 failed, 408 passed in 13.67s\n", True),
        (2, "xdist.dsession.Interrupted\n1 failed, 408 passed in 13.67s\n", True),
        (2, "1 error in 0.67s\n", False),
        (4, "ERROR: file or directory not found\n", False),
    ],
)
def test_only_a_failed_test_counts_as_noticed(exit_code: int, output: str, failed: bool):
    assert has_failed(exit_code, output) is failed
