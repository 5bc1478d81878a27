"""Bots play as they did: whole games from known seeds, by the plain rules.

A change that is meant to change how they play writes the file anew:

    python tests/bots/test_games_of_bots.py
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

import goldenspike as gs
from goldenspike.bots import Stream, decide, make_bot

FILE = Path(__file__).parent / "games_of_bots.json"
BOTS = ("random", "greedy", "planner", "easy")

pytestmark = pytest.mark.quick


def play(board: str, spec: str) -> dict[str, Any]:
    """One game of a bot against itself: how long it was, how it ended, a digest of its moves."""
    game = gs.Game(board, players=2, seed=11, first=0, kernel="plain")
    bots, streams = [make_bot(spec), make_bot(spec)], [Stream("one"), Stream("two")]
    while not game.over:
        decision = decide(bots[game.seat], game.view(game.seat), streams[game.seat])
        assert not decision.trouble
        game.play(decision.action)
    moves = "\n".join(f"{seat} {text}" for seat, text in game.actions)
    return {
        "moves": len(game.actions),
        "totals": [score.total for score in game.scores()],
        "digest": hashlib.sha256(moves.encode()).hexdigest()[:16],
    }


@pytest.mark.parametrize("spec", BOTS)
@pytest.mark.parametrize("board", gs.board_names())
def test_a_bot_plays_as_it_did(board: str, spec: str):
    known = json.loads(FILE.read_text(encoding="utf-8"))
    assert play(board, spec) == known[board][spec]


if __name__ == "__main__":
    games = {board: {spec: play(board, spec) for spec in BOTS} for board in gs.board_names()}
    FILE.write_text(json.dumps(games, indent=1) + "\n", encoding="utf-8")
