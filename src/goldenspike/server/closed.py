"""Free tracks that nobody may claim any more, for those who hold no seat."""

from __future__ import annotations

from goldenspike.notation.reasons import track_obstacle
from goldenspike.view import View

PARALLEL = ("parallel_own", "parallel_closed")
"""Codes of the reasons that a track beside one already taken is closed (CLAIM-5, CLAIM-6)."""


def closed_to_all(view: View) -> list[str]:
    """Free tracks that a parallel one closes to every seat."""
    shut = []
    for index, track in enumerate(view.board.tracks):
        found = [
            track_obstacle(view.tables, view.state, seat, index)
            for seat in range(view.state.players)
        ]
        if all(each is not None and each.code in PARALLEL for each in found):
            shut.append(track.id)
    return shut
