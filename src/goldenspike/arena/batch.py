"""What a worker is given: consecutive deals in one seating.

A deal is a number that stands for a seed. A batch knows everything that its games depend on, so it
makes no difference to them where, when and in what company they are played.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

SEED_SPAN = 1 << 32
"""Deals of one schedule have the seeds from `seed * SEED_SPAN` on."""

Seats = tuple[str, ...]
"""The bot of each seat."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Consecutive deals in one seating."""

    board: str
    """The name of a board, or the path of its file."""
    seats: Seats
    seed: int
    first_deal: int
    games: int
    seconds: float = 1.0
    """Budget of one decision."""
    first_seat: int | None = 0
    """Who starts; None where each deal draws the one who does (SET-4)."""
    cores: int = 1
    """Cores that a bot may think on, for one decision."""
    playouts: bool = False
    """Every seat is random and draws from the game's own stream instead of one of its own: what the
    kernel plays fastest."""

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.seats)

    @property
    def deals(self) -> range:
        """The numbers of its deals."""
        return range(self.first_deal, self.first_deal + self.games)

    @property
    def first_seed(self) -> int:
        """The seed of its first game; then they count up."""
        return self.seed * SEED_SPAN + self.first_deal

    def with_deals(self, deals: range) -> Batch:
        """The same with other deals."""
        return replace(self, first_deal=deals.start, games=len(deals))

    def split(self) -> Iterator[Batch]:
        """The same in batches that take a moment each."""
        deals, size = self.deals, batch_size(self.seats)
        for start in range(deals.start, deals.stop, size):
            yield self.with_deals(range(start, min(start + size, deals.stop)))


def batch_size(seats: Seats) -> int:
    """How many games a worker is given at once: more of the quick ones."""
    kinds = {name.partition(":")[0] for name in seats}
    if kinds <= {"random"}:
        return 2048
    if kinds <= {"random", "greedy"}:
        return 128
    if kinds <= {"random", "greedy", "planner", "easy", "normal", "hard"}:
        return 8
    return 1
