"""A league by self-play on Ray: planners with other settings challenge those in the league.

    pip install 'goldenspike[arena,ray]'
    python examples/league.py --rounds 20 --games 400 --out league.json

In every round a few challengers are made by changing settings of members, all play all others on
the same deals in every seating (on Ray, on this machine or on a cluster), and the best stay. Where
members are `neural:FILE`, training a challenger takes the place of changing its settings; the rest
is the same.
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path

import goldenspike as gs
from goldenspike.arena import Schedule, Standings, Tournament

SETTINGS = {
    "card": (60, 200), "claiming": (100, 400), "danger": (0, 1200), "eager": (0, 900),
    "patience": (0, 400), "path": (0, 60), "pace": (100, 200), "greed": (0, 250),
}  # fmt: skip
"""Settings of the planner that challengers differ in, with their least and largest values."""


def challenger(member: str, rng: random.Random) -> str:
    """Return a member with two settings changed."""
    _, *parts = member.split(":")
    settings = dict(part.split("=") for part in parts)
    for name in rng.sample(sorted(SETTINGS), 2):
        settings[name] = str(rng.randint(*SETTINGS[name]))
    return ":".join(["planner", *(f"{name}={value}" for name, value in sorted(settings.items()))])


def play_round(
    members: list[str], board: str, players: int, games: int, seed: int, ray: bool, address: str
) -> Standings:
    """Let all members play each other."""
    schedule = Schedule(gs.load_board(board), players, tuple(members), seed=seed)
    return Tournament(schedule, jobs=2, ray=ray, ray_address=address or None).play(games)


def main(words: list[str] | None = None) -> list[str]:
    """Run the league, and return its members, the best first."""
    reader = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    reader.add_argument("--board", default="usa")
    reader.add_argument("--players", type=int, default=2)
    reader.add_argument("--rounds", type=int, default=20)
    reader.add_argument("--games", type=int, default=400, help="in each round")
    reader.add_argument("--members", type=int, default=3)
    reader.add_argument("--challengers", type=int, default=2)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--address", default="", help="of a Ray cluster; without: this machine")
    reader.add_argument("--no-ray", action="store_true", help="processes of this machine instead")
    reader.add_argument("--out", type=Path, default=None, help="a file for the members")
    given = reader.parse_args(words)
    rng = random.Random(given.seed)
    members = ["planner"]
    for number in range(given.rounds):
        while len(members) < given.members + given.challengers:
            new = challenger(rng.choice(members[: given.members]), rng)
            members += [new] if new not in members else []
        # Other deals in every round: who stays was not merely lucky.
        standings = play_round(
            members, given.board, given.players, given.games, given.seed + number,
            not given.no_ray, given.address,
        )  # fmt: skip
        best = sorted(standings.rows, key=lambda row: -row.adjusted_share)
        members = [row.name for row in best[: given.members]]
        print(f"round {number}: {best[0].adjusted_share:.1%} {members[0]}", flush=True)
        if given.out:
            given.out.write_text(json.dumps(members, indent=2) + "\n", encoding="utf-8")
    return members


if __name__ == "__main__":
    main()
