"""`goldenspike explorer`: what first tickets are worth."""

from __future__ import annotations

from typing import Annotated

import typer

from goldenspike.cli.output import AsJson, print_json


def explorer(
    board: Annotated[str, typer.Argument(help="A built-in board.")],
    tickets: Annotated[list[str], typer.Argument(help="The tickets of the first offer.")],
    as_json: AsJson = False,
) -> None:
    """Show what each choice of first tickets is worth, with 95 % intervals (docs/puzzles.md)."""
    from dataclasses import asdict

    from rich.table import Table

    from goldenspike.cli.output import console
    from goldenspike.explorer import load_worths

    worths = load_worths(board)
    keeps = worths.keeps(tickets)
    if as_json:
        print_json({"board": board, "games": worths.games, "keeps": [asdict(k) for k in keeps]})
        return
    table = Table(title=None)
    for title in ("keep", "chance", "95 % interval", "points", ""):
        table.add_column(title, justify="left" if title == "keep" else "right")
    for keep in keeps:
        table.add_row(
            ", ".join(keep.tickets),
            f"{keep.chance:.1%}",
            f"{keep.chance_low:.1%} to {keep.chance_high:.1%}",
            f"{keep.points:.1f}",
            f"± {keep.points_error:.1f}",
        )
    console().print(table)
    typer.echo(f"Estimated from {worths.games} games of two planners.")
