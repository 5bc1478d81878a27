"""Hints kept current from event to event are those made afresh from a seat's view."""

from __future__ import annotations

import random
from typing import Any

import pytest

import goldenspike as gs
from goldenspike.server.protocol import merge_patch
from goldenspike.ways import cheapest_way


def by_asking(view: gs.View) -> dict[str, Any]:
    """The hints, asked for one by one."""
    if view.seat is None:
        return {"closed": view.closed_tracks(), "missing": {}, "tickets": {}}
    missing = {
        track.id: view.cards_missing(index)
        for index, track in enumerate(view.board.tracks)
        if view.track_obstacle(index) is None
    }
    states = {}
    for ticket in view.board.tickets:
        if ticket.id in view.to_json()["seats"][view.seat]["tickets"]:
            way, trains = cheapest_way(view, ticket), view.state.trains[view.seat]
            possible = way is not None and way.spaces <= trains
            states[ticket.id] = "made" if way and way.done else "open" if possible else "lost"
    return {"closed": view.closed_tracks(), "missing": missing, "tickets": states}


@pytest.mark.parametrize(
    ("board", "players", "seed"),
    [("usa", 2, 1), ("usa", 4, 2), ("germany", 3, 3), ("germany", 2, 4), ("nordic", 3, 5)],
)
def test_hints_are_kept_current(board: str, players: int, seed: int):
    game = gs.Game(board, players=players, seed=seed)
    source = random.Random(seed)
    kept = {viewer: game.hints(viewer) for viewer in (*range(players), None)}
    shown = {viewer: hints.to_json(game.kernel_board) for viewer, hints in kept.items()}
    seen = set()
    while not game.over:
        claims = [action for action in game.legal() if action.kind == "claim"]
        game.play(source.choice(claims if claims and source.random() < 0.5 else game.legal()))
        for viewer, last in kept.items():
            kept[viewer] = game.hints(viewer, last)
            patch = kept[viewer].patch_since(last, game.kernel_board)
            shown[viewer] = merge_patch.apply(shown[viewer], patch)
            if source.random() < 0.1 or game.over:
                hints = kept[viewer].to_json(game.kernel_board)
                view = game.view(viewer)
                assert hints == view.hints() == by_asking(view) == shown[viewer]
                seen |= set(hints["tickets"].values())
    assert seen >= {"open", "lost"}


def test_hints_change_when_tickets_are_kept_and_only_then():
    game = gs.Game("usa", players=2, seed=7, first=0)
    hints = game.hints(0)
    assert hints.to_json(game.kernel_board)["tickets"] == {}
    game.play("keep phoenix-portland calgary-phoenix")
    hints = game.hints(0, hints)
    assert hints.to_json(game.kernel_board)["tickets"] == {
        "phoenix-portland": "open",
        "calgary-phoenix": "open",
    }
    assert game.hints(0, hints) is hints
