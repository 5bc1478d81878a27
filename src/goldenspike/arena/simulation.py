"""Simulations: many games of one seating, without ratings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from goldenspike.arena.batch import SEED_SPAN, Batch
from goldenspike.arena.tally import Tally
from goldenspike.arena.workers import Progress, Workers
from goldenspike.boards.model import Board
from goldenspike.errors import InputError
from goldenspike.rules.engine import MAX_SEED

if TYPE_CHECKING:
    from goldenspike.arena.records.known_games import RecordFile


@dataclass(frozen=True, slots=True)
class SeatTotals:
    """The results of one seat."""

    seat: int
    bot: str
    wins: int
    """Games that it won, alone or together with others."""
    shared: int
    """Those of them that it won together with others."""
    mean_score: float
    """Over the games that it completed; 0 if there are none."""
    forfeits: int = 0
    """Games that it lost because its bot failed."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """The results of many games, and how long playing them took.

    >>> import goldenspike as gs
    >>> from goldenspike.arena import simulate
    >>> simulation = simulate(gs.load_board("usa"), ["random", "random"], games=100)
    >>> simulation.games, [seat.wins for seat in simulation.seats]
    (100, [55, 45])
    """

    board: str
    games: int
    seed: int
    jobs: int
    seconds: float
    decisions: int
    seats: list[SeatTotals]
    troubles: dict[str, int]
    """What was wrong with bots' answers, and how often."""

    @property
    def games_per_second(self) -> float:
        """Games per second of playing time."""
        return self.games / self.seconds

    def to_json(self) -> dict[str, Any]:
        """Return a JSON object; `wins` and `mean_score` repeat those of the seats as lists."""
        return {
            "board": self.board,
            "players": len(self.seats),
            "games": self.games,
            "seed": self.seed,
            "jobs": self.jobs,
            "seconds": self.seconds,
            "decisions": self.decisions,
            "games_per_second": self.games_per_second,
            "decisions_per_second": self.decisions / self.seconds,
            "wins": [seat.wins for seat in self.seats],
            "mean_score": [seat.mean_score for seat in self.seats],
            "seats": [
                {name: getattr(seat, name) for name in SeatTotals.__slots__} for seat in self.seats
            ],
            "troubles": self.troubles,
        }


def simulate(
    board: Board,
    bots: Sequence[str],
    games: int,
    *,
    seed: int = 1,
    jobs: int = 1,
    fallback: bool = False,
    records: RecordFile | None = None,
    progress: Progress | None = None,
) -> Simulation:
    """Play games with consecutive seeds from `seed` on, with a bot for each seat.

    Bots have a second for each decision; each game draws who starts. Results do not depend on
    `jobs`, the number of games played at a time. A bot that fails loses the game, or with
    `fallback` has its decision taken by a simple fallback. Games are written to `records`; those
    that it has already are not played again.

    >>> import goldenspike as gs
    >>> from goldenspike.arena import simulate
    >>> simulate(gs.load_board("usa"), ["greedy", "random"], games=20).seats[0].wins
    20
    """
    if not board.min_players <= len(bots) <= board.max_players:
        raise InputError(
            f"{board.name} is for {board.min_players} to {board.max_players} players, "
            f"not {len(bots)}"
        )
    if not 0 <= seed < MAX_SEED - games:
        raise InputError("seeds are numbers from 0 to 2**256 - 1")
    playouts = records is None and all(bot == "random" for bot in bots)
    if not playouts:
        from goldenspike.bots.registry import make_bot

        for bot in set(bots):
            make_bot(bot).close()
    whole = Batch(
        board.source, tuple(bots), 0, 0, 0, first_seat=None, fallback=fallback, playouts=playouts
    )
    whole = replace(whole, recorded=records is not None)
    tally = Tally(len(bots))
    batches = _batches(whole, seed, games)
    if records is not None:
        from goldenspike.arena.records.resuming import without_known

        batches = without_known(batches, records, tally)
    for outcome in Workers(jobs).play(batches):
        if records is not None:
            from goldenspike.arena.records.recorded_games import recorded_games

            records.write(recorded_games(outcome))
        tally.add(outcome)
        if progress:
            progress(tally.games, games)
    seats = [
        SeatTotals(
            seat,
            bot,
            int(tally.wins[seat]),
            int(tally.shared[seat]),
            int(tally.points[seat]) / max(1, int(tally.completed[seat])),
            int(tally.forfeits[seat]),
        )
        for seat, bot in enumerate(bots)
    ]
    # Playing time only: starting workers and loading networks is not included.
    seconds = max(tally.seconds / min(jobs, tally.batches), 1e-9)
    troubles = dict(sorted(tally.troubles.items()))
    return Simulation(
        board.source, tally.games, seed, jobs, seconds, tally.decisions, seats, troubles
    )


def _batches(whole: Batch, seed: int, games: int) -> Iterator[Batch]:
    """Split games into batches; each has the seeds of one schedule, which are `SEED_SPAN`."""
    end = seed + games
    while seed < end:
        schedule, deal = divmod(seed, SEED_SPAN)
        n = min(end - seed, SEED_SPAN - deal)
        yield from replace(whole, seed=schedule, first_deal=deal, games=n).split()
        seed += n
