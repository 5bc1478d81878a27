"""Game records: a JSON object from which a game is replayed bit for bit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from goldenspike.boards.model import Board
from goldenspike.errors import InputError

FORMAT = 1
"""The version of the record format."""

RULES = 1
"""The version of the rules that new games are played by.

It is raised only if the same seed and actions lead to another game on every board. Anything less is
a switch of the board, whose default is the former way: then old games keep their own board.
"""

REPLAYED = (1,)
"""The versions of the rules that this program plays; one that was released is never removed."""


class RecordError(InputError):
    """A record that can't be read, or whose replay does not come out as recorded.

    >>> import goldenspike as gs
    >>> record = gs.Game("usa", seed=7).record()
    >>> gs.replay(record | {"rules": 99})  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    goldenspike.notation.records.RecordError: rules: played by version 99 of the rules; ...
    """


def write_record(
    board: Board,
    players: int,
    seed: int,
    first: int | None,
    actions: Iterable[tuple[int, str]],
    scores: list[dict[str, Any]] | None,
) -> dict[str, Any]:
    """Write the record of a game that was dealt from a seed; `scores` is None unless it is over."""
    return unchecked_record(board.source, board.play_hash, players, seed, first, actions) | {
        "scores": scores
    }


def unchecked_record(
    board: str,
    board_hash: str,
    players: int,
    seed: int,
    first: int | None,
    actions: Iterable[tuple[int, str]],
) -> dict[str, Any]:
    """Write a record without scores of a game whose board is known by its name and hash only."""
    return {
        "format": FORMAT,
        "rules": RULES,
        "board": board,
        "board_hash": board_hash,
        "players": players,
        # Many JSON readers use floats, which round integers from 2**53 on: such a seed is text.
        "seed": seed if seed < 1 << 53 else str(seed),
        "options": {"first": first},
        "actions": [{"seat": seat, "action": text} for seat, text in actions],
        "scores": None,
    }


def check_record(record: Any) -> None:
    """Raise `RecordError` unless the record has all fields, of the right types and versions."""
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
    if record["rules"] not in REPLAYED:
        raise RecordError(
            f"rules: played by version {record['rules']!r} of the rules; this plays version "
            + ", ".join(map(str, REPLAYED))
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
