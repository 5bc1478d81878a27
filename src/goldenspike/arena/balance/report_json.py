"""The balance of a board as a JSON object."""

from __future__ import annotations

from statistics import mean, quantiles
from typing import Any

from goldenspike.arena.balance.findings import find
from goldenspike.arena.balance.measured_board import Measured


def report_to_json(measured: Measured) -> dict[str, Any]:
    """Return everything that the page shows, for programs."""
    board = measured.board
    names = {bonus.id: bonus.name for bonus in board.bonuses}
    translations = {bonus.id: bonus.names for bonus in board.bonuses}
    return {
        "board": board.id,
        "name": board.name,
        "board_hash": board.play_hash,
        "seed": measured.seed,
        "games": measured.games,
        "findings": [
            {name: getattr(finding, name) for name in ("kind", "about", "what", "suggestion")}
            for finding in find(measured)
        ],
        "players": [
            {
                "players": count.players,
                "games": count.games,
                "wins": [round(wins / count.games, 4) for wins in count.wins],
                "first_seat": round(count.first_share, 4),
                "first_seat_interval": [round(x, 4) for x in count.first_interval],
                "turns": round(mean(count.turns), 2),
                "turns_deciles": [round(x, 1) for x in deciles(count.turns)],
                "score": round(mean(count.totals), 2),
                "score_deciles": [round(x, 1) for x in deciles(count.totals)],
                "margin": round(mean(count.margins), 2),
                "points": {part: round(count.points_of_each(part), 2) for part in count.points},
                "tokens_paid": round(count.tokens_paid_by_each, 3),
                "stations": round(count.stations_of_each, 3),
                "borrowed": round(count.borrowed_by_each, 3),
            }
            for count in measured.counts
        ],
        "tickets": [
            {
                "id": ticket.id,
                "points": ticket.usual_points,
                "fair": use.fair,
                "distance": use.distance,
                "held": use.held,
                "made": use.made,
            }
            for ticket, use in zip(board.tickets, measured.tickets, strict=True)
        ],
        "tracks": [
            {
                "id": track.id,
                "claimed": round(measured.claimed_share(number), 4),
                "contested": round(measured.contested_share(number), 4),
                "gives_share": round(measured.share_given(number), 4),
            }
            for number, track in enumerate(board.tracks)
        ],
        "colours": [
            {
                "colour": colour,
                "claimed_spaces": round(measured.spaces(colour)[0], 2),
                "spaces": measured.spaces(colour)[1],
                "left_in_hand": left,
            }
            for colour, left in measured.colours.items()
        ],
        "places": [
            {
                "id": place.id,
                "reached": round(measured.visited[number] / measured.games, 4),
                "stations": round(measured.stations[number] / measured.games, 4),
            }
            for number, place in enumerate(board.places)
        ],
        "bonuses": [
            {
                "id": bonus,
                "name": names.get(bonus, bonus),
                "names": dict(translations.get(bonus, {})),
                "paid": round(use.paid / measured.games, 4),
                "even": round(use.even / measured.games, 4),
            }
            for bonus, use in measured.bonuses.items()
        ],
        "companies": [
            {
                "id": company.id,
                "name": company.name,
                "names": dict(company.names),
                "shares": company.shares,
                "taken": round(use.taken / measured.games, 2),
                "run_out": round(use.run_out / measured.games, 4),
                "points": [
                    round(points * holders / measured.games, 2)
                    for points, holders in zip(company.points, use.holders, strict=False)
                ],
            }
            for company, use in zip(board.companies, measured.companies, strict=True)
        ],
    }


def deciles(values: list[int] | list[float]) -> tuple[float, float]:
    """Return the bounds of the middle 80 % of values.

    >>> deciles([1, 2, 3, 4, 5, 6, 7, 8, 9])
    (1.8, 8.2)
    """
    if len(values) < 2:
        return float(values[0]), float(values[0])
    cuts = quantiles(values, n=10, method="inclusive")
    return float(cuts[0]), float(cuts[-1])
