"""The figures of the rules pages in the browser."""

from __future__ import annotations

import pytest
from make_rules_figures import FILE, figures, text

pytestmark = pytest.mark.quick


def test_the_figures_of_the_rules_pages_are_those_of_the_boards():
    assert FILE.read_text(encoding="utf-8") == text(), "run `make figures`"


@pytest.mark.parametrize(
    ("board", "expected"),
    [
        ("usa", {"trains": "45", "cards": "110", "main_tickets": "30", "closed": "2–3"}),
        ("germany", {"short_tickets": "55", "long_points": "12–22", "passengers": "60"}),
        ("nordic", {"trains": "40", "players": "2–3", "main_tickets": "46", "closed": "2"}),
    ],
)
def test_they_say_what_the_rulebook_says(board: str, expected: dict[str, str]):
    assert figures(board)["texts"].items() >= expected.items()
