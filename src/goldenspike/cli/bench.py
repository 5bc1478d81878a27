"""`goldenspike bench`: measure the speed on this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from goldenspike.cli.output import AsJson, print_json

if TYPE_CHECKING:
    from goldenspike.cli.measurements import Figures


def bench(
    quick: Annotated[
        bool,
        typer.Option("--quick", help="Rough figures in a few seconds, without compiling again."),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Measure games per second, the time of calls, and the time to start, on this machine."""
    from goldenspike.cli.measurements import measure
    from goldenspike.cli.progress import notices

    screen = notices()
    if screen.is_terminal:
        with screen.status("Measuring ...") as status:
            figures = measure(quick, lambda what: status.update(f"Measuring: {what} ..."))
    else:
        figures = measure(quick, lambda what: None)
    if as_json:
        print_json(figures.to_json())
    else:
        show(figures)


def show(figures: Figures) -> None:
    """Print the figures as tables."""
    from rich.table import Table

    from goldenspike.cli.output import console

    screen = console()
    games = Table(title="Complete random games, scored at the end")
    for column in ("board", "players", "kernel", "threads", "games/s", "decisions/s"):
        games.add_column(column, justify="left" if column in ("board", "kernel") else "right")
    for speed in figures.speeds:
        games.add_row(
            speed.board,
            str(speed.players),
            speed.kernel,
            str(speed.threads),
            f"{speed.games_per_second:,.0f}",
            f"{speed.decisions_per_second:,.0f}",
        )
    screen.print(games)
    calls = Table(title="One call from Python")
    for column in ("call", "kernel", "microseconds"):
        calls.add_column(column, justify="right" if column == "microseconds" else "left")
    for cost in figures.costs:
        calls.add_row(cost.call, cost.kernel, f"{cost.microseconds:,.2f}")
    screen.print(calls)
    starts = Table(title="Until a new process has done it")
    starts.add_column("what")
    starts.add_column("seconds", justify="right")
    for start in figures.starts:
        starts.add_row(start.what, f"{start.seconds:.2f}")
    screen.print(starts)
    screen.print(f"{figures.bytes_per_state:,} bytes a state; {figures.cores} cores.")
