"""`goldenspike bot`: list bots, and check a program against the bot protocol."""

from __future__ import annotations

import shutil
from typing import Annotated

import typer

from goldenspike.cli.output import AsJson, print_json

app = typer.Typer(help="List bots, and check your own.", no_args_is_help=True)

UNNAMED_BOTS = {
    "exec:COMMAND": "Another program that speaks the bot protocol",
    "neural:FILE": "A trained network, from a file that examples/train_ppo.py wrote",
}
"""Kinds of bots that are given by a command or a file."""


@app.command("list")
def list_bots(as_json: AsJson = False) -> None:
    """List the bots and levels that can play, with their options."""
    from goldenspike.bots import bot_infos

    infos = bot_infos()
    if as_json:
        print_json([info.to_json() for info in infos])
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
