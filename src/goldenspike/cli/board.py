"""`goldenspike board`: look at boards and check board files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from goldenspike.cli.output import AsJson, print_json

app = typer.Typer(help="Look at boards, and check your own.", no_args_is_help=True)

BoardName = Annotated[
    str, typer.Argument(metavar="NAME", help="A board's name, or the path of a board file.")
]


@app.command("list")
def list_boards(as_json: AsJson = False) -> None:
    """List the boards that come with the game."""
    from goldenspike.boards.load import board_names, load_board

    boards = [load_board(name) for name in board_names()]
    if as_json:
        print_json(
            [
                {
                    "id": board.id,
                    "name": board.name,
                    "names": dict(board.names),
                    "players": [board.min_players, board.max_players],
                    "places": len(board.places),
                    "tracks": len(board.tracks),
                    "tickets": len(board.tickets),
                    "digest": board.digest,
                }
                for board in boards
            ]
        )
        return
    from goldenspike.cli.board_tables import boards_table
    from goldenspike.cli.output import console

    console().print(boards_table(boards))


@app.command()
def show(name: BoardName, as_json: AsJson = False) -> None:
    """Show everything about a board: its rules, places, tracks and tickets."""
    from goldenspike.boards.load import load_board

    board = load_board(name)
    if as_json:
        from goldenspike.boards.board_json import board_to_json

        print_json(board_to_json(board))
        return
    from goldenspike.cli.board_tables import board_details
    from goldenspike.cli.output import console

    console().print(board_details(board))


@app.command()
def check(name: BoardName, as_json: AsJson = False) -> None:
    """Check a board file, and list everything that is wrong with it."""
    from goldenspike.boards.load import load_board
    from goldenspike.boards.problems import BoardError

    try:
        board = load_board(name)
    except BoardError as error:
        if not as_json:
            raise
        problems = [problem.to_json() for problem in error.problems]
        print_json({"file": name, "good": False, "problems": problems})
        raise typer.Exit(1) from None
    if as_json:
        print_json({"file": name, "good": True, "problems": []})
        return
    players = f"{board.min_players} to {board.max_players} players"
    typer.echo(
        f"{name} is a good board: {board.name}, {players}, {len(board.places)} places, "
        f"{len(board.tracks)} tracks, {len(board.tickets)} tickets."
    )


@app.command()
def draw(
    name: BoardName,
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="FILE", help="The SVG file to write; - prints it."),
    ],
    theme: Annotated[
        Literal["light", "dark"], typer.Option(help="The colours of the picture.")
    ] = "light",
    language: Annotated[
        Literal["en", "ko", "zh-Hant", "ja", "zh-Hans", "it"],
        typer.Option(help="The language of names and legend."),
    ] = "en",
) -> None:
    """Draw a board as an SVG picture, with a legend."""
    from goldenspike.boards.drawing.poster import draw_board
    from goldenspike.boards.load import load_board

    picture = draw_board(load_board(name), theme=theme, language=language)
    if str(output) == "-":
        typer.echo(picture, nl=False)
        return
    output.write_text(picture, encoding="utf-8", newline="\n")
