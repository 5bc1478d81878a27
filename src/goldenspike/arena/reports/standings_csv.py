"""Standings as CSV."""

from __future__ import annotations

import csv
from pathlib import Path

from goldenspike.arena.standings import PARTS, Standings


def write_csv(standings: Standings, path: Path) -> None:
    """Write the standings to a file, with a line for each bot."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(
            [
                "bot", "board", "players", "games", "elo", "elo_low", "elo_high", "wins",
                "wins_low", "wins_high", "openskill_mu", "openskill_sigma",
                "forfeits", "completed", "adjusted_wins", "adjusted_low", "adjusted_high", *PARTS,
            ]
        )  # fmt: skip
        for row in standings.rows:
            skill = row.openskill or ("", "")
            writer.writerow(
                [
                    row.name, standings.board, standings.players, row.games, row.elo,
                    *row.elo_interval, row.share, *row.share_interval, *skill,
                    row.forfeits, row.completed, row.adjusted_share, *row.adjusted_interval,
                    *(row.means[part] for part in PARTS),
                ]
            )  # fmt: skip
