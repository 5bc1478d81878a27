"""Game records: one JSON object a game, from which it is played again bit for bit."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from goldenspike.errors import InputError

if TYPE_CHECKING:
    from goldenspike.boards.model import Board
    from goldenspike.game import Game

FORMAT = 1
"""How a record is written."""

RULES = 1
"""Which rules it was played by; a change of what the same actions lead to raises it."""


class RecordError(InputError):
    """A record that can't be read or does not come out as it says."""


def write_record(game: Game) -> dict[str, Any]:
    """The record of a game that was dealt from a seed."""
    if game.seed is None:
        raise RecordError(
            "only a game that began with a seed has a record; this one was a position"
        )
    record: dict[str, Any] = {
        "format": FORMAT,
        "rules": RULES,
        "board": game.board.source,
        "board_hash": game.board.digest,
        "players": game.players,
        # JSON readers elsewhere round large numbers, so a long seed is written as text.
        "seed": game.seed if game.seed < 1 << 53 else str(game.seed),
        "options": {"first": game.first},
        "actions": [{"seat": seat, "action": text} for seat, text in game.actions],
    }
    record["scores"] = [score.to_json() for score in game.scores()] if game.over else None
    return record


def replay(
    record: Mapping[str, Any],
    *,
    board: str | os.PathLike[str] | Board | None = None,
    kernel: str | None = None,
) -> Game:
    """Play a record again and check what comes out; `board` says where its file is now."""
    from goldenspike.game import Game

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


def check_record(record: Any) -> None:
    """Raise `RecordError` unless it has the shape of a record we can play."""
    if not isinstance(record, Mapping):
        raise RecordError(f"a record is an object with fields, not a {type(record).__name__}")
    for name in (
        "format",
        "rules",
        "board",
        "board_hash",
        "players",
        "seed",
        "options",
        "actions",
        "scores",
    ):
        if name not in record:
            raise RecordError(f"{name}: is missing from the record")
    if record["format"] != FORMAT:
        raise RecordError(
            f"format: this reads records of format {FORMAT}, not {record['format']!r}"
        )
    if record["rules"] != RULES:
        raise RecordError(
            f"rules: played by version {record['rules']!r} of the rules; this plays version {RULES}"
        )
    for name in ("board", "board_hash"):
        if not isinstance(record[name], str):
            raise RecordError(f"{name}: text is needed, not {record[name]!r}")
    if (
        not str(record["seed"]).isdigit()
        or not str(record["seed"]).isascii()
        or len(str(record["seed"])) > 80
    ):
        raise RecordError(f"seed: a whole number is needed, not {record['seed']!r}")
    if not isinstance(record["options"], Mapping):
        raise RecordError("options: an object is needed")
    actions = record["actions"]
    if not isinstance(actions, list):
        raise RecordError("actions: a list is needed")
    for i, entry in enumerate(actions):
        fits = isinstance(entry, Mapping) and isinstance(entry.get("action"), str)
        if (
            not fits
            or isinstance(entry.get("seat"), bool)
            or not isinstance(entry.get("seat"), int)
        ):
            raise RecordError(f"actions[{i}]: a seat and the text of an action are needed")
