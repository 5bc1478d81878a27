"""Standings from outcomes: shares, scores, tickets, seats, and ratings with intervals."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from goldenspike.arena.luck_adjustment import adjusted, variance_saved
from goldenspike.arena.outcome import Outcome
from goldenspike.arena.rating_models import (
    Matrix,
    bootstrap_weights,
    bradley_terry,
    bradley_terry_resampled,
    interval,
    openskill_ratings,
    share_interval,
    sum_in_blocks,
)
from goldenspike.arena.schedule import Schedule
from goldenspike.arena.sequential import Verdict, sequential_test
from goldenspike.arena.tally import Tally
from goldenspike.boards.limits import MAX_TRACKS
from goldenspike.rules.codes import ACTION_KINDS, RANK, TICKETS_MADE, TICKETS_MISSED, TOTAL

PARTS = (
    "route_points", "ticket_points", "tickets_made", "tickets_missed", "longest", "longest_bonus",
    "most_tickets_bonus", "passenger_points", "total",
)  # fmt: skip
OPENSKILL_GAMES = 4_000
"""Openskill is slow, so it rates only this many games, the first ones."""


@dataclass(slots=True)
class Standing:
    """One bot's row of the standings.

    >>> import goldenspike as gs
    >>> from goldenspike.arena import Schedule, Tournament
    >>> schedule = Schedule(gs.load_board("usa"), 2, ("greedy", "random"))
    >>> best = Tournament(schedule).play(games=20).rows[0]
    >>> best.name, best.games, best.elo > 100
    ('greedy', 20, True)
    """

    name: str
    games: int
    share: float
    """Share of wins; a shared victory counts in parts."""
    share_interval: tuple[float, float]
    adjusted_share: float
    """Its share of wins without the luck of draws (`luck_adjustment`)."""
    adjusted_interval: tuple[float, float]
    games_saved: float
    """Part of the games that the adjustment saves; below 0 where it only adds noise."""
    elo: float
    elo_interval: tuple[float, float]
    openskill: tuple[float, float] | None
    means: dict[str, float]
    score_quantiles: tuple[float, ...]
    """Quantiles at 5, 25, 50, 75 and 95 %."""
    histogram: list[int]
    """Games by score, in the bins of `Standings.bins`."""
    tickets_made: float
    """Share of the tickets it held."""
    decisions_per_second: float
    actions: dict[str, float]
    """Mean number of each kind of action in a game."""
    forfeits: int
    """Games that it lost because it failed: it crashed, stalled, or gave no legal answer."""
    completed: int
    """Games that it played to their end; points and tickets are those of these games."""
    tracks: list[float]
    """Share of its games in which it claimed each track, in the kernel's order."""

    def to_json(self) -> dict[str, Any]:
        """Return a JSON object with a key for each field."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(slots=True)
class Standings:
    """The results of a tournament: everything that tables and report show.

    >>> import goldenspike as gs
    >>> from goldenspike.arena import Schedule, Tournament
    >>> schedule = Schedule(gs.load_board("usa"), 2, ("greedy", "random"))
    >>> standings = Tournament(schedule).play(games=20)
    >>> standings.games, standings.deals, len(standings.rows)
    (20, 10, 2)
    """

    board: str
    players: int
    games: int
    deals: int
    rows: list[Standing]
    wins: list[list[float | None]]
    """Share of wins of the row's bot against the column's; None if they did not meet."""
    seats: list[float]
    """Share of wins by seat; seat 0 starts."""
    seat_intervals: list[tuple[float, float]]
    bins: list[int]
    claimed: list[float]
    """Share of games in which each track was claimed, in the kernel's order."""
    contested: list[float]
    """Share of games in which each track was claimed, and another seat was at both its ends."""
    troubles: dict[str, int] = field(default_factory=dict)
    """What was wrong with bots' answers, and how often."""

    def to_json(self) -> dict[str, Any]:
        """Return the standings as JSON, without figures that depend on the machine."""
        return {
            "board": self.board,
            "players": self.players,
            "games": self.games,
            "deals": self.deals,
            "bots": [
                {
                    k: v
                    for k, v in row.to_json().items()
                    if k not in ("decisions_per_second", "tracks")
                }
                for row in self.rows
            ],
            "wins": self.wins,
            "seats": self.seats,
            "seat_intervals": self.seat_intervals,
            "troubles": self.troubles,
        }


class Comparison:
    """Sums over the outcomes of a schedule, by deal, since deals are resampled."""

    def __init__(self, schedule: Schedule, deals: int) -> None:
        self.schedule = schedule
        self.bots = list(schedule.bots)
        self._tally = Tally(schedule.players)
        n = len(self.bots)
        self._wins = np.zeros((deals, n, n))
        self._shares = np.zeros((deals, n, 2))
        self._luck = np.zeros((deals, n))
        self._pair_luck = np.zeros((deals, n, n))
        self._seats = np.zeros((deals, schedule.players, 2))
        self._scores: list[list[Any]] = [[] for _ in range(n)]
        self._actions = np.zeros((n, len(ACTION_KINDS)))
        self._seconds = np.zeros(n)
        self._decisions = np.zeros(n)
        self._tracks = np.zeros((n, MAX_TRACKS))
        self._forfeits = np.zeros(n, np.int64)
        self._games = np.zeros(n, np.int64)
        self._contested = np.zeros(MAX_TRACKS)
        self._rated_deals = min(deals, schedule.deals_for(OPENSKILL_GAMES))
        if len(self.bots) == 1:
            self._rated_deals = 0  # nobody to be compared with
        self._ranked: dict[tuple[int, tuple[str, ...]], list[int]] = {}

    def add(self, outcomes: Iterable[Outcome]) -> None:
        """Add outcomes."""
        for outcome in outcomes:
            self._add(outcome)

    def _add(self, outcome: Outcome) -> None:
        batch, activity = outcome.batch, outcome.activity
        if activity is None:
            raise ValueError("playouts do not say what bots did")
        self._tally.add(outcome)
        deals = slice(batch.deals.start, batch.deals.stop)
        who = [self.bots.index(name) for name in batch.seats]
        ranks = outcome.sheets[:, :, RANK].astype(np.int64)
        first = ranks == 1
        share = first / first.sum(axis=1, keepdims=True)
        luck = np.zeros(share.shape) if outcome.luck is None else outcome.luck
        for p, i in enumerate(who):
            self._luck[deals, i] += luck[:, p] - luck.mean(axis=1)
            self._shares[deals, i, 0] += share[:, p]
            self._shares[deals, i, 1] += 1
            for q in range(p):
                j = who[q]
                if i != j:
                    won = (ranks[:, p] < ranks[:, q]) + 0.5 * (ranks[:, p] == ranks[:, q])
                    self._wins[deals, i, j] += won
                    self._wins[deals, j, i] += 1 - won
                    self._pair_luck[deals, i, j] += luck[:, p] - luck[:, q]
                    self._pair_luck[deals, j, i] += luck[:, q] - luck[:, p]
        self._seats[deals, :, 0] += share
        self._seats[deals, :, 1] += 1
        for game, row in enumerate(ranks[: max(0, self._rated_deals - batch.first_deal)].tolist()):
            self._ranked[batch.first_deal + game, batch.seats] = row
        actions = activity.action_counts.sum(axis=0, dtype=np.int64)
        decisions = actions.sum(axis=1)
        completed, forfeits = outcome.completed(), outcome.forfeits()
        tracks = activity.track_counts()
        for p, i in enumerate(who):
            self._scores[i].append(outcome.sheets[completed[:, p], p, :])
            self._games[i] += batch.games
            self._forfeits[i] += forfeits[p]
            self._tracks[i] += tracks[p]
            self._actions[i] += actions[p]
            self._decisions[i] += decisions[p]
            # Time is measured for whole games, and divided among their seats by decisions.
            self._seconds[i] += outcome.seconds * decisions[p] / max(1, decisions.sum())
        self._contested += tracks[-1]

    def verdict(self, a: str, b: str) -> Verdict:
        """Return the state of the sequential test between two of the bots."""
        i, j = self.bots.index(a), self.bots.index(b)
        won, lost = self._wins[:, i, j], self._wins[:, j, i]
        met = won + lost > 0
        games = (won + lost)[met]
        return sequential_test(a, b, won[met] / games, self._pair_luck[met, i, j] / games)

    def _share_interval(self, bot: int, share: float, resampled: Matrix) -> tuple[float, float]:
        if len(self.bots) == 1:
            return share, share  # it has all seats, so its share is certain
        return share_interval(share, resampled, int((self._shares[:, bot, 1] > 0).sum()))

    def _ranked_games(self) -> list[tuple[tuple[str, ...], list[int]]]:
        """List seats and ranks of the games in the order of deals."""
        return [(seats, ranks) for (_, seats), ranks in sorted(self._ranked.items())]

    def standings(self) -> Standings:
        """Compute the standings of all outcomes added so far."""
        deals = len(self._wins)
        wins, shares, seats = (sum_in_blocks(x) for x in (self._wins, self._shares, self._seats))
        weights = bootstrap_weights(len(wins))
        elo = bradley_terry(wins.sum(axis=0))
        met_deals = (self._wins + self._wins.swapaxes(1, 2) > 0).sum(axis=0)
        elos = bradley_terry_resampled(np.tensordot(weights, wins, 1), met_deals)
        skill = openskill_ratings(self.bots, self._ranked_games())
        totals = np.concatenate([s[:, TOTAL] for part in self._scores for s in part])
        low = int(totals.min(initial=0)) // 10 * 10
        high = int(totals.max(initial=0)) // 10 * 10 + 10
        bins = list(range(low, high + 1, 10))
        rows = []
        for i, name in enumerate(self.bots):
            sheet = np.concatenate(self._scores[i]).astype(np.float64)
            games = int(self._games[i])
            share = shares[:, i, 0].sum() / shares[:, i, 1].sum()
            resampled = (weights @ shares[:, i, 0]) / (weights @ shares[:, i, 1])
            played = self._shares[:, i, 1] > 0
            by_deal = self._shares[played, i, 0] / self._shares[played, i, 1]
            luck = self._luck[played, i] / self._shares[played, i, 1]
            without_luck = adjusted(by_deal, luck)
            blocks = sum_in_blocks(without_luck), sum_in_blocks(np.ones(len(without_luck)))
            draws = bootstrap_weights(len(blocks[0]))
            likely = (draws @ blocks[0]) / np.maximum(draws @ blocks[1], 1e-9)
            mean = float(without_luck.mean())
            made, missed = sheet[:, TICKETS_MADE].sum(), sheet[:, TICKETS_MISSED].sum()
            rows.append(
                Standing(
                    name=name,
                    games=games,
                    share=round(float(share), 5),
                    share_interval=_rounded(self._share_interval(i, float(share), resampled), 5),
                    adjusted_share=round(mean, 5),
                    adjusted_interval=_rounded(self._share_interval(i, mean, likely), 5),
                    games_saved=round(variance_saved(by_deal, luck), 4),
                    elo=round(float(elo[i]), 1),
                    elo_interval=_rounded(interval(float(elo[i]), elos[:, i]), 1),
                    openskill=_rounded(skill[name], 3) if name in skill else None,
                    means={
                        part: round(float(sheet[:, k].sum() / max(1, len(sheet))), 3)
                        for k, part in enumerate(PARTS)
                    },
                    score_quantiles=_quantiles(sheet[:, TOTAL]),
                    histogram=np.histogram(sheet[:, TOTAL], bins)[0].tolist(),
                    tickets_made=round(float(made / max(1, made + missed)), 4),
                    decisions_per_second=float(self._decisions[i] / max(1e-9, self._seconds[i])),
                    actions={
                        kind: round(float(self._actions[i, k] / games), 3)
                        for k, kind in enumerate(ACTION_KINDS)
                    },
                    forfeits=int(self._forfeits[i]),
                    completed=len(sheet),
                    tracks=[round(float(x), 4) for x in self._tracks[i] / games],
                )
            )
        rows.sort(key=lambda row: (-row.elo, row.name))
        places = [self.bots.index(row.name) for row in rows]
        total = wins.sum(axis=0)
        met = total + total.T
        matrix = [
            [round(float(total[i, j] / met[i, j]), 5) if met[i, j] else None for j in places]
            for i in places
        ]
        seat_shares = seats[:, :, 0].sum(0) / seats[:, :, 1].sum(0)
        seats_resampled = (weights @ seats[:, :, 0]) / np.maximum(weights @ seats[:, :, 1], 1e-9)
        return Standings(
            board=self.schedule.board.id,
            players=self.schedule.players,
            games=self._tally.games,
            deals=deals,
            rows=rows,
            wins=matrix,
            seats=[round(float(x), 5) for x in seat_shares],
            seat_intervals=[
                _rounded(share_interval(float(x), seats_resampled[:, p], deals), 5)
                for p, x in enumerate(seat_shares)
            ],
            bins=bins,
            claimed=[round(float(x), 4) for x in self._tracks.sum(axis=0) / self._tally.games],
            contested=[round(float(x), 4) for x in self._contested / self._tally.games],
            troubles=dict(sorted(self._tally.troubles.items())),
        )


def _quantiles(scores: Matrix) -> tuple[float, ...]:
    """Return the quantiles at 5, 25, 50, 75 and 95 %; zeros if no game was completed."""
    if len(scores) == 0:
        return (0.0,) * 5
    return tuple(float(q) for q in np.quantile(scores, [0.05, 0.25, 0.5, 0.75, 0.95]))


def _rounded(pair: tuple[float, float], digits: int) -> tuple[float, float]:
    return round(pair[0], digits), round(pair[1], digits)
