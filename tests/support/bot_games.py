"""Games that bots have played."""

from __future__ import annotations

import goldenspike as gs
from goldenspike.bots import Stream, make_bot
from goldenspike.bots.safety import SeatedBot


def play_bots(board: str, bots: list[str], seed: int, until: int | None = None) -> gs.Game:
    """Let bots play a game to its end, or up to a number of actions."""
    game = gs.Game(board, len(bots), seed, kernel="compiled")
    seats = [SeatedBot(make_bot(bot), Stream(f"{seed} {i}")) for i, bot in enumerate(bots)]
    while not game.over and len(game.actions) != until:
        game.play(seats[game.seat].decide(game.view(game.seat)).action)
    return game
