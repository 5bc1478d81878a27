"""Where a game begins that goes on from a moment of a finished one."""

from __future__ import annotations

from typing import Any

import goldenspike as gs


def imagined(game: gs.Game, seed: int) -> gs.Game:
    """The game as the seat to act knows it, with everything that is hidden from it drawn again."""
    return game.view(game.seat).resample(seed)


def start_position(game: gs.Game) -> dict[str, Any]:
    """The whole position, for the server alone: it is stored with the table, and never sent."""
    return dict(game.position())
