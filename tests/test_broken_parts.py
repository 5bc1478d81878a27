"""What `make mutants ARGS=--quick` breaks is still there to be broken."""

from __future__ import annotations

import pytest

from mutation.broken_parts import BROKEN_PARTS, BrokenPart
from support.rule_names import ROOT

pytestmark = pytest.mark.quick


@pytest.mark.parametrize("broken", BROKEN_PARTS, ids=lambda broken: broken.words)
def test_a_broken_part_differs_from_the_whole_one(broken: BrokenPart):
    assert broken.text(ROOT) != (ROOT / broken.path).read_text("utf-8")
