"""The traced longest path is a real one, of exactly the length that was scored (SCORE-2)."""

from __future__ import annotations

import itertools
import random

import pytest

import goldenspike as gs
from goldenspike.server.longest import longest_tracks


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
        owned = [track for track, owner in routes.items() if owner == seat]
        path = longest_tracks(game.board, owned, score.longest)
        assert len(set(path)) == len(path)
        assert set(path) <= set(owned)
        assert sum(tracks[track].length for track in path) == score.longest
        ends = [{tracks[track].a, tracks[track].b} for track in path]
        assert all(first & second for first, second in itertools.pairwise(ends))
