"""Files that strangers send: whatever is in them, they are refused with a reason or are boards."""

from __future__ import annotations

import random
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import goldenspike as gs
from goldenspike.boards.drawing.poster import draw_board
from goldenspike.rules.graph import network
from goldenspike.rules.record_layout import PlainScratch
from goldenspike.workshop import file_worker
from goldenspike.workshop.file_worker import (
    FileTooCostly,
    check_in_worker,
    checked_file,
    lay_out_in_worker,
)
from goldenspike.workshop.own_board import MAX_FILE, is_own_board, read_own_board
from support.walks import TIMES

ISLAND = (Path(__file__).parents[1] / "boards" / "island.toml").read_text(encoding="utf-8")
USA = Path(gs.__file__).parent / "boards" / "usa.toml"
LINES = ISLAND.split("\n")
PIECES = [
    *LINES,
    "x = 1e999",
    'name = "<script>"',
    "[tracks]",
    '"harbour-hill:red" = { length = 1 }',
    "locomotives = 128",
    "trains = 120",
    "of_each_colour = 0",
    "market = 5",
]
EXAMPLES = 200 if TIMES == 1 else 1000 * TIMES


def play_some(board: gs.Board, seed: int) -> None:
    """Play a game at random, as far as a minute of people's time would bring it."""
    game = gs.Game(board, players=board.min_players, seed=seed, kernel="plain")
    source = random.Random(seed)
    for _ in range(60):
        if game.over:
            break
        game.play(source.choice(game.legal()))
    game.view(0).to_json()


@st.composite
def files(draw: st.DrawFn) -> str:
    """The island with lines changed, left out, repeated, exchanged and with others put in."""
    lines = list(LINES)
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(lines) - 1))
        match draw(st.sampled_from(["digit", "out", "twice", "piece", "text"])):
            case "digit":
                spots = [i for i, letter in enumerate(lines[at]) if letter.isdigit()]
                if spots:
                    spot = draw(st.sampled_from(spots))
                    number = str(draw(st.integers(0, 99)))
                    lines[at] = lines[at][:spot] + number + lines[at][spot + 1 :]
            case "out":
                del lines[at]
            case "twice":
                lines.insert(at, lines[at])
            case "piece":
                lines.insert(at, draw(st.sampled_from(PIECES)))
            case _:
                lines[at] = draw(st.text(max_size=30))
    return "\n".join(lines)


@pytest.mark.laws
@pytest.mark.timeout(2400)  # with ten times the examples
@given(files(), st.integers(0, 10**6))
@settings(max_examples=EXAMPLES)
def test_a_changed_file_is_refused_with_a_reason_or_is_a_board(file: str, seed: int):
    """`make test-wide` tries 10,000."""
    checked = checked_file(file.encode("utf-8", "surrogatepass"))
    msgspec.json.encode(checked)
    if checked.problems:
        assert all(problem.what for problem in checked.problems)
        return
    assert is_own_board(checked.name)
    assert checked_file(checked.file.encode()).name == checked.name, "stored as it was read"
    board = read_own_board(checked.name, checked.file)
    assert board.id == checked.name
    play_some(board, seed)


@given(st.binary(max_size=300))
def test_random_bytes_are_refused(data: bytes):
    assert checked_file(data).problems


def test_a_file_is_not_larger_than_it_may_be():
    (problem,) = checked_file(b"#" * (MAX_FILE + 1)).problems
    assert (problem.what, problem.hint) == (
        "the file has 60,001 bytes",
        "at most 60,000 are taken here",
    )


def test_a_market_that_hardly_ever_stays_is_for_ones_own_table_only():
    usa = USA.read_text(encoding="utf-8")
    file = usa.replace("locomotives = 14", "locomotives = 30")
    (problem,) = checked_file(file.encode()).problems
    assert problem.field == "cards.locomotives"
    assert "545 markets would be cleared" in problem.what
    assert "online table" in problem.hint
    assert not checked_file(usa.encode()).problems


MANY_UNKNOWN = "[places]\n" + "".join(f"p{n} = 1\n" for n in range(4000)) + "[tracks]\n" + "".join(
    f'"q{n}-q{n + 1}:red" = 1\n' for n in range(1000)
)  # fmt: skip


async def test_a_file_that_takes_long_to_check_ends_its_process_only(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(file_worker, "CHECK_SECONDS", 1)
    monkeypatch.setattr(file_worker, "WAITING", 20)
    began = time.monotonic()
    with pytest.raises(FileTooCostly, match="more than 1 seconds"):
        await check_in_worker(MANY_UNKNOWN[:MAX_FILE].encode(), 1500)
    assert time.monotonic() - began < 25


async def test_a_file_that_takes_much_memory_ends_its_process_only():
    tables = b"".join(b"[a%d.b]\n" % number for number in range(5500))
    with pytest.raises(FileTooCostly, match="more than 30 MB"):
        await check_in_worker(tables, 30)


async def test_a_drawing_that_takes_long_ends_its_process_only():
    with pytest.raises(FileTooCostly, match="drawing it takes more than 1 seconds"):
        await lay_out_in_worker(USA.read_bytes(), 1, 1500)


def test_texts_on_a_drawn_board_are_text():
    evil = "<script>alert('&')</script>"
    file = ISLAND.replace('name = "', f'name = "{evil}', 2)
    checked = checked_file(file.encode())
    assert not checked.problems
    picture = draw_board(read_own_board(checked.name, checked.file))
    assert "<script" not in picture
    assert "&lt;SCRIPT&gt;" in picture


def loops(places: int) -> Any:
    """A board, as the kernel sees it, on which three tracks end at every place."""
    pairs = [(n, (n + 1) % places) for n in range(places)]
    pairs += [(n, n + places // 2) for n in range(places // 2)]
    return SimpleNamespace(
        country=[0] * places,
        track_a=[a for a, _ in pairs],
        track_b=[b for _, b in pairs],
        track_length=[1 + n % 2 for n in range(len(pairs))],
    )


def test_the_longest_path_is_searched_for_a_bounded_time(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(network, "MAX_STEPS", 5000)
    board, scratch = loops(48), PlainScratch()
    edges = len(board.track_a)
    for edge in range(edges):
        scratch.edge_track[edge] = edge
    nodes = network.join_edges(board, edges, scratch)
    longest = network.longest_path(nodes, edges, scratch)
    assert scratch.trail_steps == 5000
    assert longest > sum(board.track_length) / 2
