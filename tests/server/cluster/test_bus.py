"""The bus: texts of any size arrive in order, and a loss is noticed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldenspike.server.cluster.postgres_transport import Pieces, cut

pytestmark = pytest.mark.quick


@given(st.lists(st.text(max_size=20_000), min_size=1, max_size=3))
def test_texts_are_cut_and_put_together_again(texts: list[str]):
    """PostgreSQL takes less than 8000 bytes in a notification; pieces of others come between."""
    received: list[str] = []
    pieces = Pieces(received.append)
    cuts = [cut(text, f"p{number}") for number, text in enumerate(texts)]
    for place in range(max(map(len, cuts))):
        for parts in cuts:
            if place < len(parts):
                assert len(parts[place].encode("utf-8", "surrogatepass")) < 8000
                pieces.take(parts[place])
    assert sorted(received) == sorted(text for text in texts if text)


def test_a_text_that_lost_a_piece_is_dropped():
    received: list[str] = []
    pieces = Pieces(received.append)
    first, _, third = cut("x" * 20_000, "p1")
    pieces.take(first)
    pieces.take(third)
    pieces.take(cut("whole", "p2")[0])
    assert received == ["whole"]
