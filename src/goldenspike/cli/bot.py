"""`goldenspike bot`: list bots, check a program against the bot protocol, teach a board."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from goldenspike.cli.output import AsJson, print_json

if TYPE_CHECKING:
    from goldenspike.boards.model import Board
    from goldenspike.bots.value_network.network_file import Network

app = typer.Typer(help="List bots, check your own, and teach them a board.", no_args_is_help=True)

UNNAMED_BOTS = {
    "exec:COMMAND": "Another program that speaks the bot protocol",
    "neural:FILE": "A trained network, from a file that examples/train_ppo.py wrote",
}
"""Kinds of bots that are given by a command or a file."""


@app.command("list")
def list_bots(
    board: Annotated[
        str | None, typer.Option(help="Also say what they lack on this board, a name or a file.")
    ] = None,
    variant: Annotated[str, typer.Option(help="A variant in the board's file.")] = "",
    as_json: AsJson = False,
) -> None:
    """List the bots and levels that can play, with their options."""
    from goldenspike.boards.load import load_board
    from goldenspike.bots import bot_infos

    infos = bot_infos()
    remarks = _remarks([info.name for info in infos], load_board(board, variant)) if board else {}
    if as_json:
        print_json(
            [info.to_json() | ({"remark": remarks[info.name]} if board else {}) for info in infos]
        )
        return
    from rich.table import Table

    from goldenspike.cli.output import console

    table = Table("bot", "what it does", "options", "from")
    for info in infos:
        options = " ".join(f"{o.name}={o.default}" for o in info.options)
        table.add_row(info.name, info.about, options, info.source)
    for name, about in UNNAMED_BOTS.items():
        table.add_row(name, about, "", "you")
    console().print(table)
    for remark in dict.fromkeys(filter(None, remarks.values())):
        names = ", ".join(name for name, said in remarks.items() if said == remark)
        # Not wrapped, so that a command in it can be copied.
        typer.echo(f"{names}: {remark}")


def _remarks(names: list[str], board: Board) -> dict[str, str]:
    """Return what each bot has to say about a board."""
    from goldenspike.bots import make_bot
    from goldenspike.errors import InputError

    remarks = {}
    for name in names:
        try:
            bot = make_bot(name)
        except InputError as error:  # a bot of another package that needs options, or is broken
            remarks[name] = str(error)
            continue
        remarks[name] = bot.remark(board)
        bot.close()
    return remarks


@app.command()
def teach(
    board: Annotated[str, typer.Argument(help="A board's name, or a board file.")],
    variant: Annotated[str, typer.Option(help="A variant in the board's file.")] = "",
    games: Annotated[int, typer.Option(min=20, help="Games to learn from.")] = 9000,
    seed: Annotated[int, typer.Option(min=0, help="Which games, and which first weights.")] = 1,
    players: Annotated[
        str | None,
        typer.Option(help="Numbers of players, like 2,4; by default all that the board is for."),
    ] = None,
    jobs: Annotated[
        int, typer.Option(min=0, help="How many games at a time; 0 is one for each core.")
    ] = 0,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="Write this file, not one that bots find."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Teach the searcher a board: make the network with which it evaluates positions there.

    Planners play games on the board, and a network learns from them how games end. The searcher,
    the level expert, reviews and servers of this user use it from then on. The same options give
    the same network. Nothing is written before the end.
    """
    import os
    import time

    from goldenspike.boards.load import load_board
    from goldenspike.bots.value_network import teaching, trained_weights
    from goldenspike.bots.value_network.network_file import make_folder, write_network
    from goldenspike.bots.value_network.training_data import TRAINING_GAMES
    from goldenspike.cli.progress import compile_units, progress_bar
    from goldenspike.errors import InputError

    taught = load_board(board, variant)
    sizes = _numbers(players)
    teaching.table_sizes(taught, sizes)
    if output is None and trained_weights.package_file(taught).exists():
        raise InputError(
            f"{taught.name} has a network that came with the program, and bots use that; -o FILE "
            "writes another one to a file"
        )
    path = output or trained_weights.taught_file(taught)
    make_folder(path)  # before minutes are spent
    compile_units([TRAINING_GAMES])
    begin = time.monotonic()
    threads = jobs or os.cpu_count() or 1
    network = teaching.teach(taught, games, seed, sizes, threads, progress_bar)
    write_network(path, network)
    seconds = time.monotonic() - begin
    result = network.training
    assert result is not None
    if as_json:
        print_json(_taught_json(path, network, seconds))
        return
    typer.echo(
        f"{network.board}: {result.positions:,} positions of {result.games:,} games with "
        f"{', '.join(map(str, result.players))} players, {seconds:.0f} s.\n"
        f"On games it has not seen, the final margin that it expects is off by {result.error:.1f} "
        f"points; by {result.baseline:.1f} if one goes by the present score.\n"
        f"Written to {path}"
    )
    if result.error >= result.baseline:
        typer.echo("That is not worth using: teach it with more --games.", err=True)


def _numbers(text: str | None) -> list[int]:
    from goldenspike.errors import InputError

    try:
        return [int(number) for number in (text or "").split(",") if number.strip()]
    except ValueError:
        raise InputError(f"--players are numbers separated by commas, not {text!r}") from None


def _taught_json(path: Path, network: Network, seconds: float) -> dict[str, Any]:
    from dataclasses import asdict

    assert network.training is not None
    return {
        "file": str(path),
        "board": network.board,
        "board_hash": network.board_hash,
        **asdict(network.training),
        "seconds": round(seconds, 1),
    }


@app.command()
def check(
    command: Annotated[
        str, typer.Argument(metavar="CMD", help='How it is started, as in "python my_bot.py".')
    ],
    games: Annotated[int, typer.Option(min=1, help="Games on each board.")] = 1,
    seconds: Annotated[float, typer.Option(min=0.01, help="Time for one decision.")] = 1.0,
    as_json: AsJson = False,
) -> None:
    """Play a program on every board and say everything it does against the bot protocol."""
    from goldenspike.bots.external.conformance import check_bot

    _must_be_a_program(command)
    findings = check_bot(command, games=games, seconds=seconds)
    if as_json:
        print_json([finding.to_json() for finding in findings])
    else:
        for finding in findings:
            mark = "ok  " if finding.good else "BAD " if finding.required else "note "
            typer.echo(f"{mark}{finding.what}" + (f": {finding.detail}" if finding.detail else ""))
    if not all(finding.good for finding in findings if finding.required):
        raise typer.Exit(1)


def _must_be_a_program(command: str) -> None:
    """A bot with a name is Python: the package calls it, and there is no protocol to check."""
    from goldenspike.bots import bot_names
    from goldenspike.errors import InputError

    name = command.partition(":")[0]
    if name in bot_names() and shutil.which(command) is None:
        raise InputError(
            f"{name} is a bot with a name, and `bot check` is for programs that speak the bot "
            f"protocol. To see it play: goldenspike simulate --bots {command},random --games 100"
        )
