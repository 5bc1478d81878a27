"""Saved games: a file from which a game is resumed.

The file contains the whole game with hidden cards, so it is compressed and encoded: nobody should
see them by opening it.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from pathlib import Path
from typing import Any

from goldenspike.boards.load import board_names
from goldenspike.boards.variants import join_name, split_name
from goldenspike.errors import InputError
from goldenspike.events import Event
from goldenspike.game import Game
from goldenspike.replay_record import replay

FORMAT = 1


def save_game(path: Path, game: Game, seats: list[str]) -> None:
    """Write a game and its seats to a file, atomically."""
    record = game.record()
    name, variant = split_name(record["board"])
    if name not in board_names():
        # An absolute path: the game may be resumed from another folder.
        record["board"] = join_name(str(Path(name).resolve()), variant)
    packed = base64.b85encode(zlib.compress(json.dumps(record).encode())).decode()
    text = json.dumps({"golden_spike_save": FORMAT, "seats": seats, "game": packed}, indent=1)
    fresh = path.with_name(path.name + ".new")
    fresh.write_text(text + "\n", encoding="utf-8")
    fresh.replace(path)


def load_game(path: Path) -> tuple[Game, list[Event], list[str]]:
    """Load a saved game; returns the game, its events, and its seats."""
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
