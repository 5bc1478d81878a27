"""Replaying game records."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from goldenspike.boards.model import Board
from goldenspike.errors import InputError
from goldenspike.game import Game
from goldenspike.notation.records import RecordError, check_record


def replay(
    record: Mapping[str, Any],
    *,
    board: str | os.PathLike[str] | Board | None = None,
    kernel: str | None = None,
) -> Game:
    """Play a record again and return the game; `RecordError` if it does not come out as recorded.

    `board` replaces the record's own board, for a board file that is elsewhere now.

    >>> import goldenspike as gs
    >>> game = gs.Game("usa", players=2, seed=7, first=0)
    >>> event = game.play(game.legal()[0])
    >>> again = gs.replay(game.record())
    >>> again == game, again.actions
    (True, [(0, 'keep phoenix-portland calgary-phoenix')])
    """
    check_record(record)
    seed = int(record["seed"])
    first = record["options"].get("first")
    game = Game(board or record["board"], record["players"], seed, first, kernel=kernel)
    if game.board.digest != record["board_hash"]:
        raise RecordError(
            f"the record was played on another version of the board {record['board']!r}: its file"
            f" has the hash {record['board_hash'][:12]}..., this one {game.board.digest[:12]}..."
        )
    for i, entry in enumerate(record["actions"]):
        if game.over or entry["seat"] != game.seat:
            turn = "the game is over" if game.over else f"it is seat {game.seat}'s turn"
            raise RecordError(f"actions[{i}]: seat {entry['seat']} acts, but {turn}")
        try:
            game.play(entry["action"])
        except InputError as error:
            raise RecordError(
                f"actions[{i}]: {entry['action']!r} can't be played: {error}"
            ) from None
    if record["scores"] is not None:
        scores = [score.to_json() for score in game.scores()]
        if scores != record["scores"]:
            raise RecordError(
                f"scores: the record says {record['scores']}, the game came to {scores}"
            )
    return game
