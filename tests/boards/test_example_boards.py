"""The boards in examples/boards: good, drawn without collisions, and played by all bots."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

import goldenspike as gs
from goldenspike.boards.drawing.geometry import overlap
from goldenspike.boards.drawing.layout_engine import compute_layout
from goldenspike.boards.model import LANGUAGES
from goldenspike.bots import Stream, decide, make_bot

BOARDS = sorted((Path(__file__).parents[2] / "examples" / "boards").glob("*.toml"))

SHOWN = {"lantern_city": "lamplighter", "salt_harbour": "tokens", "thistle_range": "stations"}
"""A part of the score that each board is there to show."""

every_board = pytest.mark.parametrize("path", BOARDS, ids=lambda path: path.stem)


def test_there_are_some():
    assert [path.stem for path in BOARDS] == list(SHOWN)


@every_board
def test_everything_has_a_name_in_every_language(path: Path):
    board = gs.load_board(path)
    named = (board, *board.places, *board.bonuses, *board.regions, *board.companies)
    named += board.variants
    others = set(LANGUAGES) - {"en"}
    assert [one.name for one in named if set(one.names) != others] == []


@every_board
def test_names_cover_neither_each_other_nor_the_tracks(path: Path):
    layout = compute_layout(gs.load_board(path))
    plates = [plate.corners() for track in layout.tracks for plate in track.plates]
    for language in LANGUAGES:
        boxes = [place.labels[language].box.corners() for place in layout.places]
        assert not any(overlap(a, b) for a, b in combinations(boxes, 2)), language
        assert not any(overlap(box, plate) for box in boxes for plate in plates), language


@every_board
@pytest.mark.parametrize("bots", [("planner", "greedy", "random"), ("planner", "planner")])
def test_bots_play_it_and_its_variants(path: Path, bots: tuple[str, ...]):
    paid = set()
    for variant in ("", *(variant.id for variant in gs.load_board(path).variants)):
        game = gs.Game(path, len(bots), seed=5, variant=variant)
        minds, stream = [make_bot(bot) for bot in bots], Stream("example boards")
        while not game.over:
            game.play(decide(minds[game.seat], game.view(game.seat), stream).action)
        paid |= {name for score in game.scores() for name, n in score.bonuses.items() if n}
        assert gs.replay(game.record()) == game
    assert SHOWN[path.stem] in paid
