"""`goldenspike arena`: tournaments of bots."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from goldenspike.cli.failing_bots import FAILED_BOTS, Fallback, Strict
from goldenspike.cli.output import AsJson, print_json, stdout_to_stderr
from goldenspike.cli.progress import notices, prepare_bots, progress_bar
from goldenspike.cli.records_option import Observations, Records, written_records

if TYPE_CHECKING:
    from rich.table import Table

    from goldenspike.arena import Schedule, Standings, Tournament
    from goldenspike.arena.sequential import Verdict


def arena(
    board: Annotated[
        str, typer.Option(help="A board's name, or the path of a board file.")
    ] = "usa",
    variant: Annotated[str, typer.Option(help="A variant in the board's file.")] = "",
    players: Annotated[int, typer.Option(help="Seats at the table.")] = 2,
    bots: Annotated[
        str,
        typer.Option(help="The bots, separated by commas: planner:risk=0.3,greedy,exec:./my_bot"),
    ] = "planner,greedy,random",
    games: Annotated[
        int,
        typer.Option(min=1, help="How many games at least; every deal is played in every seating."),
    ] = 1000,
    seed: Annotated[int, typer.Option(help="Which deals are played.")] = 1,
    seconds: Annotated[
        float, typer.Option(min=0.001, help="Time for one decision of bots that use it.")
    ] = 1.0,
    until_sure: Annotated[
        str | None,
        typer.Option(metavar="A,B", help="Stop as soon as it is sure which of two bots is better."),
    ] = None,
    results: Annotated[
        Path | None,
        typer.Option(help="An SQLite file to keep results in; what it holds is not played again."),
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Processes to play in.")] = 1,
    cores: Annotated[
        int, typer.Option(min=1, help="Cores that one decision may use, in each process.")
    ] = 1,
    ray: Annotated[
        bool,
        typer.Option("--ray", help="Play on Ray on this machine, or on the cluster at ADDRESS."),
    ] = False,
    address: Annotated[
        str | None,
        typer.Argument(metavar="[ADDRESS]", help="Address of a Ray cluster, with --ray."),
    ] = None,
    csv: Annotated[Path | None, typer.Option(help="Write the table as CSV.")] = None,
    report: Annotated[Path | None, typer.Option(help="Write a report as one HTML file.")] = None,
    records: Records = None,
    observations: Observations = False,
    fallback: Fallback = False,
    strict: Strict = False,
    as_json: AsJson = False,
) -> None:
    """Let bots play each other on the same deals in every seating, and rate them."""
    from goldenspike.arena import Schedule, Tournament
    from goldenspike.boards.load import load_board
    from goldenspike.errors import InputError

    if address and not ray:
        raise InputError(f"{address!r} is no option; the address of a cluster goes behind --ray")
    for output in (csv, report):
        if output:
            _must_be_writable(output)
    names = tuple(name.strip() for name in bots.split(",") if name.strip())
    schedule = Schedule(load_board(board, variant), players, names, seed, seconds, cores, fallback)
    with written_records(records, observations) as file:
        tournament = Tournament(
            schedule, results=results, jobs=jobs, ray=ray, ray_address=address, records=file
        )
        standings, verdict = _play(tournament, games, until_sure, results)
    tournament.store.close()
    if as_json:
        _print_json(standings, verdict)
    else:
        _print_tables(standings, verdict)
    if csv:
        from goldenspike.arena.reports.standings_csv import write_csv

        write_csv(standings, csv)
    if report:
        from goldenspike.arena.reports.report import write_report

        write_report(standings, schedule, report, _command(schedule, games, until_sure))
    if strict and (standings.troubles or any(row.forfeits for row in standings.rows)):
        raise typer.Exit(FAILED_BOTS)


def _play(
    tournament: Tournament, games: int, until_sure: str | None, results: Path | None
) -> tuple[Standings, Verdict | None]:
    from goldenspike.errors import InputError

    if tournament.store.games_of_other_versions:
        notices().print(
            f"{results} also holds {tournament.store.games_of_other_versions} games that another "
            "version of Golden Spike played: they are kept, but not counted here."
        )
    verdict = None
    prepare_bots(tournament.schedule.bots, tournament.schedule.board)
    with (
        says_what_is_kept(tournament, results),
        stdout_to_stderr(),
        progress_bar("playing") as update,
    ):
        if until_sure:
            a, comma, b = until_sure.partition(",")
            if not comma:
                raise InputError("--until-sure takes two of the bots, with a comma between")
            standings, verdict = tournament.play_until_sure(a.strip(), b.strip(), games, update)
        else:
            standings = tournament.play(games, update)
    return standings, verdict


@contextmanager
def says_what_is_kept(tournament: Tournament, results: Path | None) -> Iterator[None]:
    """On Ctrl-C, say how many games were played, and where they are."""
    try:
        yield
    except KeyboardInterrupt:
        played = tournament.store.count_games()
        where = (
            f"are kept in {results}; the same command goes on from there"
            if results
            else "are lost: --results FILE keeps them"
        )
        notices().print(f"Stopped: {played} games {where}.")
        raise


def _must_be_writable(path: Path) -> None:
    """Refuse a file that can't be written, before hours are spent on games."""
    import os

    from goldenspike.errors import InputError

    if not path.parent.is_dir():
        raise InputError(f"{path} can't be written: there is no folder {path.parent}")
    if path.is_dir():
        raise InputError(f"{path} can't be written: it is a folder, and should be a file in one")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise InputError(f"{path} can't be written: you have no right to")


def _print_json(standings: Standings, verdict: Verdict | None) -> None:
    table = standings.to_json()
    if verdict:
        table["verdict"] = {name: getattr(verdict, name) for name in verdict.__slots__}
    print_json(table)


def _print_tables(standings: Standings, verdict: Verdict | None) -> None:
    from goldenspike.cli.output import console

    screen = console()
    screen.print(_ladder(standings))
    first = ", ".join(
        f"seat {p}: {share:.1%} ({low:.1%} to {high:.1%})"
        for p, (share, (low, high)) in enumerate(
            zip(standings.seats, standings.seat_intervals, strict=True)
        )
    )
    screen.print(f"Wins by seat (seat 0 starts): {first}")
    if any(row.games_saved for row in standings.rows):
        screen.print(_without_luck(standings))
    for trouble, times in standings.troubles.items():
        screen.print(f"{times} x {trouble}")
    if verdict:
        result = f"{verdict.better} is better" if verdict.better else "not sure yet"
        screen.print(
            f"Sequential test: {result} (share {verdict.share:.1%}, evidence "
            f"{verdict.evidence:.2f} of {verdict.limit:.2f}, {verdict.deals} deals)",
            markup=False,
        )


def _without_luck(standings: Standings) -> str:
    shares = ", ".join(
        f"{row.name} {row.adjusted_share:.1%} "
        f"({row.adjusted_interval[0]:.1%} to {row.adjusted_interval[1]:.1%})"
        for row in standings.rows
    )
    saved = sum(row.games_saved for row in standings.rows) / len(standings.rows)
    worth = (
        f"as sure as {standings.games / (1 - saved):.0f} games without the adjustment "
        f"({saved:.0%} saved)"
        if saved > 0
        else "no surer than the wins themselves: luck explains nothing here"
    )
    return f"Wins without the luck of draws: {shares}. That is {worth}."


def _command(schedule: Schedule, games: int, until_sure: str | None) -> str:
    """Return the command line that gives the same table."""
    import shlex

    given = {
        "board": schedule.board.source,
        "players": schedule.players,
        "bots": ",".join(schedule.bots),
        "games": games,
        "seed": schedule.seed,
        "seconds": schedule.seconds,
        "cores": schedule.cores if schedule.cores > 1 else None,
        "until-sure": until_sure,
    }
    words = ["goldenspike", "arena", *(["--fallback"] if schedule.fallback else [])]
    for name, value in given.items():
        if value is not None:
            words += [f"--{name}", str(value)]
    return shlex.join(words)


def _short(figure: float) -> str:
    """Write a number with two or three digits: 1,234,567 is 1.2M."""
    for size, letter in ((1e6, "M"), (1e3, "k")):
        if figure >= size:
            return f"{figure / size:.1f}{letter}"
    return f"{figure:.1f}"


def _ladder(standings: Standings) -> Table:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(
        title=f"{standings.board}, {standings.players} players, {standings.games} games on "
        f"{standings.deals} deals",
        box=SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
    )
    for name in (
        "bot",
        "Elo",
        "95 %",
        "wins %",
        "95 %",
        "points",
        "tickets",
        "forfeits",
        "moves/s",
    ):
        # Long names may wrap; figures must not be wrapped or cut.
        left = name == "bot"
        justify: Literal["left", "right"] = "left" if left else "right"
        table.add_column(
            name, justify=justify, no_wrap=not left, min_width=8 if left else None, overflow="fold"
        )
    for row in standings.rows:
        low, high = row.elo_interval
        least, most = row.share_interval
        table.add_row(
            row.name,
            f"{row.elo:+.0f}",
            f"{low:+.0f} to {high:+.0f}",
            f"{row.share * 100:.1f}",
            f"{least * 100:.1f} to {most * 100:.1f}",
            f"{row.means['total']:.1f}" if row.completed else "-",
            f"{row.tickets_made:.0%}" if row.completed else "-",
            str(row.forfeits),
            _short(row.decisions_per_second),
        )
    return table
