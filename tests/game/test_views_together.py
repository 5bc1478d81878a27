"""The views of several viewers, made together, are those that are made one by one."""

from __future__ import annotations

import json

from hypothesis import given

from support.walks import examples, seeds, tables, tastes, walk


@examples(12)
@given(tables, seeds, tastes)
def test_views_made_together_are_those_made_one_by_one(
    table: tuple[str, int], seed: int, taste: str
):
    """To the byte, at every step: the former read the whole state, the latter only a masked one."""
    board, players = table
    viewers = [*range(players), None]
    for step, game in enumerate(walk(board, players, seed, taste)):
        if step % 5 == 0 or game.over:
            together = game.views_to_json(viewers)
            for viewer in viewers:
                alone = game.view(viewer).to_json()
                assert json.dumps(together[viewer]) == json.dumps(alone)


@examples(4)
@given(tables, seeds, tastes)
def test_views_made_together_do_not_depend_on_what_is_hidden(
    table: tuple[str, int], seed: int, taste: str
):
    board, players = table
    for step, game in enumerate(walk(board, players, seed, taste)):
        if step % 25 == 0 and not game.over:
            for viewer in (*range(players), None):
                other = game.resample(viewer, seed=step)
                assert other.views_to_json([viewer]) == game.views_to_json([viewer])


@examples(6)
@given(tables, seeds, tastes)
def test_parts_since_a_mark_are_all_that_has_changed(table: tuple[str, int], seed: int, taste: str):
    board, players = table
    viewers = [*range(players), None]
    kept = None
    for game in walk(board, players, seed, taste):
        whole = game.view_parts(viewers)
        if kept is None or game.over:
            kept = whole
        else:
            new = game.view_parts(viewers, kept.mark)
            kept = new._replace(
                seats=[b or a for a, b in zip(kept.seats, new.seats, strict=True)],
                to_players=[b or a for a, b in zip(kept.to_players, new.to_players, strict=True)],
                own={p: seat or kept.own[p] for p, seat in new.own.items()},
            )
        assert kept._replace(mark=whole.mark) == whole
