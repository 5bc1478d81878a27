"""CPU time of a move inside a table: playing it, its event, and one message for each of the seats.

    python bench/move_cost.py

Without the network and the database, so that it can be repeated on a busy machine: the least of
several rounds over the same games counts. `bench/load/run.py` measures a whole server.
"""

from __future__ import annotations

import argparse
import random
import time

import goldenspike as gs
from goldenspike.server.views.client_view import TableViews

SEATS = {"usa": 4, "germany": 4, "nordic": 3}


def play(board: str, players: int, seed: int, moves: int) -> tuple[int, int, int, int]:
    """Play a game; returns its moves, the nanoseconds to play and to tell, and the bytes told."""
    game, views, source = gs.Game(board, players, seed), TableViews(), random.Random(seed)
    for seat in range(players):
        views.texts_since(None, game, 0, seat, None)
    n = playing = telling = size = 0
    while not game.over and n < moves:
        legal = [str(action) for action in game.legal()]
        claims = [action for action in legal if action.startswith("claim")]
        draws = [action for action in legal if action.startswith("draw")]
        chosen = claims if claims and source.random() < 0.5 else draws or legal
        text = source.choice(chosen)
        began = time.process_time_ns()
        event = game.play(text)
        str(event.action)
        played = time.process_time_ns()
        n += 1
        texts = views.advance(game, n, event, "person", None)
        telling += time.process_time_ns() - played
        playing += played - began
        size += sum(map(len, texts.values()))
    return n, playing, telling, size


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--moves", type=int, default=200)
    options = parser.parse_args()
    for board, players in SEATS.items():
        rounds = [
            [play(board, players, seed, options.moves) for seed in (1, 2)]
            for _ in range(options.rounds)
        ]
        best = min(rounds, key=lambda games: sum(game[1] + game[2] for game in games))
        moves, playing, telling, size = (sum(game[i] for game in best) for i in range(4))
        print(
            f"{board:<10}{players} seats: {playing / moves / 1e6:.3f} ms to play,"
            f" {telling / moves / 1e6:.3f} ms to tell, {size / moves / players:.0f} bytes a seat"
        )


if __name__ == "__main__":
    main()
