"""Answers about a track that a seat cannot pay for."""

from __future__ import annotations

import pytest

from goldenspike.server.protocol.messages import Ask
from goldenspike.server.views.answers import answer
from support.table import table

pytestmark = pytest.mark.quick


@pytest.mark.parametrize(("seat", "code"), [(0, "cards"), (1, "not_your_turn")])
def test_locomotives_missing_for_a_ferry_are_counted_apart(seat: int, code: str):
    """N-FERRY-1: on anybody's turn; two white cards lack a locomotive, and no third white one."""
    game = table("nordic", turn=0, hands=["2white", "2white"])
    told = answer(game, 7, seat, Ask("q", "track", track="aalborg-oslo:white"))
    assert told.reason.code == code
    assert told.missing == 1
    assert told.reason.params["missing"] == 1
    assert told.reason.params["locomotives"] == 1
    plain = answer(game, 7, seat, Ask("q", "track", track="boden-tornio:green"))
    assert plain.missing == 1
    assert plain.reason.params["locomotives"] == 0
