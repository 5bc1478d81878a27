"""A process that reviews finished games: reads them from stdin, and says how far it is on stdout.

It runs at low priority, so that moves and bots at live tables come first.
"""

from __future__ import annotations

import dataclasses
import os
import sys
from typing import Any

import msgspec

import goldenspike as gs
from goldenspike.server.log import error_fields
from goldenspike.server.tables.bot_worker import read_message, write_message

NICE = 10


def main() -> None:
    """Review games until the pipe closes."""
    os.nice(NICE)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    # Importing it takes as long as reviewing half a game.
    from goldenspike.review import Chances
    from goldenspike.review.game_review import review_game
    from goldenspike.review.suggestion import prepare

    prepare()

    def answer(kind: str, *values: Any) -> None:
        write_message(answers, (kind, *values))

    def on_chances(chances: Chances) -> None:
        answer("chances", _text(dataclasses.asdict(chances)))

    while True:
        try:
            game, actions, setting = read_message(sys.stdin.buffer)
        except EOFError:
            return
        try:
            review = review_game(
                _played(game, actions), setting, lambda *at: answer("progress", *at), on_chances
            )
            answer("review", _text(dataclasses.asdict(review)))
        except Exception as error:
            answer("failed", error_fields(error))


def _played(game: gs.Game, actions: list[str]) -> gs.Game:
    for action in actions:
        game.play(action)
    return game


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode()


if __name__ == "__main__":
    main()
