"""`goldenspike board`: look at boards and check board files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from goldenspike.cli.output import AsJson, print_json
from goldenspike.errors import InputError

app = typer.Typer(help="Look at boards, and check your own.", no_args_is_help=True)

NOT_DRAWN = (".jpg", ".jpeg", ".webp", ".gif", ".pdf", ".bmp", ".tif", ".tiff")
"""Endings of pictures that are neither SVG nor PNG."""

BoardName = Annotated[
    str, typer.Argument(metavar="NAME", help="A board's name, or the path of a board file.")
]


Variant = Annotated[str, typer.Option(help="A variant in the board's file.")]


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
def show(name: BoardName, variant: Variant = "", as_json: AsJson = False) -> None:
    """Show everything about a board: its rules, places, tracks and tickets."""
    from goldenspike.boards.load import load_board

    board = load_board(name, variant)
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
        f"{len(board.tracks)} tracks, {len(board.tickets)} tickets"
        + (f", {len(board.variants)} variants." if board.variants else ".")
    )


@app.command()
def draw(
    name: BoardName,
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="FILE", help="The .svg or .png file; - prints SVG."),
    ],
    theme: Annotated[
        Literal["light", "dark"], typer.Option(help="The colours of the picture.")
    ] = "light",
    language: Annotated[
        Literal["en", "ko", "zh-Hant", "ja", "zh-Hans", "it"],
        typer.Option(help="The language of names and legend."),
    ] = "en",
) -> None:
    """Draw a board as a picture, with a legend: SVG, or PNG by the file's name."""
    from goldenspike.boards.drawing.poster import draw_board
    from goldenspike.boards.load import load_board
    from goldenspike.picture import Picture

    if output.suffix.lower() in NOT_DRAWN:
        raise InputError(
            f"{output}: boards are drawn as SVG or PNG; name a file like "
            f"{output.with_suffix('.svg')}"
        )
    picture = draw_board(load_board(name), theme=theme, language=language)
    if str(output) == "-":
        typer.echo(picture, nl=False)
        return
    if output.suffix.lower() == ".png":
        Picture(picture).save(output)
        return
    output.write_text(picture, encoding="utf-8", newline="\n")


@app.command()
def report(
    name: BoardName,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="The HTML page to write."),
    ] = None,
    as_json: AsJson = False,
    games: Annotated[
        int, typer.Option(min=10, max=100_000, help="Games with each number of players.")
    ] = 200,
    seed: Annotated[int, typer.Option(min=0, max=2**31, help="The same seed: the same page.")] = 1,
    jobs: Annotated[
        int, typer.Option(min=0, help="How many games at a time; 0 is one for each core.")
    ] = 1,
    variant: Variant = "",
    progress: Annotated[
        Literal["bar", "lines"],
        typer.Option(help="lines: DONE and TOTAL on standard error, for programs."),
    ] = "bar",
) -> None:
    """Measure how balanced a board is, in games between planners."""
    import os

    from goldenspike.arena.balance.measured_board import BOT, measure
    from goldenspike.arena.balance.report_json import report_to_json
    from goldenspike.arena.balance.report_page import report_page
    from goldenspike.boards.load import load_board
    from goldenspike.cli.progress import prepare_bots, progress_bar

    if output is None and not as_json:
        raise InputError("name the page to write with -o FILE, or print figures with --json")
    board = load_board(name, variant)
    prepare_bots([BOT], board)
    with progress_bar(f"{board.name}: games") as bar:
        tell = _progress_line if progress == "lines" else bar
        measured = measure(board, games, seed=seed, jobs=jobs or os.cpu_count() or 1, progress=tell)
    if output is not None:
        shown = Path(name).name
        command = f"goldenspike board report {shown} --games {games} --seed {seed} -o {output.name}"
        output.write_text(report_page(measured, command), encoding="utf-8", newline="\n")
    if as_json:
        print_json(report_to_json(measured))


def _progress_line(done: int, total: int) -> None:
    typer.echo(f"{done} {total}", err=True)


@app.command()
def new(
    random: Annotated[
        int, typer.Option("--random", metavar="SEED", help="The same seed makes the same board.")
    ],
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="FILE", help="The file to write; - prints it."),
    ] = Path("-"),
    places: Annotated[int, typer.Option(help="How many places there are, 8 to 48.")] = 32,
    density: Annotated[
        float, typer.Option(help="Pairs of places joined for each place, 1.2 to 2.4.")
    ] = 2.1,
    mean_length: Annotated[float, typer.Option(help="Of a track, 1.5 to 4.5.")] = 2.4,
    longest: Annotated[int, typer.Option(help="Spaces of the longest track, 2 to 9.")] = 6,
    ferries: Annotated[int, typer.Option(help="How many tracks are ferries.")] = 0,
    tunnels: Annotated[int, typer.Option(help="How many tracks are tunnels.")] = 0,
    aspect: Annotated[
        float, typer.Option(help="Width of the map divided by its height, 0.5 to 2.5.")
    ] = 1.5,
    force: Annotated[bool, typer.Option(help="Write over a file that exists.")] = False,
) -> None:
    """Make a random board: connected, without crossings, its tickets priced."""
    from goldenspike.boards.write import board_text
    from goldenspike.errors import InputError
    from goldenspike.workshop.random_board import Recipe, random_board

    recipe = Recipe(places, density, mean_length, longest, ferries, tunnels, aspect)
    board = random_board(random, recipe)
    made = board_text(board)
    if str(output) == "-":
        typer.echo(made, nl=False)
        return
    if output.exists() and not force:
        raise InputError(f"{output} exists; write over it with --force")
    output.write_text(made, encoding="utf-8", newline="\n")
    typer.echo(
        f"{output}: {board.name}, 2 to {board.max_players} players, {len(board.places)} places, "
        f"{len(board.tracks)} tracks, {len(board.tickets)} tickets"
        + (f", {len(board.variants)} variants." if board.variants else ".")
    )
