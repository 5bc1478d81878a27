"""`goldenspike play`: a game in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from goldenspike.errors import InputError


def play(
    board: Annotated[str, typer.Option(help="A board's name, or a board file.")] = "usa",
    seats: Annotated[
        str, typer.Option(help="Who sits where: me, or a bot's name, like me,planner,expert.")
    ] = "me,normal",
    seed: Annotated[int | None, typer.Option(min=0, help="Deal this game; by default any.")] = None,
    first: Annotated[
        int | None, typer.Option(help="The seat that starts; by default a lot.")
    ] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with a game that was saved.")] = None,
    think: Annotated[
        float, typer.Option(min=0.01, help="Seconds a bot may think about a decision.")
    ] = 1.0,
    cores: Annotated[int, typer.Option(min=1, help="Cores a bot may think on.")] = 1,
) -> None:
    """Play in the terminal, against bots or people beside you.

    Type the number of what you want to do, or the action itself; help says what else there is.
    """
    from goldenspike.cli.output import console
    from goldenspike.cli.terminal.saved import load_game
    from goldenspike.cli.terminal.table import ME, PutAside, TerminalTable
    from goldenspike.game import Game

    if resume:
        game, who = load_game(resume)
    else:
        who = [seat.strip() for seat in seats.split(",")]
        game = Game(board, players=len(who), seed=seed, first=first)
    if ME not in who:
        raise InputError("--seats has no 'me': to watch bots play, use goldenspike simulate")
    table = TerminalTable(game, who, console(), think, resume, cores)
    try:
        table.run()
    except PutAside:
        return
    except EOFError:
        raise InputError("the input has ended before the game has") from None
