"""Puzzles: positions from games of bots in which one idea is clearly best (docs/puzzles.md).

A puzzle has only what the seat to move knows. `load_puzzles` reads those of a board; making and
checking them simulates much, and is in `puzzles.finding`.

>>> from goldenspike.puzzles import load_puzzles
>>> puzzle = load_puzzles("usa")[0]
>>> puzzle.answer.action in [action.text for action in puzzle.view().legal()]
True
"""

from goldenspike.puzzles.daily import number_of_day as number_of_day
from goldenspike.puzzles.model import Option as Option
from goldenspike.puzzles.model import Puzzle as Puzzle
from goldenspike.puzzles.puzzle_files import load_puzzles as load_puzzles
from goldenspike.puzzles.puzzle_files import puzzle_boards as puzzle_boards
