"""What is played: deals, line-ups and seatings.

A deal is a seed. Every line-up of bots plays every deal in every seating, so that luck of the cards
and of the seat falls on all alike; what is compared are whole deals.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, permutations

from goldenspike.boards.model import Board
from goldenspike.bots.registry import make_bot
from goldenspike.errors import InputError

SEED_SPAN = 1 << 32
"""Deals of one series have the seeds from `seed * SEED_SPAN` on."""

BY_LOT = -1
"""A lot of every game's own says who starts (SET-4)."""


@dataclass(frozen=True, slots=True)
class Task:
    """Some consecutive deals in one seating: what a worker is given."""

    board: str
    players: int
    seats: tuple[str, ...]
    seed: int
    first_deal: int
    games: int
    seconds: float
    """Budget of one decision."""
    first_seat: int = 0
    """Who starts; `BY_LOT` where the deal decides."""
    cores: int = 1
    """Cores that a bot may think on, for one decision."""


@dataclass(frozen=True, slots=True)
class Series:
    """A tournament: who plays, on which board, from which seed."""

    board: Board
    players: int
    bots: tuple[str, ...]
    seed: int = 1
    seconds: float = 1.0
    cores: int = 1

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
        """What results must have in common to be put together."""
        about = {
            "board": self.board.digest,
            "players": self.players,
            "seed": self.seed,
            "seconds": self.seconds,
            "cores": self.cores,
            "code": code,
        }
        return json.dumps(about, sort_keys=True)

    def lineups(self) -> list[tuple[str, ...]]:
        """Who sits down together: any bots where there are enough, else with several of a kind."""
        if len(self.bots) == 1:
            return [self.bots * self.players]
        if len(self.bots) >= self.players:
            return list(combinations(self.bots, self.players))
        mixed = combinations_with_replacement(self.bots, self.players)
        return [lineup for lineup in mixed if len(set(lineup)) > 1]

    def seatings(self) -> list[tuple[str, ...]]:
        """Every order in which every line-up can sit, seat 0 being the one that starts."""
        return [seats for lineup in self.lineups() for seats in sorted(set(permutations(lineup)))]

    def deals_for(self, games: int) -> int:
        """How many deals make at least so many games."""
        return -(-games // len(self.seatings()))

    def tasks(self, missing: Mapping[tuple[str, ...], Sequence[range]]) -> list[Task]:
        """The work of the deals each seating lacks, in pieces that take a moment each.

        Earlier deals come first: wherever it is stopped, most deals are there in all seatings.
        """
        tasks = []
        for seats, spans in missing.items():
            step = piece_of(seats)
            for span in spans:
                for start in range(span.start, span.stop, step):
                    tasks.append(self.task(seats, range(start, min(start + step, span.stop))))
        return sorted(tasks, key=lambda task: task.first_deal)

    def task(self, seats: tuple[str, ...], deals: range) -> Task:
        """Some deals in one seating."""
        return Task(
            self.board.source, self.players, seats, self.seed, deals.start, len(deals),
            self.seconds, cores=self.cores,
        )  # fmt: skip


def piece_of(seats: tuple[str, ...]) -> int:
    """How many games a worker is given at once: more of the quick ones."""
    kinds = {name.partition(":")[0] for name in seats}
    if kinds <= {"random"}:
        return 2048
    if kinds <= {"random", "greedy"}:
        return 128
    if kinds <= {"random", "greedy", "planner", "easy", "normal", "hard"}:
        return 8
    return 1


def gaps(wanted: range, there: Iterable[range]) -> list[range]:
    """What of a run of deals is not there yet; runs that are there may overlap."""
    found = []
    at = wanted.start
    for span in sorted(there, key=lambda span: span.start):
        if span.start >= wanted.stop:
            break
        if span.start > at:
            found.append(range(at, span.start))
        at = max(at, span.stop)
    if at < wanted.stop:
        found.append(range(at, wanted.stop))
    return found
