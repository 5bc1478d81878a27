"""Games put aside: one file each, from which play goes on.

The file holds the whole game, hidden cards included, so it is packed: nobody's secrets should be
spoiled by a glance at it.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from pathlib import Path
from typing import Any

from goldenspike.boards.load import board_names
from goldenspike.errors import InputError
from goldenspike.events import Event
from goldenspike.game import Game
from goldenspike.replay_record import replay

FORMAT = 1


def save_game(path: Path, game: Game, seats: list[str]) -> None:
    """Write a game and who plays it; the old file stays whole until the new one is."""
    record = game.record()
    if record["board"] not in board_names():
        # An absolute path: the game may be resumed from another folder.
        record["board"] = str(Path(record["board"]).resolve())
    packed = base64.b85encode(zlib.compress(json.dumps(record).encode())).decode()
    text = json.dumps({"golden_spike_save": FORMAT, "seats": seats, "game": packed}, indent=1)
    fresh = path.with_name(path.name + ".new")
    fresh.write_text(text + "\n", encoding="utf-8")
    fresh.replace(path)


def load_game(path: Path) -> tuple[Game, list[Event], list[str]]:
    """The game of a file that `save_game` wrote, what has happened in it, and who plays it."""
    try:
        saved: Any = json.loads(path.read_text(encoding="utf-8"))
        if saved["golden_spike_save"] != FORMAT:
            raise InputError(f"{path}: was saved by another version of the game")
        record = json.loads(zlib.decompress(base64.b85decode(saved["game"])))
        seats = [str(seat) for seat in saved["seats"]]
    except InputError:
        raise
    except (ValueError, KeyError, TypeError, zlib.error, binascii.Error):
        raise InputError(f"{path}: is not a saved game") from None
    game = replay(record)
    if len(seats) != game.players:
        raise InputError(f"{path}: names {len(seats)} players for {game.players} seats")
    again = Game(game.board, game.players, game.seed, game.first)
    return game, [again.play(text) for _, text in game.actions], seats
