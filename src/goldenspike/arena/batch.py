"""Batches: the unit of work of a worker.

A deal is a number that stands for a seed. A batch contains everything that its games depend on, so
their results do not depend on where, when and together with which others it is played.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

SEED_SPAN = 1 << 32
"""The deals of a schedule have the seeds from `seed * SEED_SPAN` on."""

MAX_RECORDED = 64
"""Games of a batch that is recorded, which bounds the memory for their actions."""

Seats = tuple[str, ...]
"""The bot of each seat."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Consecutive deals, played in one seating."""

    board: str
    """The name of a board, or the path of its file."""
    seats: Seats
    seed: int
    first_deal: int
    games: int
    seconds: float = 1.0
    """Budget of one decision."""
    first_seat: int | None = 0
    """The seat that starts; None: each deal draws it (SET-4)."""
    cores: int = 1
    """Cores that a bot may use for one decision."""
    fallback: bool = False
    """Let the fallback decide for bots that fail, instead of their forfeiting the game."""
    playouts: bool = False
    """All seats are random and share the game's own stream: the fastest games, played by the kernel
    alone."""

    recorded: bool = False
    """Also return the actions of every game; not of playouts, which draw from the stream that the
    cards are shuffled with, so that actions and seed alone do not give the same game again."""

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.seats)

    @property
    def deals(self) -> range:
        """The numbers of the deals."""
        return range(self.first_deal, self.first_deal + self.games)

    @property
    def first_seed(self) -> int:
        """The seed of the first game; the others follow."""
        return self.seed * SEED_SPAN + self.first_deal

    def with_deals(self, deals: range) -> Batch:
        """Return the batch with other deals."""
        return replace(self, first_deal=deals.start, games=len(deals))

    def split(self) -> Iterator[Batch]:
        """Split the batch into small ones."""
        deals, size = self.deals, batch_size(self.seats)
        if self.recorded:
            size = min(size, MAX_RECORDED)
        for start in range(deals.start, deals.stop, size):
            yield self.with_deals(range(start, min(start + size, deals.stop)))


def stream_words(seed: int) -> str:
    """Return the label of the bots' random streams, which must differ from the deals' seeds."""
    return f"arena {seed}"


def batch_size(seats: Seats) -> int:
    """Return how many games a worker gets at once: more if they are quick."""
    kinds = {name.partition(":")[0] for name in seats}
    if kinds <= {"random"}:
        return 2048
    if kinds <= {"random", "greedy"}:
        return 128
    if kinds <= {"random", "greedy", "planner", "easy", "normal", "hard"}:
        return 8
    return 1
