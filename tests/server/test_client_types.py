"""The browser client's types are generated from the server's, and real views fit them."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

import goldenspike as gs
from goldenspike.boards.board_json import BoardJson, board_to_json
from goldenspike.boards.drawing.layout import Layout
from goldenspike.boards.drawing.layout_files import stored_layout
from goldenspike.server.protocol import typescript
from goldenspike.server.protocol.game_views import GameEvent, View

pytestmark = pytest.mark.quick

TYPES = Path(__file__).parents[2] / "web" / "src" / "server" / "types.ts"


def test_the_types_of_the_client_are_current():
    assert TYPES.read_text(encoding="utf-8") == typescript.page(), "run: make protocol"


@pytest.mark.parametrize("name", gs.board_names())
def test_boards_and_layouts_have_the_shape_that_is_promised(name: str):
    board = gs.load_board(name)
    layout = stored_layout(board)
    assert layout is not None
    msgspec.convert(board_to_json(board), BoardJson)
    msgspec.convert(layout.to_json(), Layout)


@pytest.mark.parametrize(("board", "players"), [("usa", 2), ("germany", 4), ("nordic", 3)])
def test_views_and_events_of_whole_games_have_the_shape_that_is_promised(board: str, players: int):
    game, source = gs.Game(board, players=players, seed=5), random.Random(5)
    viewers = [None, *range(players)]
    while not game.over:
        for viewer in viewers:
            msgspec.convert(game.view(viewer).to_json(), View)
        actions = game.legal()
        claims = [action for action in actions if str(action).startswith("claim")]
        event = game.play(source.choice(claims or actions))
        for viewer in viewers:
            msgspec.convert(event.seen_by(viewer), GameEvent)
    for viewer in viewers:
        msgspec.convert(game.view(viewer).to_json(), View)


@pytest.mark.parametrize("change", [{"seed": 5}, {"deck": "7"}, {"phase": "lunch"}, {"turn": None}])
def test_a_view_of_another_shape_does_not_pass(change: dict[str, Any]):
    view = gs.Game("usa", players=2, seed=5).view(0).to_json()
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**view, **change}, View)


def test_an_event_of_another_shape_does_not_pass():
    game = gs.Game("usa", players=2, seed=5)
    event = game.play(game.legal()[0]).seen_by(0)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**event, "seed": 5}, GameEvent)
