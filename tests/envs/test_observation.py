"""The observation: what a seat knows and nothing more, the same however it is computed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import goldenspike as gs
from goldenspike.observation import layout_of, observe
from goldenspike.observation.blocks import BLOCKS, table
from goldenspike.observation.numbering import NAMES
from goldenspike.rules.engine import engine
from goldenspike.rules.knowledge import unseen_cards
from support.example_boards import EXAMPLE_BOARDS

ROOT = Path(__file__).parents[2]
TABLES = [
    *[("usa", 2), ("usa", 5), ("germany", 3), ("nordic", 2), ("nordic", 3)],
    *((board, 2) for board in EXAMPLE_BOARDS),
]


def positions(board: str, players: int, seed: int, every: int, kernel: str) -> Iterator[gs.Game]:
    """A random game, stopped every so often; claims are preferred, so that games get somewhere."""
    chance = random.Random(seed)
    game = gs.Game(board, players=players, seed=seed, kernel=kernel)
    number = 0
    while not game.over:
        legal = game.legal()
        claims = [action for action in legal if str(action).startswith("claim")]
        game.play(chance.choice(claims if claims and chance.random() < 0.7 else legal))
        number += 1
        if number % every == 0 or game.over:
            yield game


def test_blocks_are_numbered_as_they_are_listed():
    assert tuple(block.name for block in BLOCKS) == NAMES


def test_blocks_fill_the_observation_without_gaps():
    for board, players in TABLES:
        layout = layout_of(gs.load_board(board), players, derived=True)
        at = 0
        for part in layout.slices.values():
            assert part.start == at
            at = part.stop
        assert at == layout.size


@pytest.mark.parametrize(("board", "players"), TABLES)
def test_compiled_and_plain_observations_are_equal(board: str, players: int):
    layout = layout_of(gs.load_board(board), players, derived=True)
    for game in positions(board, players, seed=5, every=11, kernel="compiled"):
        for seat in range(players):
            compiled = game.view(seat)
            plain = gs.View(game.kernel_board, engine("plain"), compiled.state, seat)
            assert (compiled.kernel, plain.kernel) == ("compiled", "plain")
            np.testing.assert_array_equal(observe(compiled, layout), observe(plain, layout))


@pytest.mark.parametrize(("board", "players"), TABLES)
def test_an_observation_does_not_change_when_what_is_hidden_is_drawn_anew(board: str, players: int):
    """The secrecy law; equal views give equal observations, since a resampled view is an equal
    one."""
    layout = layout_of(gs.load_board(board), players, derived=True)
    for number, game in enumerate(positions(board, players, seed=9, every=7, kernel="compiled")):
        for seat in range(players):
            view = game.view(seat)
            other = view.resample(number).view(seat)
            assert view == other
            np.testing.assert_array_equal(observe(view, layout), observe(other, layout))


@settings(max_examples=15)
@given(st.sampled_from(TABLES), st.integers(0, 2**64 - 1))
def test_blocks_say_what_the_view_says(where: tuple[str, int], seed: int):
    """Checked against the view's JSON, which is written by other code."""
    board, players = where
    layout = layout_of(gs.load_board(board), players)
    for game in positions(board, players, seed, every=40, kernel="compiled"):
        seat = seed % players
        view = game.view(seat)
        seen, numbers = view.to_json(), observe(view, layout)
        own = seen["seats"][seat]
        cards = {name: n for name, n in zip(CARDS, layout.read(numbers, "hand"), strict=True) if n}
        assert cards == own["cards"]
        assert [
            t for t, n in zip(layout.tickets, layout.read(numbers, "held"), strict=True) if n
        ] == (sorted(own["tickets"], key=layout.tickets.index))
        for block, owner in (("own", seat), ("theirs", (seat + 1) % players)):
            marks = layout.read(numbers, block).reshape(-1, len(layout.tracks))[0]
            tracks = {name for name, mark in zip(layout.tracks, marks, strict=True) if mark}
            assert tracks == {name for name, who in seen["routes"].items() if who == owner}
        figures = layout.read(numbers, "seats")
        for place in range(players):
            public = seen["seats"][(seat + place) % players]
            assert figures[place][0] == public["card_count"]
            assert figures[place][1] == public["trains"]
            assert figures[place][2] == public["route_points"]
        unseen = layout.read(numbers, "unseen").sum()
        unknown = sum(
            seen["seats"][p]["card_count"]
            - layout.read(numbers, "known")[(p - seat) % players].sum()
            for p in range(players)
            if p != seat
        )
        assert unseen == seen["deck"] + unknown


@pytest.mark.parametrize(("board", "players"), TABLES)
def test_unseen_cards_are_those_that_resampling_deals(board: str, players: int):
    """The rules count them anew for every card; the observation adds them up as it goes."""
    layout = layout_of(gs.load_board(board), players)
    for game in positions(board, players, seed=13, every=9, kernel="compiled"):
        if game.over:
            break  # everything is in sight, and nothing is left to deal
        for seat in range(players):
            view = game.view(seat)
            dealt = [
                unseen_cards(view.state, game.kernel_board.plain, seat, card)
                for card in range(len(CARDS))
            ]
            assert layout.read(observe(view, layout), "unseen").tolist() == dealt


CARDS = ("purple", "blue", "orange", "white", "green", "yellow", "black", "red", "locomotive")


@pytest.mark.parametrize(("board", "players"), TABLES)
def test_derived_blocks_agree_with_slower_ways_to_find_them(board: str, players: int):
    layout = layout_of(gs.load_board(board), players, derived=True)
    for game in positions(board, players, seed=3, every=25, kernel="compiled"):
        seat = game.seat
        view = game.view(seat)
        numbers = observe(view, layout)
        order = game.kernel_board.track_order
        for t, lack in enumerate(layout.read(numbers, "missing")):
            if layout.read(numbers, "open")[t]:
                assert lack == view.cards_missing(order[t])
        held = view.to_json()["seats"][seat]["tickets"]
        costs, made = layout.read(numbers, "cost"), layout.read(numbers, "made")
        if not game.board.stations:  # those may connect more than the own tracks do
            assert made.sum() == game.scores()[seat].tickets_made
        for name in held:
            number = layout.tickets.index(name)
            ends, values = game.board.tickets[number].ends, game.board.tickets[number].values
            found = 0 if made[number] else costs[number]
            assert made[number] == (found == 0)
            if values:
                ways = [cheapest_way(game, seat, ends[0], end) for end in ends[1:]]
                assert found == min(ways)
                reached = [n for n, way in zip(values, ways, strict=True) if way == 0]
                assert layout.read(numbers, "reached")[number] == max(reached, default=0)
                continue
            ways = [cheapest_way(game, seat, a, b) for a, b in pairwise(ends)]
            if len(ends) == 2:
                assert found == ways[0]
            else:  # a tour's network is no cheaper than any way in it, nor dearer than all of them
                assert cheapest_way(game, seat, ends[0], ends[-1]) <= found
                assert max(ways) <= found <= min(255, sum(ways))


def cheapest_way(game: gs.Game, seat: int, start: tuple[int, ...], target: tuple[int, ...]) -> int:
    """Bellman and Ford's way from any of these places to any of those; 255 if there is none."""
    board, view = game.board, game.view(seat)
    routes = view.to_json()["routes"]
    far = {place: 0 if place in start else 10000 for place in range(len(board.places))}
    for _ in board.places:
        for i, track in enumerate(board.tracks):
            owner = routes.get(track.id)
            if owner == seat or (track.shared and owner is not None):
                length = 0
            elif view.state.blocked[game.kernel_board.track_number[i]] >> seat & 1:
                continue
            else:
                length = track.length + track.extra_trains
            for u, v in ((track.a, track.b), (track.b, track.a)):
                if not board.places[u].country or u in start:
                    far[v] = min(far[v], far[u] + length)
    return min(255, *(far[place] for place in target))


def test_observing_needs_a_seat_and_the_right_layout():
    game = gs.Game("usa", players=2, seed=1)
    with pytest.raises(gs.InputError, match="take the view of a seat"):
        observe(game.view(None))
    with pytest.raises(gs.InputError, match="does not fit"):
        observe(game.view(0), layout_of(game.board, 3))
    with pytest.raises(gs.InputError, match="2 to 5 players"):
        layout_of(game.board, 7)
    with pytest.raises(gs.InputError, match="no block 'cash'"):
        layout_of(game.board, 2).read(observe(game.view(0)), "cash")


def test_the_documented_table_is_the_code_s():
    """Write it anew with: .venv/bin/python tests/envs/test_observation.py"""
    text = (ROOT / "docs" / "environments.md").read_text(encoding="utf-8")
    for board in gs.board_names():
        assert table(gs.load_board(board), 2) in text, f"the table of {board} is not current"


def write_tables() -> None:
    """Put the current tables between the marks of the documentation."""
    path = ROOT / "docs" / "environments.md"
    text = path.read_text(encoding="utf-8")
    for board in gs.board_names():
        start, end = f"<!-- table {board} -->\n", f"\n<!-- end {board} -->"
        before, _, rest = text.partition(start)
        _, _, after = rest.partition(end)
        text = before + start + table(gs.load_board(board), 2) + end + after
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_tables()
