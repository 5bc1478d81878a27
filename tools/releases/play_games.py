"""Plays the games of a release, which every later version has to replay.

    python tools/releases/play_games.py 0.2.0

writes `tests/releases/0.2.0.jsonl`: one record a line, on every board with every number of players.
Run it once, when a version is released; the file is never written again.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import goldenspike as gs
from goldenspike.bots import Stream, decide, make_bot

FOLDER = Path(__file__).parents[2] / "tests" / "releases"
BOTS = ("planner", "greedy", "planner", "random", "greedy")


def whole_game(board: str, players: int, seed: int) -> gs.Game:
    """Play one game between bots of several kinds, so that most kinds of decision come up."""
    game = gs.Game(board, players, seed=seed)
    bots = [make_bot(BOTS[(seed + seat) % len(BOTS)]) for seat in range(players)]
    stream = Stream(f"release {board} {players} {seed}")
    while not game.over:
        game.play(decide(bots[game.seat], game.view(game.seat), stream).action)
    return game


def main() -> None:
    """Write the games of the version on the command line."""
    if len(sys.argv) != 2:
        sys.exit("usage: python tools/releases/play_games.py VERSION")
    path = FOLDER / f"{sys.argv[1]}.jsonl"
    if path.exists():
        sys.exit(f"{path} is there already: the games of a release do not change")
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for name in gs.board_names():
            board = gs.load_board(name)
            for players in range(board.min_players, board.max_players + 1):
                # A seed as long as a server's, which a record holds as text.
                record = whole_game(name, players, seed=(1 << 200) + players).record()
                file.write(json.dumps(record, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
