"""Planner games on a board with every number of players, and what happened in them."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from goldenspike.arena.batch import Batch
from goldenspike.arena.outcome import Outcome
from goldenspike.arena.workers import Progress, Workers
from goldenspike.boards.limits import MAX_PLAYERS, MAX_TRACKS
from goldenspike.boards.model import CARD_COLOURS, Board
from goldenspike.game import Game
from goldenspike.rules.codes import RANK, TOTAL
from goldenspike.rules.kernel_board import kernel_board_of
from goldenspike.score import Score
from goldenspike.workshop.distances import ticket_distances

BOT = "planner"
NO_BONUSES = ("tokens", "stations", "shares")
"""Parts of `Score.bonuses` that are points for what is left or held, not for having most."""
Z = 1.96
"""Standard deviations on either side of a 95 % interval."""
MOST_DIFFICULT, EASIEST = 1.5, 0.75
"""By how much a ticket's fair value may differ from that of its distance."""


@dataclass(slots=True)
class PlayerCount:
    """The games with one number of players."""

    players: int
    games: int = 0
    wins: list[float] = field(default_factory=list)
    """Of each seat, the first of which starts; a shared victory counts in parts."""
    turns: list[float] = field(default_factory=list)
    """Turns of a player, game by game."""
    totals: list[int] = field(default_factory=list)
    """Scores of all seats of all games."""
    margins: list[int] = field(default_factory=list)
    """The winner's points above the second, game by game."""
    points: dict[str, int] = field(default_factory=dict)
    """Points of all seats of all games, by part of the score: routes, tickets, passengers and the
    names of `Score.bonuses`."""
    stations: int = 0
    """Stations built in all games."""
    borrowed: int = 0
    """Tracks that they borrowed for tickets."""
    tokens_paid: int = 0
    """Tokens paid as tolls in all games."""

    @property
    def first_share(self) -> float:
        """Part of the games that the first seat won."""
        return self.wins[0] / self.games

    @property
    def first_interval(self) -> tuple[float, float]:
        """The 95 % interval of `first_share` (Wilson's)."""
        return share_interval(self.wins[0], self.games)

    @property
    def stations_of_each(self) -> float:
        """Stations that a player built in a game, on average."""
        return self.stations / (self.games * self.players)

    @property
    def borrowed_by_each(self) -> float:
        """Tracks that a player's stations borrowed in a game, on average."""
        return self.borrowed / (self.games * self.players)

    @property
    def tokens_paid_by_each(self) -> float:
        """Tokens that a player paid in a game, on average."""
        return self.tokens_paid / (self.games * self.players)

    def points_of_each(self, part: str) -> float:
        """Points that a player had from a part of the score, on average."""
        return self.points[part] / (self.games * self.players)


@dataclass(slots=True)
class TicketUse:
    """What became of one ticket."""

    held: int = 0
    made: int = 0
    distance: int = 0
    """Trains of the cheapest way on the empty board."""
    fair: int = 0
    """What it should be worth."""


@dataclass(slots=True)
class CompanyUse:
    """What became of the shares of one company."""

    taken: int = 0
    """Shares taken in all games."""
    run_out: int = 0
    """Games in which none was left."""
    holders: list[int] = field(default_factory=lambda: [0] * MAX_PLAYERS)
    """Games in which at least one player had shares, at least two, and so on."""


@dataclass(slots=True)
class BonusUse:
    """What became of one bonus."""

    paid: int = 0
    """Games in which somebody got points for it."""
    even: int = 0
    """Games in which everybody got the same."""


@dataclass(slots=True)
class Measured:
    """Everything that was measured on a board."""

    board: Board
    seed: int
    counts: list[PlayerCount]
    claimed: list[int]
    """Games in which each track was claimed."""
    contested: list[int]
    """Games in which another player had tracks at both its ends."""
    tickets: list[TicketUse]
    colours: dict[str, float]
    """Cards of each colour in a player's hand at the end, on average."""
    visited: list[int]
    """Games in which each place had a claimed track."""
    stations: list[int]
    """Games in which each place had a station."""
    companies: list[CompanyUse]
    shares_given: list[int]
    """Games in which each track gave a share."""
    bonuses: dict[str, BonusUse]
    """By the names of `Score.bonuses`."""

    @property
    def games(self) -> int:
        """All games."""
        return sum(count.games for count in self.counts)

    def claimed_share(self, track: int) -> float:
        """Part of the games in which a track was claimed."""
        return self.claimed[track] / self.games

    def contested_share(self, track: int) -> float:
        """Part of the games in which a track was contested."""
        return self.contested[track] / self.games

    def share_given(self, track: int) -> float:
        """Part of the games in which a track gave a share."""
        return self.shares_given[track] / self.games

    def spaces(self, colour: str) -> tuple[float, int]:
        """Spaces of a colour claimed in a game, on average, and how many there are."""
        tracks = [(n, t) for n, t in enumerate(self.board.tracks) if t.colour == colour]
        used = sum(self.claimed[n] * t.length for n, t in tracks) / self.games
        return used, sum(t.length for _, t in tracks)


def share_interval(hits: float, of: int) -> tuple[float, float]:
    """Return the 95 % interval of a share (Wilson's).

    >>> [round(x, 3) for x in share_interval(50, 100)]
    [0.404, 0.596]
    """
    p, z2 = hits / of, Z * Z
    middle = (p + z2 / (2 * of)) / (1 + z2 / of)
    half = Z * math.sqrt(p * (1 - p) / of + z2 / (4 * of * of)) / (1 + z2 / of)
    return max(0.0, middle - half), min(1.0, middle + half)


def measure(
    board: Board,
    games: int,
    *,
    seed: int = 1,
    jobs: int = 1,
    progress: Progress | None = None,
) -> Measured:
    """Play `games` games with each number of players, and measure them.

    The same board, games and seed give the same numbers, whatever `jobs` is.
    """
    measured = Measured(
        board,
        seed,
        [],
        [0] * len(board.tracks),
        [0] * len(board.tracks),
        [TicketUse() for _ in board.tickets],
        dict.fromkeys([*CARD_COLOURS, "locomotive"], 0.0),
        [0] * len(board.places),
        [0] * len(board.places),
        [CompanyUse() for _ in board.companies],
        [0] * len(board.tracks),
        {},
    )
    players = range(board.min_players, board.max_players + 1)
    total, done, hands = games * len(players), 0, 0
    for n in players:
        count = PlayerCount(n, wins=[0.0] * n)
        measured.counts.append(count)
        whole = Batch(board.source, (BOT,) * n, seed, 0, games, first_seat=0, recorded=True)
        outcomes = []
        for outcome in Workers(jobs).play(whole.split()):
            outcomes.append(outcome)
            done += outcome.batch.games
            if progress:
                progress(done, total)
        # With several jobs they come in any order.
        for outcome in sorted(outcomes, key=lambda outcome: outcome.batch.first_deal):
            hands += _add(measured, count, outcome)
    measured.colours = {c: round(cards / hands, 3) for c, cards in measured.colours.items()}
    _price_tickets(measured)
    return measured


def _add(measured: Measured, count: PlayerCount, outcome: Outcome) -> int:
    """Add the games of a batch; returns how many hands were looked at."""
    board, players = measured.board, count.players
    assert outcome.activity is not None
    assert outcome.history is not None
    flags = np.unpackbits(outcome.activity.tracks, axis=-1, count=MAX_TRACKS)
    order = kernel_board_of(board).track_number
    place_numbers = {place.id: number for number, place in enumerate(board.places)}
    ticket_numbers = {ticket.id: number for number, ticket in enumerate(board.tickets)}
    track_numbers = {track.id: number for number, track in enumerate(board.tracks)}
    for g, codes in enumerate(outcome.history):
        count.games += 1
        sheet = outcome.sheets[g]
        winners = [seat for seat in range(players) if sheet[seat][RANK] == 1]
        for seat in winners:
            count.wins[seat] += 1 / len(winners)
        totals = sorted((int(sheet[seat][TOTAL]) for seat in range(players)), reverse=True)
        count.totals += totals
        count.margins.append(totals[0] - totals[1])
        game = Game(board, players, outcome.batch.first_seed + g, outcome.batch.first_seat)
        turns, claimed = 0, ""
        for code in codes:
            turns += game.phase == "turn"
            event = game.play(int(code))
            if board.companies:
                claimed = event.public.get("claimed", claimed)
                if "share" in event.public:
                    measured.shares_given[track_numbers[claimed]] += 1
        count.turns.append(turns / players)
        visited = set()
        for number, track in enumerate(board.tracks):
            owned = bool(flags[g, :players, order[number]].any())
            measured.claimed[number] += owned
            measured.contested[number] += int(flags[g, players, order[number]])
            if owned:
                visited |= {track.a, track.b}
        for place in visited:
            measured.visited[place] += 1
        _add_scores(measured, count, game.scores())
        seen = game.view(0).to_json()
        for company, shares in zip(board.companies, measured.companies, strict=True):
            holders = seen["shares"][company.id]
            shares.taken += len(holders)
            shares.run_out += len(holders) == company.shares
            for rank in range(len(set(holders))):
                shares.holders[rank] += 1
        for place, seats in seen.get("stations", {}).items():
            measured.stations[place_numbers[place]] += 1
            count.stations += len(seats)
        for seat in range(players):
            shown = game.view(seat).to_json()["seats"][seat]
            # What a station borrows makes tickets too.
            states = game.hints(seat).to_json(game.kernel_board)["tickets"]
            for ticket, state in states.items():
                use = measured.tickets[ticket_numbers[ticket]]
                use.held += 1
                use.made += state == "made"
            for colour, cards in shown["cards"].items():
                measured.colours[colour] += cards
            count.borrowed += len(shown.get("borrowed", []))
            count.tokens_paid += board.tokens - shown.get("tokens", board.tokens)
    return len(outcome.history) * players


def _add_scores(measured: Measured, count: PlayerCount, scores: list[Score]) -> None:
    for score in scores:
        parts = {"routes": score.route_points, "tickets": score.ticket_points, **score.bonuses}
        if measured.board.passengers:
            parts["passengers"] = score.passenger_points
        for part, points in parts.items():
            count.points[part] = count.points.get(part, 0) + points
    for bonus in scores[0].bonuses:
        if bonus in NO_BONUSES:
            continue
        use = measured.bonuses.setdefault(bonus, BonusUse())
        paid = {score.bonuses[bonus] for score in scores}
        use.paid += max(paid) > 0
        use.even += len(paid) == 1


def _price_tickets(measured: Measured) -> None:
    """Set what tickets should be worth: by distance and difficulty, and as much as now in all.

    A ticket is worth the trains of its cheapest way, times how much rarer it is made than others;
    of several values, their mean is priced by the mean of the ways.
    """
    board = measured.board
    made = sum(use.made for use in measured.tickets)
    held = sum(use.held for use in measured.tickets)
    usual = (made + 1) / (held + 2)
    weights = []
    for distance, use in zip(ticket_distances(board), measured.tickets, strict=True):
        use.distance = distance or 0
        rate = (use.made + 1) / (use.held + 2)
        weights.append(use.distance * min(MOST_DIFFICULT, max(EASIEST, usual / rate)))
    scale = sum(ticket.usual_points for ticket in board.tickets) / (sum(weights) or 1)
    for use, weight in zip(measured.tickets, weights, strict=True):
        use.fair = max(1, min(100, round(weight * scale)))
