"""Lessons: tables with a prepared deal, at which one person learns and a bot moves as planned.

A deal that is known in advance must never be played between people, nor for a rating. So a lesson
is one of the list here, its seats are the learner's and a bot's, and the game runs from the moment
the table is made: nobody else can sit down. `tools/make_lessons.py` makes the list.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import resources

import msgspec

from goldenspike.notation.deals import commitment_of
from goldenspike.server.people.accounts import PersonRow
from goldenspike.server.protocol.refusals import Refusal
from goldenspike.server.protocol.table_bodies import NewTable, SeatWish
from goldenspike.server.storage.stored_games import ActionRow, new_game
from goldenspike.server.storage.table_rows import TableRow
from goldenspike.server.tables import seating

LEVEL = "easy"
"""The bot that plays on where the learner leaves the plan."""
PACE = 900


@dataclass(frozen=True, slots=True)
class Lesson:
    """A prepared deal."""

    board: str
    seed: int
    before: tuple[tuple[int, str], ...]
    """Seats and actions before the lesson begins."""
    moves: tuple[tuple[int, str], ...]
    """Seats and actions that it teaches, the bot's among them."""

    def planned(self, number: int, seat: int, legal: Iterable[str]) -> str | None:
        """The seat's next planned action after this many actions, if it is legal.

        First tickets are chosen by all seats at once, so it may be planned for later.
        """
        rest = self.moves[max(0, number - len(self.before)) :]
        action = next((action for who, action in rest if who == seat), None)
        return action if action in set(legal) else None


@cache
def lessons() -> dict[str, Lesson]:
    """All lessons by their names."""
    file = resources.files("goldenspike.server.tables") / "lessons.json"
    return msgspec.json.decode(file.read_bytes(), type=dict[str, Lesson])


def lesson_table(name: str, learner: PersonRow) -> tuple[TableRow, list[ActionRow]]:
    """The running table of a lesson, and the actions that are played before it."""
    lesson = lessons().get(name)
    if lesson is None:
        raise Refusal("lesson_unknown", lesson=name, lessons=list(lessons()))
    seats = [SeatWish(), SeatWish("bot", LEVEL)]
    row = seating.new_table(NewTable(lesson.board, seats, first=0, pace=PACE), learner)
    # As in games of version 0.1, the server alone has drawn the seed: there is no secret.
    row.secret, row.seed = None, f"{lesson.seed:064x}"
    row.commitment = commitment_of(row.seed)
    row.options = msgspec.structs.replace(row.options, lesson=name)
    seating.start(row, learner)
    game = new_game(row, seating.load_board(row.board))
    actions = []
    for number, (seat, action) in enumerate(lesson.before, 1):
        game.play(action)
        at = row.started or 0
        actions.append(ActionRow(row.id, number, seat, action, None, "bot", at, game.seat))
    return row, actions
