"""Replaying game records."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from goldenspike.boards.load import earlier_board, load_board
from goldenspike.boards.model import Board
from goldenspike.boards.play_hash import current_hash
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

    `board` replaces the record's own board, for a board file that is elsewhere now; which of its
    variants was played, the record says.

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
    wanted = current_hash(record["board_hash"])
    on = board or earlier_board(record["board"], wanted) or record["board"]
    if not isinstance(on, Board):
        on = _variant_with_hash(load_board(on), wanted)
    game = Game(on, record["players"], seed, first, kernel=kernel)
    # Version 0.1 recorded the hash of the file.
    if wanted not in (game.board.play_hash, game.board.digest):
        raise RecordError(
            f"the record was played on another version of the board {record['board']!r}: what is"
            f" played on has the hash {wanted[:12]}..., here {game.board.play_hash[:12]}..."
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


def _variant_with_hash(board: Board, wanted: str) -> Board:
    """Return the variant of the board with this hash; the board itself if none has it."""
    if board.play_hash != wanted and not board.variant:
        for variant in board.variants:
            found = load_board(board.source, variant.id)
            if found.play_hash == wanted:
                return found
    return board
