"""Finding puzzles in games of bots: positions in which one idea is clearly best.

The network alone first evaluates a position, in few worlds. If one idea seems far ahead, the best
four are compared as a review does, and if that agrees, again in ten times as many other worlds. So
what is published was found twice, and both times in a position whose hidden part was drawn again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from goldenspike.bots.judgement.estimator import COMPILED_UNITS, compiled_view
from goldenspike.bots.registry import make_bot
from goldenspike.bots.safety import SeatedBot
from goldenspike.bots.stream import Stream
from goldenspike.game import Game, View
from goldenspike.notation.actions import Action
from goldenspike.puzzles.comparing import CHECKING_FROM, TIMES, Compared, Comparer, idea_key
from goldenspike.puzzles.model import Option, Puzzle, puzzle_id
from goldenspike.puzzles.themes import themes_of
from goldenspike.review.reasons import reasons
from goldenspike.rules.compiled import preparation

BOTS = ("planner", "normal", "planner", "easy")
"""Who plays; each seat is drawn among them."""
PLAYERS = (2, 2, 3)
"""Players of games, in turn."""
PHASES = ("turn", "keep", "tunnel")
"""Decisions that may become puzzles."""
GLANCE = 10
"""Worlds for the first look."""
FAR = 4.0
"""Points that the best idea is ahead by then."""
OPTIONS = 4
CLEAR = 0.05
"""The chance of winning that every other idea loses, when a puzzle is found."""
SURE = 2.0
"""Standard errors that every other idea is behind by then."""
CHECKED_CLEAR, CHECKED_SURE = 0.04, 4.0
"""The same with ten times the worlds."""
APART = 15
"""Actions between two puzzles of a game."""
MOST_OF_A_GAME = 3


Wanted = Callable[[Action], bool]
"""Is a puzzle with this answer wanted?"""


class Counts:
    """How many positions reached which stage."""

    def __init__(self) -> None:
        self.positions = 0
        self.found = 0
        self.kept = 0
        """Of those found, how many have the same answer in ten times the worlds."""
        self.clear = 0
        """Of these, how many are clear enough to be published."""


def prepare() -> None:
    """Load what finding needs; the first time on a machine, that is compiled."""
    preparation.wait_for(COMPILED_UNITS)


def puzzles_of_game(
    board: str, seed: int, counts: Counts, wanted: Wanted = lambda answer: True
) -> Iterator[Puzzle]:
    """Play the game of a seed, and yield its puzzles; the same seed gives the same puzzles."""
    rng = Stream(f"puzzles {board} {seed}")
    players = PLAYERS[seed % len(PLAYERS)]
    game = Game(board, players, seed, kernel="compiled")
    seats = [
        SeatedBot(make_bot(rng.choice(BOTS)), Stream(f"{board} {seed} {seat}"))
        for seat in range(game.players)
    ]
    comparer = Comparer(game.kernel_board, game.players)
    number, last, made = 0, -APART, 0
    while not game.over and made < MOST_OF_A_GAME:
        view = game.view(game.seat)
        if number - last >= APART and game.phase in PHASES and len(view.legal()) > 2:
            puzzle = find_puzzle(view, comparer, counts, wanted)
            if puzzle is not None:
                last, made = number, made + 1
                yield puzzle
        game.play(seats[game.seat].decide(view).action)
        number += 1


def find_puzzle(
    view: View, comparer: Comparer, counts: Counts, wanted: Wanted = lambda answer: True
) -> Puzzle | None:
    """Return the puzzle of a position, if one idea is clearly best; from the view alone."""
    counts.positions += 1
    ideas = comparer.ideas(view)
    if len(ideas) < 3:
        return None
    (best, most), (_, second), *_ = comparer.glance(view, ideas, GLANCE)
    if most - second < FAR or not wanted(best):
        return None
    position, view = known_position(view)
    ideas = [idea for idea, _ in comparer.glance(view, comparer.ideas(view), GLANCE)[:OPTIONS]]
    found = comparer.compare(view, ideas, GLANCE, 1)
    if not _clear(found, CLEAR, SURE) or not wanted(found.ideas[0]):
        return None
    counts.found += 1
    checked = comparer.compare(view, found.ideas, CHECKING_FROM, TIMES)
    if idea_key(checked.ideas[0]) != idea_key(found.ideas[0]):
        return None
    counts.kept += 1
    if not _clear(checked, CHECKED_CLEAR, CHECKED_SURE):
        return None
    counts.clear += 1
    return _puzzle(position, view, comparer, checked)


def known_position(view: View) -> tuple[dict[str, object], View]:
    """Return a position that looks the same to the seat, drawn from its view alone, and its view.

    The view that the position gives is what is judged, so that anybody can judge it again.
    """
    position = dict(view.resample().position())
    position.pop("rng", None)
    seen = compiled_view(Game.from_position(position, kernel="compiled").view(view.seat))
    return position, seen


def _clear(compared: Compared, chance: float, sure: float) -> bool:
    return min(compared.chance_lost[1:]) >= chance and all(
        lost >= sure * error
        for lost, error in zip(compared.points_lost[1:], compared.errors[1:], strict=True)
    )


def _puzzle(
    position: dict[str, object], view: View, comparer: Comparer, compared: Compared
) -> Puzzle:
    plan = comparer.plan(view)
    answer, *others = (
        Option(
            action=idea.text,
            chance_lost=round(compared.chance_lost[i], 4),
            points_lost=round(compared.points_lost[i], 2),
            error=round(compared.errors[i], 2),
            reasons=reasons(view, plan, compared.ideas[0], idea if i else None),
        )
        for i, idea in enumerate(compared.ideas)
    )
    return Puzzle(
        id=puzzle_id(view),
        position=position,
        chance=round(compared.chance, 4),
        answer=answer,
        alternatives=tuple(others),
        plan=tuple(view.board.tracks[t].id for t in sorted(plan.tracks)),
        themes=themes_of(view, plan, compared),
    )
