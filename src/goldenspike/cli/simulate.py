"""`goldenspike simulate`: play many games between bots."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from goldenspike.cli.output import AsJson, print_json, stdout_to_stderr
from goldenspike.errors import InputError


def simulate(
    board: Annotated[str, typer.Option(help="A board's name, or a board file.")] = "usa",
    players: Annotated[int | None, typer.Option(help="How many seats.")] = None,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1000,
    bots: Annotated[
        str | None, typer.Option(help="A bot for each seat, like random,random.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="The first game's seed; the others follow.")] = 1,
    jobs: Annotated[
        int, typer.Option(min=0, help="How many games at a time; 0 is one for each core.")
    ] = 1,
    as_json: AsJson = False,
) -> None:
    """Play many games between bots, and print the results.

    Game number i has the seed SEED + i.
    """
    from goldenspike.arena.simulation import simulate as play_games
    from goldenspike.boards.load import load_board
    from goldenspike.cli.progress import load_compiled, progress_bar

    chosen = load_board(board)
    names = [name.strip() for name in bots.split(",")] if bots else None
    if players is None:
        players = len(names) if names else chosen.min_players
    if names is None:
        names = ["random"] * players
    if len(names) != players:
        raise InputError(f"--bots names {len(names)} bots for {players} players: name one for each")
    if set(names) == {"random"}:
        load_compiled("play_random_games")
    with stdout_to_stderr(), progress_bar(f"{chosen.name}, {players} players") as update:
        result = play_games(
            chosen, names, games, seed=seed, jobs=jobs or os.cpu_count() or 1, progress=update
        )
    if as_json:
        print_json(result.to_json())
        return
    from rich.table import Table

    from goldenspike.cli.output import console

    screen = console()
    table = Table(title=f"{games} games of {chosen.name}, seeds from {seed}")
    table.add_column("seat", justify="right")
    table.add_column("bot")
    for column in ("wins", "of them shared", "mean score"):
        table.add_column(column, justify="right")
    for seat in result.seats:
        wins = f"{seat.wins} ({seat.wins / games:.1%})"
        table.add_row(str(seat.seat), seat.bot, wins, str(seat.shared), f"{seat.mean_score:.1f}")
    screen.print(table)
    for trouble, times in result.troubles.items():
        screen.print(f"{times} x {trouble}")
    screen.print(
        f"{result.decisions} decisions in {result.seconds:.2f} s: "
        f"{result.games_per_second:,.0f} games/s, "
        f"{result.decisions / result.seconds:,.0f} decisions/s."
    )
