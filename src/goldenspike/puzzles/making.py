"""Making a file of puzzles, game by game, and checking one.

The file says which game comes next, so that making goes on where it was stopped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from goldenspike.bots.judgement.estimator import compiled_view
from goldenspike.notation.actions import Action
from goldenspike.puzzles.comparing import CHECKING_AGAIN_FROM, TIMES, Comparer, idea_key
from goldenspike.puzzles.finding import Counts, prepare, puzzles_of_game
from goldenspike.puzzles.model import Puzzle
from goldenspike.puzzles.puzzle_files import read_puzzles, write_puzzles

Progress = Callable[[int, int], None]

MOST_OF_A_KIND = 0.4
"""The part of all puzzles whose answers may be of one kind: claims, draws ..."""


def make_puzzles(board: str, path: Path, count: int, progress: Progress) -> None:
    """Add puzzles to a file until it has `count`; it is written after every game.

    Which ones are found depends on the board, the count and the games before, and on nothing else.
    """
    prepare()
    about: dict[str, Any] = {}
    puzzles: list[Puzzle] = []
    if path.exists():
        about, puzzles = read_puzzles(path.read_text(encoding="utf-8"))
    counts = Counts()
    for name in vars(counts):
        setattr(counts, name, about.get(name, 0))
    seed = about.get("next_seed", 1)
    kinds = Counter(_kind(puzzle) for puzzle in puzzles)

    def wanted(answer: Action) -> bool:
        return kinds[answer.kind] < MOST_OF_A_KIND * count

    while len(puzzles) < count:
        for puzzle in puzzles_of_game(board, seed, counts, wanted):
            puzzles.append(puzzle)
            kinds[_kind(puzzle)] += 1
        seed += 1
        write_puzzles(path, {"board": board, "next_seed": seed} | vars(counts), puzzles)
        progress(len(puzzles), count)


@dataclass(frozen=True, slots=True)
class Checked:
    """A puzzle that was compared again, in other worlds."""

    puzzle: Puzzle
    best: str
    """The action that is best now."""
    points_lost: float
    """By the answer, if another action is best; else by the next best action."""

    @property
    def holds(self) -> bool:
        """Is the answer still the best action?"""
        return self.best == self.puzzle.answer.action


def check_puzzles(puzzles: Sequence[Puzzle], progress: Progress) -> list[Checked]:
    """Compare the options of puzzles in ten times the worlds that find one, all of them new."""
    prepare()
    comparers: dict[tuple[str, int], Comparer] = {}
    found = []
    for puzzle in puzzles:
        view = compiled_view(puzzle.view("compiled"))
        key = view.board.play_hash, view.state.players
        if key not in comparers:
            comparers[key] = Comparer(view.kernel_board, view.state.players)
        legal = {action.text: action for action in view.legal()}
        ideas = [legal[option.action] for option in puzzle.options]
        compared = comparers[key].compare(view, ideas, CHECKING_AGAIN_FROM, TIMES)
        best = compared.ideas[0].text
        answer = [idea_key(idea) for idea in compared.ideas].index(
            idea_key(legal[puzzle.answer.action])
        )
        found.append(Checked(puzzle, best, compared.points_lost[answer or 1]))
        progress(len(found), len(puzzles))
    return found


def _kind(puzzle: Puzzle) -> str:
    return puzzle.answer.action.partition(" ")[0]
