"""`goldenspike simulate`: play many games between bots."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from goldenspike.cli.failing_bots import FAILED_BOTS, Fallback, Strict
from goldenspike.cli.output import AsJson, print_json, stdout_to_stderr
from goldenspike.cli.records_option import Observations, Records, written_records
from goldenspike.errors import InputError

if TYPE_CHECKING:
    from goldenspike.arena import Simulation


def simulate(
    board: Annotated[str, typer.Option(help="A board's name, or a board file.")] = "usa",
    variant: Annotated[str, typer.Option(help="A variant in the board's file.")] = "",
    players: Annotated[int | None, typer.Option(help="How many seats.")] = None,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1000,
    bots: Annotated[
        str | None, typer.Option(help="A bot for each seat, like random,random.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="The first game's seed; the others follow.")] = 1,
    jobs: Annotated[
        int, typer.Option(min=0, help="How many games at a time; 0 is one for each core.")
    ] = 1,
    records: Records = None,
    observations: Observations = False,
    fallback: Fallback = False,
    strict: Strict = False,
    as_json: AsJson = False,
) -> None:
    """Play many games between bots, and print the results.

    Game number i has the seed SEED + i.
    """
    from goldenspike.arena.simulation import simulate as play_games
    from goldenspike.boards.load import load_board
    from goldenspike.boards.variants import title
    from goldenspike.cli.progress import prepare_bots, progress_bar

    chosen = load_board(board, variant)
    names = [name.strip() for name in bots.split(",")] if bots else None
    if players is None:
        players = len(names) if names else chosen.min_players
    if names is None:
        names = ["random"] * players
    if len(names) != players:
        raise InputError(f"--bots names {len(names)} bots for {players} players: name one for each")
    prepare_bots(names, chosen)
    with (
        _says_what_is_kept(records),
        written_records(records, observations) as file,
        stdout_to_stderr(),
        progress_bar(f"{title(chosen)}, {players} players") as update,
    ):
        result = play_games(
            chosen,
            names,
            games,
            seed=seed,
            jobs=jobs or os.cpu_count() or 1,
            fallback=fallback,
            records=file,
            progress=update,
        )
    if as_json:
        print_json(result.to_json())
    else:
        _print_table(result, title(chosen))
    if strict and (result.troubles or any(seat.forfeits for seat in result.seats)):
        raise typer.Exit(FAILED_BOTS)


@contextmanager
def _says_what_is_kept(records: Path | None) -> Iterator[None]:
    """On Ctrl-C without a file for games, say that they are lost."""
    from goldenspike.cli.progress import notices

    try:
        yield
    except KeyboardInterrupt:
        if records is None:
            notices().print("Stopped: the games are lost; --records FILE keeps them.")
        raise


def _print_table(result: Simulation, board: str) -> None:
    from rich.table import Table

    from goldenspike.cli.output import console

    screen = console()
    table = Table(title=f"{result.games} games of {board}, seeds from {result.seed}")
    table.add_column("seat", justify="right")
    table.add_column("bot")
    for column in ("wins", "of them shared", "mean score", "forfeits"):
        table.add_column(column, justify="right")
    for seat in result.seats:
        wins = f"{seat.wins} ({seat.wins / result.games:.1%})"
        score = "-" if seat.forfeits == result.games else f"{seat.mean_score:.1f}"
        table.add_row(str(seat.seat), seat.bot, wins, str(seat.shared), score, str(seat.forfeits))
    screen.print(table)
    for trouble, times in result.troubles.items():
        screen.print(f"{times} x {trouble}")
    screen.print(
        f"{result.decisions} decisions in {result.seconds:.2f} s: "
        f"{result.games_per_second:,.0f} games/s, "
        f"{result.decisions / result.seconds:,.0f} decisions/s."
    )
