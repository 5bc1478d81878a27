"""What every file of recorded games knows: the results of the games it has."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, Protocol

from goldenspike.arena.records.recorded_games import RecordedGame
from goldenspike.bots.fingerprint import code_version
from goldenspike.errors import InputError


class KnownGame(NamedTuple):
    """The result of a game that a file has."""

    totals: tuple[int, ...]
    ranks: tuple[int, ...]
    decisions: int


class RecordFile(Protocol):
    """A file that games are written to."""

    known: dict[str, KnownGame]
    """The games that it has, by their ids."""

    def write(self, games: Iterable[RecordedGame]) -> None:
        """Add games; those it has are left out."""

    def close(self, finished: bool) -> None:
        """Complete the file; if not `finished`, only keep what has been written."""


def known_game(game: RecordedGame) -> KnownGame:
    """Return the result of a game as a file knows it."""
    return KnownGame(tuple(game.totals), tuple(game.ranks), len(game.codes))


def check_version(version: Any, where: str) -> None:
    """Refuse to add games to those of another version: the same seeds may give other games."""
    if version != code_version():
        raise InputError(
            f"{where}: was written by another version of the rules or bots; name a new file"
        )
