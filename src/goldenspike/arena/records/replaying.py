"""Replaying many records, from any file that has some."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from goldenspike.arena.records.record_files import read_json_lines
from goldenspike.arena.records.recorded_games import RecordedGame, expand
from goldenspike.boards.load import load_board
from goldenspike.boards.model import Board
from goldenspike.errors import InputError
from goldenspike.notation.records import FORMAT, RecordError, check_record
from goldenspike.replay_record import replay
from goldenspike.rules.codes import OVER_PHASE, RANK, SCORE_PARTS, TOTAL
from goldenspike.rules.engine import ready_engine
from goldenspike.rules.kernel_board import kernel_board_of

EXPORT = "goldenspike-table-1"
"""The format of a table that `goldenspike export` wrote."""


def read_games(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the records of a .parquet or .jsonl file, with the words that say where each is.

    A line may also be a table that a server has exported; those that are not finished are left out.
    """
    if path.suffix == ".parquet":
        from goldenspike.arena.records.parquet_records import read_records

        yield from read_records(path)
        return
    for where, document in read_json_lines(path):
        if isinstance(document, dict) and document.get("format") == EXPORT:
            if document.get("table", {}).get("status") == "finished":
                yield where, record_of_export(document, where)
        elif isinstance(document, dict):
            yield where, document
        else:
            raise InputError(f"{where}: is no game record")


def record_of_export(document: dict[str, Any], where: str) -> dict[str, Any]:
    """Return the record of a finished table that a server has exported."""
    import json

    try:
        table, seats = document["table"], document["seats"]
        options = json.loads(table["options"])
        return {
            "format": FORMAT,
            "rules": table["rules"],
            "board": table["board"],
            "board_hash": table["board_hash"],
            "players": len(seats),
            "seed": int(table["seed"], 16),
            "options": {"first": options.get("first")},
            "actions": [
                {"seat": line["seat"], "action": line["action"]} for line in document["actions"]
            ],
            "scores": None,
            "totals": [score["total"] for score in json.loads(table["scores"])],
            "id": table["id"],
            "bots": [seat["level"] for seat in seats],
        }
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"{where}: is no exported table ({error!r})") from None


def check_game(record: dict[str, Any], board: Path | None = None) -> int:
    """Replay a record; returns how many decisions it has, `RecordError` if anything differs."""
    if "codes" in record:
        return _check_codes(record, load_board(board or record["board"]))
    totals = record.get("totals")
    game = replay(record, board=board, kernel=ready_engine().name)
    if totals is not None and [score.total for score in game.scores()] != totals:
        raise RecordError(f"totals: the record says {totals}, the game came to another result")
    return len(game.actions)


def _check_codes(record: dict[str, Any], board: Board) -> int:
    """Replay a record by the codes of its actions, which is far quicker than by their texts."""
    check_record(record)
    if board.digest != record["board_hash"]:
        raise RecordError("the record was played on another version of the board")
    codes, players = record["codes"], record["players"]
    first, seed = record["options"]["first"], int(record["seed"])
    sheet = np.zeros((players, SCORE_PARTS), np.int16)
    bots = tuple(str(bot) for bot in record["bots"])
    game = RecordedGame(board, bots, seed, first, np.array(codes, np.int32), sheet)
    decisions = expand(game)
    for i, (code, entry) in enumerate(zip(codes, record["actions"], strict=True)):
        if (entry["seat"], entry["action"]) != (decisions.seats[i], decisions.actions[i]):
            raise RecordError(
                f"actions[{i}]: code {code} is {decisions.actions[i]!r} of seat "
                f"{decisions.seats[i]}, not {entry['action']!r} of seat {entry['seat']}"
            )
    rules = decisions.rules
    scores = np.array(rules.score(kernel_board_of(board), decisions.final))
    if int(rules.plain(decisions.final).phase) != OVER_PHASE:
        raise RecordError("the game is not over")
    for name, part in (("totals", TOTAL), ("ranks", RANK)):
        if scores[:, part].tolist() != record[name]:
            raise RecordError(
                f"{name}: the record says {record[name]}, the game came to "
                f"{scores[:, part].tolist()}"
            )
    return len(codes)
