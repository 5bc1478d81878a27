"""`goldenspike board`: look at boards and check board files."""

from __future__ import annotations

import typer

app = typer.Typer(help="Look at boards, and check your own.", no_args_is_help=True)


@app.command("list")
def list_boards() -> None:
    """List the boards that come with the game."""
    from goldenspike.boards.load import board_names

    for name in board_names():
        typer.echo(name)
