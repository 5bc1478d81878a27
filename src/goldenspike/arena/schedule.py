"""The schedule of a tournament: deals, line-ups and seatings.

A deal is a seed. Every line-up of bots plays every deal in every seating, so that the luck of cards
and seats is the same for all; whole deals are compared.
"""

from __future__ import annotations

import heapq
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, permutations

from goldenspike.arena.batch import Batch, Seats
from goldenspike.boards.model import Board
from goldenspike.bots.registry import make_bot
from goldenspike.errors import InputError


@dataclass(frozen=True, slots=True)
class Schedule:
    """The bots, board, players and seed of a tournament.

    >>> import goldenspike as gs
    >>> from goldenspike.arena import Schedule
    >>> schedule = Schedule(gs.load_board("usa"), 2, ("greedy", "random"), seed=3)
    >>> schedule.seatings()
    [('greedy', 'random'), ('random', 'greedy')]
    >>> schedule.deals_for(games=25)
    13
    """

    board: Board
    players: int
    bots: tuple[str, ...]
    seed: int = 1
    seconds: float = 1.0
    cores: int = 1
    fallback: bool = False
    """Let the fallback decide for bots that fail, instead of their forfeiting the game."""

    def __post_init__(self) -> None:
        if not self.board.min_players <= self.players <= self.board.max_players:
            raise InputError(
                f"{self.board.name} is for {self.board.min_players} to {self.board.max_players} "
                f"players, not {self.players}"
            )
        if not self.bots:
            raise InputError("an arena needs at least one bot")
        doubles = {bot for bot in self.bots if self.bots.count(bot) > 1}
        if doubles:
            raise InputError(f"{', '.join(sorted(doubles))}: named twice")
        if not 0 <= self.seed < 1 << 64:
            raise InputError(f"the seed is a number from 0 to 2**64 - 1, not {self.seed}")
        for bot in self.bots:
            make_bot(bot).close()

    def key(self, code: str) -> str:
        """Return the key of its results; results with the same key may be combined."""
        about = {
            "board": self.board.digest,
            "players": self.players,
            "seed": self.seed,
            "seconds": self.seconds,
            "cores": self.cores,
            "fallback": self.fallback,
            "code": code,
        }
        return json.dumps(about, sort_keys=True)

    def lineups(self) -> list[Seats]:
        """List the line-ups: all combinations of bots, with repetitions if there are too few."""
        if len(self.bots) == 1:
            return [self.bots * self.players]
        if len(self.bots) >= self.players:
            return list(combinations(self.bots, self.players))
        mixed = combinations_with_replacement(self.bots, self.players)
        return [lineup for lineup in mixed if len(set(lineup)) > 1]

    def seatings(self) -> list[Seats]:
        """List every seating of every line-up; seat 0 starts."""
        return [seats for lineup in self.lineups() for seats in sorted(set(permutations(lineup)))]

    def deals_for(self, games: int) -> int:
        """Return how many deals make at least `games` games."""
        return -(-games // len(self.seatings()))

    def batches(self, missing: Mapping[Seats, Sequence[range]]) -> Iterator[Batch]:
        """Yield the missing deals of each seating, in small batches.

        Earlier deals come first: if the tournament is stopped, most deals are complete.
        """
        by_seating = (self._split(seats, spans) for seats, spans in missing.items())
        return heapq.merge(*by_seating, key=lambda batch: batch.first_deal)

    def _split(self, seats: Seats, spans: Sequence[range]) -> Iterator[Batch]:
        for deals in spans:
            yield from self.batch(seats, deals).split()

    def batch(self, seats: Seats, deals: range) -> Batch:
        """Make a batch of some deals in one seating."""
        return Batch(
            self.board.source, seats, self.seed, deals.start, len(deals), self.seconds,
            cores=self.cores, fallback=self.fallback,
        )  # fmt: skip


def gaps(wanted: range, present: Iterable[range]) -> list[range]:
    """Return the ranges of wanted deals that are not present; those present may overlap."""
    found = []
    at = wanted.start
    for span in sorted(present, key=lambda span: span.start):
        if span.start >= wanted.stop:
            break
        if span.start > at:
            found.append(range(at, span.start))
        at = max(at, span.stop)
    if at < wanted.stop:
        found.append(range(at, wanted.stop))
    return found
