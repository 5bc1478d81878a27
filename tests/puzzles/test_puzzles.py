"""Puzzles: what comes with the package, how they are made, and what they must not depend on."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

import pytest

import goldenspike as gs
from goldenspike.puzzles import Puzzle, load_puzzles, number_of_day, puzzle_boards
from goldenspike.puzzles.comparing import Comparer
from goldenspike.puzzles.finding import known_position, prepare
from goldenspike.puzzles.making import make_puzzles
from goldenspike.puzzles.model import puzzle_id
from goldenspike.puzzles.puzzle_files import DATA, read_puzzles, write_puzzles
from goldenspike.puzzles.themes import THEMES
from support.command import run_command

ALL = [puzzle for board in puzzle_boards() for puzzle in load_puzzles(board)]


def test_there_are_puzzles_on_every_board_and_each_once():
    assert sorted(puzzle_boards()) == ["germany", "nordic", "usa"]
    assert all(len(load_puzzles(board)) >= 30 for board in puzzle_boards())
    assert len({puzzle.id for puzzle in ALL}) == len(ALL)


def test_every_puzzle_can_be_played_and_its_answer_is_clearly_best():
    for puzzle in ALL:
        game = puzzle.game()
        assert game.seat == puzzle.seat
        legal = {action.text for action in game.legal()}
        assert legal >= {option.action for option in puzzle.options}
        assert len(puzzle.alternatives) >= 2
        assert puzzle.answer.chance_lost == puzzle.answer.points_lost == 0
        for option in puzzle.alternatives:
            assert option.chance_lost >= 0.04
            assert option.points_lost >= 4 * option.error > 0
        assert set(puzzle.themes) <= set(THEMES)


@pytest.mark.parametrize("board", ["usa", "germany", "nordic"])
def test_a_puzzle_has_nothing_but_what_its_seat_knows(board: str):
    """What is hidden was drawn from the view: drawing it again gives the same puzzle."""
    puzzle = load_puzzles(board)[0]
    view = puzzle.view("compiled")
    assert puzzle_id(view) == puzzle.id
    again, seen = known_position(view.resample(5).view(puzzle.seat))
    assert bytes(seen.raw) == bytes(view.raw)
    assert "rng" not in puzzle.position
    assert "rng" not in again


@pytest.mark.parametrize("board", ["usa", "germany", "nordic"])
def test_the_answer_does_not_depend_on_what_is_hidden(board: str):
    prepare()
    puzzle = load_puzzles(board)[1]
    view = puzzle.view("compiled")
    _, other = known_position(view.resample(9).view(puzzle.seat))
    comparer = Comparer(view.kernel_board, view.state.players)
    ideas = [a for a in view.legal() if a.text in [o.action for o in puzzle.options]]
    compared = comparer.compare(view, ideas, 500, 1)
    assert comparer.compare(other, ideas, 500, 1) == compared
    assert compared.ideas[0].text == puzzle.answer.action


def test_a_file_says_its_licence_and_a_changed_one_is_refused():
    text = (DATA / "usa.json").read_text(encoding="utf-8")
    about, puzzles = read_puzzles(text)
    assert (about["licence"], about["board"]) == ("MIT", "usa")
    changed = text.replace(puzzles[0].id, "00000000")
    with pytest.raises(gs.InputError, match="sha256"):
        read_puzzles(changed)


@pytest.mark.wide
def test_making_keeps_what_it_has_when_it_is_stopped(tmp_path: Path):
    def path(name: str) -> Path:
        return tmp_path / f"{name}.json"

    def stop_after(count: int) -> Callable[[int, int], None]:
        def progress(done: int, total: int) -> None:
            if done >= count:
                raise KeyboardInterrupt

        return progress

    with pytest.raises(KeyboardInterrupt):
        make_puzzles("usa", path("usa"), 2, stop_after(1))
    stopped, first = read_puzzles(path("usa").read_text(encoding="utf-8"))
    assert stopped["next_seed"] > 1
    assert len(first) >= 1


def test_what_is_written_is_read_again(tmp_path: Path):
    puzzles: list[Puzzle] = list(load_puzzles("nordic")[:3])
    write_puzzles(tmp_path / "some.json", {"board": "nordic"}, puzzles)
    assert read_puzzles((tmp_path / "some.json").read_text(encoding="utf-8"))[1] == puzzles


def test_every_puzzle_has_its_day():
    start = date(2026, 11, 18)
    days = [number_of_day(start + timedelta(days=n), 40) for n in range(40)]
    assert sorted(days) == list(range(40))


def test_the_command_lists_and_shows_puzzles():
    listed = json.loads(run_command("puzzle", "list", "usa", "--json").stdout)
    assert [row["id"] for row in listed] == [puzzle.id for puzzle in load_puzzles("usa")]
    shown = run_command("puzzle", "show", listed[0]["id"], "--answer")
    assert "right" in shown.stdout
    assert run_command("puzzle", "show", "zzz").returncode == 1


@pytest.mark.wide
def test_nearly_all_puzzles_keep_their_answers_in_ten_times_the_worlds():
    done = run_command("puzzle", "check", "--limit", "4", "--json")
    told = json.loads(done.stdout)
    assert told["held"] >= 0.95 * told["puzzles"]
