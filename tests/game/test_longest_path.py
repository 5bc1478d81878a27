"""The traced longest path is a real one, of exactly the length that was scored (SCORE-2)."""

from __future__ import annotations

import random

import pytest

import goldenspike as gs
from goldenspike.ways import longest_path

pytestmark = pytest.mark.quick


@pytest.mark.parametrize("board", ["usa", "nordic", "germany"])
@pytest.mark.parametrize("seed", range(4))
def test_the_traced_path_has_the_scored_length(board: str, seed: int):
    game = gs.Game(board, players=2, seed=seed)
    choose = random.Random(seed)
    while not game.over:
        legal = game.legal()
        claims = [action for action in legal if str(action).startswith("claim")]
        game.play(choose.choice(claims or legal))
    tracks = {track.id: track for track in game.board.tracks}
    routes = game.view(None).to_json()["routes"]
    for seat, score in enumerate(game.scores()):
        owned = {track for track, owner in routes.items() if owner == seat}
        path = [game.board.tracks[number].id for number in longest_path(game.view(None), seat)]
        assert len(set(path)) == len(path)
        assert set(path) <= owned
        assert sum(tracks[track].length for track in path) == score.longest
        assert is_one_walk(game.board, path)


def is_one_walk(board: gs.Board, path: list[str]) -> bool:
    """Can the tracks be walked in this order, from one end or the other of the first?"""
    tracks = {track.id: track for track in board.tracks}
    for start in (tracks[path[0]].a, tracks[path[0]].b) if path else ():
        place = start
        for step, name in enumerate(path):
            track = tracks[name]
            through = not (step and board.places[place].country)  # G-LAND-1
            if place not in (track.a, track.b) or not through:
                break
            place = track.a + track.b - place
        else:
            return True
    return not path
