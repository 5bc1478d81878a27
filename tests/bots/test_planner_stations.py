"""The planner builds stations where they pay."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import goldenspike as gs
from goldenspike.arena.batch import Batch
from goldenspike.arena.play_batch import play_batch

RANGE = str(Path(__file__).parents[2] / "examples" / "boards" / "thistle_range.toml")
GAMES = 24
WORTH_UNBUILT = 3


def finished_games(players: int) -> Iterator[gs.Game]:
    batch = Batch(RANGE, ("planner",) * players, 7, 0, GAMES, recorded=True)
    outcome = play_batch(batch)
    assert outcome.history is not None
    board = gs.load_board(RANGE)
    for number, codes in enumerate(outcome.history):
        game = gs.Game(board, players, batch.first_seed + number, batch.first_seat)
        for code in codes:
            game.play(int(code))
        yield game


def without_stations(game: gs.Game) -> gs.Game:
    """The same end of a game, had nobody built a station."""
    position = game.position()
    position["stations"] = {}
    for seat in position["seats"]:
        seat["stations"] = 3
    return gs.Game.from_position(position)


@pytest.fixture(scope="module")
def ends() -> list[gs.Game]:
    return list(finished_games(4))


def test_stations_are_built_where_passes_are_few(ends: list[gs.Game]):
    built = [sum(map(len, game.position()["stations"].values())) for game in ends]
    assert sum(built) >= 2 * GAMES
    assert max(built) <= 12


def test_most_of_them_borrow_a_track(ends: list[gs.Game]):
    built = sum(sum(map(len, game.position()["stations"].values())) for game in ends)
    seats = [seat for game in ends for seat in game.view(0).to_json()["seats"]]
    borrowed = sum(len(seat["borrowed"]) for seat in seats)
    assert 0.75 * built <= borrowed <= built


def test_they_bring_more_points_than_they_are_worth_unbuilt(ends: list[gs.Game]):
    gained = lost = 0
    for game in ends:
        for with_, without in zip(game.scores(), without_stations(game).scores(), strict=True):
            gained += with_.ticket_points - without.ticket_points
            lost += without.bonuses["stations"] - with_.bonuses["stations"]
    assert lost >= 2 * GAMES * WORTH_UNBUILT
    # A missed ticket costs its points, so that each one made counts twice.
    assert gained > 3 * lost
